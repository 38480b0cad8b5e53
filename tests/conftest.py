"""Settings for every test, the server, the browser, and a line that says when browser tests are skipped."""

from collections.abc import Generator, Iterator

import pytest
from hypothesis import settings
from playwright.sync_api import Browser, expect, sync_playwright

from tests.browser.chromium import HOW_TO_GET_ONE, browser_is_required, find_chromium, launch
from tests.browser.pages import FAILED, PATIENCE_MS
from tests.e2e.streamlit_server import ROOT, Server, streamlit_server

# An example may be slow only because the machine is busy. With CI set, hypothesis loads a profile of its own,
# which also repeats the same examples in every run.
settings.register_profile("daily", deadline=None, max_examples=30)
# `make quick` looks at few examples, `make fuzz` at 20,000, of each claim.
settings.register_profile("quick", deadline=None, max_examples=8)
settings.register_profile("slow", deadline=None, max_examples=20_000)
if settings.get_current_profile_name() in ("default", "ci"):
    settings.load_profile("daily")

expect.set_options(timeout=PATIENCE_MS)


def pytest_runtest_setup(item: pytest.Item) -> None:
    if item.get_closest_marker("browser") is None or find_chromium() is not None:
        return
    if browser_is_required():
        pytest.fail(HOW_TO_GET_ONE, pytrace=False)
    pytest.skip(HOW_TO_GET_ONE)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    report = yield
    if report.when == "call":
        item.stash[FAILED] = report.failed
    return report


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """The browser of this process. Playwright keeps an event loop running, so no later test of the same
    process can call `asyncio.run`."""
    chromium = find_chromium()
    if chromium is None:
        raise FileNotFoundError(HOW_TO_GET_ONE)
    with sync_playwright() as playwright:
        browser = launch(playwright, chromium)
        yield browser
        browser.close()


@pytest.fixture(scope="session")
def running_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """The app, served to all tests of this process."""
    log = tmp_path_factory.mktemp("server") / "streamlit.log"
    with streamlit_server(ROOT / "app.py", log) as server:
        yield server
    server.fail_on_exceptions()


@pytest.fixture
def color_scheme() -> str:
    return "light"


@pytest.fixture
def viewport() -> dict[str, int]:
    return {"width": 1280, "height": 720}


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Mark tests that need a browser; leave out those marked "fuzz" unless asked for (`make fuzz`)."""
    for item in items:
        if "browser" in getattr(item, "fixturenames", ()):
            item.add_marker("browser")
    if settings.get_current_profile_name() == "slow" or config.option.markexpr:
        return
    left = [item for item in items if item.get_closest_marker("fuzz")]
    config.hook.pytest_deselected(items=left)
    items[:] = [item for item in items if not item.get_closest_marker("fuzz")]


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    skipped = [
        report
        for report in terminalreporter.getreports("skipped")
        if "browser" in getattr(report, "keywords", ())
    ]
    if skipped and find_chromium() is None:
        terminalreporter.write_line(
            f"SKIPPED ALL {len(skipped)} BROWSER TESTS. {HOW_TO_GET_ONE}", yellow=True, bold=True
        )
