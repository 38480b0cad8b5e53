"""What tests do on any page of the app: open it, wait until it is at rest.

In: a browser page and an address. Out: the same page, once Streamlit has run the script and nothing moves.
"""

from collections.abc import Iterator
from contextlib import contextmanager

from playwright.sync_api import Page, expect

COUNT_RUNS = """() => {
    const app = document.querySelector('[data-testid=stApp]');
    const run = () => app.dataset.testScriptState === 'running' && (window.runs += 1);
    window.runs = 0;
    new MutationObserver(run).observe(app, {attributes: true, attributeFilter: ['data-test-script-state']});
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
def expect_a_run(page: Page) -> Iterator[None]:
    """Wait until the script has run for what is done in the block, where nothing on screen tells it."""
    page.evaluate(COUNT_RUNS)
    yield
    page.wait_for_function("window.runs > 0")
    wait_until_idle(page)
