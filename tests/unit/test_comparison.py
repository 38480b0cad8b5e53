"""Comparisons: hug / pug / pun by hand, columns that end, limits and errors, work in slices."""

from dataclasses import replace
from itertools import pairwise

import numpy as np
import pytest

from bpe_core import EXAMPLES, PROFILES, TIE_BREAKS, BPEConfig, Corpus
from bpe_core.errors import ComparisonError
from bpe_core.merges import Pair
from bpe_core.progress import Progress
from bpe_core.studies.comparison import MAX_TEXT, Column, ColumnSummary, Comparison, Divergence, LearnedToken

HUG = EXAMPLES["hug_pug_pun"].corpus
FIRST_SEEN, SMALLEST_PAIR = BPEConfig(tie_break="first_seen"), BPEConfig(tie_break="smallest_pair")
TWO = [Column("First seen", FIRST_SEEN), Column("Smallest pair", SMALLEST_PAIR)]


def compared(
    columns: list[Column], corpus: Corpus = HUG, *, merges: int | None = None, vocab_size: int | None = None
) -> Comparison:
    comparison = Comparison(corpus, columns, merges=merges, vocab_size=vocab_size)
    while not comparison.advance(0.25):
        pass
    return comparison


def diverged(columns: list[Column], corpus: Corpus = HUG, *, merges: int | None = None) -> Divergence:
    divergence = compared(columns, corpus, merges=merges).divergence()
    assert divergence is not None
    return divergence


def ties(*rules: str) -> list[Column]:
    return [Column(TIE_BREAKS[rule].title, BPEConfig(tie_break=rule)) for rule in rules]


# hug 10, pug 5, pun 12, bun 4, hugs 5: u+g 20, u+n 16, h+ug 15, p+un 12, then p+ug and hug+s at 5, b+un 4.


def test_at_five_merges_pug_and_hugs_differ() -> None:
    comparison = compared(TWO, merges=5)
    assert comparison.first_divergence == 4
    assert [row.agree for row in comparison.rows(0, 5)] == [True] * 4 + [False]
    first_seen, smallest_pair = comparison.rows(4, 5)[0].cells
    assert first_seen is not None
    assert smallest_pair is not None
    assert (first_seen.pair, first_seen.token, first_seen.count, first_seen.tied) == (
        ("p", "ug"),
        "pug",
        5,
        1,
    )
    assert (smallest_pair.pair, smallest_pair.token, smallest_pair.count) == (("hug", "s"), "hugs", 5)
    assert (first_seen.kind, first_seen.rank_there) == ("differs", 4)
    assert (smallest_pair.kind, smallest_pair.rank_there) == ("only_here", None)
    assert comparison.tokens()[4:] == [LearnedToken("pug", (4, None)), LearnedToken("hugs", (None, 4))]


def test_at_seven_merges_only_the_ids_differ() -> None:
    comparison = compared(TWO)
    assert comparison.length == 7
    cells = [row.cells[1] for row in comparison.rows(4, 7)]
    assert [cell.kind for cell in cells if cell] == ["moved", "moved", "same"]
    assert [cell.rank_there for cell in cells if cell] == [5, 4, 6]
    assert all(token.shared for token in comparison.tokens())
    ids = [
        {cell.token: cell.token_id for row in comparison.rows(0, 7) if (cell := row.cells[column])}
        for column in (0, 1)
    ]
    assert ids[0].keys() == ids[1].keys()
    assert {token for token in ids[0] if ids[0][token] != ids[1][token]} == {"pug", "hugs"}


def test_a_token_is_learned_by_all_by_some_or_by_one() -> None:
    # After five merges "pug" is First seen's and Smallest ids', "hugs" is Smallest pair's alone.
    summaries = compared(ties("first_seen", "smallest_ids", "smallest_pair"), merges=5).summaries()
    assert [
        (column.tokens_shared, column.tokens_in_some, column.tokens_only_here) for column in summaries
    ] == [
        (4, 1, 0),
        (4, 1, 0),
        (4, 0, 1),
    ]


def test_the_eight_rules_take_what_is_known_of_them_at_the_tie() -> None:
    comparison = compared(ties(*TIE_BREAKS), merges=5)
    made = dict(zip(TIE_BREAKS, comparison.rows(4, 5)[0].cells, strict=True))
    for rule in ("first_seen", "smallest_ids", "greatest_pair"):
        cell = made[rule]
        assert cell is not None
        assert cell.pair == ("p", "ug")
    assert made["smallest_pair"] is not None
    assert made["smallest_pair"].pair == ("hug", "s")


