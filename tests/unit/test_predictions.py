"""Predictions: what a pick is worth, and the mistake that leads to it."""

from dataclasses import replace

import pytest

from bpe_core import EXAMPLES, BPEConfig, BPEStepper, Corpus
from bpe_core.errors import NothingToMergeError, PairNotFoundError
from bpe_core.merges import Pair

HUG = Corpus.from_word_counts({"hug": 10, "pug": 5, "pun": 12, "bun": 4, "hugs": 5})
PLAIN = BPEConfig()


def stepper_of(counts: dict[str, int], config: BPEConfig = PLAIN) -> BPEStepper:
    return BPEStepper(Corpus.from_word_counts(counts), config)


def test_the_pair_that_the_rule_picks_is_right() -> None:
    verdict = BPEStepper(HUG, PLAIN).view.judge(("u", "g"))
    assert (verdict.kind, verdict.score, verdict.count, verdict.winner) == ("right", 1.0, 20, ("u", "g"))


def test_a_tied_pair_is_half_right_and_the_rule_says_why() -> None:
    stepper = BPEStepper(HUG, PLAIN)
    stepper.goto(4)
    verdict = stepper.view.judge(("hug", "s"))
    assert (verdict.kind, verdict.score, verdict.count, verdict.winner_count) == ("tied", 0.5, 5, 5)
    assert verdict.reason == (
        "First seen decides: p + ug is met first, in word 2 (pug); hug + s is met in word 5 (hugs)."
    )


def test_the_reason_of_a_tie_is_about_the_pick_not_about_the_runner_up() -> None:
    stepper = stepper_of({"ab": 2, "cd": 2, "ef": 2})
    assert stepper.view.judge(("e", "f")).reason.endswith("e + f is met in word 3 (ef).")


@pytest.mark.parametrize("pair", [("h", "p"), ("u", "h"), ("zz", "q"), ("h", "ug"), ("", "")])
def test_symbols_that_stand_side_by_side_nowhere_are_not_there(pair: Pair) -> None:
    verdict = BPEStepper(HUG, PLAIN).view.judge(pair)
    assert (verdict.kind, verdict.score, verdict.count, verdict.words) == ("not_there", 0.0, 0, 0)
    assert (verdict.winner, verdict.winner_count, verdict.border) == (("u", "g"), 20, None)


def test_two_symbols_that_end_one_word_and_begin_the_next_cross_a_border() -> None:
    stepper = BPEStepper(HUG, PLAIN)
    verdict = stepper.view.judge(("g", "p"))
    assert (verdict.kind, verdict.score, verdict.border) == ("crosses_border", 0.0, ("hug", "pug"))
    stepper.step()
    assert stepper.view.judge(("ug", "p")).border == ("hug", "pug")
    assert stepper.view.judge(("g", "p")).kind == "not_there"


def test_without_neighbours_a_border_is_shown_by_the_first_words_that_could_meet() -> None:
    verdict = BPEStepper(HUG, PLAIN).view.judge(("s", "b"))
    assert (verdict.kind, verdict.border) == ("crosses_border", ("hugs", "bun"))


def test_the_pair_in_most_words_comes_of_counting_words() -> None:
    verdict = stepper_of({"ab": 10, "cd": 1, "cde": 1, "xcd": 1}).view.judge(("c", "d"))
    assert (verdict.kind, verdict.score) == ("counted_words", 0.0)
    assert (verdict.words, verdict.winner_words, verdict.count, verdict.winner_count) == (3, 1, 3, 10)


def test_the_pair_with_most_occurrences_in_distinct_words_comes_of_forgetting_the_frequencies() -> None:
    verdict = stepper_of({"ab": 10, "cdcdcd": 1}).view.judge(("c", "d"))
    assert (verdict.kind, verdict.words, verdict.winner_words) == ("counted_words", 1, 1)
    assert (verdict.occurrences, verdict.winner_occurrences) == (3, 1)


def test_no_word_counting_is_named_where_another_pair_is_in_more_words() -> None:
    verdict = stepper_of({"ab": 10, "cd": 1, "cde": 1, "fg": 1, "xfg": 1, "fgy": 1}).view.judge(("c", "d"))
    assert (verdict.kind, verdict.words, verdict.winner_words) == ("other", 2, 1)


