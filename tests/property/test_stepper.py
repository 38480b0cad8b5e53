"""The fast trainer against the slow one, and every position of a history against a recount."""

from dataclasses import replace
from itertools import pairwise
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bpe_core import BPEConfig, BPEStepper
from bpe_core.errors import PositionError
from bpe_core.merges import Pair
from tests.oracle import learn, scored
from tests.property.strategies import (
    configs,
    daily,
    is_too_long,
    randoms,
    recount_all,
    stepper_of,
    steppers,
    walk,
    walks,
    with_constants,
    word_counts,
)

EVERYTHING = 1_000  # more merges than any drawn corpus has

# The thresholds decide between paths that must give the same result; small corpora would see only one side.
PATHS = st.fixed_dictionaries(
    {
        "engine.trainer._FEW": st.sampled_from([0, 2, 32]),
        "engine.trainer._FEW_PAIRS": st.sampled_from([0, 1_000]),
        "engine.trainer._EASE": st.sampled_from([1, 2, 64]),
        "engine.score_trainer._LAG": st.sampled_from([1.05, 4]),
        "engine.score_trainer._TIDIED": st.sampled_from([2, 256]),
        "engine.count_log._CHUNK": st.sampled_from([1, 10, 20_000]),
        "engine.merge_history._COUNT_SINGLY": st.sampled_from([0, 64]),
        "engine.timeline._WORDS_IN_A_PART": st.sampled_from([1, 3, 4_096]),
        "engine.timeline._SYMBOLS_IN_A_PART": st.sampled_from([2, 5, 32_768]),
        "queries.tie_order._LOOKED_UP": st.sampled_from([0, 200]),
        "queries.tie_order._SURELY_MANY": st.sampled_from([0, 5_000]),
    }
)


def recount(stepper: BPEStepper) -> dict[Pair, int]:
    """Every pair's count from the splits as they are shown, in the order in which the pairs are met; without
    those that make too long a token."""
    counted = recount_all(stepper).items()
    return {pair: count for pair, count in counted if not is_too_long(stepper, pair)}


def deciding(stepper: BPEStepper, counts: dict[Pair, int]) -> dict[Pair, Any]:
    """What decides of each pair: its count, or its score, after whether it is frequent enough at all."""
    if not stepper.config.is_wordpiece:
        return counts
    splits = [list(symbols) for symbols in stepper.splits().values()]
    _, scores = scored(splits, [word.count for word in stepper.words])
    return {pair: (counts[pair] >= stepper.config.min_frequency, score) for pair, score in scores.items()}


def in_tie_order(stepper: BPEStepper, pairs: list[Pair]) -> list[Pair] | None:
    """Pairs, given in the order in which they are met, in the tie rule's order; None where it is not spelled
    out here: for random draws, and where a text is printed otherwise than it is compared."""
    config, ids = stepper.config, stepper.view.vocabulary()
    if config.tie_break == "first_seen":
        return pairs
    if config.tie_break == "last_seen":
        return pairs[::-1]
    if config.tie_break == "smallest_ids":
        return sorted(pairs, key=lambda pair: (ids[pair[0]], ids[pair[1]]))
    if config.tie_break == "random" or config.alphabet == "bytes" or any("\\" in token for token in ids):
        return None
    if config.tie_break in ("smallest_pair", "greatest_pair"):
        return sorted(pairs, reverse=config.tie_break == "greatest_pair")
    inside = "##" if config.word_boundary == "inside_prefix" else ""
    joined = {pair: pair[0] + pair[1].removeprefix(inside) for pair in pairs}
    sign = 1 if config.tie_break == "shortest_token" else -1
    # Two pairs may make texts of the same letters ("a" + "bc", "ab" + "c"); the smaller ids then decide.
    return sorted(
        pairs, key=lambda pair: (sign * len(joined[pair]), joined[pair], ids[pair[0]], ids[pair[1]])
    )


