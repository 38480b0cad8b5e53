"""The stage draws by itself what the core says at every position, however one gets there."""

import random

import pytest

from bpe_core import EXAMPLES, PROFILES, BPEConfig, BPEStepper, Corpus
from tests.browser.stage_truth import picture_of, picture_on
from tests.browser.view_page import expect_position, press, where

HUG = EXAMPLES["hug_pug_pun"]
SHOWN_WORDS = 60
SCRIPTS = (
    "naïve café 日本 日本語 naïve\n\ttab  two السلام עולם السلام नमस्ते नमस्ते "
    "e\u0301e\u0301 👍🏽👍🏽 👩\u200d👩\u200d👧x \u200b\u200bq"
)


@pytest.fixture(scope="module")
def syllables():
    """A text of 4,000 words of which a few hundred differ, as frequent as words of a language are."""
    draw = random.Random(4)
    known = ["".join(draw.choices("bdgklmnrst", k=1) + draw.choices("aeiou", k=1)) for _ in range(40)]
    words = ["".join(draw.choices(known, k=draw.randint(1, 4))) for _ in range(900)]
    weights = [1 / rank for rank in range(1, len(words) + 1)]
    return " ".join(draw.choices(words, weights, k=4_000))


def words_shown(stepper):
    return [row.word for row in stepper.words[:SHOWN_WORDS]]


def assert_true_picture(page, stepper):
    stepper.goto(where(page))
    assert picture_on(page) == picture_of(stepper, words_shown(stepper))


def walk(page, stepper, seed, steps):
    """Press keys at random; after each the picture is the core's."""
    draw = random.Random(seed)
    at = where(page)
    for _ in range(steps):
        key = draw.choices(["ArrowRight", "ArrowLeft", "Home", "End"], [30, 15, 1, 1])[0]
        at = {"ArrowRight": at + 1, "ArrowLeft": at - 1, "Home": 0, "End": stepper.known_merges}[key]
        at = min(max(at, 0), stepper.known_merges)
        press(page, key, at)
        assert_true_picture(page, stepper)


@pytest.mark.fuzz
def test_a_random_walk_on_a_larger_corpus_shows_what_the_core_has(open_stage, syllables):
    stepper = BPEStepper(Corpus.from_text(syllables), HUG.config)
    stepper.run()
    page = open_stage(text=syllables, config=HUG.config)
    expect_position(page, 0, f"of {stepper.known_merges}")
    press(page, "End", stepper.known_merges)
    press(page, "Home", 0)

    walk(page, stepper, seed=1, steps=15)
    # The window of positions that the stage has ends after some fifty: beyond it Python answers.
    for number in range(where(page) + 1, 61):
        press(page, "ArrowRight", number)
    walk(page, stepper, seed=2, steps=15)


OTHER_CORPORA = {
    "a sentence, cut at spaces and lower-cased": (EXAMPLES["fox"].corpus, EXAMPLES["fox"].config),
    "byte level": (Corpus.from_text(SCRIPTS), PROFILES["hf_byte_level"].config),
    "many scripts": (Corpus.from_text(SCRIPTS), BPEConfig()),
    "overlaps": (Corpus.from_word_counts({"aaaa": 3, "aaa": 5, "bc": 4}), BPEConfig()),
    "one long word": (Corpus.from_text("ab" * 60), BPEConfig(pre_tokenizer="none")),
}


@pytest.mark.parametrize("name", OTHER_CORPORA)
def test_a_random_walk_shows_what_the_core_has(open_stage, name):
    corpus, config = OTHER_CORPORA[name]
    stepper = BPEStepper(corpus, config)
    stepper.run()
    page = open_stage(corpus=corpus, config=config)
    expect_position(page, 0, f"of {stepper.known_merges}")

    walk(page, stepper, seed=3, steps=15)