def test_no_word_counting_is_named_where_the_winner_is_in_as_many_words() -> None:
    assert stepper_of({"ab": 10, "abx": 1, "cd": 1, "cde": 1}).view.judge(("c", "d")).kind == "other"


def test_the_longest_token_is_named_where_the_winners_is_shorter() -> None:
    stepper = BPEStepper(HUG, PLAIN)
    stepper.goto(3)
    verdict = stepper.view.judge(("hug", "s"))
    assert (verdict.kind, verdict.length, verdict.winner_length) == ("longest", 4, 3)
    assert (verdict.count, verdict.winner_count) == (5, 12)


def test_a_boundary_marker_adds_nothing_to_a_tokens_length() -> None:
    example = EXAMPLES["low_lower"]
    stepper = BPEStepper(example.corpus, example.config)
    assert stepper.next_pair() == ("l", "o")
    verdict = stepper.view.judge(("t", "</w>"))
    assert (verdict.kind, verdict.length, verdict.winner_length) == ("other", 1, 2)


def test_a_runner_up_that_falls_short_by_little_is_close() -> None:
    # 15 against 16, though it would also make the longest token.
    stepper = BPEStepper(HUG, PLAIN)
    stepper.step()
    verdict = stepper.view.judge(("h", "ug"))
    assert (verdict.kind, verdict.score, verdict.count, verdict.winner_count) == ("close", 0.0, 15, 16)
    assert [(share.word, share.contribution) for share in verdict.shares] == [("hug", 10), ("hugs", 5)]
    assert [(share.word, share.contribution) for share in verdict.winner_shares] == [("pun", 12), ("bun", 4)]


@pytest.mark.parametrize(("others", "kind"), [(9, "close"), (8, "other")])
def test_close_is_up_to_a_tenth_less(others: int, kind: str) -> None:
    assert stepper_of({"ab": 10, "cd": others, "ef": 1, "aa": 1}).view.judge(("c", "d")).kind == kind


def test_close_is_the_runner_up_alone() -> None:
    assert stepper_of({"ab": 20, "cd": 19, "ef": 18, "aa": 1}).view.judge(("e", "f")).kind == "other"


def test_of_two_pairs_neither_length_nor_order_is_evidence() -> None:
    stepper = stepper_of({"cd": 9, "ab": 2})
    assert stepper.view.judge(("a", "b")).kind == "other"
    assert stepper_of({"ab": 9, "ccd": 2}).view.judge(("c", "d")).kind == "other"


def test_where_all_tokens_are_equally_long_none_is_the_longest() -> None:
    assert BPEStepper(HUG, PLAIN).view.judge(("p", "u")).kind == "other"


def test_the_first_pair_in_character_order_is_named() -> None:
    stepper = BPEStepper(HUG, PLAIN)
    assert stepper.view.judge(("b", "u")).kind == "alphabetical"
    assert stepper.view.judge(("g", "s")).kind == "other"


def test_with_bytes_character_order_is_the_order_of_the_bytes() -> None:
    # A space is byte 32 but printed as a later character than any letter.
    config = replace(PLAIN, alphabet="bytes", pre_tokenizer="none")
    stepper = stepper_of({"bc": 9, " z": 2, "ab": 3}, config)
    assert stepper.view.judge(("Ġ", "z")).kind == "alphabetical"
    assert stepper.view.judge(("a", "b")).kind == "other"


def test_a_merge_forced_later_on_does_not_change_who_wins() -> None:
    stepper = BPEStepper(HUG, PLAIN)
    stepper.step(("b", "u"))
    stepper.undo()
    assert stepper.view.judge(("b", "u")).winner == ("u", "g")


def test_there_is_nothing_to_predict_when_training_is_over() -> None:
    stepper = BPEStepper(HUG, PLAIN)
    stepper.run()
    with pytest.raises(NothingToMergeError, match="nothing to predict: no pairs left"):
        stepper.view.judge(("u", "g"))


@pytest.mark.parametrize("pair", ["ug", ("u",), ("u", 1), None])
def test_what_is_no_pair_of_texts_is_refused(pair: Pair) -> None:
    with pytest.raises(PairNotFoundError, match="must be a pair of texts"):
        BPEStepper(HUG, PLAIN).view.judge(pair)
