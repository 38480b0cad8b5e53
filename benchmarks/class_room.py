"""How quickly a class follows its teacher, and what it costs the teacher's screen.

Prints two tables in Markdown. The first has the teacher's steps and answers, first alone, then with phones
in the room, each of which follows every step and votes on every question; and how long after the teacher's
message each phone hears of a step; and from End class until the door is closed.

The second is about keys that are pressed in a real Chromium: how long after the key each phone hears of the
step. It counts from just before Playwright is asked to press, and so includes the pause in which the stage
waits for another key (`component/to_python.js`), and the few milliseconds of Playwright itself. What a phone
then needs to draw, and the Wi-Fi, come on top.

    make bench-class                                     about eight minutes; on Linux
    .venv/bin/python -m benchmarks.class_room --phones 60
"""

import argparse
import asyncio
import json
import multiprocessing
import re
import statistics
import tempfile
import time
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from random import Random
from typing import Any
from urllib.parse import urlsplit

from playwright.sync_api import Browser, Page, sync_playwright
from websockets.asyncio.client import connect

from benchmarks.engine import documentation
from benchmarks.processes import processor_seconds
from tests.browser.chromium import HOW_TO_GET_ONE, find_chromium, launch
from tests.browser.view_page import expect_at, view
from tests.e2e.app_page import open_app, wait_until_idle
from tests.e2e.streamlit_server import ROOT, Server, streamlit_server
from tests.e2e.train_page import train_on_text
from tests.e2e.train_visitor import TrainVisitor

ROUNDS = 8
"""A round is all steps of hug / pug / pun to its end and back, then a question and its answer."""
LAST_STEP = 6
ROUND = (*range(1, LAST_STEP + 1), *range(LAST_STEP - 1, -1, -1))
STEP_SECONDS = 0.5
TEXT_BYTES = 34_000
"""The size of the text in the second table; its steps need three windows of positions."""
STEPS_IN_TEXT = 100
VOTE_SECONDS = 3.0
"""From a question to its answer; a class takes longer."""
ARRIVAL_SECONDS = 8.0


class Teacher(TrainVisitor):
    """The teacher, at Train."""

    async def start_class(self) -> tuple[str, int]:
        """Start a class; returns the code, and the port of the door."""
        await self.click("class_button")
        told = "".join(html.body for html in self.all_of("html"))
        address, code = re.findall(r'"room-(?:address|code)">([^<]*)', told)
        await self.click("class_go_on")
        return code.replace(" ", ""), urlsplit(address).port or 0

    async def lesson(self) -> tuple[list[tuple[float, int, float]], list[float]]:
        """For each step when it was told, its position and the seconds; and the seconds of each answer."""
        steps, answers = [], []
        for _ in range(ROUNDS):
            for position in ROUND:
                told = time.monotonic()
                [step] = await self.step_to(position)
                steps.append((told, position, step.seconds))
                await asyncio.sleep(STEP_SECONDS)
            await self.act("predict", on=True, position=0)
            await asyncio.sleep(VOTE_SECONDS)
            answers.append((await self.act("reveal", position=0)).seconds)
            await asyncio.sleep(STEP_SECONDS)
            await self.act("predict", on=False, position=0)
            await asyncio.sleep(STEP_SECONDS)
        return steps, answers


class Class:
    """Phones in a process of their own, and what they heard."""

    def __init__(self, port: int, code: str, phones: int) -> None:
        context = multiprocessing.get_context("spawn")
        self._heard, self._stop = context.Queue(), context.Event()
        arguments = port, code, phones, self._heard, self._stop
        self._process = context.Process(target=take_part, args=arguments)
        self._process.start()

    def leave(self) -> tuple[list[list[tuple[float, int]]], int, int]:
        """For each phone when it heard of which position; the number of votes taken; that of failures."""
        self._stop.set()
        heard: tuple[list[list[tuple[float, int]]], int, int] = self._heard.get(timeout=60)
        self._process.join()
        return heard


def take_part(port: int, code: str, phones: int, heard: Any, stop: Any) -> None:
    """The class, in a process of its own."""

    async def everybody() -> None:
        people = [Phone(port, code, number) for number in range(phones)]
        tasks = [asyncio.create_task(person.be_there()) for person in people]
        await asyncio.to_thread(stop.wait)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        heard.put(
            (
                [person.heard for person in people],
                sum(p.votes for p in people),
                sum(p.failures for p in people),
            )
        )

    asyncio.run(everybody())


