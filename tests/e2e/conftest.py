"""A running server and a Chromium page for the tests of this folder; those of the page are marked `browser`.

`server` and `cold_server` give the address of the app; `page` is a page of 1280 x 720 in the light theme, and
its test fails if the browser's console reported an error. Parametrize `color_scheme` ("light", "dark") or
`viewport` ({"width": ..., "height": ...}) to change it. The tests of a process share it, one after the other,
since a browser that has read Streamlit's scripts before opens the app in half the time; nothing but those is
kept. `new_page()` opens one that nobody else uses, for a test of several people, or one that listens to the
page or sets it up. A test names the server before the page, so that the page is closed first.
"""

import re
from collections.abc import Callable, Generator, Iterator
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
        if FOLDER in item.path.parents and "browser" in getattr(item, "fixturenames", ()):
            item.add_marker("browser")
            # On a busy machine Streamlit was seen to lose a click that met a run of the page. A fault of ours
            # fails three times.
            item.add_marker(pytest.mark.flaky(reruns=2, reruns_delay=1))


def pytest_runtest_setup(item: pytest.Item) -> None:
    if item.get_closest_marker("browser") is None or find_chromium() is not None:
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
        pages.append(open_new_page(browser, color_scheme=color_scheme, viewport=viewport, **options))
        return pages[-1]

    yield open_page
    errors = [error for page in pages for error in errors_of(page)]
    for page in pages:
        page.context.close()
    fail_on_errors(errors)


@pytest.fixture(scope="session")
def kept_pages() -> list[Page]:
    """The page that the last test left, or nothing."""
    return []


@pytest.fixture
def page(
    browser: Browser,
    kept_pages: list[Page],
    color_scheme: str,
    viewport: dict[str, int],
    request: pytest.FixtureRequest,
) -> Iterator[Page]:
    page = kept_pages.pop() if kept_pages else open_new_page(browser)
    page.set_viewport_size(viewport)
    page.emulate_media(color_scheme=color_scheme)
    yield page
    errors = errors_of(page)
    if errors or page.is_closed() or request.node.stash.get(FAILED, False):
        page.context.close()
    else:
        leave_nothing_behind(page)
        kept_pages.append(page)
    fail_on_errors(errors)


FAILED = pytest.StashKey[bool]()
"""Whether the body of a test failed; nobody knows what its page is doing."""


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    report = yield
    if report.when == "call":
        item.stash[FAILED] = report.failed
    return report


def open_new_page(browser: Browser, **options: Any) -> Page:
    """A page in a context of its own, which collects its errors."""
    context = browser.new_context(**options)
    context.set_default_timeout(PATIENCE_MS)
    page = context.new_page()
    collect_errors(page)
    return page


def leave_nothing_behind(page: Page) -> None:
    """Forget what the page has stored, and leave it empty with the pointer in its corner."""
    if page.url.startswith("http"):
        page.evaluate("() => { localStorage.clear(); sessionStorage.clear(); }")
    page.goto("about:blank")
    page.context.clear_cookies()
    page.mouse.move(0, 0)
    page.console_errors.clear()


def errors_of(page: Page) -> list[str]:
    """What the page has reported as errors so far."""
    if not page.is_closed():
        page.evaluate("0")  # whatever the page reported before this answer has then arrived
    errors: list[str] = list(page.console_errors)
    return errors


def fail_on_errors(errors: list[str]) -> None:
    if errors:
        pytest.fail("The browser reported errors:\n" + "\n".join(errors), pytrace=False)


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
