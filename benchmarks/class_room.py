"""How quickly a class follows its teacher, and what it costs the teacher's screen.

Prints a table in Markdown: the teacher's steps and answers, first alone, then with phones in the room, which
follow every step and vote on every question; and how long after the teacher's message each phone hears of a
step. The pause in which a stage waits for another key
(`component/to_python.js`), what a phone needs to draw, and the Wi-Fi come on top.

    make bench-class                                     about four minutes; on Linux
    .venv/bin/python -m benchmarks.class_room --phones 60 --rounds 1
"""

import argparse
import asyncio
import json
import re
import time
from collections.abc import Sequence
from contextlib import suppress
from random import Random
from urllib.parse import urlsplit

from websockets.asyncio.client import connect
from websockets.exceptions import WebSocketException

from benchmarks.measuring import another_process, in_ms, print_head, print_line, processor_seconds, served
from tests.e2e.streamlit_server import Server
from tests.e2e.train_visitor import TrainVisitor

LAST_STEP = 6
ROUND = (*range(1, LAST_STEP + 1), *range(LAST_STEP - 1, -1, -1))
"""All steps of hug / pug / pun to its end and back; a question and its answer follow."""
STEP_SECONDS = 0.5
VOTE_SECONDS = 3.0
"""From a question to its answer; a class takes longer."""
ARRIVAL_SECONDS = 8.0

Heard = list[tuple[float, int]]
"""When a phone heard of which position."""
Step = tuple[float, int]
"""When the teacher went to which position."""


class Teacher(TrainVisitor):
    """The teacher, at Train."""

    async def start_class(self) -> tuple[int, str]:
        """Start a class; returns the port of the door, and the code."""
        await self.put("teach_popover", bool_value=True)
        await self.click("class_start")
        told = "".join(html.body for html in self.all_of("html"))
        address, code = re.findall(r'"room-(?:address|code)">([^<]*)', told)
        await self.click("class_go_on")
        await self.act("predict", on=False, position=0)  # a class begins with a question
        return urlsplit(address).port or 0, code.replace(" ", "")

    async def lesson(self, rounds: int) -> tuple[list[Step], list[float], list[float]]:
        """Each step, its seconds, and the seconds of each answer."""
        steps, step_seconds, answer_seconds = [], [], []
        for _ in range(rounds):
            for position in ROUND:
                steps.append((time.monotonic(), position))
                step_seconds += [answer.seconds for answer in await self.step_to(position)]
                await asyncio.sleep(STEP_SECONDS)
            await self.act("predict", on=True, position=0)
            await asyncio.sleep(VOTE_SECONDS)
            answer_seconds.append((await self.act("reveal", position=0)).seconds)
            await asyncio.sleep(STEP_SECONDS)
            await self.act("predict", on=False, position=0)
            await asyncio.sleep(STEP_SECONDS)
        return steps, step_seconds, answer_seconds


# ---- the phones


def take_part(port: int, code: str, phones: int) -> "list[Phone]":
    """The class, in a process of its own, until End class."""
    people = [Phone(number) for number in range(phones)]

    async def everybody() -> None:
        await asyncio.gather(*(person.be_there(port, code) for person in people))

    asyncio.run(everybody())
    return people


class Phone:
    """One phone: follows, and votes on what is new."""

    def __init__(self, number: int) -> None:
        self.number = number
        self.heard: Heard = []
        self.votes = 0
        self.left = 0.0
        """When its connection ended, or could not be made."""

    async def be_there(self, port: int, code: str) -> None:
        """Come some time, and stay as long as the server does."""
        draw, voted = Random(self.number), None
        await asyncio.sleep(draw.uniform(0, ARRIVAL_SECONDS))
        with suppress(OSError, WebSocketException):
            async with connect(
                f"ws://127.0.0.1:{port}/vote/stream?room={code}&zip=1",
                additional_headers={"Cookie": f"bpe_stepper_browser={self.number:032x}"},
                proxy=None,
                compression=None,
                max_size=None,
            ) as socket:
                async for said in socket:
                    if isinstance(said, bytes):  # the stage, zipped; its position follows
                        continue
                    now, told = time.monotonic(), json.loads(said)
                    if "position" in told:
                        self.heard.append((now, told["position"]))
                    ballot = told.get("ballot", {"pairs": [], "marks": None, "vote": None})
                    self.votes += ballot["vote"] is not None and ballot["marks"] is None
                    if ballot["pairs"] and ballot["marks"] is None and ballot["moment"] != voted:
                        voted = ballot["moment"]
                        await asyncio.sleep(draw.uniform(0, 1))
                        pair = draw.randrange(len(ballot["pairs"]))
                        await socket.send(json.dumps({"moment": voted, "pair": pair}))
        self.left = time.monotonic()


def delays_of(steps: Sequence[Step], heard: Sequence[Heard]) -> tuple[list[float], int]:
    """For each step and phone the seconds until it heard of the position; and how many never did."""
    delays = [
        min((at - told for at, where in phone if where == position and told <= at < told + 5), default=None)
        for phone in heard
        for told, position in steps
    ]
    heard_of = [delay for delay in delays if delay is not None]
    return heard_of, len(delays) - len(heard_of)


# ---- the tables


async def measure(server: Server, phones: int, rounds: int) -> None:
    """A lesson with so many phones; prints a line."""
    async with Teacher(server.url) as teacher:
        await teacher.open()
        port, code = await teacher.start_class()
        with another_process() as process:
            class_ = process.submit(take_part, port, code, phones)
            await asyncio.sleep(ARRIVAL_SECONDS + 4 if phones else 1)
            busy, began = processor_seconds(server.process), time.monotonic()
            steps, step_seconds, answer_seconds = await teacher.lesson(rounds)
            share = (processor_seconds(server.process) - busy) / (time.monotonic() - began)
            await teacher.click("class_button")
            ended = time.monotonic()
            await teacher.click("class_end")
            people = class_.result(timeout=60)
    delays, missed = delays_of(steps, [person.heard for person in people])
    votes, lost = sum(person.votes for person in people), sum(person.left < ended for person in people)
    times, counted = map(in_ms, (step_seconds, answer_seconds, delays)), f"{votes:,} of {phones * rounds:,}"
    print_line(phones or "none", *times, counted, lost + missed, f"{share:.0%}")


def main() -> None:
    """Measure, and print the table."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--phones", type=int, nargs="*", default=[0, 60, 300])
    parser.add_argument("--rounds", type=int, default=8)
    given = parser.parse_args()
    print("Milliseconds: median / p95 / worst\n")
    with served() as server:
        times = "a step", "an answer", "heard of a step"
        print_head("phones", *times, "votes", "failures", "processor")
        for phones in given.phones:
            asyncio.run(measure(server, phones, given.rounds))


if __name__ == "__main__":
    main()
