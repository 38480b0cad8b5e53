"""Side by side in a real browser: the columns held against the core, stepped together, and used."""

import random
import re
from dataclasses import replace
from pathlib import Path

import pytest
from playwright.sync_api import expect

from bpe_core import EXAMPLES, PROFILES, TIE_BREAKS, BPEConfig, BPEStepper, Corpus
from bpe_ui.compare.choices import LIBRARY_PICK, TIE_PICK, ColumnChoice
from bpe_ui.compare.state import Settings
from bpe_ui.compare.titles import short_title
from bpe_ui.training.training import Source
from tests.e2e.app_page import hold, wait_until_idle
from tests.e2e.compare_page import (
    HUG,
    choose_pane,
    choose_view,
    expect_at,
    open_compare,
    press,
    profiles,
    row,
    train_until,
    watch_positions,
    where,
)
from tests.e2e.compare_truth import Columns, columns_of, columns_on, trained
from tests.e2e.train_page import aside, notice, part, position, positions_seen, sentence, stage
from tests.e2e.truth import picture_of, picture_on

TIES = [choice.name for choice in TIE_PICK]
TIE_TITLES = [TIE_BREAKS[name].title for name in TIES]
FIRST_DIFFERENCE = "Merge 5: the first difference."
GENESIS = Path(__file__).parents[1] / "golden" / "texts" / "english.txt"
CHAPTER = GENESIS.read_text(encoding="ascii")[:6_000]
"""As much as a link can hold."""


@pytest.fixture
def compare(page, server):
    open_compare(page, server)
    return page


@pytest.fixture(scope="module")
def ties_of_hug():
    """The four columns that the page begins with."""
    return trained(HUG.corpus, [replace(HUG.config, tie_break=name) for name in TIES])


@pytest.fixture(scope="module")
def long_text():
    """A text whose histories are longer than the window of positions that the browser gets."""
    draw = random.Random(2)
    return " ".join("".join(draw.choices("abcdefgh", k=draw.randint(4, 9))) for _ in range(300))


def seen_and_meant(page, steppers, titles, against=0) -> tuple[Columns, Columns]:
    """What the columns show, and what they must show there."""
    seen = columns_on(page)
    return seen, columns_of(steppers, titles, seen, against)


def profiles_trained(names, text, merges=None):
    return trained(Corpus.from_text(text), [PROFILES[name].config for name in names], merges)


# ---- what they show


def test_every_position_shows_what_the_four_tie_rules_really_do(compare, ties_of_hug):
    for number in range(8):
        if number:
            press(compare, "ArrowRight", number)
        seen, meant = seen_and_meant(compare, ties_of_hug, TIE_TITLES)
        assert seen == meant

    # p + ug and hug + s are tied at merge 5, and only "Smallest pair" takes hug + s:
    assert (seen.band, len(seen.steps), [word.core for word in seen.words]) == (5, 7, list(hug_words()))
    assert [merge[0] for merge in seen.steps[4].merges] == ["p + ug", "p + ug", "hug + s", "p + ug"]
    assert [merge[3] for merge in seen.steps[4].merges] == ["", "= same", "↕ at 6 there", "= same"]
    press(compare, "ArrowLeft", 6)
    press(compare, "ArrowLeft", 5)
    seen, meant = seen_and_meant(compare, ties_of_hug, TIE_TITLES)
    assert seen == meant
    assert [word.core for word in seen.words if word.differs] == ["pug", "hugs"]


def hug_words():
    return [word for word, _ in HUG.corpus.entries]


def test_home_end_and_d_go_where_they_say(compare):
    expect(sentence(compare)).to_have_text("Nothing is merged yet: 4 columns, up to 7 merges.")
    expect(aside(compare)).to_have_text("The first difference comes at merge 5. Press D to go there.")

    press(compare, "d", 5)

    expect(sentence(compare)).to_have_text(FIRST_DIFFERENCE)
    expect(aside(compare)).to_have_text(
        "First seen, Smallest ids and Greatest pair take p + ug; Smallest pair takes hug + s."
    )
    expect(part(compare, "live")).to_have_text(re.compile(f"^{FIRST_DIFFERENCE} First seen, .* hug \\+ s.$"))
    expect(part(compare, "band")).to_have_text("First difference: merge 5")
    press(compare, "End", 7)
    expect(sentence(compare)).to_have_text("Merge 7: all columns take b + un, which occurs 4 times.")
    press(compare, "ArrowRight", 7)
    press(compare, "Home", 0)
    press(compare, "ArrowLeft", 0)
    press(compare, "Shift+D", 5)


