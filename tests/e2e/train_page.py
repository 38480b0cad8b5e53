"""What a person finds and does on the Train page in a browser: parts as locators, settings as actions.

The stage is one component in an open shadow root; a part is found by its `data-role`.
"""

import re
from contextlib import suppress
from pathlib import Path

from playwright.sync_api import Locator, Page, expect

from bpe_core import EXAMPLES, BPEConfig, Corpus
from bpe_ui.visit.links.link import link_text
from bpe_ui.visit.links.screen import Screen
from bpe_ui.visit.training.training import Source
from tests.browser.view_page import part
from tests.e2e.app_page import open_app, wait_until_idle


def open_train(page: Page, url: str, link: Screen | None = None) -> None:
    """Open the Train page with a link, or one to hug, pug, pun, and wait until it answers.

    Without a link a visit begins with what it is for, and its first merge with a story.
    """
    link = link or Screen(Source.from_example("hug_pug_pun"), EXAMPLES["hug_pug_pun"].config)
    open_app(page, f"{url}/?s={link_text(link)}")
    expect(part(page, "stage")).to_have_attribute("data-position", re.compile(r"^\d+$"))


def open_on_words(
    page: Page, url: str, words: dict[str, int], config: BPEConfig | None = None, **at: object
) -> None:
    """Open the Train page on these words and counts; `at` are further fields of the link."""
    source = Source("word_counts", Corpus.from_word_counts(words))
    open_train(page, url, Screen(source, config or BPEConfig(), **at))


def open_on_text(page: Page, url: str, text: str, config: BPEConfig | None = None, **at: object) -> None:
    """Open the Train page on a text that is short enough for a link."""
    open_train(page, url, Screen(Source("text", Corpus.from_text(text)), config or BPEConfig(), **at))


def open_tokenize(page: Page, url: str) -> None:
    """Open the Tokenize page by its address and wait until it answers."""
    open_app(page, url + "/tokenize")
    expect(part(page, "tokens")).to_be_visible()


# ---- the panels of the header


def panel(page: Page) -> Locator:
    """The panel of the header that is open."""
    return page.get_by_test_id("stPopoverBody")


def button(page: Page, key: str) -> Locator:
    """A button outside the stage by the key the page gives it."""
    return page.locator(f".st-key-{key} button")


def open_panel(page: Page, name: str, group: str = "") -> Locator:
    """Open a panel of the header by its name, at one of its groups.

    Clicks again where nothing opens, as a person does: Streamlit ignores the click on a popover's button
    while it replaces that button in a run of the page, and nothing on the page tells that it does.
    """
    button = page.locator(".st-key-header").get_by_role("button", name=name, exact=True)
    for _ in range(4):
        button.click()
        with suppress(AssertionError):
            expect(panel(page)).to_be_visible(timeout=4_000)
            break
    expect(panel(page)).to_be_visible()
    wait_until_idle(page)
    if group:
        radio = panel(page).get_by_role("radio", name=group, exact=True)
        radio.click()
        expect(radio).to_be_checked()
        wait_until_idle(page)
    return panel(page)


BOX = "A text, or words with their counts"
"""The name of the box in Corpus."""


def close_panel(page: Page) -> None:
    """Close the open panel."""
    page.keyboard.press("Escape")
    expect(panel(page)).to_have_count(0)
    wait_until_idle(page)


def train_on_text(page: Page, text: str) -> None:
    """Type a text and ask to train on it."""
    open_panel(page, "Corpus", "Words").get_by_role("textbox", name=BOX).fill(text)
    panel(page).get_by_role("button", name="Train on this").click()


def link_in_share(page: Page) -> str:
    """The link that Share shows."""
    return open_panel(page, "Share").get_by_test_id("stCode").first.inner_text().strip()


def start_class(page: Page) -> None:
    """Start a class, whose way in then stands over the page."""
    open_panel(page, "Teach").get_by_role("button", name="Start a class").click()
    expect(page.locator(".room-code")).to_be_visible()


def upload(page: Page, *files: Path) -> None:
    """Bring a file, or several as one corpus."""
    open_panel(page, "Corpus", "Files").locator("input[type=file]").set_input_files(files)
