"""The columns: they draw what the core says; how they move, and what they send to Python."""

import random
from dataclasses import replace

import pytest
from playwright.sync_api import expect

from bpe_core import EXAMPLES, PROFILES, BPEStepper, Corpus
from bpe_core.queries import score_text
from tests.browser.view_page import (
    expect_at,
    merge_row,
    part,
    positions_seen,
    press,
    watch_positions,
    where,
)
from tests.component.conftest import TIES

HUG = EXAMPLES["hug_pug_pun"]
FIRST_DIFFERENCE = "Merge 5: the first difference."
KEYS = ["→", "←", "Home", "End", "G", "D", "Tab", "← → there", "↑ ↓", "Enter", "Page ↓ ↑"]
KEYS += ["Space", "O", "Esc", "?"]


@pytest.fixture
def compare(open_columns):
    return open_columns()


@pytest.fixture(scope="module")
def ties_of_hug():
    """The steppers of the four columns that are mounted without further ado."""
    return trained(HUG.corpus, [replace(HUG.config, tie_break=name) for name in TIES.values()])


@pytest.fixture(scope="module")
def long_corpus():
    """A text whose trainings are longer than the window of positions that the browser gets."""
    draw = random.Random(2)
    return Corpus.from_text(
        " ".join("".join(draw.choices("abcdefgh", k=draw.randint(4, 9))) for _ in range(300))
    )


def trained(corpus, configs):
    """A stepper at the end of its training for each of these rules."""
    steppers = [BPEStepper(corpus, config) for config in configs]
    for stepper in steppers:
        stepper.run()
    return steppers


def rows_of(page, cell):
    """The head of each row of a table, with what JavaScript reads in each of its cells."""
    read = f"""rows => rows.filter(row => row.querySelector('td')).map(row => [
        row.querySelector('th').title || row.querySelector('th').textContent,
        [...row.querySelectorAll('td')].map({cell})])"""
    return page.locator("[data-role=merges] tbody tr:not([data-role=band])").evaluate_all(read)


def expect_what_the_core_says(page, steppers):
    """Check each merge at a position."""
    merges = "cell => [cell.title, cell.querySelector('.count')?.textContent]"
    for number, cells in rows_of(page, merges):
        rank = int(number.replace(",", "")) - 1
        for stepper, (told, count) in zip(steppers, cells, strict=True):
            if rank < len(stepper.history):
                merge = stepper.history[rank]
                assert told.startswith(" + ".join(merge.pair))
                [score] = stepper.history.scores(rank, rank + 1)
                expected = f"{merge.count:,}" if score is None else score_text(score)
                assert count.strip("= ") == expected
                assert ("=" in count) == (merge.tied_count > 0)


# ---- what they show


def test_every_position_shows_what_the_four_tie_rules_really_do(compare, ties_of_hug):
    for number in range(8):
        if number:
            press(compare, "ArrowRight", number)
        expect_what_the_core_says(compare, ties_of_hug)

    # p + ug and hug + s are tied at merge 5, and only "Smallest pair" takes hug + s:
    expect(merge_row(compare, 5).locator(".tag")).to_have_text(["same", "↕ as merge 6", "same"])


def test_home_end_and_d_go_where_they_say_and_the_question_mark_lists_the_keys(compare):
    begins = "All tokens are shared; 2 of 7 steps differ, only moved."
    expect(part(compare, "sentence")).to_have_text(begins)

    press(compare, "d", 5)

    picks = "First seen, Smallest ids and Greatest pair take p + ug; Smallest pair takes hug + s."
    expect(part(compare, "sentence")).to_have_text(FIRST_DIFFERENCE)
    expect(part(compare, "subtitle")).to_have_text(picks)
    expect(part(compare, "live")).to_have_text(f"{FIRST_DIFFERENCE} {picks}")
    expect(part(compare, "band")).to_have_text("First difference: merge 5")
    press(compare, "End", 7)
    expect(part(compare, "sentence")).to_have_text("Merge 7: all columns take b + un, which occurs 4 times.")
    press(compare, "ArrowRight", 7)
    press(compare, "Home", 0)
    press(compare, "ArrowLeft", 0)
    press(compare, "Shift+D", 5)
    compare.keyboard.press("?")
    expect(part(compare, "help-dialog").locator("kbd")).to_have_text(KEYS)
    compare.keyboard.press("ArrowRight")
    expect_at(compare, 5)
    compare.keyboard.press("Escape")
    press(compare, "ArrowRight", 6)


# ---- moving


def test_a_held_arrow_goes_in_order_through_trainings_longer_than_the_window(
    open_columns, bench, long_corpus
):
    configs = {
        PROFILES[name].title: PROFILES[name].config
        for name in ("textbook", "hf_tokenizers", "hf_course_wordpiece")
    }
    page = open_columns(configs, long_corpus, position=100)
    expect_at(page, 100)
    watch_positions(page)

    for _ in range(80):
        page.keyboard.down("ArrowRight")
    page.keyboard.up("ArrowRight")
    released_at = where(page)
    bench.wait_until_told("told => window.told.at(-1)?.[2].position === told", arg=released_at)

    assert positions_seen(page) == list(range(100, released_at + 1))
    assert released_at == where(page) > 150
    steppers = trained(long_corpus, list(configs.values()))
    expect_what_the_core_says(page, steppers)
    press(page, "End", max(stepper.known_merges for stepper in steppers))
    expect_what_the_core_says(page, steppers)
    press(page, "Home", 0)


# ---- what Python is told


def test_a_double_click_opens_a_column_on_train_once(compare, bench):
    press(compare, "d", 5)
    compare.get_by_role("button", name="Open on Train, at this merge: Smallest pair").dblclick()
    bench.wait_until_told("window.told.some(([kind]) => kind === 'trigger')")

    opened = [value for kind, _, value in bench.told() if kind == "trigger"]
    assert [(value["name"], value["column"], value["position"]) for value in opened] == [("train", 2, 5)]
    assert bench.visit.training.config.tie_break == "smallest_pair"
    assert bench.visit.training.stepper.position == 5