def test_eight_libraries_cut_and_merge_a_chapter_as_they_do(page, server):
    names, titles = [choice.name for choice in LIBRARY_PICK], [choice.title for choice in LIBRARY_PICK]
    settings = profiles(*names, until="merges", merges=300, position=300)
    open_compare(page, server, settings, Source("text", Corpus.from_text(CHAPTER)))
    steppers = profiles_trained(names, CHAPTER, 300)
    for number in (300, 40, 1):
        part(page, "scrubber").fill(str(number))
        expect_at(page, number)

        seen, meant = seen_and_meant(page, steppers, titles)

        assert seen == meant
        assert len(seen.words) > 10
        assert seen.steps[0].number <= number <= seen.steps[-1].number


def test_the_columns_can_be_held_against_another_one(compare, ties_of_hug):
    press(compare, "d", 5)

    part(compare, "against").select_option("Smallest pair")
    expect(row(compare, 5).locator(".tag")).to_have_text(["↕ at 6 there"] * 3)

    seen, meant = seen_and_meant(compare, ties_of_hug, TIE_TITLES, against=2)
    assert seen == meant
    choose_pane(compare, "In the end")
    beside = compare.get_by_role("region", name="The merges, compared with Smallest pair")
    # Of First seen's 7 merges 5 are made at the same step there, and two at another one.
    expect(beside.locator("tbody tr").first.locator("td")).to_have_text(["5", "2", "0"])
    expect_at(compare, 5)


def test_a_word_is_counted_as_the_column_counts_it_that_the_others_are_held_against(page, server):
    corpus, plain = Corpus.from_text("Hug Hug hug"), ColumnChoice("own", "plain", BPEConfig())
    lower = ColumnChoice("own", "lower", BPEConfig(normalizers=("lowercase",)))
    open_compare(page, server, Settings(choices=(plain, lower)), Source("text", corpus))
    count = page.locator("[data-role=words] tbody th[title=hug]")
    expect(count).to_contain_text("1 ×")

    part(page, "against").select_option("lower")

    expect(count).to_contain_text("3 ×")


def test_a_column_that_ends_before_the_others_says_why(page, server):
    corpus = Corpus.from_text("ab ab cd")
    rules = replace(BPEConfig(), min_frequency=2)
    settings = profiles("textbook", "hf_tokenizers")
    settings.choices = (
        *settings.choices,
        replace(settings.choices[0], kind="own", name="Twice", config=rules),
    )
    open_compare(page, server, settings, Source("text", corpus))
    configs = [choice.rules(rules) for choice in settings.choices]

    seen, meant = seen_and_meant(
        page, trained(corpus, configs), [choice.title for choice in settings.choices]
    )

    assert seen == meant
    assert seen.steps[-1].merges[2] is None
    expect(page.locator("[data-role=merges] td.ended").first).to_contain_text("ended: ")


# ---- moving


def test_seven_presses_without_waiting_end_at_seven_and_other_views_and_pages_leave_them_there(compare):
    for _ in range(7):
        compare.keyboard.press("ArrowRight")
    compare.keyboard.press("ArrowLeft")
    expect_at(compare, 6)

    choose_view(compare, "Causes")
    choose_view(compare, "Side by side")
    expect_at(compare, 6)
    compare.get_by_role("link", name="Tokenize").click()
    expect(compare.get_by_label("Text to tokenize")).to_be_visible()
    wait_until_idle(compare)
    compare.get_by_role("link", name="Compare").click()

    expect_at(compare, 6)
    wait_until_idle(compare)
    expect_at(compare, 6)


