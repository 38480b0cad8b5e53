"""Compare on the real page: all of it fits, and axe finds nothing in any view and beside any pane."""

import re

from playwright.sync_api import expect

from bpe_core import EXAMPLES
from bpe_ui.pages.compare.settings.choices import LIBRARY_PICK
from bpe_ui.pages.compare.settings.state import Settings
from bpe_ui.visit.links.link import link_text
from bpe_ui.visit.links.screen import Screen
from bpe_ui.visit.training.training import Source
from tests.browser.axe import OF_SIZES, violations
from tests.browser.view_page import expect_no_wider, fits_the_window, is_on_screen, part
from tests.e2e.app_page import open_app, wait_until_drawn

WINDOW, PHONE = {"width": 1280, "height": 720}, {"width": 390, "height": 844}
VIEWS = {"Why does mine differ?": ".st-key-diagnosis_buttons", "Do ties matter?": ".st-key-ties_setup"}
"""The views behind the first by the names on their buttons, each with an element that only it has."""
PANES = {
    "Why": "is the first difference",
    "Your text": "Your text, up to",
    "Numbers": "Vocabulary",
}
"""The panes beside the columns, each with what it says."""


def choose(page, key, name, shown):
    """Press the button of a view or a pane, and wait until all of it is there."""
    group = page.locator(f".st-key-{key}")
    expect(group.get_by_role("radio").first).to_be_visible()  # as it is again soon after Present
    group.get_by_role("radio", name=name, exact=True).click()
    expect(shown).to_be_visible()
    wait_until_drawn(page)


def choose_pane(page, name):
    panel = page.locator(".st-key-compare_panel")
    choose(page, "compare_pane", name, panel.filter(has_text=re.compile(PANES[name])))


def test_all_fits_1280_by_720_and_a_phone_and_axe_finds_nothing_in_any_view_and_beside_any_pane(page, server):
    settings = Settings(choices=LIBRARY_PICK, text="hugs mug", diagnosis_text="u g\nu n\nh ug\nb un")
    example = Source.from_example("hug_pug_pun"), EXAMPLES["hug_pug_pun"].config
    link = link_text(Screen(*example, page="compare", settings={"compare": settings}))
    open_app(page, f"{server}/compare?s={link}")
    expect(part(page, "columns")).to_have_attribute("data-position", re.compile(r"^\d+$"))
    wait_until_drawn(page)
    assert violations(page) == []
    for name in PANES:
        choose_pane(page, name)
        assert fits_the_window(page), name
        for selector in (".columns .headline", ".columns .controls", ".merges-panel"):
            assert is_on_screen(page, selector), (name, selector)
        assert violations(page, within=".st-key-compare_panel") == [], name
    page.get_by_role("button", name="Present").click()
    expect(page.locator(".st-key-header")).to_have_count(0)
    expect(part(page, "band").locator("+ tr")).to_be_in_viewport(ratio=1)  # the first difference
    wait_until_drawn(page)
    assert fits_the_window(page)
    page.get_by_role("button", name="Exit").click()
    expect(page.locator(".st-key-header")).to_be_visible()
    page.set_viewport_size(PHONE)
    for name in PANES:
        choose_pane(page, name)
        expect_no_wider(page, PHONE["width"])
        assert violations(page, ["light"], OF_SIZES, ".st-key-compare_panel") == [], name
    for name, shown in VIEWS.items():
        choose(page, "compare_view", name, page.locator(shown))
        expect_no_wider(page, PHONE["width"])
        assert violations(page, ["light"], OF_SIZES) == [], name
        page.set_viewport_size(WINDOW)
        assert violations(page) == [], name
        page.set_viewport_size(PHONE)


def test_present_shows_every_merge_of_a_small_corpus_or_only_the_differences_as_before(page, server):
    def present():
        page.get_by_role("button", name="Present").click()
        expect(page.locator(".st-key-header")).to_have_count(0)

    def leave():
        page.get_by_role("button", name="Exit").click()
        expect(page.locator(".st-key-compare_views")).to_be_visible()

    last = part(page, "merges").locator("tbody tr").last  # where all columns agree
    open_app(page, f"{server}/compare")
    present()
    expect(last).to_be_in_viewport(ratio=1)
    leave()
    part(page, "only-differences").check()
    present()
    expect(part(page, "band").locator("+ tr")).to_be_visible()  # the first that differs
    expect(last).to_be_hidden()
    leave()
    expect(part(page, "only-differences")).to_be_checked()
