"""How quickly the stage answers a key, and the rest of the page after it, measured in Chromium.

It opens the app with the example hug / pug / pun at all its positions, and with 1 MB of this machine's Python
documentation, uploaded as a person would, from merge 500 on. Prints a table in Markdown of medians and 95th
percentiles with their targets.

    make bench-stage                            about six minutes, on a machine that does nothing else
    .venv/bin/python -m benchmarks.stage [--presses 100]

Every press is a real key event, made once the page is at rest. Three moments are counted from the event's own
timestamp, which the browser gives it as it arrives:

    changed     all listeners are done: chips, table and every other part of the stage are at the new position
    next frame  the browser calls requestAnimationFrame, as it begins the first frame with the change in it
    drawn       that frame's layout and paint calls are done

A browser without a screen draws 60 frames a second, so a press waits 8 ms for its frame on average. The time
that a projector then takes is not included.

"Settled" is the time from the message that tells the server the position until the last message has come back
and the page's last change is made. The same is measured for an empty app with one button, in the same browser
and in turns with the stage, because only the ratio of the two means something on another machine. Some of the
positions are near the window's edge, where Python computes further ones.
"""

import argparse
import os
import platform
import statistics
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import streamlit
from playwright.sync_api import Browser, ConsoleMessage, Page, ViewportSize, expect, sync_playwright

from benchmarks.engine import documentation
from tests.browser.chromium import HOW_TO_GET_ONE, find_chromium, launch
from tests.e2e.app_page import open_app, wait_until_idle
from tests.e2e.streamlit_server import ROOT, streamlit_server

WATCH = Path(__file__).with_name("stage_watch.js").read_text(encoding="utf-8")
EMPTY_APP = 'import streamlit as st\n\nst.button("Click")\n'
VIEWPORT: ViewportSize = {"width": 1280, "height": 720}
PATIENCE_MS = 60_000
CORPUS_BYTES = 1_000_000
STEP = 500
WARM_UP = 5
HOLD_SECONDS = 5.0
REPEATS_A_SECOND = 30
"""How often a held key repeats, as most systems have it."""
AFTER_RELEASE_MS = 1_500


@dataclass(frozen=True)
class Row:
    """A line of the table."""

    what: str
    corpus: str
    median: str
    p95: str = ""
    target: str = ""
    met: bool | None = None
    """None where there is no target."""
    samples: str = ""


@dataclass
class Presses:
    """The times of a series of key presses, in milliseconds."""

    changed: list[float] = field(default_factory=list)
    frame: list[float] = field(default_factory=list)
    drawn: list[float] = field(default_factory=list)
    settled: list[float] = field(default_factory=list)
    empty_app: list[float] = field(default_factory=list)
    """The empty app's clicks between these presses, from message to settled."""
    chips_changed: int = 0
    """At how many presses a chip on screen changed."""


@dataclass(frozen=True)
class Held:
    """The result of holding a key down."""

    key_downs: int
    positions: list[int]
    """Every position that the stage was at, in order."""
    lag: float
    """Milliseconds from the release of the key to the last change; 0 if that came before."""

    @property
    def is_in_order(self) -> bool:
        """Whether every position is one more than the one before."""
        steps = zip(self.positions, self.positions[1:], strict=False)
        return all(after == before + 1 for before, after in steps)


class EmptyApp:
    """A page of the app that the stage is compared with."""

    def __init__(self, url: str, browser: Browser) -> None:
        self.page = new_page(browser)
        open_app(self.page, url)
        self.page.get_by_role("button", name="Click").wait_for()

    def click(self) -> float:
        """Milliseconds from the click's message to the server until the page has settled."""
        click = "() => stageWatch.click(document.querySelector('[data-testid=stButton] button'))"
        return float(self.page.evaluate(click))


