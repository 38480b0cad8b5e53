"""The stepper: positions, forced steps, stop reasons and what a person can get wrong."""

import copy
import pickle
from typing import Any

import numpy as np
import pytest

from bpe_core import EXAMPLES, PROFILES, TIE_BREAKS, BPEConfig, BPEStepper, Corpus
from bpe_core.errors import (
    ConfigError,
    CorpusError,
    EmptyCorpusError,
    NothingToMergeError,
    PairNotFoundError,
    PositionError,
)
from tests.unit.steppers import HUG, hug, stepper_of, told

PLAIN = BPEConfig()


def tokens(stepper: BPEStepper) -> list[str]:
    return [merge.token for merge in stepper.merges]


def pairs(stepper: BPEStepper) -> list[tuple[str, str]]:
    return [merge.pair for merge in stepper.history]


def test_stepping_back_and_forth_shows_the_same_merges() -> None:
    stepper = hug()
    first, second = stepper.step(), stepper.step()
    assert stepper.undo() == second
    assert stepper.undo() == first
    assert stepper.redo() == first
    assert stepper.step() == second
    assert (first.pair, first.token, first.token_id, first.count) == (("u", "g"), "ug", 7, 20)


def test_the_history_keeps_what_was_undone() -> None:
    stepper = hug(None)
    stepper.goto(2)
    assert tokens(stepper) == ["ug", "un"]
    assert [merge.token for merge in stepper.history] == ["ug", "un", "hug", "pun", "pug", "hugs", "bun"]


def test_a_forced_step_starts_a_branch_and_is_marked() -> None:
    stepper = hug(None)
    stepper.goto(2)
    merge = stepper.step(("b", "un"))
    assert (merge.count, merge.chosen_by, merge.tied_count) == (4, "user", 0)
    assert pairs(stepper) == [("u", "g"), ("u", "n"), ("b", "un")]
    stepper.run()
    assert tokens(stepper) == ["ug", "un", "bun", "hug", "pun", "pug", "hugs"]


def test_after_undoing_a_forced_step_the_rule_picks_again_and_redo_still_has_it() -> None:
    stepper = hug()
    stepper.step(("b", "u"))
    stepper.step()
    stepper.goto(0)
    assert stepper.next_pair() == ("u", "g")
    assert stepper.redo().chosen_by == "user"
    stepper.undo()
    stepper.step(("b", "u"))
    assert stepper.known_merges == 2  # the same pair again: nothing is cut
    stepper.undo()
    assert stepper.step().pair == ("u", "g")
    assert pairs(stepper) == [("u", "g")]


def test_a_merge_held_from_an_abandoned_branch_still_knows_its_ties() -> None:
    stepper = hug(None)
    held = stepper.history[4]
    stepper.goto(0)
    stepper.step(("h", "u"))
    assert tuple(held.tied) == (("hug", "s"),)


def test_merges_can_be_pickled_compared_and_hashed() -> None:
    stepper = hug(None)
    copies = pickle.loads(pickle.dumps(stepper.merges))
    assert copies == stepper.merges
    assert stepper.merges[4].tied == (("hug", "s"),)
    assert len(set(stepper.merges)) == 7


@pytest.mark.parametrize(
    ("change", "reason", "merges"),
    [
        ({}, "no pairs left", 7),
        ({"max_merges": 3}, "merge limit reached", 3),
        ({"vocab_size": 9}, "vocabulary size reached", 2),
        ({"vocab_size": 3}, "vocabulary size reached", 0),
        ({"vocab_size": 10, "special_tokens": ("<s>",)}, "vocabulary size reached", 2),
        ({"max_merges": 3, "vocab_size": 10}, "merge limit reached", 3),  # of two at once the first is named
        ({"min_frequency": 5}, "below the minimum frequency", 6),
        ({"min_frequency": 100}, "below the minimum frequency", 0),
    ],
)
def test_training_stops_with_its_reason(change: dict[str, Any], reason: str, merges: int) -> None:
    stepper = hug(**change)
    assert stepper.stop_reason == (reason if merges == 0 else None)
    stepper.run()
    assert (stepper.position, stepper.stop_reason, stepper.is_done) == (merges, reason, True)
    assert stepper.next_pair() is None
    assert stepper.tied_pairs() == ()
    assert stepper.view.decision() is None
    with pytest.raises(NothingToMergeError, match=reason):
        stepper.step()
    assert stepper.position == merges