class Phone:
    """One phone: follows, and votes on what is new."""

    def __init__(self, port: int, code: str, number: int) -> None:
        self._random = Random(number)
        self._address = f"ws://127.0.0.1:{port}/vote/stream?room={code}&zip=1"
        self._cookie = {"Cookie": f"bpe_stepper_browser={number:032x}"}
        self.heard: list[tuple[float, int]] = []
        self.votes = 0
        self.failures = 0

    async def be_there(self) -> None:
        """Come some time, stay to the end; a connection that is lost is a failure."""
        await asyncio.sleep(self._random.uniform(0, ARRIVAL_SECONDS))
        voted = None
        try:
            async with connect(
                self._address, additional_headers=self._cookie, proxy=None, compression=None, max_size=None
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
                        await asyncio.sleep(self._random.uniform(0, 1))
                        pair = self._random.randrange(len(ballot["pairs"]))
                        await socket.send(json.dumps({"moment": voted, "pair": pair}))
            self.failures += 1
        except OSError:
            self.failures += 1


# ---- the table


async def measure(server: Server, phones: int) -> None:
    """A lesson with so many phones; prints a line."""
    async with Teacher(server.url) as teacher:
        await teacher.open()
        code, port = await teacher.start_class()
        class_ = Class(port, code, phones) if phones else None
        await asyncio.sleep(ARRIVAL_SECONDS + 4 if phones else 1)
        busy, began = processor_seconds(server.process), time.monotonic()
        steps, answers = await teacher.lesson()
        share = (processor_seconds(server.process) - busy) / (time.monotonic() - began)
        heard, votes, failures = class_.leave() if class_ else ([], 0, 0)
        await teacher.click("class_button")
        began = time.monotonic()
        await teacher.click("class_end")
        await door_closed(port)
        closed = time.monotonic() - began
    delays, missed = delays_of(steps, heard)
    times = " | ".join(map(shown, ([seconds for *_, seconds in steps], answers, delays)))
    counted = f"{votes:,} of {phones * ROUNDS:,} | {failures + missed} | {1000 * closed:,.0f} | {share:.0%}"
    print(f"| {phones or 'none'} | {times} | {counted} |", flush=True)


async def door_closed(port: int) -> None:
    """Wait until nobody answers at the door."""
    with suppress(ConnectionError):
        while True:
            _, writer = await asyncio.open_connection("127.0.0.1", port)
            writer.close()
            await asyncio.sleep(0.01)


def delays_of(
    steps: Sequence[tuple[float, int, float]], heard: Sequence[Sequence[tuple[float, int]]]
) -> tuple[list[float], int]:
    """For each step and phone the seconds until it heard of the position; and how many never did."""
    delays, missed = [], 0
    for phone in heard:
        for told, position, _ in steps:
            times = [at - told for at, where in phone if where == position and told <= at < told + 5]
            if times:
                delays.append(min(times))
            else:
                missed += 1
    return delays, missed


def shown(seconds: Sequence[float]) -> str:
    """Median, 95th percentile and worst, in milliseconds."""
    if not seconds:
        return ""
    ordered = sorted(seconds)
    p95 = ordered[int(0.95 * (len(ordered) - 1))]
    return " / ".join(f"{1000 * value:,.0f}" for value in (statistics.median(ordered), p95, ordered[-1]))


# ---- keys in a browser


def measure_keys(server: Server, browser: Browser, phones: int, text: str) -> None:
    """Press keys with so many phones in the room, on a text or else the first example; prints a line."""
    page = browser.new_page()
    open_app(page, server.url)
    if text:
        train_on_text(page, text)
        wait_until_idle(page)
    page.get_by_role("button", name="Start a class").click()
    port = urlsplit(page.locator(".room-address").inner_text()).port or 0
    code = "".join(page.locator(".room-code").inner_text().split())
    page.get_by_role("button", name="Go on").click()
    expect_at(page, 0)
    class_ = Class(port, code, phones)
    page.wait_for_timeout(1000 * (ARRIVAL_SECONDS + 4))
    positions = range(1, STEPS_IN_TEXT + 1) if text else ROUND * ROUNDS
    steps = [(key_to(page, position), position, 0.0) for position in positions]
    heard, _, failures = class_.leave()
    delays, missed = delays_of(steps, heard)
    about = f"{len(text.encode()) / 1000:,.0f} kB of text" if text else "hug / pug / pun"
    print(f"| {about} | {phones} | {len(steps)} | {shown(delays)} | {failures + missed} |", flush=True)
    page.close()


def key_to(page: Page, position: int) -> float:
    """Press the arrow that leads to a position; returns when that was."""
    key = "ArrowRight" if position > int(view(page).get_attribute("data-position") or 0) else "ArrowLeft"
    told = time.monotonic()
    page.keyboard.press(key)
    page.wait_for_timeout(1000 * STEP_SECONDS)
    return told


def main() -> None:
    """Measure, and print the table."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--phones", type=int, nargs="*", default=[0, 60, 300])
    given = parser.parse_args()
    print("Milliseconds: median / p95 / worst\n")
    columns = "phones", "a step", "an answer", "heard of a step", "votes", "failures", "closed", "processor"
    print(f"| {' | '.join(columns)} |")
    print("|---|---|---|---|---|---|---|---|")
    with (
        tempfile.TemporaryDirectory() as folder,
        streamlit_server(ROOT / "app.py", Path(folder) / "log") as server,
    ):
        for phones in given.phones:
            asyncio.run(measure(server, phones))
        keys_in_chromium(server, [phones for phones in given.phones if phones])
        server.fail_on_exceptions()


def keys_in_chromium(server: Server, numbers: Sequence[int]) -> None:
    """The second table."""
    chromium = find_chromium()
    if chromium is None:
        raise SystemExit(HOW_TO_GET_ONE)
    print("\n| corpus | phones | keys | from the key to a phone | failures |\n|---|---|---|---|---|")
    with sync_playwright() as playwright, launch(playwright, chromium) as browser:
        for phones in numbers:
            for text in ("", documentation(TEXT_BYTES)):
                measure_keys(server, browser, phones, text)


if __name__ == "__main__":
    main()
