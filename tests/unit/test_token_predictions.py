"""Predictions of a word's tokens, and the mistakes that explain them."""

import pytest

from bpe_core import EXAMPLES, BPEConfig, BPEStepper, Corpus
from bpe_core.studies.token_predictions import judge_tokens


def trained(corpus, config, merges=None):
    stepper = BPEStepper(corpus, config)
    stepper.run(merges)
    return stepper.tokenizer()


HUG = EXAMPLES["hug_pug_pun"]
THREE_MERGES = trained(HUG.corpus, HUG.config, 3)
"""u+g, u+n, h+ug."""
AAB = trained(Corpus.from_text("ab ab aa"), BPEConfig())
"""a+b, then a+a."""


@pytest.mark.parametrize(
    ("tokenizer", "text", "predicted", "mistake"),
    [
        (THREE_MERGES, "bug", "b ug", ""),
        (THREE_MERGES, "mug", "[UNK] ug", ""),
        (THREE_MERGES, "mug", "m ug", "unseen"),
        (THREE_MERGES, "unhug", "un h ug", "too_early"),
        (THREE_MERGES, "unhug", "u n h u g", "too_early"),
        (THREE_MERGES, "unhug", "unhug", "no_token"),
        (THREE_MERGES, "unhug", "un hu g", "no_token"),
        (THREE_MERGES, "unhug", "u n hug", "other"),
        (THREE_MERGES, "unhug", "un hugs", "letters"),
        (THREE_MERGES, "unhug", "un", "letters"),
        (THREE_MERGES, "unhug", "", "letters"),
        (THREE_MERGES, "bug hug", "b ug hug", "across_words"),
        (AAB, "aab", "a ab", ""),
        (AAB, "aab", "aa b", "longest_match"),
    ],
)
def test_a_mistake_is_named_where_making_it_gives_what_was_predicted(tokenizer, text, predicted, mistake):
    verdict = judge_tokens(tokenizer, text, 0, predicted.split())

    assert (verdict.mistake, verdict.is_right) == (mistake, not mistake)


def test_the_verdict_says_how_many_rules_were_left_and_what_nobody_knows():
    assert judge_tokens(THREE_MERGES, "unhug", 0, ["un", "h", "ug"]).rules_left == 1
    assert judge_tokens(THREE_MERGES, "unhug", 0, ["un", "hu", "g"]).culprit == "hu"
    assert judge_tokens(THREE_MERGES, "mug", 0, ["m", "ug"]).culprit == "m"


def test_to_merge_from_the_left_whatever_was_learned_first_is_a_mistake_of_its_own():
    tokenizer = trained(Corpus.from_word_counts({"bc": 9, "abc": 5, "ab": 3}), BPEConfig())
    assert tokenizer.merges == (("b", "c"), ("a", "bc"), ("a", "b"))

    assert judge_tokens(tokenizer, "abc", 0, ["abc"]).is_right
    assert judge_tokens(tokenizer, "abc", 0, ["ab", "c"]).mistake == "any_rule"