def test_a_held_arrow_goes_in_order_through_histories_longer_than_the_window(page, server, long_text):
    settings = profiles("textbook", "hf_tokenizers", until="end", position=100)
    open_compare(page, server, settings, Source("text", Corpus.from_text(long_text)))
    expect_at(page, 100)
    watch_positions(page)

    hold(page, "ArrowRight", 3)
    released_at = where(page)
    page.wait_for_timeout(600)  # whatever was still on its way has come

    seen = positions_seen(page)
    assert seen == list(range(100, 100 + len(seen)))
    assert released_at == where(page) > 110  # a busy machine repeats a key more slowly
    wait_until_idle(page)
    steppers = profiles_trained(["textbook", "hf_tokenizers"], long_text)
    titles = [PROFILES[name].title for name in ("textbook", "hf_tokenizers")]
    shown, meant = seen_and_meant(page, steppers, titles)
    assert shown == meant
    last = max(stepper.known_merges for stepper in steppers)
    press(page, "End", last)
    shown, meant = seen_and_meant(page, steppers, titles)
    assert shown == meant
    press(page, "Home", 0)


def test_space_plays_to_the_end_and_a_step_back_ends_the_playing(compare):
    watch_positions(compare)
    part(compare, "speed").select_option("Very fast")
    sentence(compare).click()
    compare.keyboard.press("Space")
    expect(part(compare, "play")).to_have_accessible_name("Pause (Space)")
    expect_at(compare, 7)
    expect(part(compare, "play")).to_have_accessible_name("Play (Space)")
    assert positions_seen(compare) == list(range(8))

    press(compare, "Home", 0)
    part(compare, "speed").select_option("Slow")
    sentence(compare).click()
    compare.keyboard.press("Space")
    expect(part(compare, "play")).to_have_accessible_name("Pause (Space)")
    compare.keyboard.press("ArrowLeft")
    expect(part(compare, "play")).to_have_accessible_name("Play (Space)")


def test_no_key_steps_while_one_types_and_the_question_mark_lists_the_keys(compare):
    press(compare, "d", 5)
    choose_pane(compare, "A text")
    box = compare.get_by_label(re.compile("^Your text"))
    box.fill("")
    for key in ("d", " ", "ArrowLeft", "Home", "?"):
        box.press(key)
    expect(box).to_have_value(re.compile("^[d ?]{3}$"))
    expect_at(compare, 5)
    sentence(compare).click()
    wait_until_idle(compare)

    compare.keyboard.press("?")
    expect(part(compare, "help-dialog").locator("kbd")).to_have_text(
        ["→", "←", "Home", "End", "Space", "D", "Tab", "← → there", "↑ ↓", "Enter", "?", "Esc"]
    )
    compare.keyboard.press("ArrowRight")
    expect_at(compare, 5)
    compare.keyboard.press("Escape")
    press(compare, "ArrowRight", 6)


def test_rows_the_scrubber_and_the_buttons_go_anywhere(compare):
    row(compare, 3).click()
    expect_at(compare, 3)
    row(compare, 3).get_by_role("button").focus()
    compare.keyboard.press("ArrowDown")
    compare.keyboard.press("Enter")
    expect_at(compare, 4)
    expect(row(compare, 4)).to_have_attribute("aria-current", "step")
    part(compare, "scrubber").fill("6")
    expect_at(compare, 6)
    expect(part(compare, "scrubber")).to_have_attribute(
        "aria-valuetext", "merge 6 of 7, after the first difference"
    )
    compare.get_by_role("button", name="Go to the first difference, merge 5 (D)").click()
    expect_at(compare, 5)
    compare.get_by_role("button", name="To the start (Home)").click()
    expect_at(compare, 0)
    part(compare, "forward").click()
    expect_at(compare, 1)


# ---- setting


