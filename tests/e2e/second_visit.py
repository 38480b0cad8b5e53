"""A second visit to the same server, to measure how long it waits while another one works.

It goes on until the block ends:

    with SecondVisit(server.url) as second:
        second.begin_again()
        ...                         # what somebody else does
        assert second.longest() < 1
"""

import asyncio
import threading
import time
from contextlib import suppress
from itertools import chain, cycle
from typing import Self

from websockets.exceptions import ConnectionClosed

from tests.e2e.train_visitor import TrainVisitor
from tests.visitor import VisitError

PERIOD = 0.1
"""Seconds from one step to the next, unless the answer takes longer."""
LAST_STEP = 7
"""Merges of hug / pug / pun."""
SECONDS_TO_OPEN = 60.0


class SecondVisit:
    """Steps through hug / pug / pun, back and forth, in a thread of its own, until the block ends."""

    def __init__(self, url: str) -> None:
        self.url = url
        self.is_lost = False
        """Whether the server has closed the connection."""
        self._waits: list[float] = []
        self._asked: float | None = None
        self._is_open = threading.Event()
        self._thread = threading.Thread(target=lambda: asyncio.run(self._visit()), daemon=True)
        self._loop: asyncio.AbstractEventLoop
        self._walk: asyncio.Task[None]

    def __enter__(self) -> Self:
        self._thread.start()
        if not self._is_open.wait(SECONDS_TO_OPEN):
            raise VisitError("The second visit was not answered.")
        return self

    def __exit__(self, *exception: object) -> None:
        self._loop.call_soon_threadsafe(self._walk.cancel)
        self._thread.join()

    def begin_again(self) -> None:
        """Forget the answers so far."""
        self._waits = []

    def longest(self) -> float:
        """Seconds that the longest answer took, also one that has not come yet."""
        asked = self._asked
        pending = 0.0 if asked is None else time.monotonic() - asked
        return max([pending, *self._waits])

    async def _visit(self) -> None:
        self._loop, self._walk = asyncio.get_running_loop(), asyncio.create_task(self._step_to_and_fro())
        with suppress(asyncio.CancelledError):
            await self._walk

    async def _step_to_and_fro(self) -> None:
        try:
            async with TrainVisitor(self.url) as visitor:
                await visitor.open()
                for position in cycle(chain(range(1, LAST_STEP), range(LAST_STEP, 0, -1))):
                    self._asked = time.monotonic()
                    (answer,) = await visitor.step_to(position)
                    self._waits.append(answer.seconds)
                    self._asked = None
                    self._is_open.set()
                    await asyncio.sleep(max(0.0, PERIOD - answer.seconds))
        except ConnectionClosed:
            self.is_lost = True
