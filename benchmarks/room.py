"""How fast a room full of people is served: opening, stepping, predicting, changing pages, comparing.

The people speak the server's protocol over real websockets, in a process of their own. Prints a table in
Markdown with a line for each action: how often, how long it took, how often it failed; and the server's
memory and processor time.

    make bench-room                                            100 people, about two minutes; on Linux
    .venv/bin/python -m benchmarks.room --people 300
    .venv/bin/python -m benchmarks.room --people 50 --minutes 30
    .venv/bin/python -m benchmarks.room --people 20 --heavy    beside three people with heavy work

The heavy work is repeated: 20 MB of random words are trained to merge 10,000; eight sets of rules are
compared on 5 MB of text; and a merge list with missing merges is diagnosed, on 1 MB of text.
"""

import argparse
import asyncio
import multiprocessing
import os
import random
import re
import tempfile
import time
from collections import defaultdict
from collections.abc import Awaitable, Callable
from contextlib import suppress
from functools import cache
from itertools import count
from multiprocessing.queues import Queue
from pathlib import Path
from typing import NamedTuple

from websockets.exceptions import ConnectionClosed

from benchmarks.processes import memory, processor_seconds
from bpe_core import BPEConfig, BPEStepper, Corpus
from tests.e2e import hostile_input as hostile
from tests.e2e.streamlit_server import ROOT, Server, streamlit_server
from tests.e2e.train_visitor import TrainVisitor
from tests.visitor import Answer, VisitError

ARRIVAL_SECONDS = 10.0
"""All people come within this many seconds."""
PAUSE_SECONDS = 2.0
"""The average time in seconds between two actions of a person."""
PATIENCE = 60.0
REFUSED = re.compile("hit an error|is broken|needs at least|No more merges fit|ended early")
"""The words for a failure."""
LAST_STEP = 7
"""The number of merges of hug / pug / pun."""
PAGES = ("tokenize", "compare", "charts")
HEAVY_BEFORE = 10.0
"""Heavy work begins this much earlier."""
MB = 1_000_000

Waits = dict[str, list[float]]


class Said(NamedTuple):
    """One answer; `seconds` is infinite for one that failed."""

    what: str
    seconds: float


class Person(TrainVisitor):
    """Somebody in the room, whose answers are noted."""

    def __init__(self, url: str, said: "Queue[Said]") -> None:
        super().__init__(url)
        self._said = said

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
        self._said.put(Said(what, float("inf") if failed else time.monotonic() - begin))


async def _be_there(url: str, said: "Queue[Said]", number: int, until: float) -> None:
    """One person: steps to and fro, predicts, and looks at other pages in between."""
    draw = random.Random(number)
    await asyncio.sleep(draw.uniform(0, ARRIVAL_SECONDS))
    async with Person(url, said) as person:
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


def play(url: str, said: "Queue[Said]", people: int, seconds: float) -> None:
    """The room, in a process of its own."""

    async def everybody() -> None:
        until = time.time() + seconds
        await asyncio.gather(*(_be_there(url, said, number, until) for number in range(people)))

    asyncio.run(everybody())


# ---- heavy work


HeavyWork = Callable[[Person, bytes], Awaitable[None]]
"""Heavy work on a corpus that begins with these bytes."""


def work_hard(url: str, said: "Queue[Said]", minutes: float) -> None:
    """Three people with heavy work, in a process of their own."""

    os.nice(10)  # in reality these three have computers of their own
    works = (
        (_train, hostile.rules()),
        (_compare, hostile.eight_columns()),
        (_diagnose, hostile.given_merges(_list_with_gaps())),
    )
    _words(), _text(5)

    async def everybody() -> None:
        async with asyncio.timeout(60 * minutes):
            await asyncio.gather(*(_again_and_again(work, link, url, said) for work, link in works))

    with suppress(TimeoutError):
        asyncio.run(everybody())


async def _again_and_again(work: HeavyWork, link: str, url: str, said: "Queue[Said]") -> None:
    async with Person(url, said) as person:
        await person.open(s=link)  # once: in one visit only the first link is opened
        for number in count():
            await work(person, b"%d " % number)