def test_after_five_merges_the_vocabularies_differ_after_seven_only_the_order_does(compare):
    choose_pane(compare, "In the end")
    said = compare.locator(".cmp-headline")
    expect(said).to_have_text("All columns learn the same 7 tokens: only the order and the ids differ.")
    expect(
        compare.get_by_text("Every column ends with 36 symbols: the corpus is compressed 3.14×.")
    ).to_be_visible()

    train_until(compare, "Merges", 5)

    expect(said).to_have_text("All columns learn 4 tokens in common, of up to 5 each.")
    sentence(compare).click()  # a number field takes the keys
    press(compare, "End", 5)
    steppers = trained(HUG.corpus, [replace(HUG.config, tie_break=name) for name in TIES], 5)
    seen, meant = seen_and_meant(compare, steppers, TIE_TITLES)
    assert seen == meant
    assert [word.differs for word in seen.words] == [True, True, False, False, False]
    assert [merge[3] for merge in seen.steps[4].merges] == ["", "= same", "◆ only here", "= same"]
    train_until(compare, "To the end")
    expect(said).to_have_text("All columns learn the same 7 tokens: only the order and the ids differ.")
    expect(position(compare)).to_have_text("merge 5 of 7")


def test_columns_are_chosen_taken_away_and_pinned_and_two_are_the_least(compare):
    compare.get_by_role("button", name="Pin the rules on Train").click()
    titles = compare.locator("[data-role=merges] thead .title")
    expect(titles).to_have_text([*TIE_TITLES, "Rules 1"])
    compare.get_by_role("button", name="Libraries").click()
    expect(titles).to_have_text([short_title(choice.title) for choice in LIBRARY_PICK])
    compare.get_by_role("button", name="Tie rules").click()
    expect(titles).to_have_text(TIE_TITLES)

    compare.get_by_role("button", name="Columns", exact=True).click()
    chosen = compare.get_by_test_id("stMultiSelect")
    for left in (3, 2):
        chosen.get_by_role("button", name=re.compile("^Remove|close", re.I)).last.click()
        expect(titles).to_have_text(TIE_TITLES[:left])
        wait_until_idle(compare)
    chosen.get_by_role("button", name=re.compile("^Remove|close", re.I)).last.click()

    expect(compare.get_by_role("alert")).to_have_text(
        "1 of the columns is left; 2 to 8 can be compared, so the last ones stay."
    )
    expect(titles).to_have_text(TIE_TITLES[:2])


# ---- a column on Train


def test_a_column_opens_on_train_at_the_same_merge(compare):
    press(compare, "d", 5)
    press(compare, "ArrowRight", 6)

    compare.get_by_role("button", name="Open on Train, at this merge: Smallest pair").click()

    expect(stage(compare)).to_have_attribute("data-position", "6")
    expect(notice(compare)).to_have_text("Opened from Compare after 6 merges: Smallest pair.")
    stepper = BPEStepper(HUG.corpus, replace(HUG.config, tie_break="smallest_pair"))
    stepper.run()
    stepper.goto(6)
    assert picture_on(compare) == picture_of(stepper, hug_words())
    wait_until_idle(compare)
    compare.get_by_role("link", name="Compare").click()
    expect_at(compare, 6)


def test_a_new_corpus_begins_at_its_start(compare, ties_of_hug):
    press(compare, "End", 7)
    compare.locator(".st-key-header").get_by_role("button", name="Corpus", exact=True).click()
    body = compare.get_by_test_id("stPopoverBody")
    body.get_by_role("radio", name="Text", exact=True).click()
    body.get_by_label("Text", exact=True).fill("low lower lowest newer wider")
    body.get_by_role("button", name="Train on this text").click()
    expect(body).to_have_count(0)

    expect_at(compare, 0)
    configs = [replace(HUG.config, tie_break=name) for name in TIES]
    corpus = Corpus.from_text(EXAMPLES["low_lower"].text_form)
    expect(part(compare, "words").locator("tbody tr")).to_have_count(5)
    seen, meant = seen_and_meant(compare, trained(corpus, configs), TIE_TITLES)
    assert seen == meant


def test_a_pane_that_was_clicked_leaves_the_arrow_keys_to_the_columns(compare):
    choose_pane(compare, "Ties")
    compare.keyboard.press("End")
    expect_at(compare, 7)

    compare.get_by_role("radio", name="Picture").focus()  # reached with Tab, it keeps them
    compare.keyboard.press("Home")
    compare.wait_for_timeout(300)
    assert where(compare) == 7
