"""A large corpus on the stage: words paged, sorted and searched, and any pair found."""

import random
import re

import pytest
from playwright.sync_api import expect

from bpe_core import EXAMPLES, BPEStepper, Corpus
from tests.browser.view_page import chips, expect_at, pair_row, part, words_on_screen

CONFIG = EXAMPLES["hug_pug_pun"].config
PAGE = 60


@pytest.fixture(scope="module")
def text():
    draw = random.Random(11)
    known = ["".join(draw.choices("bcdfgklmnprstvz", k=1) + draw.choices("aeiou", k=1)) for _ in range(60)]
    words = ["".join(draw.choices(known, k=draw.randint(1, 5))) for _ in range(4_000)]
    weights = [1 / rank for rank in range(1, len(words) + 1)]
    return " ".join(draw.choices(words, weights, k=30_000))


@pytest.fixture(scope="module")
def stepper(text):
    return BPEStepper(Corpus.from_text(text), CONFIG)


@pytest.fixture
def large(open_stage, text, stepper):
    page = open_stage(text=text, config=CONFIG)
    expect(page.locator(".words-panel h2")).to_have_text(f"{len(stepper.words):,} words after 0 merges")
    return page


def words_listed(page):
    """The words on screen, as their chips joined."""
    return ["".join(word.split()) for word in words_on_screen(page)]


def expect_words(page, words):
    first = page.locator("[data-role=words] li").first
    expect(first.locator(".chip .token")).to_have_text(list(words[0]))  # no merge has been made
    assert words_listed(page) == words


def test_the_words_are_sent_by_the_page_sorted_and_searched_and_thirty_pairs(large, stepper):
    words = [row.word for row in stepper.words]
    assert len(words) > 500
    expect_words(large, words[:PAGE])
    expect(large.locator("[data-role=pairs] tbody:not(.gone) button.pair")).to_have_count(30)
    expect(large.locator(".pairs-panel .limit")).to_contain_text("shows the 30 most frequent pairs")
    assert chips(large, 0).count() > 1

    part(large, "words-forward").click()
    expect_words(large, words[PAGE : 2 * PAGE])
    part(large, "words-back").click()
    expect_words(large, words[:PAGE])

    by_count = [row.word for row in sorted(stepper.words, key=lambda row: -row.count)]
    part(large, "words-sort").select_option("count")
    expect_words(large, by_count[:PAGE])

    found = [word for word in by_count if words[7][:4] in word]
    part(large, "words-search").fill(words[7][:4].upper())
    title = f"{len(found):,} of {len(words):,} words after 0 merges"
    expect(large.locator(".words-panel h2")).to_have_text(title)
    expect_words(large, found[:PAGE])
    part(large, "words-search").fill("no such word")
    expect(large.locator(".words-panel")).to_contain_text("No word matches the search.")


def test_any_pair_is_found_with_its_count_and_can_be_merged(large, stepper):
    stepper.goto(0)
    listed = [row.pair for row in stepper.pair_counts(limit=30)]
    rare = next(row for row in reversed(stepper.pair_counts()) if row.pair not in listed)
    name = " + ".join(rare.pair)
    expect(pair_row(large, name)).to_have_count(0)

    part(large, "find-pair").fill(name)

    expect(large.locator(".pairs-panel h2")).to_have_text(re.compile(r"^\d+ pairs? found$"))
    expect(pair_row(large, name).locator(".count")).to_have_text(f"{rare.count:,}")
    pair_row(large, name).hover()
    expect(part(large, "pair-detail")).to_contain_text(f"= {rare.count:,}.")
    large.get_by_role("button", name=f"Merge {name} instead").click()
    expect_at(large, 1)
    expect(large.locator("[data-role=history] tbody tr").first).to_contain_text("you")


def test_the_oldest_merges_have_their_rows_once_the_history_is_scrolled(open_stage, text, stepper):
    page = open_stage(text=text, config=CONFIG, position=60)
    rows = page.locator("[data-role=history] tbody tr")
    expect(rows).to_have_count(40)

    rows.last.scroll_into_view_if_needed()

    expect(rows).to_have_count(60)
    stepper.goto(1)
    expect(rows.last.locator(".number")).to_have_text(f"{stepper.merges[0].count:,}")
