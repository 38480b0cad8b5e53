"""A running server and a Chromium page for every test of this folder; all of them bear the marker `browser`.

`server` and `cold_server` give the address of the app; `page` is a page of 1280 x 720 in the light theme, and
its test fails if the browser's console reported an error. Parametrize `color_scheme` ("light", "dark") or
`viewport` ({"width": ..., "height": ...}) to change it; `new_page()` opens a further one, with a session of
its own. A test names the server before the page, so that the page is closed first.
"""

import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, ConsoleMessage, Page, expect, sync_playwright

from tests.e2e.chromium import HOW_TO_GET_ONE, browser_is_required, find_chromium, launch
from tests.e2e.streamlit_server import ROOT, Server, streamlit_server

FOLDER = Path(__file__).parent
PATIENCE_MS = 15_000
"""How long an action or an expectation may take on a busy machine."""

expect.set_options(timeout=PATIENCE_MS)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if FOLDER in item.path.parents:
            item.add_marker("browser")
            # On a busy machine Streamlit was seen to lose a click that met a run of the page. A fault of ours
            # fails three times.
            item.add_marker(pytest.mark.flaky(reruns=2, reruns_delay=1))


def pytest_runtest_setup(item: pytest.Item) -> None:
    if find_chromium() is not None:
        return
    if browser_is_required():
        pytest.fail(HOW_TO_GET_ONE, pytrace=False)
    pytest.skip(HOW_TO_GET_ONE)


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a server that all tests of this process share."""
    log = tmp_path_factory.mktemp("server") / "streamlit.log"
    with streamlit_server(ROOT / "app.py", log) as running:
        yield running.url
    fail_on_exceptions(running)


@pytest.fixture
def cold_server(tmp_path: Path) -> Iterator[str]:
    """The address of a server that nobody has opened a page on yet."""
    with streamlit_server(ROOT / "app.py", tmp_path / "streamlit.log") as running:
        yield running.url
    fail_on_exceptions(running)


def fail_on_exceptions(server: Server) -> None:
    """The pages hide an exception's details, so it would otherwise show in the server's log alone."""
    log = server.log.read_text(encoding="utf-8", errors="replace")
    if "Uncaught app execution" in log:
        pytest.fail(f"An exception reached Streamlit; the server wrote:\n{log}", pytrace=False)


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


@pytest.fixture
def color_scheme() -> str:
    return "light"


@pytest.fixture
def viewport() -> dict[str, int]:
    return {"width": 1280, "height": 720}


@pytest.fixture
def new_page(browser: Browser, color_scheme: str, viewport: dict[str, int]) -> Iterator[Callable[..., Page]]:
    """Opens pages that share nothing with each other, as two people's browsers do; each may be given further
    options of Playwright's `new_context`."""
    pages: list[Page] = []

    def open_page(**options: Any) -> Page:
        context = browser.new_context(color_scheme=color_scheme, viewport=viewport, **options)
        context.set_default_timeout(PATIENCE_MS)
        pages.append(context.new_page())
        collect_errors(pages[-1])
        return pages[-1]

    yield open_page
    errors = []
    for page in pages:
        if not page.is_closed():
            page.evaluate("0")  # whatever the page reported before this answer has then arrived
        errors += page.console_errors
        page.context.close()
    if errors:
        pytest.fail("The browser reported errors:\n" + "\n".join(errors), pytrace=False)


@pytest.fixture
def page(new_page: Callable[..., Page]) -> Page:
    return new_page()


def collect_errors(page: Page) -> None:
    """Gather what the page's console and its scripts report as errors in the list `page.console_errors`."""
    page.console_errors = []

    def note(message: ConsoleMessage) -> None:
        if message.type == "error" and not is_streamlit_looking_for_its_server(message):
            page.console_errors.append(f"{message.text} ({message.location['url']})")

    page.on("console", note)
    page.on("pageerror", lambda error: page.console_errors.append(str(error)))


def is_streamlit_looking_for_its_server(message: ConsoleMessage) -> bool:
    """On a page's own address Streamlit first asks for its server below that page, gets a 404, and asks again
    at the top."""
    path = urlsplit(message.location["url"]).path
    return "404" in message.text and re.fullmatch(r"/[^/]+/_stcore/(health|host-config)", path) is not None
