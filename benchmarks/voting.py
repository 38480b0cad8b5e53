"""How much a class that votes slows down the teacher's screen.

Prints a table in Markdown of the times of the teacher's steps and answers: first alone, then with phones in
the room, each of which asks for news as often as a browser does and votes on every question.

    make bench-voting                                  about three minutes; on Linux
    .venv/bin/python -m benchmarks.voting --phones 300
"""

import argparse
import asyncio
import json
import multiprocessing
import statistics
import tempfile
import time
from collections.abc import Sequence
from itertools import chain, cycle, islice
from pathlib import Path
from random import Random

from benchmarks.processes import processor_seconds
from bpe_ui.voting.student_page import LOOK_SECONDS
from tests.e2e.streamlit_server import ROOT, Server, streamlit_server
from tests.e2e.train_visitor import TrainVisitor
from tests.visitor import Visitor

STEPS = 12
PERIOD = 3.0
"""Seconds between a question and its answer, and then the next question: a class takes longer."""
LAST_STEP = 6
"""The positions of hug / pug / pun with something to ask."""


class Teacher(TrainVisitor):
    """The teacher, in predict mode."""

    async def open_room(self) -> str:
        """Let the class vote; returns the code."""
        await self.act("vote")
        [words] = [html.body for html in self.all_of("html") if 'class="room-code"' in html.body]
        await self.click("vote_begin")
        return "".join(words.partition('"room-code">')[2].partition("<")[0].split())

    async def lesson(self) -> tuple[list[float], list[float]]:
        """Ask, reveal, go on; returns the seconds of each step and of each reveal."""
        steps, reveals = [], []
        for position in islice(cycle(chain(range(1, LAST_STEP), range(LAST_STEP, 0, -1))), STEPS):
            [step] = await self.step_to(position)
            await asyncio.sleep(PERIOD)
            await self.wait_once()
            reveals.append((await self.act("reveal")).seconds)
            steps.append(step.seconds)
            await asyncio.sleep(PERIOD)
        return steps, reveals


async def measure(server: Server, phones: int) -> None:
    """A lesson alone, then one with a class."""
    async with Teacher(server.url) as teacher:
        await teacher.open()
        await teacher.act("predict", on=True)
        report("alone", *await teacher.lesson())
        room = await teacher.open_room()
        class_ = multiprocessing.get_context("spawn").Process(
            target=take_part, args=(server.url, room, phones)
        )
        class_.start()
        await asyncio.sleep(15)
        before, begin = processor_seconds(server.process), time.monotonic()
        await asyncio.sleep(10)
        share = (processor_seconds(server.process) - before) / (time.monotonic() - begin)
        report(f"with {phones} phones; at rest they use {share:.0%} of a processor", *await teacher.lesson())
        class_.terminate()
        class_.join()


def take_part(url: str, room: str, phones: int) -> None:
    """The class, in a process of its own."""

    async def everybody() -> None:
        await asyncio.gather(*(phone(url, room, number) for number in range(phones)))

    asyncio.run(everybody())


async def phone(url: str, room: str, number: int) -> None:
    """One phone: looks for news, and votes on what is new."""
    random = Random(number)
    await asyncio.sleep(random.uniform(0, 8))
    async with Visitor(url) as visitor:
        await visitor.open("vote", room=room)
        looks = time.monotonic()
        while True:
            looks += LOOK_SECONDS  # as a browser's timer, whatever an answer takes
            await asyncio.sleep(max(0.0, looks - time.monotonic()))
            await visitor.wait_once()
            ballot = json.loads(visitor.data("ballot")["json"])
            if ballot["pairs"] and ballot["marks"] is None and ballot["vote"] is None:
                await asyncio.sleep(random.uniform(0, 1))
                vote = {"moment": ballot["moment"], "pair": random.randrange(len(ballot["pairs"]))}
                await visitor.tell("ballot", vote=vote)


def report(title: str, steps: Sequence[float], reveals: Sequence[float]) -> None:
    """One line of the table."""
    numbers = [f"{1000 * f(times):.0f}" for times in (steps, reveals) for f in (statistics.median, p95)]
    print(f"| {title} | {' | '.join(numbers)} |", flush=True)


def p95(seconds: Sequence[float]) -> float:
    """The 95th percentile."""
    return statistics.quantiles(seconds, n=20)[-1]


def main() -> None:
    """Measure, and print the table."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--phones", type=int, default=60)
    phones = parser.parse_args().phones
    print("| | step: median (ms) | p95 | reveal: median (ms) | p95 |\n|---|---|---|---|---|")
    with (
        tempfile.TemporaryDirectory() as folder,
        streamlit_server(ROOT / "app.py", Path(folder) / "log") as server,
    ):
        asyncio.run(measure(server, phones))


if __name__ == "__main__":
    main()
