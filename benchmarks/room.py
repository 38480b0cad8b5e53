"""How fast a room full of people is served: opening, stepping, predicting, changing pages.

The people speak the server's protocol over real websockets, in a process of their own. Prints a table in
Markdown with a line for each action: how often, how long it took, how often it failed; and the server's
memory and processor time. How long everybody waits beside somebody with heavy work: `benchmarks.hostile`.

    make bench-room                                            100 people, about two minutes; on Linux

With `--training 30` so many others bring 5 MB each and make 2,000 merges meanwhile; then the last line says
which part of the steps took longer than 300 ms.

The time of a step would tell, too, if Streamlit collected all garbage after each run of a page again, which
`runner.postScriptGC = false` in .streamlit/config.toml turns off: a step of ten milliseconds would take 30 to
60 more, and 100 people would keep a processor busy.
"""

import argparse
import asyncio
import random
import re
import time
from collections.abc import Awaitable
from itertools import chain

from websockets.exceptions import ConnectionClosed

from benchmarks.measuring import (
    MB,
    another_process,
    in_ms,
    memory,
    print_head,
    print_line,
    processor_seconds,
    served,
)
from tests.e2e.hostile_input import english
from tests.e2e.streamlit_server import Server
from tests.e2e.train_visitor import TrainVisitor
from tests.visitor import Answer, VisitError

ARRIVAL_SECONDS = 10.0
"""All people come within this many seconds."""
PAUSE_SECONDS = 2.0
"""The average time in seconds between two actions of a person."""
PATIENCE = 60.0
LATE_SECONDS = 0.3
REFUSED = re.compile("hit an error|is broken|needs at least|No more merges fit|ended early")
"""The words for a failure."""
LAST_STEP = 7
"""The number of merges of hug / pug / pun."""
PAGES = ("tokenize", "compare", "hood")

Said = tuple[str, float]
"""What was asked, and the seconds until it was answered; infinite for what failed."""


class Person(TrainVisitor):
    """Somebody in the room, whose answers are noted."""

    def __init__(self, url: str, answers: list[Said]) -> None:
        super().__init__(url)
        self._answers = answers

    async def timed(self, what: str, answer: Awaitable[Answer | list[Answer]]) -> None:
        """Wait for an answer, and note how long it took."""
        begin = time.monotonic()
        try:
            async with asyncio.timeout(PATIENCE):
                answers = await answer
            failed = any(each.exceptions for each in ([answers] if isinstance(answers, Answer) else answers))
            failed |= any(REFUSED.search(line) for line in self.said())
        except (TimeoutError, VisitError, ConnectionClosed, OSError):
            failed = True
        self._answers.append((what, float("inf") if failed else time.monotonic() - begin))


async def train(url: str, number: int, text: bytes) -> list[Said]:
    """Somebody who brings a text and makes 2,000 merges, at the same time as many others."""
    async with TrainVisitor(url) as visitor:
        begin = time.monotonic()
        await visitor.open()
        await visitor.bring_corpus("words.txt", text + b" %d" * 2 % (number, number))
        await visitor.go_to(2_000)
        return [("2,000 merges on 5 MB", time.monotonic() - begin)]


async def be_there(url: str, number: int, until: float) -> list[Said]:
    """One person: steps to and fro, predicts, and looks at other pages in between."""
    answers: list[Said] = []
    draw = random.Random(number)
    await asyncio.sleep(draw.uniform(0, ARRIVAL_SECONDS))
    async with Person(url, answers) as person:
        await person.timed("open", person.open())
        position, is_going_on = 0, True
        while time.time() < until:
            await asyncio.sleep(draw.uniform(0.5, 1.5) * PAUSE_SECONDS)
            chance = draw.random()
            if chance < 0.06:
                page = draw.choice(PAGES)
                await person.timed(f"open {page}", person.open(page))
                await asyncio.sleep(PAUSE_SECONDS)
                await person.timed("back to Train", person.open())
            elif chance < 0.16:
                await person.timed("turn Predict on", person.act("predict", on=True))
                await person.timed("reveal", person.act("reveal"))
                await person.timed("turn Predict off", person.act("predict", on=False))
            else:
                is_going_on = position == 0 or (is_going_on and position < LAST_STEP)
                position += 1 if is_going_on else -1
                await person.timed("step", person.step_to(position))
    return answers


def play(url: str, people: int, training: int, seconds: float) -> list[Said]:
    """The room, in a process of its own."""

    async def everybody() -> list[Said]:
        until = time.time() + seconds
        room = asyncio.gather(*(be_there(url, number, until) for number in range(people)))
        await asyncio.sleep(ARRIVAL_SECONDS * bool(training))
        text = english(5_000_000, distinct=100_000).encode() if training else b""
        beside = [asyncio.create_task(train(url, number, text)) for number in range(training)]
        said = await room
        for each in beside:
            each.cancel()
        done = [each.result() for each in beside if each.done() and not each.cancelled()]
        return [*chain(*said, *done)]

    return asyncio.run(everybody())


def measure(server: Server, people: int, training: int, minutes: float) -> None:
    """Play the room, and print the table."""
    before, began, busy = memory(server.process) / MB, time.monotonic(), processor_seconds(server.process)
    with another_process() as process:
        said = process.submit(play, server.url, people, training, ARRIVAL_SECONDS + 60 * minutes).result()
    after = memory(server.process) / MB
    share = (processor_seconds(server.process) - busy) / (time.monotonic() - began)
    print_head("", "times", "median / p95 / worst (ms)", "failed")
    for what in dict.fromkeys(name for name, _ in said):
        waits = [wait for name, wait in said if name == what]
        answered = [wait for wait in waits if wait < float("inf")]
        print_line(what, len(waits), in_ms(answered), len(waits) - len(answered))
    steps = [wait for name, wait in said if name == "step"]
    late = sum(wait > LATE_SECONDS for wait in steps) / max(1, len(steps))
    print(f"\n{late:.1%} of the steps took longer than {1000 * LATE_SECONDS:.0f} ms.")
    print(f"Server: {before:,.0f} MB before, {after:,.0f} MB in the end; {share:.0%} of one processor.")


def main() -> None:
    """Measure, and print the table."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--people", type=int, default=100)
    parser.add_argument("--training", type=int, default=0)
    parser.add_argument("--minutes", type=float, default=1.0)
    given = parser.parse_args()
    with served() as server:
        measure(server, given.people, given.training, given.minutes)


if __name__ == "__main__":
    main()
