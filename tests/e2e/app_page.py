"""What tests do on any page of the app: open it, wait until it is at rest, hold a key.

In: a browser page and an address. Out: the same page, once Streamlit has run the script and nothing moves.
"""

from collections.abc import Callable

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
    expect(page.get_by_test_id("stApp")).to_have_attribute("data-test-script-state", "notRunning")


def hold(page: Page, key: str, seconds: float, until: Callable[[], bool] = lambda: True) -> None:
    """Hold a key down, which the browser repeats every 30 ms: so long, and on a slow machine up to ten times
    as long until something is true."""
    page.keyboard.down(key)
    now = page.evaluate("performance.now()")
    ends, gives_up = now + seconds * 1000, now + seconds * 10_000
    while now < ends or (now < gives_up and not until()):
        now = page.evaluate("performance.now()")
        page.wait_for_timeout(25)
        page.keyboard.down(key)
    page.keyboard.up(key)
