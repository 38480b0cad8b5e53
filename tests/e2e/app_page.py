"""What tests do on any page of the app: open it, and wait until it is at rest."""

from playwright.sync_api import Page, expect


def open_app(page: Page, url: str) -> None:
    """Go to `url` and wait until the page is complete and its fonts have come: until then buttons move."""
    page.goto(url)
    wait_until_idle(page)
    page.wait_for_function("document.fonts.status === 'loaded'")


def wait_until_idle(page: Page) -> None:
    """Wait until no run of the script is under way."""
    app = page.get_by_test_id("stApp")
    expect(app).to_have_attribute("data-test-script-state", "notRunning", timeout=60_000)


def wait_until_drawn(page: Page) -> None:
    """Wait until no run is under way and nothing of an earlier one is left on the page."""
    wait_until_idle(page)
    expect(page.locator("[data-testid=stMain] [data-stale=true]")).to_have_count(0)
    expect(page.get_by_test_id("stSkeleton")).to_have_count(0)
