"""Whatever a person clicks, the address opens to the same picture in another browser."""

import random
import re
from contextlib import suppress

import pytest
from playwright.sync_api import ElementHandle, Page, expect
from playwright.sync_api import Error as PlaywrightError

from tests.e2e.app_page import open_app, wait_until_idle
from tests.e2e.train_page import open_tokenize

STEPS, SEEDS = 30, 30
CLICKED = (
    *("[data-testid=stMain] button", "[role=radio]", "[data-testid=stPopoverBody] button", "[role=combobox]"),
    *("[data-testid=stCheckbox] label", ".st-key-header a", "select"),
)
TYPED_INTO = ("input[type=number]", "input[type=text]:not([role=combobox])", "textarea")
NOT_CLICKED = re.compile(
    "CSV|JSON|SVG|HTML|Save|Download|Worksheet|Answer key|Upload|Browse|Open in"  # leave the page
    "|Play|Let the class|what a word becomes"  # are in no address
)
TEXTS = ("7", "hugs pug", "low lower newest", "1 2 3", "u g")
SHOWN = """() => {
    const main = document.querySelector("[data-testid=stMain]");
    const all = (root, selector) => [...root.querySelectorAll(selector)];
    const said = ".cmp-headline, .learn-title, .learn-prose h1, .stop";
    const chosen = "[role=radio][aria-checked=true]:not([class*=st-key-corpus_way_beside] *)";
    const pages = ["compare", "tokenize", "hood", "quiz"];
    const set = pages.map((page) => `[class*=st-key-${page}_] input`).join(", ");
    const stages = all(main, "*").map((each) => each.shadowRoot).filter(Boolean);
    return JSON.stringify([
        ...all(main, `${said}, ${chosen}`).map((each) => each.innerText),
        ...all(main, set).map((each) => each.value),
        ...stages.flatMap((each) => all(each, "[data-role=sentence]")).map((each) => each.innerText),
        ...stages.flatMap((each) => all(each, "[data-position]")).map((each) => each.dataset.position),
    ]);
}"""
"""The choices and texts on a page, and the position of its stage."""


class Walk:
    """A person who clicks at random."""

    def __init__(self, page: Page, seed: int) -> None:
        self.page, self.draw = page, random.Random(seed)
        self.done: list[str] = []

    def step(self) -> None:
        """Click something or type somewhere; elements that have gone meanwhile are skipped."""
        types = self.draw.random() < 0.2
        found = self.page.locator(", ".join(TYPED_INTO if types else CLICKED)).locator("visible=true")
        parts = found.element_handles()
        if not parts:
            return
        part = self.draw.choice(parts)
        with suppress(PlaywrightError):
            name = part.get_attribute("aria-label") or part.inner_text()
            if NOT_CLICKED.search(name) or part.is_disabled():
                return
            self.done.append(f"{'type into' if types else 'click'} {name!r}")
            self._use(part, types)
        wait_until_idle(self.page)

    def _use(self, part: ElementHandle, types: bool) -> None:
        if types:
            part.fill(self.draw.choice(TEXTS), timeout=3_000)
            part.press("Enter")
        elif part.evaluate("part => part.tagName") == "SELECT":
            part.select_option(index=self.draw.randrange(len(part.query_selector_all("option"))))
        else:
            part.click(timeout=3_000)
            options = self.page.get_by_role("option").locator("visible=true")
            if options.count():
                options.nth(self.draw.randrange(options.count())).click(timeout=3_000)

    def rest(self) -> None:
        """Close what is open, and wait until the browser has sent everything."""
        for _ in range(2):
            self.page.keyboard.press("Escape")
        wait_until_idle(self.page)
        self.page.wait_for_timeout(1_200)  # who types is heard after a pause
        wait_until_idle(self.page)


def test_a_list_with_counts_that_another_tokenizer_changes_leaves_an_address_that_opens(
    page, server, new_page, tmp_path
):
    merges = tmp_path / "merges.txt"
    merges.write_text("#version: 0.2\nu g\nh ug\n")
    open_tokenize(page, server)
    page.get_by_role("radio", name="Vocabulary", exact=True).click()
    shown = page.locator(".st-key-tokenize_listed input")
    expect(shown).to_have_value("All tokens (14)")
    wait_until_idle(page)
    page.get_by_role("button", name="Tokenizer", exact=True).click()
    page.get_by_role("radio", name="From files").click()
    page.get_by_test_id("stPopoverBody").locator("input[type=file]").set_input_files(merges)
    expect(shown).to_have_value("All tokens (258)")
    wait_until_idle(page)
    page.keyboard.press("Escape")
    page.get_by_role("link", name="Train").click()
    page.wait_for_url("**/?*")
    wait_until_idle(page)

    other = new_page()
    open_app(other, page.url)

    expect(other.get_by_test_id("stMain")).not_to_contain_text("The address is broken")
    other.get_by_role("link", name="Tokenize").click()
    expect(other.locator(".st-key-tokenize_listed input")).to_have_value("All tokens (258)")


@pytest.mark.fuzz
@pytest.mark.parametrize("seed", range(SEEDS))
def test_the_address_opens_to_the_same_picture_in_another_browser_whatever_was_clicked(
    page, server, new_page, seed
):
    open_app(page, server)
    walk, other = Walk(page, seed), new_page()
    for number in range(STEPS):
        walk.step()
        if number % 5 == 4:
            walk.rest()
            open_app(other, page.evaluate("location.href"))
            with suppress(PlaywrightError):  # charts are drawn a moment later
                other.wait_for_function(f"shown => ({SHOWN})() === shown", arg=page.evaluate(SHOWN))

            assert "The address " not in other.get_by_test_id("stMain").inner_text(), walk.done[-10:]
            assert other.evaluate(SHOWN) == page.evaluate(SHOWN), walk.done[-10:]
