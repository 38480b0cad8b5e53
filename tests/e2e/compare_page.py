"""What a person finds and does on the Compare page in a browser: parts as locators, settings as actions.

The columns are one component in an open shadow root; a part of them is found by its `data-role`.
"""

import re
import urllib.parse
from dataclasses import replace

from playwright.sync_api import Locator, Page, expect

from bpe_core import EXAMPLES, BPEConfig
from bpe_ui.compare.settings.choices import ColumnChoice
from bpe_ui.compare.settings.state import Settings
from bpe_ui.links.format import link_text
from bpe_ui.links.link import Link
from bpe_ui.training.training import Source
from tests.browser.view_page import part
from tests.e2e.app_page import open_app, wait_until_idle

HUG = EXAMPLES["hug_pug_pun"]
HUG_SOURCE = Source.from_example("hug_pug_pun")
VIEWS = {
    "Side by side": "[data-role=columns]",
    "Why does mine differ?": ".st-key-diagnosis_buttons",
    "Do ties matter?": ".st-key-ties_setup",
}
"""The views by their names on the buttons, each with an element that only it has."""
PANES = {
    "Why": r"is the first difference|make the same",
    "Your text": "Your text, up to",
    "Numbers": "The columns in numbers",
}
"""The panes beside the columns, likewise."""

# ---- opening


def address(
    url: str,
    settings: Settings,
    source: Source = HUG_SOURCE,
    config: BPEConfig = HUG.config,
    position: int = 0,
) -> str:
    """The address of the page with these settings, on this corpus; the rules and `position` are Train's."""
    link = Link(source, config, position=position, page="compare", settings={"compare": settings})
    return f"{url}/compare?s={urllib.parse.quote(link_text(link))}"


def open_compare(
    page: Page,
    url: str,
    settings: Settings | None = None,
    source: Source = HUG_SOURCE,
    config: BPEConfig = HUG.config,
) -> None:
    """Open the page, perhaps with settings, and wait until it answers."""
    settings = settings or Settings()
    open_app(page, address(url, settings, source, config))
    if settings.view == "columns":
        expect(part(page, "columns")).to_have_attribute("data-position", re.compile(r"^\d+$"))


def profiles(*names: str, **settings: object) -> Settings:
    """Settings with these profiles as columns."""
    return replace(Settings(choices=tuple(ColumnChoice("profile", name) for name in names)), **settings)


# ---- the parts


def headline(page: Page) -> Locator:
    """The one sentence with which a view, or the pane beside the columns, answers: not one about to go."""
    return page.locator("[data-testid=stElementContainer][data-stale=false] .cmp-headline")


def cards(page: Page) -> Locator:
    """The cards of a view or a pane."""
    return page.locator(".cmp-card")


def pane(page: Page) -> Locator:
    """The part at the right of the columns."""
    return page.locator(".st-key-compare_panel")


def picture(page: Page, said: str) -> Locator:
    """A chart by the beginning of its text alternative."""
    return page.locator(f'[data-testid=stVegaLiteChart][aria-label^="{said}"]')


# ---- settings


def choose_view(page: Page, name: str) -> None:
    """Go to a view by its name, and wait until all of it is there."""
    _choose_tab(page, "compare_view", name)
    expect(page.locator(VIEWS[name])).to_be_visible()
    wait_until_drawn(page)


def choose_pane(page: Page, name: str) -> None:
    """Open a pane beside the columns by its name, and wait until all of it is there."""
    _choose_tab(page, "compare_pane", name)
    expect(pane(page)).to_contain_text(re.compile(PANES[name]))
    wait_until_drawn(page)


def train_until(page: Page, name: str, number: int | None = None) -> None:
    """Say in the panel Columns how far they train: "To the end", "Merges" or "Vocabulary", with a number."""
    page.get_by_role("button", name="Columns", exact=True).click()
    _press_radio(page.locator(".st-key-compare_until"), name)
    if number is not None:
        key = {"Merges": "compare_merges", "Vocabulary": "compare_vocab_size"}[name]
        expect(page.locator(f".st-key-{key} input")).to_be_visible()
        enter_number(page, key, number)
    wait_until_idle(page)
    page.keyboard.press("Escape")


def enter_number(page: Page, key: str, number: int) -> None:
    """Type a number into a field by its key. Its effect may take a while."""
    field = page.locator(f".st-key-{key} input")
    field.fill(str(number))
    field.press("Enter")


def wait_until_drawn(page: Page) -> None:
    """Wait until no run is under way, what it replaces has gone, and the charts are there."""
    wait_until_idle(page)
    expect(page.locator("[data-testid=stMain] [data-stale=true]")).to_have_count(0)
    expect(page.get_by_test_id("stSkeleton")).to_have_count(0)


def _choose_tab(page: Page, key: str, name: str) -> None:
    """Press a tab's button."""
    group = page.locator(f".st-key-{key}")
    expect(group.get_by_role("radio").first).to_be_visible()  # as it is again soon after Present
    _press_radio(group, name)


def _press_radio(group: Locator, name: str) -> None:
    button = group.get_by_role("radio", name=name, exact=True)
    button.click()
    expect(button).to_have_attribute("aria-checked", "true")
