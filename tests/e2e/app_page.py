"""What tests do on any page of the app: open it, and wait until it is at rest."""

from collections.abc import Iterator
from contextlib import contextmanager

from playwright.sync_api import Page, expect

NOTE_THE_NEXT_MESSAGE = """() => {
    const { send } = WebSocket.prototype;
    window.hasSent = false;
    WebSocket.prototype.send = function (message) {
        WebSocket.prototype.send = send;
        window.hasSent = true;
        return send.call(this, message);
    };
}"""


def open_app(page: Page, url: str) -> None:
    """Go to `url` and wait until the page is complete and its fonts have come: until then buttons move."""
    page.goto(url)
    wait_until_idle(page)
    page.wait_for_function("document.fonts.status === 'loaded'")


def wait_until_idle(page: Page) -> None:
    """Wait until no run of the script is under way."""
    app = page.get_by_test_id("stApp")
    expect(app).to_have_attribute("data-test-script-state", "notRunning", timeout=60_000)


@contextmanager
def told_to_the_server(page: Page) -> Iterator[None]:
    """Wait until the browser has sent what is done in the block; for actions that change nothing on screen.

    The server hears messages in order, so what is done later comes after it.
    """
    page.evaluate(NOTE_THE_NEXT_MESSAGE)
    yield
    page.wait_for_function("window.hasSent")
    wait_until_idle(page)