def test_the_divergence_shows_what_was_tied_and_why_each_rule_took_its_own() -> None:
    divergence = diverged(TWO, merges=5)
    assert (divergence.rank, divergence.same_splits) == (4, True)
    assert [choice.tied for choice in divergence.picks] == [
        (("p", "ug"), ("hug", "s")),
        (("hug", "s"), ("p", "ug")),
    ]
    assert [(choice.pair, choice.count, choice.tied_total) for choice in divergence.picks] == [
        (("p", "ug"), 5, 2),
        (("hug", "s"), 5, 2),
    ]
    assert divergence.picks[1].reason == (
        "Smallest pair decides: hug + s comes before p + ug in character order."
    )


def test_no_more_than_twelve_tied_candidates_are_named() -> None:
    letters = "abcdefghijklmnopqrst"
    corpus = Corpus.from_word_counts({left + right: 1 for left, right in pairwise(letters)})
    divergence = diverged(ties("first_seen", "greatest_pair"), corpus, merges=1)
    assert [(len(choice.tied), choice.tied_total) for choice in divergence.picks] == [(12, 19), (12, 19)]
    assert [choice.tied[0] for choice in divergence.picks] == [("a", "b"), ("s", "t")]


def test_the_figures_of_five_merges_are_those_counted_by_hand() -> None:
    # hug 10 x 1, p ug 5 x 2, pun 12 x 1, b un 4 x 2, hug s 5 x 2 symbols are left after four merges: 50.
    comparison = compared(TWO, merges=5)
    first_seen, smallest_pair = comparison.summaries()
    assert first_seen == ColumnSummary(
        title="First seen",
        merges=5,
        same_step=5,
        moved=0,
        only_here=0,
        missing=0,
        base_symbols=7,
        vocabulary_size=12,
        tokens_shared=4,
        tokens_only_here=1,
        symbols_at_start=113,
        symbols=45,
        compression=113 / 45,
        tied_steps=1,
        stop_reason="merge limit reached",
    )
    assert smallest_pair == replace(first_seen, title="Smallest pair", same_step=4, only_here=1, missing=1)
    assert comparison.summaries(against=1)[0].same_step == 4
    for line in comparison.series():
        assert line.symbols == [113, 93, 77, 62, 50, 45]
        assert line.compression == [113 / left for left in line.symbols]
        assert line.tied == [1, 1, 1, 1, 2]


def test_hug_is_cut_by_each_rule_in_its_own_tokens_at_five_merges() -> None:
    first_seen, smallest_pair = compared(TWO, merges=5).encode("pug hugs bug", against=0)
    assert [token.token for token in first_seen.tokens] == ["pug", "hug", "s", "b", "ug"]
    assert [token.token for token in smallest_pair.tokens] == ["p", "ug", "hugs", "b", "ug"]
    assert [token.differs for token in first_seen.tokens] == [False] * 5
    assert [token.differs for token in smallest_pair.tokens] == [True, True, True, False, False]


# Columns that end


def test_a_column_that_has_ended_differs_from_then_on_and_says_why() -> None:
    rare = replace(FIRST_SEEN, min_frequency=10)
    comparison = compared([Column("All", FIRST_SEEN), Column("Frequent", rare)])
    assert (comparison.length, comparison.first_divergence) == (7, 4)
    assert [row.cells[1] is None for row in comparison.rows(0, 7)] == [False] * 4 + [True] * 3
    divergence = comparison.divergence()
    assert divergence is not None
    assert [choice.stop_reason for choice in divergence.picks] == [None, "below the minimum frequency"]
    assert (divergence.picks[1].pair, divergence.picks[1].tied_total) == (None, 0)
    assert divergence.same_splits is False
    assert [row.stop_reason for row in comparison.summaries()] == [
        "no pairs left",
        "below the minimum frequency",
    ]
    assert comparison.summaries(against=1)[1].missing == 0
    assert comparison.summaries(against=0)[1].missing == 3


def test_equal_rules_never_part() -> None:
    comparison = compared([Column("This", FIRST_SEEN), Column("That", FIRST_SEEN)])
    assert comparison.first_divergence is None
    assert comparison.divergence() is None
    assert {cell.kind for row in comparison.rows(0, 7) for cell in row.cells if cell} == {"same"}


def test_columns_without_any_merge_can_be_compared() -> None:
    comparison = compared(TWO, Corpus.from_word_counts({"a": 1}))
    assert (comparison.length, comparison.first_divergence, comparison.rows(0, 9)) == (0, None, [])
    assert comparison.tokens() == []
    assert [row.stop_reason for row in comparison.summaries()] == ["no pairs left"] * 2
    assert [line.symbols for line in comparison.series()] == [[1], [1]]


# What can be behind a divergence besides ties


