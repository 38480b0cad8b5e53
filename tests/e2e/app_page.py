"""What tests do on any page of the app: open it, wait until it is at rest.

In: a browser page and an address. Out: the same page, once Streamlit has run the script and nothing moves.
"""

from collections.abc import Callable
from contextlib import suppress

from playwright.sync_api import Page, expect


def open_app(page: Page, url: str) -> None:
    """Go to `url` and wait until the page is complete and its fonts have come.

    Until then buttons still move, and on a busy machine a click was seen to be lost.
    """
    page.goto(url)
    wait_until_idle(page)
    page.wait_for_function("document.fonts.status === 'loaded'")


def wait_until_idle(page: Page) -> None:
    """Wait until no run of the script is under way."""
    app = page.get_by_test_id("stApp")
    expect(app).to_have_attribute("data-test-script-state", "notRunning", timeout=60_000)


def again_until(act: Callable[[], object], expectation: Callable[..., None]) -> None:
    """Click or press again until it shows, as a person does.

    Streamlit loses a click or a key that meets a run of the page.
    """
    for _ in range(5):
        act()
        with suppress(AssertionError):
            expectation(timeout=3_000)
            return
    expectation(timeout=1)
