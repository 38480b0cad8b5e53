"""What a person finds and does on the Train page, for the tests that drive a browser.

In: a browser page that shows it. Out: its parts as locators, and its settings as actions.
"""

from pathlib import Path

from playwright.sync_api import Locator, Page, expect

from tests.e2e.app_page import open_app, wait_until_idle


def open_train(page: Page, url: str) -> None:
    """Open the Train page and wait until it answers."""
    open_app(page, url)
    expect(page.locator("p.figures")).to_be_visible()
    wait_until_ready(page)


def open_tokenize(page: Page, url: str) -> None:
    """Open the Tokenize page by its address and wait until it answers."""
    open_app(page, url + "/tokenize")
    expect(page.locator(".traces")).to_be_visible()
    wait_until_ready(page)


def wait_until_ready(page: Page) -> None:
    """Wait until Streamlit has loaded the code of all that is drawn; it attaches keys to buttons last."""
    wait_until_idle(page)
    page.wait_for_load_state("networkidle")


def sentence(page: Page) -> Locator:
    """The big sentence."""
    return page.locator("p.sentence")


def aside(page: Page) -> Locator:
    """The small line under it."""
    return page.locator("p.aside")


def position(page: Page) -> Locator:
    """Where the training stands, as `merge 2 of 7`."""
    return page.locator(".position")


def panel(page: Page) -> Locator:
    """The panel of the header that is open."""
    return page.get_by_test_id("stPopoverBody")


def button(page: Page, key: str) -> Locator:
    """A button by the key the page gives it."""
    return page.locator(f".st-key-{key} button")


def press(page: Page, key: str, then: str) -> None:
    """Press a key, and wait until the page has answered with this position."""
    page.keyboard.press(key)
    expect(position(page)).to_have_text(then)
    wait_until_idle(page)


def step(page: Page, times: int, last: int = 7) -> None:
    """Merge so many times with the arrow key, from the start on."""
    for number in range(1, times + 1):
        press(page, "ArrowRight", f"merge {number} of {last}")


def open_panel(page: Page, name: str, group: str = "") -> Locator:
    """Open "Corpus" or "Rules" in the header, at one of its groups."""
    page.locator(".st-key-header").get_by_role("button", name=name).click()
    expect(panel(page)).to_be_visible()
    wait_until_idle(page)
    if group:
        panel(page).get_by_role("radio", name=group, exact=True).click()
        wait_until_idle(page)
    return panel(page)


def close_panel(page: Page) -> None:
    """Close the open panel."""
    page.keyboard.press("Escape")
    expect(panel(page)).to_have_count(0)
    wait_until_idle(page)


def train_on_text(page: Page, text: str) -> None:
    """Type a text and train on it."""
    open_panel(page, "Corpus", "Text").get_by_label("Text", exact=True).fill(text)
    panel(page).get_by_role("button", name="Train on this text").click()
    expect(panel(page)).to_have_count(0)
    wait_until_idle(page)


def upload(page: Page, file: Path) -> None:
    """Bring a file."""
    open_panel(page, "Corpus", "File").locator("input[type=file]").set_input_files(file)


def fits_the_window(page: Page) -> bool:
    """Whether all of the page is visible without scrolling, in either direction."""
    return bool(
        page.evaluate(
            """() => {
                const main = document.querySelector('[data-testid=stMain]');
                return main.scrollHeight <= main.clientHeight && main.scrollWidth <= main.clientWidth;
            }"""
        )
    )