def test_other_symbols_at_the_start_are_more_than_a_tie() -> None:
    marked = replace(FIRST_SEEN, word_boundary="end_symbol")
    divergence = diverged([Column("None", FIRST_SEEN), Column("Marked", marked)])
    # u+n and n+</w> are tied at 16 there; u+n alone has 16 here.
    assert [choice.tied_total for choice in divergence.picks] == [1, 1]
    assert (divergence.rank, divergence.same_splits) == (2, False)


def test_counting_overlaps_otherwise_is_more_than_a_tie() -> None:
    corpus = Corpus.from_word_counts({"aaa": 2, "bc": 2, "de": 4})
    once = replace(FIRST_SEEN, count_overlaps=False)
    # a+a counts 4 with overlaps and is tied with d+e; without them it counts 2, and d+e is alone.
    divergence = diverged([Column("Twice", FIRST_SEEN), Column("Once", once)], corpus)
    assert [choice.pair for choice in divergence.picks] == [("a", "a"), ("d", "e")]
    assert [choice.tied_total for choice in divergence.picks] == [2, 1]
    assert divergence.same_splits is False


def test_bytes_and_characters_make_the_same_merges_though_they_print_otherwise() -> None:
    characters = BPEConfig(pre_tokenizer="gpt2")
    columns = [Column("Characters", characters), Column("Bytes", replace(characters, alphabet="bytes"))]
    comparison = compared(columns, Corpus.from_text("a tu tu tu"))
    assert comparison.first_divergence is None
    [row] = comparison.rows(0, 1)
    assert [cell.pair for cell in row.cells if cell] == [(" ", "t"), ("Ġ", "t")]

    comparison = compared(columns, Corpus.from_word_counts({"cé": 3}))
    assert [[cell and cell.pair for cell in row.cells] for row in comparison.rows(0, 2)] == [
        [("c", "é"), ("c", "Ã")],
        [None, ("cÃ", "©")],
    ]
    assert [token.ranks for token in comparison.tokens()] == [(0, 1), (None, 0)]


def test_text_that_looks_like_the_bytes_of_another_is_not_taken_for_it() -> None:
    plain = BPEConfig()
    columns = [Column("Characters", plain), Column("Bytes", replace(plain, alphabet="bytes"))]
    characters, in_bytes = compared(columns, Corpus.from_word_counts({"é": 2, "Ã©": 2})).rows(0, 1)[0].cells
    assert characters is not None
    assert in_bytes is not None
    assert (characters.pair, in_bytes.pair) == (("Ã", "©"), ("Ã", "©"))  # in bytes, that is é
    assert (in_bytes.kind, characters.kind) == ("only_here", "differs")


# Limits


def test_a_number_of_merges_replaces_the_limits_of_every_column() -> None:
    limited = replace(FIRST_SEEN, max_merges=1, vocab_size=9)
    comparison = compared([Column("Limited", limited), Column("Free", FIRST_SEEN)], merges=3)
    assert [row.merges for row in comparison.summaries()] == [3, 3]


def test_a_vocabulary_size_counts_special_tokens_and_base_symbols() -> None:
    special = replace(FIRST_SEEN, special_tokens=("<unk>",), max_merges=1)
    comparison = compared([Column("Plain", FIRST_SEEN), Column("Special", special)], vocab_size=10)
    assert [row.merges for row in comparison.summaries()] == [3, 2]
    assert [row.vocabulary_size for row in comparison.summaries()] == [10, 10]


def test_without_a_limit_each_column_goes_to_its_own_end() -> None:
    comparison = compared([Column("Two", replace(FIRST_SEEN, max_merges=2)), Column("All", FIRST_SEEN)])
    assert [row.merges for row in comparison.summaries()] == [2, 7]


@pytest.mark.parametrize("number", [0, 1, 9])
def test_fewer_than_two_and_more_than_eight_columns_are_refused(number: int) -> None:
    with pytest.raises(ComparisonError, match="2 to 8 can be compared"):
        Comparison(HUG, [Column(str(column), FIRST_SEEN) for column in range(number)])


def test_both_limits_at_once_and_limits_without_sense_are_refused() -> None:
    with pytest.raises(ComparisonError, match="not both"):
        Comparison(HUG, TWO, merges=5, vocab_size=12)
    for wrong in (0, -1, True, 2.5):
        with pytest.raises(ComparisonError, match=r"^`merges` must be an integer >= 1, got .*\.$"):
            Comparison(HUG, TWO, merges=wrong)  # type: ignore[arg-type]


def test_a_limit_may_be_a_number_of_numpy() -> None:
    assert compared(TWO, merges=np.int64(5)).length == 5  # type: ignore[arg-type]
    assert compared(TWO, vocab_size=np.int64(9)).length == 2  # type: ignore[arg-type]