class Train:
    """The Train page in the browser."""

    def __init__(self, url: str, browser: Browser) -> None:
        self.page = new_page(browser)
        self.errors: list[str] = []
        self.page.on("console", self._note)
        self.page.on("pageerror", lambda error: self.errors.append(str(error)))
        open_app(self.page, url)
        self.root = self.page.locator("[data-role=stage]")
        expect(self.root).to_have_attribute("data-position", "0")
        self.page.wait_for_load_state("networkidle")

    def _note(self, message: ConsoleMessage) -> None:
        if message.type == "error":
            self.errors.append(message.text)

    @property
    def position(self) -> int:
        """The stage's position."""
        return int(self.root.get_attribute("data-position") or 0)

    def press(self, key: str, empty_app: EmptyApp, into: Presses) -> None:
        """Press a key, note all its times, and click once in the empty app."""
        self.page.wait_for_function("stageWatch.root()")
        self.page.evaluate("stageWatch.listen()")
        self.page.keyboard.press(key)
        times: dict[str, Any] = self.page.evaluate("stageWatch.pressed")
        into.changed.append(times["changed"])
        into.frame.append(times["frame"])
        into.drawn.append(times["drawn"])
        into.chips_changed += times["chips"]
        into.settled.append(self.page.evaluate("stageWatch.settled"))
        into.empty_app.append(empty_app.click())

    def upload(self, file: Path) -> None:
        """Bring a file, and wait until the stage shows it."""
        history = self.root.get_attribute("data-history") or ""
        self.page.locator(".st-key-header").get_by_role("button", name="Corpus").click()
        panel = self.page.get_by_test_id("stPopoverBody")
        panel.get_by_role("radio", name="File", exact=True).click()
        panel.locator("input[type=file]").set_input_files(file)
        expect(self.root).not_to_have_attribute("data-history", history)
        expect(panel).to_have_count(0)
        wait_until_idle(self.page)

    def walk_to(self, position: int) -> None:
        """Hold the arrow key until the stage is at a position or a little beyond, and step back."""
        while self.position < position:
            for _ in range(min(10, position - self.position)):
                self.page.keyboard.down("ArrowRight")
        self.page.keyboard.up("ArrowRight")
        self.rest()

    def rest(self) -> None:
        """Wait until the server has heard of the position, too."""
        self.page.wait_for_timeout(AFTER_RELEASE_MS)
        wait_until_idle(self.page)

    def hold(self, key: str) -> Held:
        """Hold a key down for a while, and let go."""
        self.page.evaluate("stageWatch.hold()")
        begin, downs = time.monotonic(), 0
        while time.monotonic() - begin < HOLD_SECONDS:
            self.page.keyboard.down(key)
            downs += 1
            time.sleep(max(0.0, begin + downs / REPEATS_A_SECOND - time.monotonic()))
        self.page.keyboard.up(key)
        self.rest()
        held: dict[str, Any] = self.page.evaluate("stageWatch.held.stop(), stageWatch.held")
        return Held(downs, held["positions"], max(0.0, held["movedAt"] - held["releasedAt"]))


def new_page(browser: Browser) -> Page:
    """A page of its own visitor, with the watch in it."""
    context = browser.new_context(viewport=VIEWPORT, color_scheme="light")
    context.set_default_timeout(PATIENCE_MS)
    context.add_init_script(f"(() => {{ {WATCH} }})();")
    return context.new_page()


def measure_presses(train: Train, empty_app: EmptyApp, keys: Iterator[str], number: int) -> Presses:
    """Presses that are measured, after a few that are not."""
    for _ in range(WARM_UP):
        train.press(next(keys), empty_app, Presses())
    presses = Presses()
    for _ in range(number):
        train.press(next(keys), empty_app, presses)
    return presses


def to_and_fro(length: int) -> Iterator[str]:
    """The keys of a walk from the start to the end of a history, back, and so on."""
    while True:
        yield from ["ArrowRight"] * length
        yield from ["ArrowLeft"] * length


def forward() -> Iterator[str]:
    """The key that merges, again and again."""
    while True:
        yield "ArrowRight"


def measure_hug(train: Train, empty_app: EmptyApp, number: int) -> list[Row]:
    """The first example, whose seven merges are one window."""
    corpus = "hug / pug / pun"
    presses = measure_presses(train, empty_app, to_and_fro(7), number)
    train.page.keyboard.press("Home")
    train.rest()
    held = train.hold("ArrowRight")
    return [*press_rows(corpus, presses), *hold_rows(corpus, held, train.errors)]


def measure_large(train: Train, empty_app: EmptyApp, number: int, file: Path) -> list[Row]:
    """The large corpus: on its first page of words, and where as many chips as possible change at once."""
    train.upload(file)
    train.walk_to(STEP)
    presses = measure_presses(train, empty_app, forward(), number)
    rows = press_rows(f"1 MB, merge {STEP}", presses)
    held = train.hold("ArrowRight")
    rows += hold_rows(f"1 MB, merge {STEP}", held, train.errors)
    # Back from where the words on screen are those of the last merge: every one of them changes.
    train.page.locator("[data-role=words-sort]").select_option("changed")
    train.page.locator("[data-role=words-sort]").blur()
    train.rest()
    back = measure_presses(train, empty_app, iter(["ArrowLeft"] * (number + WARM_UP)), number)
    return rows + press_rows("1 MB, words just changed, backwards", back)