def check_position(stepper: BPEStepper) -> None:
    """Counts equal a recount, the rows are in order, and every number follows from the splits."""
    expected, rows, splits = recount(stepper), stepper.pair_counts(), list(stepper.splits().values())
    assert {row.pair: row.count for row in rows} == expected
    values = deciding(stepper, expected)
    assert [values[row.pair] for row in rows] == sorted(values.values(), reverse=True)
    for value in set(values.values()):
        order = in_tie_order(stepper, [pair for pair in expected if values[pair] == value])
        assert order is None or [row.pair for row in rows if values[row.pair] == value] == order
    if rows and not stepper.is_done:
        first = values[rows[0].pair]
        assert list(stepper.tied_pairs()) == [row.pair for row in rows if values[row.pair] == first]
        assert stepper.next_pair() == rows[0].pair
        decision = stepper.view.decision()
        assert (decision.pair, *decision.tied) == stepper.tied_pairs()
    assert stepper.pair_counts(limit=2) == rows[:2]
    for row in rows:
        shares = stepper.view.word_shares(row.pair)
        assert row.words == len(shares) == sum(row.pair in pairwise(symbols) for symbols in splits)
        assert row.count == sum(share.contribution for share in shares)
    statistics = stepper.view.statistics()
    assert statistics.distinct_pairs == len(expected)
    symbols = sum(word.count * len(split) for word, split in zip(stepper.words, splits, strict=True))
    assert statistics.symbols == symbols
    assert statistics.ties == sum(1 for merge in stepper.merges if merge.tied)


@given(word_counts(), configs, PATHS)
@daily(120, fuzz=20_000)
def test_the_fast_trainer_learns_what_the_slow_one_learns(counts, config, paths):
    with with_constants(paths):
        stepper = stepper_of(counts, config)
        stepper.run()
        merges, splits = learn(counts, config, EVERYTHING)
        assert [(merge.pair, merge.count) for merge in stepper.merges] == merges
        assert [list(symbols) for symbols in stepper.splits().values()] == splits


@given(word_counts(), configs, PATHS, walks, randoms)
@daily(40, fuzz=20_000)
def test_counts_equal_a_recount_after_any_walk(
    counts: dict[str, int], config: BPEConfig, paths: dict[str, int], actions: list[str], random: Random
) -> None:
    with with_constants(paths):
        stepper = stepper_of(counts, config)
        for action in actions:
            expected = stepper.next_pair() if action == "step" else None
            walk(stepper, action, random)
            assert expected is None or stepper.merges[-1].pair == expected
            check_position(stepper)


@given(steppers)
@daily(30, fuzz=20_000)
def test_after_a_forced_step_every_position_still_follows_the_rule(stepper):
    if rows := stepper.pair_counts():
        assert stepper.step(rows[-1].pair).chosen_by == "user"
        check_position(stepper)
    while not stepper.is_done:
        stepper.step()
        check_position(stepper)


@given(word_counts(), configs, st.sampled_from([(), ("[CLS]", "[SEP]")]))
def test_the_stepper_and_its_tokenizer_number_tokens_alike(counts, config, special_tokens):
    stepper = stepper_of(counts, replace(config, special_tokens=special_tokens))
    stepper.run()
    vocabulary = stepper.view.vocabulary()
    assert stepper.tokenizer().vocab == vocabulary
    assert list(vocabulary.values()) == list(range(len(vocabulary)))
    for merge in stepper.merges:
        assert vocabulary[merge.token] == merge.token_id


@given(steppers)
def test_undoing_everything_equals_a_fresh_stepper(stepper):
    stepper.run()
    while stepper.position:
        stepper.undo()
    fresh = BPEStepper(stepper.corpus, stepper.config)
    assert stepper.splits() == fresh.splits()
    assert stepper.pair_counts() == fresh.pair_counts()
    assert stepper.view.statistics() == fresh.view.statistics()
    with pytest.raises(PositionError, match="nothing to undo"):
        stepper.undo()


@given(steppers)
def test_the_tied_pairs_of_a_merge_are_those_that_are_level_with_it(stepper):
    stepper.run()
    for merge in stepper.history:
        stepper.goto(merge.rank)
        values = deciding(stepper, recount(stepper))
        shared = [pair for pair, value in values.items() if value == values[merge.pair]]
        assert sorted([merge.pair, *merge.tied]) == sorted(shared)
        assert merge.tied_count == len(shared) - 1
        order = in_tie_order(stepper, shared)
        assert order is None or [merge.pair, *merge.tied] == order


@given(steppers)
def test_no_two_tokens_print_alike_and_no_count_rises(stepper):
    stepper.run()
    assert len(stepper.view.vocabulary()) == len(stepper.base_symbols) + stepper.position
    merged = [merge.count for merge in stepper.merges]
    assert stepper.config.is_wordpiece or merged == sorted(merged, reverse=True)
