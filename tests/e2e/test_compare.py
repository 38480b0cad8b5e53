"""Side by side on the real page: the columns with the panes and views around them, and hostile texts."""

import re
from dataclasses import replace

import pytest
from playwright.sync_api import expect

from bpe_core import EXAMPLES, TIE_BREAKS, BPEStepper, Corpus
from bpe_ui.compare.settings.choices import LIBRARY_PICK, TIE_PICK
from bpe_ui.compare.settings.state import Settings
from tests.browser.axe import OF_SIZES, violations
from tests.browser.columns_truth import columns_of, columns_on, trained
from tests.browser.stage_truth import picture_of, picture_on
from tests.browser.view_page import expect_at, fits_the_window, is_on_screen, part, press, width_of_page
from tests.e2e.app_page import wait_until_idle
from tests.e2e.compare_page import HUG, PANES, VIEWS, choose_pane, choose_view, headline, open_compare
from tests.e2e.train_page import panel, train_on_text

TIES = [choice.name for choice in TIE_PICK]
TIE_TITLES = [TIE_BREAKS[name].title for name in TIES]


@pytest.fixture
def compare(page, server):
    open_compare(page, server)
    return page


# ---- moving


def test_quick_presses_are_all_heard_stay_on_other_views_and_pages_and_leave_who_types_alone(compare):
    for _ in range(7):
        compare.keyboard.press("ArrowRight")
    compare.keyboard.press("ArrowLeft")
    expect_at(compare, 6)
    choose_view(compare, "Do ties matter?")
    choose_view(compare, "Side by side")
    press(compare, "ArrowRight", 7)
    press(compare, "ArrowLeft", 6)
    compare.get_by_role("link", name="Tokenize").click()
    expect(compare.get_by_label("Text to tokenize")).to_be_visible()
    wait_until_idle(compare)
    compare.get_by_role("link", name="Compare").click()
    expect_at(compare, 6)
    wait_until_idle(compare)
    expect_at(compare, 6)

    choose_pane(compare, "Your text")
    press(compare, "d", 5)
    box = compare.get_by_label(re.compile("^Your text"))
    box.fill("")
    for key in ("d", " ", "ArrowLeft", "Home", "?"):
        box.press(key)
    expect(box).to_have_value(re.compile("^[d ?]{3}$"))
    expect_at(compare, 5)
    part(compare, "sentence").click()
    wait_until_idle(compare)
    compare.get_by_role("radio", name="Your text").focus()  # reached with Tab, it keeps them
    compare.keyboard.press("Home")
    expect_at(compare, 5)
    choose_pane(compare, "Numbers")
    press(compare, "ArrowRight", 6)


# ---- other pages


def test_a_column_opens_on_train_at_the_same_merge_and_a_new_corpus_begins_at_its_start(compare):
    press(compare, "d", 5)
    press(compare, "ArrowRight", 6)

    compare.get_by_role("button", name="Open on Train, at this merge: Smallest pair").click()

    expect(part(compare, "stage")).to_have_attribute("data-position", "6")
    expect(part(compare, "notice")).to_have_text("Opened from Compare after 6 merges: Smallest pair.")
    stepper = BPEStepper(HUG.corpus, replace(HUG.config, tie_break="smallest_pair"))
    stepper.goto(6)
    assert picture_on(compare) == picture_of(stepper, [word for word, _ in HUG.corpus.entries])
    wait_until_idle(compare)
    compare.get_by_role("link", name="Compare").click()
    expect_at(compare, 6)
    wait_until_idle(compare)

    train_on_text(compare, EXAMPLES["low_lower"].text_form)

    expect(panel(compare)).to_have_count(0)
    expect_at(compare, 0)
    configs = [replace(HUG.config, tie_break=name) for name in TIES]
    corpus = Corpus.from_text(EXAMPLES["low_lower"].text_form)
    expect(part(compare, "words").locator("tbody tr")).to_have_count(5)
    seen = columns_on(compare)
    assert seen == columns_of(trained(corpus, configs), TIE_TITLES, seen)


# ---- the page


WINDOW, PHONE = {"width": 1280, "height": 720}, {"width": 390, "height": 844}


def test_all_fits_1280_by_720_and_a_phone_and_axe_finds_nothing_in_any_view_and_beside_any_pane(page, server):
    mine = "u g\nu n\nh ug\nb un"
    open_compare(page, server, Settings(choices=LIBRARY_PICK, text="hugs mug", diagnosis_text=mine))
    assert violations(page) == []
    for name in PANES:
        choose_pane(page, name)
        assert fits_the_window(page), name
        for selector in (".columns .headline", ".columns .controls", ".words-panel", ".merges-panel"):
            assert is_on_screen(page, selector), (name, selector)
        assert violations(page, within=".st-key-compare_panel") == [], name
    page.get_by_role("button", name="Present").click()
    expect(page.locator(".st-key-header")).to_have_count(0)
    expect(part(page, "band").locator("+ tr")).to_be_in_viewport(ratio=1)  # the first difference
    assert fits_the_window(page)
    page.get_by_role("button", name="Exit").click()
    expect(page.locator(".st-key-header")).to_be_visible()
    page.set_viewport_size(PHONE)
    for name in PANES:
        choose_pane(page, name)
        assert width_of_page(page) <= PHONE["width"], name
        assert violations(page, ["light"], OF_SIZES) == [], name
    for name in list(VIEWS)[1:]:
        choose_view(page, name)
        expect(headline(page)).to_be_visible()
        assert width_of_page(page) <= PHONE["width"], name
        assert violations(page, ["light"], OF_SIZES) == [], name
        page.set_viewport_size(WINDOW)
        assert violations(page) == [], name
        page.set_viewport_size(PHONE)
