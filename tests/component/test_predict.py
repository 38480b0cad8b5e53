"""Predict mode: nothing gives the answer away, and every answer gets its sentence and score."""

import re

import pytest
from playwright.sync_api import expect

from bpe_core import EXAMPLES, BPEStepper, Corpus
from tests.browser.view_page import (
    QUESTION,
    expect_at,
    pair_row,
    part,
    where,
)

HUG = EXAMPLES["hug_pug_pun"]
FIRST_ANSWER = "u + g is next: it occurs 20 times, hug 10 + pug 5 + hugs 5."
TOLD_APART = {"hug": 1009, "pug": 503, "pun": 1213, "bun": 401, "hugs": 557}
"""The words of hug, pug, pun with counts that no position, id or number of pairs can be mistaken for."""
SAYS_NEXT = {QUESTION, "Which pair is next?", "Predict the next merge (P)", "next"}
"""What may say "next" while the answer is hidden: it names no pair. The last is a way to sort words."""


@pytest.fixture
def predict(open_stage):
    """Opens the stage in predict mode."""

    def opened(**given):
        page = open_stage(predict=True, **given)
        expect(part(page, "sentence")).to_have_text(QUESTION)
        return page

    return opened


@pytest.fixture
def hug(predict):
    return predict()


def commit(page, pair):
    pair_row(page, pair).get_by_role("button").first.click()
    expect(part(page, "pick")).to_have_text(f"Your pick: {pair}")
    part(page, "commit").click()
    expect(part(page, "merge")).to_be_visible()


# ---- what is hidden

EVERYTHING = """stage => {
    const found = [];
    for (const node of [stage, ...stage.querySelectorAll('*')]) {
        if (node.closest('svg, [data-role=help-dialog]')) continue;  // always the same
        const place = node.dataset.role ?? node.tagName;
        for (const {name, value} of node.attributes)
            found.push([['class', 'style'].includes(name) ? name : `${name} of ${place}`, value]);
        if ('value' in node) found.push([`value of ${place}`, String(node.value)]);
        for (const child of node.childNodes)
            if (child.nodeType !== Node.ELEMENT_NODE) found.push([`text of ${place}`, child.data]);
    }
    return found;
}"""


def everything_in(page):
    """All texts, titles, names, values, classes and styles of the stage, each with its place."""
    return [tuple(entry) for entry in part(page, "stage").evaluate(EVERYTHING)]


def numbers_in(page):
    found = (re.findall(r"\d[\d,]*", text) for place, text in everything_in(page) if place != "style")
    return {int(number.replace(",", "")) for numbers in found for number in numbers}


@pytest.mark.parametrize("position", range(7))
def test_nothing_in_the_page_tells_a_count_or_the_winner_or_merges_to_come(predict, position):
    stepper = BPEStepper(Corpus.from_word_counts(TOLD_APART), HUG.config)
    stepper.run()
    stepper.goto(position)
    page = predict(position=position, words=TOLD_APART, config=HUG.config)

    known = {row.count for row in stepper.words} | {merge.count for merge in stepper.merges}
    secret = {row.count for row in stepper.pair_counts()} - known
    assert secret & numbers_in(page) == set()
    assert secret or position >= 3  # later the counts that are left are words' own
    candidates = {row.token for row in stepper.pair_counts()}
    to_come = {merge.token for merge in stepper.history[position:]} - candidates - set(TOLD_APART)
    for place, text in everything_in(page):
        assert "next" not in text or text in SAYS_NEXT, (place, text)
        assert "about to" not in text, (place, text)
        assert text.strip() not in to_come, (place, text)
        if place == "class":
            assert set(text.split()).isdisjoint({"next", "tied", "lit", "picked"}), text


def test_the_scrubber_names_only_what_has_been_merged_and_goes_no_further(predict):
    page = predict(position=2)

    expect(page.locator(".scrubber .stop .name")).to_have_text(["start", "ug", "un", "", "", "", "", ""])
    part(page, "scrubber").fill("6")
    expect(part(page, "scrubber")).to_have_value("2")
    assert where(page) == 2


# ---- answers


def test_the_right_pair_scores_and_the_next_question_follows(hug):
    commit(hug, "u + g")

    expect(part(hug, "sentence")).to_have_text("Right: u + g is next; it occurs 20 times.")
    expect(part(hug, "score")).to_have_text("Score 1 of 1")
    expect(pair_row(hug, "u + g").locator(".count")).to_have_text("20")
    expect(part(hug, "live")).to_have_text("Right: u + g is next; it occurs 20 times.")
    hug.keyboard.press("ArrowRight")
    expect_at(hug, 1)
    expect(part(hug, "sentence")).to_have_text(QUESTION)

    commit(hug, "u + n")

    expect(part(hug, "score")).to_have_text("Score 2 of 2")


def test_reveal_and_skip_score_nothing_and_skip_goes_on(hug):
    part(hug, "reveal").click()
    expect(part(hug, "sentence")).to_have_text(FIRST_ANSWER)
    expect(part(hug, "score")).to_have_text("")
    expect(part(hug, "merge")).to_be_visible()  # no longer "commit"
    hug.keyboard.press("ArrowRight")
    expect_at(hug, 1)
    expect(part(hug, "sentence")).to_have_text(QUESTION)

    part(hug, "skip").click()

    expect_at(hug, 2)
    expect(part(hug, "sentence")).to_have_text(QUESTION)
    expect(part(hug, "score")).to_have_text("")
