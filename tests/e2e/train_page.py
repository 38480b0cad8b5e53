"""What a person finds and does on the Train page, for the tests that drive a browser.

In: a browser page that shows it. Out: the parts of the stage as locators, and its settings as actions. The
stage is one component in an open shadow root; a part is found by its `data-role`.
"""

import re
from pathlib import Path

from playwright.sync_api import Locator, Page, expect

from bpe_core import BPEConfig, Corpus
from bpe_ui.share.link_format import link_text
from bpe_ui.share.links import Link
from bpe_ui.training.training import Source
from tests.e2e.app_page import open_app, wait_until_idle

QUESTION = "Which pair does the rule merge next?"
"""The sentence while the answer is hidden."""

# ---- opening


def open_train(page: Page, url: str, link: Link | None = None) -> None:
    """Open the Train page, perhaps with a link, and wait until it answers."""
    open_app(page, url if link is None else f"{url}/?s={link_text(link)}")
    expect(stage(page)).to_have_attribute("data-position", re.compile(r"^\d+$"))


def open_on_words(
    page: Page, url: str, words: dict[str, int], config: BPEConfig | None = None, **at: object
) -> None:
    """Open the Train page on these words and counts; `at` are further fields of the link."""
    source = Source("word_counts", Corpus.from_word_counts(words))
    open_train(page, url, Link(source, config or BPEConfig(), **at))


def open_on_text(page: Page, url: str, text: str, config: BPEConfig | None = None, **at: object) -> None:
    """Open the Train page on a text that is short enough for a link."""
    open_train(page, url, Link(Source("text", Corpus.from_text(text)), config or BPEConfig(), **at))


def open_tokenize(page: Page, url: str) -> None:
    """Open the Tokenize page by its address and wait until it answers."""
    open_app(page, url + "/tokenize")
    expect(page.locator(".traces")).to_be_visible()


# ---- the parts of the stage


def stage(page: Page) -> Locator:
    """The whole of it."""
    return part(page, "stage")


def part(page: Page, role: str) -> Locator:
    """A part by its role."""
    return page.locator(f"[data-role={role}]")


def sentence(page: Page) -> Locator:
    """The big sentence."""
    return part(page, "sentence")


def aside(page: Page) -> Locator:
    """The small line under it."""
    return part(page, "subtitle")


def notice(page: Page) -> Locator:
    """The line that says what was done."""
    return part(page, "notice")


def position(page: Page) -> Locator:
    """Where the stage stands, as `merge 2 of 7`."""
    return part(page, "position")


def detail(page: Page) -> Locator:
    """Where a count comes from, under the table."""
    return part(page, "pair-detail")


def word(page: Page, number: int) -> Locator:
    """A word by its place in the corpus's order."""
    return page.locator(f"[data-role=words] li[data-word='{number}']")


def chips(page: Page, number: int) -> Locator:
    """The chips of a word."""
    return word(page, number).locator(".chip")


def pair_row(page: Page, pair: str) -> Locator:
    """The row of a pair, named as `h + ug`."""
    return page.locator("[data-role=pairs] tr").filter(has=page.locator(f'button[title="{pair}"]'))


def history_row(page: Page, rank: int) -> Locator:
    """The row of a merge by its rank, which counts from 0."""
    return page.locator(f"[data-role=history] tr[data-rank='{rank}']")


def words_on_screen(page: Page) -> list[str]:
    """The words as their tokens are shown, for example `h ug`."""
    split: list[str] = part(page, "words").evaluate(
        """list => [...list.children].map(word =>
            [...word.querySelectorAll('.chip .token')].map(token => token.textContent).join(' '))"""
    )
    return split


# ---- moving


def expect_at(page: Page, number: int) -> None:
    """Wait until the stage stands at a position."""
    expect(stage(page)).to_have_attribute("data-position", str(number))


def where(page: Page) -> int:
    """The position at which the stage stands now."""
    return int(stage(page).get_attribute("data-position") or -1)


def press(page: Page, key: str, then: int) -> None:
    """Press a key, and wait until the stage stands at this position."""
    page.keyboard.press(key)
    expect_at(page, then)


def step(page: Page, times: int) -> None:
    """Merge so many times with the arrow key."""
    for number in range(where(page) + 1, where(page) + times + 1):
        press(page, "ArrowRight", number)


def watch_positions(page: Page) -> None:
    """Begin to note every position at which the stage stands, for `positions_seen`."""
    stage(page).evaluate(
        """stage => {
            window.positionsSeen = [Number(stage.dataset.position)];
            new MutationObserver(() => window.positionsSeen.push(Number(stage.dataset.position)))
                .observe(stage, {attributes: true, attributeFilter: ['data-position']});
        }"""
    )


def positions_seen(page: Page) -> list[int]:
    """The positions since `watch_positions`, without repetitions."""
    seen: list[int] = page.evaluate("window.positionsSeen")
    return [now for now, before in zip(seen, [None, *seen], strict=False) if now != before]


# ---- the panels of the header


def panel(page: Page) -> Locator:
    """The panel of the header that is open."""
    return page.get_by_test_id("stPopoverBody")


def button(page: Page, key: str) -> Locator:
    """A button outside the stage by the key the page gives it."""
    return page.locator(f".st-key-{key} button")


def open_panel(page: Page, name: str, group: str = "") -> Locator:
    """Open a panel of the header by its name, at one of its groups."""
    page.locator(".st-key-header").get_by_role("button", name=name, exact=True).click()
    expect(panel(page)).to_be_visible()
    wait_until_idle(page)
    if group:
        panel(page).get_by_role("radio", name=group, exact=True).click()
        wait_until_idle(page)
    return panel(page)


def close_panel(page: Page) -> None:
    """Close the open panel, which does not hear a key within some milliseconds of its opening."""
    page.wait_for_timeout(300)
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


# ---- the window


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


def width_of_page(page: Page) -> int:
    """How wide the page is, what one would have to scroll to included."""
    width: int = page.evaluate("() => document.querySelector('[data-testid=stMain]').scrollWidth")
    return width
