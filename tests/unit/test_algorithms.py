"""Words by their merges and by longest match; draws with dropout."""

import time

import pytest

from bpe_core import EXAMPLES, PROFILES, BPEConfig, BPEStepper, BPETokenizer
from bpe_core.studies.algorithms import dropout_draws, words_in_each_way
from bpe_core.studies.rule_lists import (
    tokenizer_of_rules,
)


def hug() -> BPETokenizer:
    """After u+g, u+n, h+ug and p+un."""
    stepper = BPEStepper(EXAMPLES["hug_pug_pun"].corpus, PROFILES["hf_course"].config)
    stepper.run(4)
    return stepper.tokenizer()


@pytest.mark.parametrize(
    ("rules", "word", "token", "rank", "pieces"),
    [
        ("b c\na b", "abc", "ab", 0, ("a", "bc")),
        ("a b\nb c\na bc", "xabc", "abc", None, ("ab", "c")),
    ],
)
def test_a_token_of_longest_match_is_blocked_by_the_rule_that_takes_its_end_away_or_by_none(
    rules, word, token, rank, pieces
):
    [found] = words_in_each_way(tokenizer_of_rules(rules, word), word)
    blocked = found.blocked_token
    assert (blocked.token, blocked.pieces) == (token, pieces)
    assert (blocked.step and blocked.step.rank) == rank


def test_no_token_is_blocked_where_longest_match_does_the_same():
    [word] = words_in_each_way(tokenizer_of_rules("a b\nab c\nc d", "abcd"), "abcd")
    assert word.blocked_token is None


def test_words_that_differ_come_first_and_those_that_come_again_are_counted():
    parts = tokenizer_of_rules("b c\na b", "xy").parts
    spaced = BPETokenizer(BPEConfig(), parts.base_codes, parts.merges)
    words = words_in_each_way(spaced, "xy abc xy ab")
    assert [(word.word, word.times) for word in words] == [("abc", 1), ("xy", 2), ("ab", 1)]
    assert [word.differs("longest_match") for word in words] == [True, False, False]


def test_each_draw_is_what_encode_draws_with_its_seed():
    text = "hugs puns hug"
    draws = dropout_draws(hug(), text, 0.5, seed=7, draws=5)
    assert [draw.seed for draw in draws] == [7, 8, 9, 10, 11]
    for draw in draws:
        tokens = sum(draw.words, ())
        assert tokens == hug().encode(text, dropout=0.5, seed=draw.seed).tokens
    assert len({draw.words for draw in draws}) > 1


def test_a_word_of_100000_characters_is_searched_for_a_blocked_token_in_one_pass():
    tokenizer = BPETokenizer(BPEConfig(pre_tokenizer="none"), [97, 98, 99], [(1, 2), (0, 1)])
    [word] = words_in_each_way(tokenizer, "a" * 100_000 + "abc")
    start = time.perf_counter()
    blocked = word.blocked_token
    assert (blocked.token, blocked.pieces) == ("ab", ("a", "bc"))
    assert time.perf_counter() - start < 2  # a copy of the rest for each token took 4.4 s
