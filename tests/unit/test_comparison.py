"""Comparisons: hug / pug / pun by hand, columns that end, limits, errors and stops."""

from dataclasses import replace
from typing import Any
from unittest.mock import patch

import numpy as np
import pytest

from bpe_core import EXAMPLES, BPEConfig, Corpus
from bpe_core.merges import Pair
from bpe_core.progress import Progress
from bpe_core.studies.comparison import (
    ColumnPick,
    ColumnRules,
    Comparison,
    Divergence,
    compare,
)

HUG = EXAMPLES["hug_pug_pun"].corpus
FIRST_SEEN, SMALLEST_PAIR = BPEConfig(tie_break="first_seen"), BPEConfig(tie_break="smallest_pair")
TWO = [ColumnRules("First seen", FIRST_SEEN), ColumnRules("Smallest pair", SMALLEST_PAIR)]


def compared(columns: list[ColumnRules], corpus: Corpus = HUG, *, merges: int | None = None) -> Comparison:
    return compare(corpus, columns, merges=merges)


def diverged(columns: list[ColumnRules], corpus: Corpus = HUG, *, merges: int | None = None) -> Divergence:
    divergence = compared(columns, corpus, merges=merges).divergence()
    assert divergence is not None
    return divergence


def pairs_in(comparison: Comparison) -> list[list[Pair | None]]:
    return [[cell and cell.pair for cell in row.cells] for row in comparison.rows(0, comparison.length)]


# hug 10, pug 5, pun 12, bun 4, hugs 5: u+g 20, u+n 16, h+ug 15, p+un 12, then p+ug and hug+s at 5, b+un 4.


def test_the_divergence_shows_what_was_tied_and_why_each_rule_took_its_own() -> None:
    divergence = diverged(TWO, merges=5)
    assert (divergence.rank, divergence.same_splits) == (4, True)
    smallest_pair = "Smallest pair decides: hug + s comes before p + ug in character order."
    assert divergence.picks[1] == ColumnPick(
        ("hug", "s"), 5, (("hug", "s"), ("p", "ug")), 2, smallest_pair, stop_reason=None
    )
    assert (divergence.picks[0].pair, divergence.picks[0].tied) == (("p", "ug"), (("p", "ug"), ("hug", "s")))


# Columns that end


def test_a_column_that_has_ended_differs_from_then_on_and_says_why() -> None:
    rare = replace(FIRST_SEEN, min_frequency=10)
    comparison = compared([ColumnRules("All", FIRST_SEEN), ColumnRules("Frequent", rare)])
    assert (comparison.length, comparison.first_divergence) == (7, 4)
    assert [row.cells[1] is None for row in comparison.rows(0, 7)] == [False] * 4 + [True] * 3
    divergence = comparison.divergence()
    assert divergence is not None
    assert divergence.picks[1] == ColumnPick(None, 0, (), 0, "", "below the minimum frequency")
    assert (divergence.picks[0].stop_reason, divergence.same_splits) == (None, False)


# What can be behind a divergence besides ties


def test_bytes_and_characters_make_the_same_merges_though_they_print_otherwise() -> None:
    characters = BPEConfig(pre_tokenizer="gpt2")
    columns = [
        ColumnRules("Characters", characters),
        ColumnRules("Bytes", replace(characters, alphabet="bytes")),
    ]
    comparison = compared(columns, Corpus.from_text("a tu tu tu"))
    assert comparison.first_divergence is None
    assert pairs_in(comparison)[0] == [(" ", "t"), ("Ġ", "t")]

    comparison = compared(columns, Corpus.from_word_counts({"cé": 3}))
    assert pairs_in(comparison) == [[("c", "é"), ("c", "Ã")], [None, ("cÃ", "©")]]
    assert [token.ranks for token in comparison.tokens()] == [(0, 1), (None, 0)]


# Limits


@pytest.mark.parametrize(
    ("first", "second", "limit", "merges"),
    [
        ({"max_merges": 1, "vocab_size": 9}, {}, {"merges": 3}, [3, 3]),  # in place of each column's own
        ({}, {}, {"merges": np.int64(3)}, [3, 3]),
        ({"max_merges": 2}, {}, {}, [2, 7]),  # each to its own end
    ],
)
def test_a_limit_for_all_replaces_the_limits_of_every_column(
    first: dict[str, Any], second: dict[str, Any], limit: dict[str, Any], merges: list[int]
) -> None:
    columns = [ColumnRules(str(changes), replace(FIRST_SEEN, **changes)) for changes in (first, second)]
    summaries = compared(columns, **limit).summaries()
    assert [row.merges for row in summaries] == merges


# The work


def test_progress_counts_up_to_a_total_that_is_known_from_the_limits_before_the_end_is() -> None:
    told: list[Progress] = []
    with patch("bpe_core.studies.comparison.trainings.ROUND", 2):
        compare(HUG, TWO, merges=300, tell=told.append)
    merges = [progress.done for progress in told if progress.what == "merges"]
    assert told[0] == Progress(0, 1, "word counts")
    assert {progress.what for progress in told} == {"word counts", "merges"}
    assert merges == sorted(merges)
    assert Progress(2, 600, "merges") in told
    assert told[-1] == Progress(14, 14, "merges")  # no pair is left after seven
