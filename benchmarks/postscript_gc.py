"""What `runner.postScriptGC = false` saves on every click, measured in Chromium.

It runs two servers with the same tiny app: one with the project's `.streamlit/config.toml`, one with the
option switched on again. Prints the median time from a click to its effect on the screen, the ratio of the
two, and the number of full garbage collections per click. The exit status is 1 if the project's setting has
no effect.

    .venv/bin/python -m benchmarks.postscript_gc [--rounds 40]
"""

import argparse
import statistics
import sys
import tempfile
from contextlib import ExitStack
from pathlib import Path

from playwright.sync_api import Browser, Page, sync_playwright

from tests.browser.chromium import HOW_TO_GET_ONE, find_chromium, launch
from tests.e2e.streamlit_server import streamlit_server

CLICKS_A_ROUND = 5
WARM_UP_CLICKS = 5

# The app loads what the real pages load, because a full collection visits every object in memory.
# gc.callbacks tells when a collection begins; generation 2 is the full one.
APP = """
import gc
import altair, pandas
import streamlit as st

@st.cache_resource
def full_collections():
    begun = []
    def note(phase, info):
        if phase == "start" and info["generation"] == 2:
            begun.append(1)
    gc.callbacks.append(note)
    return begun

st.button("Click", on_click=lambda: st.session_state.update(clicks=st.session_state.get("clicks", 0) + 1))
st.text(f"{st.session_state.get('clicks', 0)} clicks, {len(full_collections())} full collections")
"""

# Resolves to the milliseconds between the click and the first change of the text on the screen.
CLICK_AND_TIME = """
() => new Promise(resolve => {
    const text = document.querySelector('[data-testid="stText"]');
    const before = text.textContent;
    const observer = new MutationObserver(() => {
        if (document.querySelector('[data-testid="stText"]').textContent === before) return;
        observer.disconnect();
        requestAnimationFrame(() => resolve(performance.now() - begin));
    });
    observer.observe(document.body, {subtree: true, childList: true, characterData: true});
    const begin = performance.now();
    document.querySelector('[data-testid="stButton"] button').click();
})
"""


class Setup:
    """One of the two servers with a page open on it."""

    def __init__(self, name: str, url: str, browser: Browser) -> None:
        self.name = name
        self.page: Page = browser.new_page()
        self.milliseconds: list[float] = []
        self.page.goto(url)
        self.page.get_by_test_id("stText").wait_for()
        for _ in range(WARM_UP_CLICKS):
            self.click()
        self._collections_before = self._collections()
        self.milliseconds.clear()

    def click(self) -> None:
        """Click once and note how long its effect took."""
        self.milliseconds.append(self.page.evaluate(CLICK_AND_TIME))
        self.page.wait_for_timeout(150)  # let the server finish what it does after the script

    def collections_per_click(self) -> float:
        """Full garbage collections since the warm-up, divided by the clicks."""
        return (self._collections() - self._collections_before) / len(self.milliseconds)

    def _collections(self) -> int:
        return int(self.page.get_by_test_id("stText").inner_text().split()[2])


def main() -> int:
    """Measure, print, and return the exit status."""
    parser = argparse.ArgumentParser(description="What runner.postScriptGC = false saves on every click.")
    parser.add_argument("--rounds", type=int, default=40, help="how often the two servers take turns")
    rounds = parser.parse_args().rounds
    chromium = find_chromium()
    if chromium is None:
        print(HOW_TO_GET_ONE)
        return 2

    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        app = folder / "tiny_app.py"
        app.write_text(APP, encoding="utf-8")
        project = stack.enter_context(streamlit_server(app, folder / "project.log"))
        with_gc = stack.enter_context(
            streamlit_server(app, folder / "gc.log", ["--runner.postScriptGC=true"])
        )
        browser = launch(stack.enter_context(sync_playwright()), chromium)
        setups = [
            Setup("project's setting", project.url, browser),
            Setup("postScriptGC = true", with_gc.url, browser),
        ]
        for _ in range(rounds):
            for setup in setups:
                for _ in range(CLICKS_A_ROUND):
                    setup.click()
        return report(*setups)


def report(project: Setup, with_gc: Setup) -> int:
    """Print both medians, their ratio and the collections; 1 if the project's setting has no effect."""
    for setup in (project, with_gc):
        print(
            f"{setup.name:>20}: median {statistics.median(setup.milliseconds):5.1f} ms from click to screen, "
            f"{setup.collections_per_click():.2f} full collections a click ({len(setup.milliseconds)} clicks)"
        )
    ratio = statistics.median(with_gc.milliseconds) / statistics.median(project.milliseconds)
    print(f"The collection makes a click {ratio:.1f} times as long.")
    # A full collection after every run counts one a click or more; without the option they come now and then.
    if project.collections_per_click() > 0.5 or with_gc.collections_per_click() < 0.5:
        print("runner.postScriptGC = false has no effect with this version of Streamlit.")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
