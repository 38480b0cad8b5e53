"""The HTML file of a training, opened from the disk without a network: it plays, asks, and runs no text."""

import pytest
from playwright.sync_api import expect

from bpe_core import EXAMPLES, BPEConfig, BPEStepper, Corpus
from bpe_ui.frame.share.html_file import to_html
from tests.browser.pages import errors_of, fail_on_errors, open_new_page
from tests.browser.stage_truth import picture_of, picture_on
from tests.browser.view_page import QUESTION, chips, expect_at, pair_row, part, press
from tests.ui.hostile import HOSTILE

HUG = EXAMPLES["hug_pug_pun"]


@pytest.fixture
def open_file(browser, tmp_path, viewport, color_scheme):
    """Opens the file of a stepper; fails where the page reports an error or asks another host."""
    pages = []

    def opened(stepper):
        (tmp_path / "training.html").write_text(to_html(stepper), encoding="utf-8")
        pages.append(open_new_page(browser, offline=True, viewport=viewport, color_scheme=color_scheme))
        pages[-1].goto((tmp_path / "training.html").as_uri())
        expect_at(pages[-1], stepper.position)
        return pages[-1]

    yield opened
    errors = [error for page in pages for error in errors_of(page)]
    for page in pages:
        page.context.close()
    fail_on_errors(errors)


@pytest.fixture
def hug(open_file):
    return open_file(BPEStepper(HUG.corpus, HUG.config))


def test_every_position_is_as_the_core_has_it_and_hostile_words_are_text(open_file):
    words = {text + "ab": 9 - len(text) % 7 for text in HOSTILE if len(text) < 100}
    stepper = BPEStepper(Corpus.from_word_counts(words), BPEConfig(pre_tokenizer="none", max_merges=4))
    page = open_file(stepper)

    for position in range(5):
        stepper.goto(position)
        assert picture_on(page) == picture_of(stepper, [row.word for row in stepper.words])
        press(page, "ArrowRight", min(position + 1, 4))


def test_predict_judges_scores_and_hides_again(hug):
    hug.keyboard.press("p")
    expect(part(hug, "sentence")).to_have_text(QUESTION)
    pick(hug, chips(hug, 0).nth(0), chips(hug, 2).nth(0))  # h of hug and p of pun
    expect(part(hug, "sentence")).to_have_text(
        "Not this one: h + p are not next to each other in any word now."
    )
    expect(part(hug, "score")).to_have_text("Score 0 of 1")
    press(hug, "ArrowRight", 1)
    expect(part(hug, "sentence")).to_have_text(QUESTION)
    pick(hug, pair_row(hug, "u + n").get_by_role("button"))
    expect(part(hug, "score")).to_have_text("Score 1 of 2")
    press(hug, "ArrowLeft", 0)
    expect(part(hug, "sentence")).to_have_text(QUESTION)
    part(hug, "skip").click()
    expect_at(hug, 1)
    pick(hug, pair_row(hug, "u + n").get_by_role("button"))
    expect(part(hug, "score")).to_contain_text("Not scored: you had seen the answer. Score 1 of 2")
    press(hug, "ArrowRight", 2)
    for position in (3, 4):
        part(hug, "reveal").click()
        press(hug, "ArrowRight", position)
    pick(hug, pair_row(hug, "hug + s"))
    expect(part(hug, "sentence")).to_contain_text("Half right: hug + s and p + ug both occur 5 times")
    expect(part(hug, "score")).to_have_text("Score 1.5 of 3")


def pick(page, *picks):
    for picked in picks:
        picked.click()
    part(page, "commit").click()
    expect(part(page, "merge")).to_be_visible()


@pytest.mark.parametrize(
    ("color_scheme", "paper"), [("light", "rgb(251, 250, 247)"), ("dark", "rgb(20, 22, 26)")]
)
def test_it_is_light_or_dark_has_present_and_shows_nothing_that_would_be_dead(hug, paper):
    expect(hug.locator("body")).to_have_css("background-color", paper)
    pair_row(hug, "p + u").click()
    for role in ("merge-instead", "words-tools", "find-pair"):
        assert hug.locator(f"[data-role={role}]:visible").count() == 0
    hug.get_by_role("button", name="Present").click()
    expect(hug.locator("header h1")).to_be_hidden()
    hug.keyboard.press("Escape")
    expect(hug.locator("header h1")).to_be_visible()
