"""A running server and a Chromium page for the tests of this folder; those of the page are marked `browser`.

`server` and `cold_server` give the address of the app; `page` is a page of 1280 x 720 in the light theme, and
its test fails if the browser's console reported an error. Parametrize `color_scheme` ("light", "dark") or
`viewport` ({"width": ..., "height": ...}) to change it. The tests of a process share it, one after the other,
since a browser that has read Streamlit's scripts before opens the app in half the time; nothing but those is
kept. `new_page()` opens one that nobody else uses, for a test of several people, or one that listens to the
page or sets it up. A test names the server before the page, so that the page is closed first.
"""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page

from tests.browser.pages import FAILED, errors_of, fail_on_errors, leave_nothing_behind, open_new_page
from tests.e2e.streamlit_server import ROOT, Server, streamlit_server


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
