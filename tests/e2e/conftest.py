"""A running server and a Chromium page for the tests of this folder; tests with a page are marked `browser`.

`server` is the address of the app; `page` is a page of 1280 x 720 in the light theme, and
its test fails if the browser's console reported an error. Parametrize `color_scheme` ("light", "dark") or
`viewport` ({"width": ..., "height": ...}) to change it. `new_page()` opens another, for a test of several
people. The tests of a process share their pages, one after the other, since a page that has read Streamlit's
scripts before opens the app in a third of the time; nothing but those is kept. A test names the server before
the page, so that the page is left first.
"""

from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Browser, Page

from tests.browser.pages import FAILED, errors_of, fail_on_errors, leave_nothing_behind, open_new_page
from tests.e2e.streamlit_server import Server


@pytest.fixture
def server(running_server: Server) -> str:
    """The address of a server that all tests of this process share."""
    return running_server.url


@pytest.fixture(scope="session")
def kept_pages() -> list[Page]:
    """The pages that earlier tests left, as they found them."""
    return []


@pytest.fixture
def new_page(
    browser: Browser,
    kept_pages: list[Page],
    color_scheme: str,
    viewport: dict[str, int],
    request: pytest.FixtureRequest,
) -> Iterator[Callable[[], Page]]:
    """Opens pages that share nothing with each other, as two people's browsers do."""
    pages: list[Page] = []

    def open_page() -> Page:
        page = kept_pages.pop() if kept_pages else open_new_page(browser)
        page.set_viewport_size(viewport)
        page.emulate_media(color_scheme=color_scheme)
        pages.append(page)
        return page

    yield open_page
    errors = [error for page in pages for error in errors_of(page)]
    for page in pages:
        if errors or page.is_closed() or request.node.stash.get(FAILED, False):
            page.context.close()
        else:
            leave_nothing_behind(page)
            kept_pages.append(page)
    fail_on_errors(errors)


@pytest.fixture
def page(new_page: Callable[[], Page]) -> Page:
    return new_page()