def press_rows(corpus: str, presses: Presses) -> list[Row]:
    """The lines about single key presses."""
    number = f"{len(presses.changed)}, chips changed at {presses.chips_changed}"
    ours, empty = statistics.median(presses.settled), statistics.median(presses.empty_app)
    ratio = ours / empty
    return [
        press_row("key press to changed chips", corpus, presses.changed, number),
        press_row("key press to the next frame", corpus, presses.frame, number),
        plain_row("key press to the frame drawn", corpus, presses.drawn),
        plain_row("position sent to page settled", corpus, presses.settled),
        plain_row("click sent to page settled", "an empty app", presses.empty_app),
        Row("settled / the empty app's", corpus, f"{ratio:.2f} x", "", "<= 4 x", ratio <= 4),
    ]


def press_row(what: str, corpus: str, milliseconds: Sequence[float], number: str) -> Row:
    """A line with the targets of a key press."""
    median, p95 = statistics.median(milliseconds), percentile_95(milliseconds)
    met = median <= 16 and p95 <= 33
    return Row(what, corpus, f"{median:.1f} ms", f"{p95:.1f} ms", "<= 16 ms, p95 <= 33 ms", met, number)


def plain_row(what: str, corpus: str, milliseconds: Sequence[float]) -> Row:
    """A line without a target."""
    median, p95 = statistics.median(milliseconds), percentile_95(milliseconds)
    return Row(what, corpus, f"{median:.1f} ms", f"{p95:.1f} ms", samples=str(len(milliseconds)))


def percentile_95(values: Sequence[float]) -> float:
    """The 95th percentile."""
    return sorted(values)[(len(values) * 95 - 1) // 100]


def hold_rows(corpus: str, held: Held, errors: Sequence[str]) -> list[Row]:
    """The lines about a key held down, and what the console said so far."""
    for error in errors:
        print(f"The browser's console: {error}", file=sys.stderr)
    number = f"{held.key_downs} key events, {len(held.positions) - 1} steps"
    in_order = held.is_in_order and len(held.positions) > 1
    what = f"arrow key held for {HOLD_SECONDS:g} s"
    return [
        Row(f"{what}: order", corpus, "kept" if in_order else "broken", "", "kept", in_order, number),
        Row(
            f"{what}: lag after release", corpus, f"{held.lag:.0f} ms", "", "<= 300 ms", held.lag <= 300, "1"
        ),
        Row("errors in the console", corpus, str(len(errors)), "", "0", not errors),
    ]


def table(rows: Sequence[Row]) -> str:
    """The rows in Markdown."""
    lines = ["| what | corpus | median | p95 | target | met | samples |", "|---|---|---|---|---|---|---|"]
    for row in rows:
        met = "" if row.met is None else "yes" if row.met else "no"
        cells = (row.what, row.corpus, row.median, row.p95, row.target, met, row.samples)
        lines.append(f"| {' | '.join(cells)} |")
    return "\n".join(lines)


def machine(browser: Browser) -> str:
    """The machine and the versions."""
    return (
        f"{os.cpu_count()} CPUs, Chromium {browser.version} without a window or GPU, "
        f"Python {platform.python_version()}, Streamlit {streamlit.__version__}"
    )


def main() -> int:
    """Measure, print, and return the exit status; a slow machine is no error."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--presses", type=int, default=100, help="key presses in each series (default 100)")
    number = parser.parse_args().presses
    chromium = find_chromium()
    if chromium is None:
        print(HOW_TO_GET_ONE)
        return 2
    expect.set_options(timeout=PATIENCE_MS)
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        file, empty = folder / "documentation.txt", folder / "empty_app.py"
        file.write_text(documentation(CORPUS_BYTES), encoding="utf-8")
        empty.write_text(EMPTY_APP, encoding="utf-8")
        app = stack.enter_context(streamlit_server(ROOT / "app.py", folder / "app.log"))
        held_against = stack.enter_context(streamlit_server(empty, folder / "empty.log"))
        browser = launch(stack.enter_context(sync_playwright()), chromium)
        empty_app, train = EmptyApp(held_against.url, browser), Train(app.url, browser)
        rows = measure_hug(train, empty_app, number)
        rows += measure_large(train, empty_app, number, file)
        print(f"{machine(browser)}\n\n{table(rows)}")
        browser.close()
    return 0


if __name__ == "__main__":
    sys.exit(main())