def test_special_tokens_take_the_first_ids_and_the_newest_tokens_come_without_the_rest() -> None:
    view = hug(2, special_tokens=("[CLS]", "[SEP]")).view
    assert [*view.vocabulary()] == ["[CLS]", "[SEP]", "b", "g", "h", "n", "p", "s", "u", "ug", "un"]
    assert view.vocabulary(newest=3) == {"u": 8, "ug": 9, "un": 10}
    assert view.vocabulary(newest=100) == view.vocabulary()
    assert view.vocabulary(newest=0) == {}


def test_run_goes_to_so_many_merges_in_all() -> None:
    stepper = hug()
    for wanted, position in ((0, 0), (3, 3), (2, 3), (50, 7)):
        stepper.run(wanted)
        assert stepper.position == position


def test_run_can_be_stopped_between_merges(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bpe_core.stepper._PROGRESS_SECONDS", 0.0)
    stepper = hug()
    seen: list[tuple[int, int | None]] = []

    def stop_at_three(made: int, wanted: int | None) -> bool:
        seen.append((made, wanted))
        return made < 3

    stepper.run(5, on_progress=stop_at_three)
    assert seen == [(1, 5), (2, 5), (3, 5)]
    assert stepper.position == 3
    stepper.run()
    assert tokens(stepper) == ["ug", "un", "hug", "pun", "pug", "hugs", "bun"]


def test_an_exception_from_progress_leaves_a_valid_stepper(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bpe_core.stepper._PROGRESS_SECONDS", 0.0)
    stepper = hug()

    def interrupt(made: int, wanted: int | None) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        stepper.run(on_progress=interrupt)
    assert tokens(stepper) == ["ug"]
    assert stepper.step().token == "un"


def test_goto_trains_on_and_refuses_what_is_beyond_the_end() -> None:
    stepper = hug(4)
    assert stepper.position == 4
    with pytest.raises(
        PositionError, match=r"Position 99 is beyond the end: training stops at 7, no pairs left\."
    ):
        stepper.goto(99)
    assert stepper.position == 4
    stepper.goto(np.int64(2))  # type: ignore[arg-type]
    assert type(stepper.position) is int
    for wrong in (-1, 2.0, True, "3"):
        with pytest.raises(PositionError, match="must be an integer >= 0, got"):
            stepper.goto(wrong)  # type: ignore[arg-type]


def test_undo_at_the_start_and_redo_at_the_end_are_refused() -> None:
    stepper = hug()
    with pytest.raises(PositionError, match="nothing to undo"):
        stepper.undo()
    with pytest.raises(PositionError, match="nothing to redo"):
        stepper.redo()


@pytest.mark.parametrize(
    "pair", [("q", "q"), ("g", "u"), ("ug", "s"), ("u", "g", "s"), "ug", ("u", ""), 5, {"u", "g"}, ("u", 1)]
)
def test_a_forced_pair_that_is_not_there_is_refused_and_changes_nothing(pair: tuple[str, str]) -> None:
    stepper = hug(None)
    stepper.goto(0)
    with pytest.raises(PairNotFoundError):
        stepper.step(pair)
    assert (stepper.position, stepper.known_merges) == (0, 7)


@pytest.mark.parametrize(
    "corpus", [Corpus.from_text(""), Corpus.from_text(" \n\t "), Corpus.from_documents([])]
)
def test_a_corpus_without_words_is_refused(corpus: Corpus) -> None:
    with pytest.raises(EmptyCorpusError, match="no words"):
        BPEStepper(corpus, PLAIN)


def test_one_letter_words_leave_nothing_to_merge() -> None:
    stepper = BPEStepper(Corpus.from_text("a b a"), PLAIN)
    assert stepper.stop_reason == "no pairs left"
    assert stepper.pair_counts() == []
    assert stepper.splits() == {"a": ("a",), "b": ("b",)}


@pytest.mark.parametrize(("letters", "token_length"), [("ab", 32), ("a", 32)])
def test_a_word_of_100_000_characters_trains_and_splits(letters: str, token_length: int) -> None:
    word = letters * (100_000 // len(letters))
    split = stepper_of({word: 1}, 5).splits()[word]  # the tokens double: ab, abab, ... and aa, aaaa, ...
    assert "".join(split) == word
    assert {len(symbol) for symbol in split} == {token_length}


def test_the_marker_in_the_text_is_not_the_boundary() -> None:
    stepper = BPEStepper(Corpus.from_text("e e e a</w>b c</w>d"), PROFILES["textbook"].config)
    assert stepper.step().pair == ("e", "</w>")
    stepper.run()
    vocabulary = stepper.view.vocabulary()
    assert len(vocabulary) == len(stepper.base_symbols) + stepper.position
    tokenizer = stepper.tokenizer()
    for text in ("e a</w>b c</w>d", "</w>", "a </w> b"):
        assert tokenizer.decode(tokenizer.encode(text).ids).replace(" ", "") == text.replace(" ", "")


def test_a_literal_unknown_token_in_the_text_is_not_the_unknown_token() -> None:
    stepper = BPEStepper(Corpus.from_text("[UNK] [UNK]"), PROFILES["hf_course"].config)
    stepper.run()
    learned = stepper.merges[-1]
    assert learned.token != "[UNK]"
    encoding = stepper.tokenizer().encode("[UNK] m")
    assert encoding.ids == (learned.token_id, None)
    assert encoding.unknown == ("m",)


def test_overlapping_pairs_count_twice_or_once_and_merge_once() -> None:
    twice, once = (stepper_of({"aaa": 3, "bc": 4}, count_overlaps=overlaps) for overlaps in (True, False))
    assert [(row.pair, row.count) for row in twice.pair_counts()] == [(("a", "a"), 6), (("b", "c"), 4)]
    assert [(row.pair, row.count) for row in once.pair_counts()] == [(("b", "c"), 4), (("a", "a"), 3)]
    twice.step()
    assert twice.splits()["aaa"] == ("aa", "a")
    assert twice.view.statistics().symbols_saved == 3


def test_the_random_tie_break_repeats_with_its_seed_and_varies_with_it() -> None:
    def learned(seed: int) -> tuple[str, ...]:
        stepper = BPEStepper(Corpus.from_text("ab cd ef gh"), BPEConfig(tie_break="random", tie_seed=seed))
        stepper.run()
        return tuple(merge.token for merge in stepper.merges)

    assert learned(1) == learned(1)
    assert len({learned(seed) for seed in range(40)}) > 12  # of 24 possible orders


def test_random_ties_are_drawn_evenly() -> None:
    first = [
        BPEStepper(Corpus.from_text("ab cd ef gh"), BPEConfig(tie_break="random", tie_seed=seed)).next_pair()
        for seed in range(400)
    ]
    for pair in set(first):
        assert 60 <= first.count(pair) <= 140  # 100 expected; the seeds are fixed, so this never flickers
    assert len(set(first)) == 4


def test_wrong_arguments_are_refused_in_a_sentence() -> None:
    with pytest.raises(CorpusError, match="must be a Corpus"):
        BPEStepper("hug pug", PLAIN)  # type: ignore[arg-type]
    with pytest.raises(ConfigError, match="config"):
        BPEStepper(HUG, {})  # type: ignore[arg-type]
    for words, message in (
        (["mug"], "'mug' is not in the corpus"),
        ("hug", "`words` must be a list of words, got 'hug'"),
        ([["a"]], "is not"),
    ):
        with pytest.raises(CorpusError, match=message):
            hug().splits(words)  # type: ignore[arg-type]


def test_words_can_be_sliced_for_a_page() -> None:
    words = hug().words
    assert len(words) == 5
    assert [(word.word, word.count) for word in words[1:3]] == [("pug", 5), ("pun", 12)]
    assert words[-1].word == "hugs"


def test_the_statistics_of_hug_pug_pun_after_two_merges() -> None:
    stepper = hug(2)
    statistics = stepper.view.statistics()
    assert (statistics.vocabulary_size, statistics.symbols, statistics.symbols_at_start) == (9, 77, 113)
    assert (statistics.symbols_saved, statistics.distinct_pairs, statistics.ties) == (36, 5, 0)
    assert statistics.compression == pytest.approx(113 / 77)
    expected = "0 113 7, 1 93 8, 2 77 9"
    assert told(stepper.history.series(), "position", "symbols", "vocabulary_size") == expected


def test_the_merge_that_made_each_symbol_is_known() -> None:
    stepper = hug(3)
    assert stepper.splits()["hugs"] == ("hug", "s")
    assert stepper.view.split_merges("hugs") == (2, None)


@pytest.mark.parametrize(
    ("rule", "how"),
    [
        ("last_seen", "hug + s is met last, in word 5 (hugs); p + ug is met in word 2 (pug)"),
        ("smallest_ids", "p + ug has the ids 4 and 7, hug + s has 9 and 5; 4 is smaller than 9"),
        ("smallest_pair", "hug + s comes before p + ug in character order"),
        ("greatest_pair", "p + ug comes after hug + s in character order"),
        ("shortest_token", "p + ug makes a token of 3 characters, hug + s one of 4 characters"),
        ("longest_token", "hug + s makes a token of 4 characters, p + ug one of 3 characters"),
        ("random", "the seed 0 draws hug + s among 2 pairs"),
    ],
)
def test_every_rule_says_how_it_decided(rule: str, how: str) -> None:
    decision = hug(4, tie_break=rule).view.decision()
    assert decision is not None
    assert (decision.count, decision.lead) == (5, 0)
    assert decision.reason == f"{TIE_BREAKS[rule].title} decides: {how}."


NO_CUT = {"pre_tokenizer": "none"}


@pytest.mark.parametrize(
    ("counts", "rules", "how"),
    [
        (
            {"abc": 2},
            {"tie_break": "first_seen"},
            "both are first met in word 1 (abc), where a + b stands further left.",
        ),
        (
            {"abc": 2},
            {"tie_break": "last_seen"},
            "both are first met in word 1 (abc), where b + c stands further right.",
        ),
        (
            {"ab": 1, "ac": 1},
            {"tie_break": "smallest_ids"},
            "a + b has the ids 0 and 1, a + c has 0 and 2; the left ones are equal, and 1 is smaller than 2.",
        ),
        (
            {" ab": 2, "ab": 1, " é": 3},
            {"alphabet": "bytes", **NO_CUT},  # words are written as their symbols are printed
            "a + b is met first, in word 1 (Ġab); Ġ + Ã is met in word 3 (ĠÃ©).",
        ),
        ({"ab" + "x y" * 20: 1}, NO_CUT, f"in word 1 ({('ab' + 'x y' * 20)[:40]}…)"),
    ],
)
def test_a_reason_tells_words_places_and_equal_ids(
    counts: dict[str, int], rules: dict[str, Any], how: str
) -> None:
    decision = stepper_of(counts, **rules).view.decision()
    assert decision is not None
    assert how in decision.reason
    assert len(decision.reason) < 200


def test_a_decision_without_a_tie_names_the_runner_up() -> None:
    decision = hug().view.decision()
    assert decision is not None
    assert decision.runner_up is not None
    assert (decision.pair, decision.runner_up.pair) == (("u", "g"), ("p", "u"))
    assert (decision.lead, decision.reason) == (3, "")


@pytest.mark.parametrize("name", EXAMPLES)
def test_every_example_trains_until_its_limit_or_its_last_pair(name: str) -> None:
    example = EXAMPLES[name]
    stepper = BPEStepper(example.corpus, example.config)
    stepper.run()
    limited = example.config.max_merges is not None or example.config.vocab_size is not None
    expected = {"merge limit reached", "vocabulary size reached"} if limited else {"no pairs left"}
    assert stepper.stop_reason in expected


def test_ties_are_listed_only_when_somebody_looks() -> None:
    stepper = BPEStepper(Corpus.from_text("ab cd ef gh"), PLAIN)
    merge = stepper.step()
    assert merge.tied_count == 3
    assert merge.tied._pairs is None  # type: ignore[attr-defined]
    assert merge.tied[:1] == (("c", "d"),)
    assert merge.tied._pairs is None  # type: ignore[attr-defined]
    assert merge.tied == (("c", "d"), ("e", "f"), ("g", "h"))


def test_choosing_the_pair_that_comes_next_anyway_keeps_the_history_and_marks_the_choice() -> None:
    stepper = hug(None)
    stepper.goto(0)
    assert stepper.step(("u", "g")).chosen_by == "user"
    assert stepper.known_merges == 7
    stepper.undo()
    assert stepper.step().chosen_by == "rule"
    assert stepper.known_merges == 7


def test_a_position_beyond_a_limit_is_refused_without_training() -> None:
    for limit in ({"max_merges": 3}, {"vocab_size": 10}):
        stepper = hug(**limit)
        with pytest.raises(PositionError, match="Position 4 is beyond the end"):
            stepper.goto(4)
        assert stepper.known_merges == 0
        stepper.goto(3)


def test_a_merge_forced_below_the_minimum_frequency_is_tied_with_nothing() -> None:
    stepper = hug(min_frequency=100)
    merge = stepper.step(("g", "s"))  # 5, as often as nothing else; u + g occurs 20 times
    assert stepper.stop_reason == "below the minimum frequency"
    assert (merge.count, merge.tied_count, tuple(merge.tied)) == (5, 0, ())
    stepper.undo()
    assert stepper.next_pair() is None


@pytest.mark.parametrize("wrong", [-1, 1.5, "3", True])
def test_limits_that_are_no_integers_are_refused(wrong: object) -> None:
    stepper = hug()
    for call in (
        lambda: stepper.pair_counts(wrong),  # type: ignore[arg-type]
        lambda: stepper.run(wrong),  # type: ignore[arg-type]
    ):
        with pytest.raises(ConfigError, match="must be an integer >= 0, got"):
            call()
    assert stepper.position == 0


def test_a_stepper_can_be_pickled_and_copied_and_the_copy_goes_its_own_way() -> None:
    stepper = hug(1)
    stepper.step(("p", "u"))
    stepper.run()
    stepper.goto(3)
    for twin in (copy.copy(stepper), copy.deepcopy(stepper), pickle.loads(pickle.dumps(stepper))):
        assert (twin.position, twin.history, twin.splits()) == (3, stepper.history, stepper.splits())
        twin.goto(0)
        twin.step(("b", "u"))
        assert twin.known_merges == 1
    assert stepper.known_merges > 3
    assert stepper.pair_counts()


def test_what_was_given_is_shown_cut_short() -> None:
    with pytest.raises(PositionError, match="`position` must be an integer >= 0, got a number"):
        hug().goto(-(10**5000))
    with pytest.raises(PositionError, match="`position` must be an integer of at most 30 digits"):
        hug().goto(10**5000)
    with pytest.raises(PositionError, match="`last` must be an integer of at most 30 digits"):
        hug().history.snapshots(0, 10**5000)
    with pytest.raises(PairNotFoundError) as refusal:
        hug().step(("u" * 100_000, "g"))
    assert len(str(refusal.value)) < 300


def test_a_branch_has_the_merges_up_to_the_position_and_none_after_it() -> None:
    stepper = hug()
    stepper.step(("p", "u"))
    stepper.run()
    stepper.goto(2)
    branch = stepper.branch()
    assert branch.merges == stepper.merges
    assert branch.merges[0].chosen_by == "user"
    assert branch.position == branch.known_merges == 2 < stepper.known_merges
    branch.step()
    assert stepper.position == 2


def test_thousands_of_tied_pairs_print_in_one_short_line() -> None:
    few = stepper_of({"ab": 1, "cd": 1, "ef": 1})
    assert repr(few.step().tied) == "(('c', 'd'), ('e', 'f'))"
    letters = [chr(0x4E00 + number) for number in range(6_000)]
    pairs_once = {left + right: 1 for left, right in zip(letters[::2], letters[1::2], strict=True)}
    many = BPEStepper(Corpus.from_word_counts(pairs_once), PLAIN)
    decision, merge = many.view.decision(), many.step()
    assert decision is not None
    assert repr(merge.tied).startswith("(('丂', '七'), ('丄', '丅'), ")
    assert repr(merge.tied).endswith(", … and 2,993 more)")
    assert max(len(repr(merge)), len(repr(decision))) < 500
    assert len(merge.tied) == 2_999


def test_a_stepper_its_words_and_its_columns_print_in_one_line() -> None:
    stepper = hug(None)
    stepper.goto(4)
    assert repr(stepper) == "<BPEStepper: 5 words, at position 4 of 7>"
    assert repr(stepper.words) == "<WordList: 5 words>"
    assert repr(stepper.history) == "<HistoryView: 7 merges>"
