"""How quickly the stage answers a key, and the rest of the page after it, measured in Chromium.

It opens the app with the example hug / pug / pun at all its positions, and with 1 MB of this machine's Python
documentation, uploaded as a person would, from merge 500 on. Prints a table in Markdown of medians and 95th
percentiles with their targets.

    make bench-stage                            about four minutes, on a machine that does nothing else
    .venv/bin/python -m benchmarks.stage --presses 20

Every press is a real key event, made once the page is at rest. Two moments are counted from the event's own
timestamp, which the browser gives it as it arrives: "changed", when chips, table and every other part of the
stage are at the new position, and the next frame, for which a press waits 8 ms on average.

"Settled" is the time from the message that tells the server the position until the last message has come back
and the page's last change is made. The same is measured for an empty app with one button, in the same browser
and in turns with the stage, because only the ratio of the two means something on another machine.
"""

import argparse
import os
import platform
import statistics
import tempfile
from collections import defaultdict
from collections.abc import Iterator
from contextlib import ExitStack
from itertools import chain, cycle, repeat
from pathlib import Path

import streamlit
from playwright.sync_api import Browser, Page, expect

from benchmarks.measuring import beside_target, chromium, documentation, p95, print_head, print_line, served
from tests.e2e.app_page import open_app, wait_until_idle
from tests.e2e.train_page import open_train

WATCH = Path(__file__).with_name("stage_watch.js").read_text(encoding="utf-8")
EMPTY_APP = 'import streamlit as st\n\nst.button("Click")\n'
PATIENCE_MS = 60_000
STEP = 500
WARM_UP = 5
AFTER_RELEASE_MS = 1_500
CLICK = "() => stageWatch.click(document.querySelector('[data-testid=stButton] button'))"

Times = dict[str, list[float]]
"""Milliseconds of key presses: "changed", "frame", "settled", and "empty" for the empty app."""


class Train:
    """The Train page in the browser, beside an empty app."""

    def __init__(self, url: str, url_of_empty_app: str, browser: Browser) -> None:
        self.empty_app, self.page = new_page(browser), new_page(browser)
        open_app(self.empty_app, url_of_empty_app)
        self.empty_app.get_by_role("button", name="Click").wait_for()
        open_train(self.page, url)
        self.root = self.page.locator("[data-role=stage]")
        expect(self.root).to_have_attribute("data-position", "0")
        self.page.wait_for_load_state("networkidle")

    def press(self, keys: Iterator[str], number: int) -> Times:
        """Press so many keys, after a few that are not measured, with a click in the empty app after each."""
        times: Times = defaultdict(list)
        for count in range(WARM_UP + number):
            self.page.wait_for_function("stageWatch.root()")
            self.page.evaluate("stageWatch.listen()")
            self.page.keyboard.press(next(keys))
            pressed: dict[str, float] = self.page.evaluate("stageWatch.pressed")
            pressed["settled"] = self.page.evaluate("stageWatch.settled")
            pressed["empty"] = self.empty_app.evaluate(CLICK)
            if count >= WARM_UP:
                for name, milliseconds in pressed.items():
                    times[name].append(milliseconds)
        return times

    def upload(self, file: Path) -> None:
        """Bring a file, and wait until the stage shows it."""
        history = self.root.get_attribute("data-history") or ""
        self.page.locator(".st-key-header").get_by_role("button", name="Corpus").click()
        panel = self.page.get_by_test_id("stPopoverBody")
        panel.get_by_role("radio", name="Files", exact=True).click()
        panel.locator("input[type=file]").set_input_files(file)
        expect(self.root).not_to_have_attribute("data-history", history)
        expect(panel).to_have_count(0)
        wait_until_idle(self.page)

    def walk_to(self, position: int) -> None:
        """Hold the arrow key until the stage is at a position or a little beyond."""
        while (left := position - int(self.root.get_attribute("data-position") or 0)) > 0:
            for _ in range(min(10, left)):
                self.page.keyboard.down("ArrowRight")
        self.page.keyboard.up("ArrowRight")
        self.page.wait_for_timeout(AFTER_RELEASE_MS)  # the server hears of the position, too
        wait_until_idle(self.page)


def new_page(browser: Browser) -> Page:
    """A page of its own visitor, with the watch in it."""
    context = browser.new_context(viewport={"width": 1280, "height": 720}, color_scheme="light")
    context.set_default_timeout(PATIENCE_MS)
    context.add_init_script(f"(() => {{ {WATCH} }})();")
    return context.new_page()


# ---- the table


def print_presses(corpus: str, times: Times) -> None:
    """The lines about single key presses."""
    for name, what in (("changed", "key press to changed chips"), ("frame", "key press to the next frame")):
        median, most = statistics.median(times[name]), p95(times[name])
        met = "yes" if median <= 16 and most <= 33 else "no"
        print_line(what, corpus, f"{median:.1f} ms", f"{most:.1f} ms", "<= 16 ms, p95 <= 33 ms", met)
    ours, empty = statistics.median(times["settled"]), statistics.median(times["empty"])
    ratio, *target = beside_target(ours / empty, 4, "x")
    print_line("settled / the empty app's", corpus, ratio, f"{ours:.0f} / {empty:.0f} ms", *target)


def measure(train: Train, number: int, file: Path) -> None:
    """The first example, whose seven merges are one window, and a large corpus on its first page of words."""
    print_head("what", "corpus", "median", "p95", "target", "met")
    to_and_fro = cycle(chain(repeat("ArrowRight", 7), repeat("ArrowLeft", 7)))
    print_presses("hug / pug / pun", train.press(to_and_fro, number))
    train.upload(file)
    train.walk_to(STEP)
    print_presses(f"1 MB, merge {STEP}", train.press(repeat("ArrowRight"), number))


def main() -> None:
    """Measure and print; a slow machine is no error."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--presses", type=int, default=100, help="key presses in each series (default 100)")
    number = parser.parse_args().presses
    expect.set_options(timeout=PATIENCE_MS)
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        file, empty = folder / "documentation.txt", folder / "empty_app.py"
        file.write_text(documentation(1_000_000), encoding="utf-8")
        empty.write_text(EMPTY_APP, encoding="utf-8")
        app, held_against = stack.enter_context(served()), stack.enter_context(served(empty))
        browser = stack.enter_context(chromium())
        versions = f"Python {platform.python_version()}, Streamlit {streamlit.__version__}"
        print(f"{os.cpu_count()} CPUs, Chromium {browser.version} without a window or GPU, {versions}\n")
        measure(Train(app.url, held_against.url, browser), number, file)


if __name__ == "__main__":
    main()