async def _train(person: Person, first: bytes) -> None:
    await person.timed("20 MB counted", person.bring_corpus("words.txt", first + _words()))
    await person.timed("... and trained to merge 10,000", person.go_to(10_000))


async def _compare(person: Person, first: bytes) -> None:
    await person.timed("eight columns on 5 MB", person.bring_corpus("text.txt", first + _text(5)))
    person.part("columns")  # raises an error if none are shown


async def _diagnose(person: Person, first: bytes) -> None:
    await person.timed("1 MB counted", person.bring_corpus("text.txt", first + _text(1)))
    await person.timed("... and merges looked into that no rules make", person.click("diagnosis_find"))
    person.part("compare_diagnosis_step")


@cache
def _words() -> bytes:
    return hostile.random_words(20 * MB)


@cache
def _text(megabytes: int) -> bytes:
    return hostile.english(megabytes * MB - 1_000).encode()


@cache
def _list_with_gaps() -> str:
    stepper = BPEStepper(Corpus.from_text(_text(1).decode()), BPEConfig())
    stepper.run(243)
    return "\n".join(" ".join(merge.pair) for merge in stepper.merges if merge.rank % 40 != 39)


# ---- the table


def measure(server: Server, people: int, minutes: float, *, heavy: bool) -> None:
    """Play the room, and print the table."""
    context = multiprocessing.get_context("spawn")
    said: Queue[Said] = context.Queue()
    seconds = ARRIVAL_SECONDS + 60 * minutes
    before = memory(server.process) / MB
    others = context.Process(target=work_hard, args=(server.url, said, minutes + 1)) if heavy else None
    if others is not None:
        others.start()
        time.sleep(HEAVY_BEFORE)
    room = context.Process(target=play, args=(server.url, said, people, seconds))
    room.start()
    began, busy = time.monotonic(), processor_seconds(server.process)
    waits: Waits = defaultdict(list)
    middle = None
    end = time.monotonic() + seconds + PATIENCE
    while time.monotonic() < end and (room.is_alive() or not said.empty()):
        with suppress(Exception):  # no message for a second
            what, wait = said.get(timeout=1.0)
            waits[what].append(wait)
        if middle is None and time.monotonic() > end - PATIENCE - seconds / 2:
            middle = memory(server.process) / MB
    after = memory(server.process) / MB
    share = (processor_seconds(server.process) - busy) / (time.monotonic() - began)
    for process in (room, others):
        if process is not None:
            process.terminate()
            process.join()
    _print(waits)
    print(f"\nServer: {before:,.0f} MB before, {middle or 0:,.0f} MB half-way, {after:,.0f} MB in the end;")
    print(f"{share:.0%} of one processor.")


def _print(waits: Waits) -> None:
    print("| | times | median (ms) | p95 (ms) | worst (ms) | failed |\n|---|---|---|---|---|---|")
    for what, all_of_them in waits.items():
        answered = sorted(wait for wait in all_of_them if wait < float("inf"))
        if not answered:
            print(f"| {what} | {len(all_of_them)} | | | | {len(all_of_them)} |")
            continue
        middle, last = answered[len(answered) // 2], answered[-1]
        most = answered[int(0.95 * (len(answered) - 1))]
        numbers = " | ".join(f"{1000 * seconds:,.0f}" for seconds in (middle, most, last))
        print(f"| {what} | {len(all_of_them)} | {numbers} | {len(all_of_them) - len(answered)} |")


def main() -> None:
    """Measure, and print the table."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--people", type=int, default=100)
    parser.add_argument("--minutes", type=float, default=1.0)
    parser.add_argument("--heavy", action="store_true", help="beside three people with heavy work")
    given = parser.parse_args()
    with (
        tempfile.TemporaryDirectory() as folder,
        streamlit_server(ROOT / "app.py", Path(folder) / "log") as server,
    ):
        measure(server, given.people, given.minutes, heavy=given.heavy)


if __name__ == "__main__":
    main()