def test_a_column_that_cannot_be_trained_is_named() -> None:
    no_word = BPEConfig(pre_tokenizer="pattern", pattern="z")
    comparison = Comparison(Corpus.from_text("hug pug"), [TWO[0], Column("My <b>own</b>", no_word)])
    for _ in range(2):
        with pytest.raises(ComparisonError, match=r"^My <b>own</b>: The corpus has no words"):
            comparison.advance(10)
    assert (comparison.is_done, comparison.steppers) == (False, ())


def test_questions_about_what_is_not_there_are_refused() -> None:
    comparison = compared(TWO)
    for ask in (
        lambda: comparison.rows(0, 5, against=2),
        lambda: comparison.rows(-1, 5),
        lambda: comparison.summaries(against=-1),
        lambda: comparison.encode("hug", against=2),
        lambda: comparison.encode("h" * (MAX_TEXT + 1)),
        lambda: comparison.tokens(-1),
    ):
        with pytest.raises(ComparisonError, match=r"must be|at most"):
            ask()
    assert comparison.rows(5, 99) == comparison.rows(5, 7)
    assert comparison.rows(5, 3) == []


# The work


def test_words_are_counted_once_for_columns_that_cut_alike(counted: list[BPEConfig]) -> None:
    names = ["textbook", "hf_course", "minbpe_regex", "rustbpe", "textbook_lowercase"]
    compared([Column(name, PROFILES[name].config) for name in names], Corpus.from_text("Hug hug pug"))
    assert [config.pre_tokenizer for config in counted] == ["whitespace", "gpt4", "whitespace"]


def made_by(comparison: Comparison, length: int) -> list[list[tuple[Pair, int, bool]]]:
    """The pair, its count and whether all agree, of the first so many ranks in every column."""
    return [
        [(cell.pair, cell.count, row.agree) for cell in row.cells if cell]
        for row in comparison.rows(0, length)
    ]


def test_work_in_the_shortest_slices_comes_to_the_same_end() -> None:
    whole = compared(ties("first_seen", "random"), EXAMPLES["fox"].corpus)
    sliced = Comparison(EXAMPLES["fox"].corpus, ties("first_seen", "random"))
    seen: list[Progress] = [sliced.progress]
    lengths = []
    while not sliced.advance(0):
        seen.append(sliced.progress)
        if sliced.steppers:
            lengths.append(sliced.length)
            # What is there in between is the beginning of what will be there.
            assert (
                sliced.rows(0, sliced.length) == whole.rows(0, sliced.length) or sliced.length < whole.length
            )
            assert [row.merges for row in sliced.summaries()] == [sliced.length] * 2
            assert {len(line.tied) for line in sliced.series()} == {sliced.length}
            assert all(column.tokens for column in sliced.encode("fox"))
    assert lengths == sorted(lengths)
    assert len(set(lengths)) > 2
    assert sliced.rows(0, 10_000) == whole.rows(0, 10_000)
    assert sliced.tokens() == whole.tokens()
    assert {progress.what for progress in seen} == {"word counts", "merges"}
    merges = [progress.done for progress in seen if progress.what == "merges"]
    assert merges == sorted(merges)
    done = sum(stepper.known_merges for stepper in sliced.steppers)
    assert sliced.progress == Progress(done, done, "merges")


def test_the_total_is_known_from_the_limits_before_the_end_is() -> None:
    comparison = Comparison(HUG, TWO, merges=300)
    assert comparison.progress == Progress(0, 1, "word counts")
    comparison.advance(0)
    comparison.advance(0)
    assert comparison.progress == Progress(0, 600, "merges")
    comparison.advance(10)
    assert comparison.progress == Progress(14, 14, "merges")  # no pair is left after seven


def test_nothing_is_there_before_the_words_are_counted() -> None:
    comparison = Comparison(HUG, TWO)
    assert (comparison.steppers, comparison.length, comparison.first_divergence) == ((), 0, None)
    assert (comparison.rows(0, 5), comparison.tokens()) == ([], [])
    assert (comparison.summaries(), comparison.series()) == ([], [])
    assert comparison.encode("hug") == []


def test_asking_moves_no_stepper() -> None:
    comparison = compared(TWO, merges=5)
    comparison.divergence()
    comparison.encode("hugs")
    assert [stepper.position for stepper in comparison.steppers] == [5, 5]


def test_a_comparison_and_its_lines_print_in_one_line() -> None:
    comparison = Comparison(HUG, TWO, merges=5)
    assert repr(comparison) == "<Comparison of 'First seen', 'Smallest pair': 0 merges, under way>"
    comparison.advance(60)
    assert repr(comparison) == "<Comparison of 'First seen', 'Smallest pair': 5 merges, done>"
    assert repr(comparison.series()[0]) == "<ColumnSeries: 5 merges, 113 to 45 symbols>"
