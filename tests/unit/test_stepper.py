"""The stepper: positions, forced steps, stop reasons and what a person can get wrong."""

import copy
import pickle
from dataclasses import replace

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

HUG = Corpus.from_word_counts({"hug": 10, "pug": 5, "pun": 12, "bun": 4, "hugs": 5})
PLAIN = BPEConfig()


def pairs(stepper: BPEStepper) -> list[tuple[str, str]]:
    return [merge.pair for merge in stepper.history]


def test_stepping_back_and_forth_shows_the_same_merges() -> None:
    stepper = BPEStepper(HUG, PLAIN)
    first, second = stepper.step(), stepper.step()
    assert stepper.undo() == second
    assert stepper.undo() == first
    assert stepper.redo() == first
    assert stepper.step() == second
    assert (first.pair, first.token, first.token_id, first.count) == (("u", "g"), "ug", 7, 20)


def test_the_history_keeps_what_was_undone() -> None:
    stepper = BPEStepper(HUG, PLAIN)
    stepper.run()
    stepper.goto(2)
    assert [merge.token for merge in stepper.merges] == ["ug", "un"]
    assert [merge.token for merge in stepper.history] == ["ug", "un", "hug", "pun", "pug", "hugs", "bun"]


def test_a_forced_step_starts_a_branch_and_is_marked() -> None:
    stepper = BPEStepper(HUG, PLAIN)
    stepper.run()
    stepper.goto(2)
    merge = stepper.step(("b", "un"))
    assert (merge.count, merge.chosen_by, merge.tied_count) == (4, "user", 0)
    assert pairs(stepper) == [("u", "g"), ("u", "n"), ("b", "un")]
    stepper.run()
    assert [merge.token for merge in stepper.merges] == ["ug", "un", "bun", "hug", "pun", "pug", "hugs"]


def test_after_undoing_a_forced_step_the_rule_picks_again_and_redo_still_has_it() -> None:
    stepper = BPEStepper(HUG, PLAIN)
    stepper.step(("b", "u"))
    stepper.undo()
    assert stepper.next_pair() == ("u", "g")
    assert stepper.redo().chosen_by == "user"
    stepper.undo()
    assert stepper.step().pair == ("u", "g")
    assert pairs(stepper) == [("u", "g")]


def test_forcing_the_undone_forced_pair_again_keeps_the_history() -> None:
    stepper = BPEStepper(HUG, PLAIN)
    stepper.step(("b", "u"))
    stepper.step()
    stepper.goto(0)
    stepper.step(("b", "u"))
    assert stepper.known_merges == 2


def test_a_merge_held_from_an_abandoned_branch_still_knows_its_ties() -> None:
    stepper = BPEStepper(HUG, PLAIN)
    stepper.run()
    held = stepper.history[4]
    stepper.goto(0)
    stepper.step(("h", "u"))
    assert tuple(held.tied) == (("hug", "s"),)


def test_merges_can_be_pickled_compared_and_hashed() -> None:
    stepper = BPEStepper(HUG, PLAIN)
    stepper.run()
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
        ({"min_frequency": 5}, "below the minimum frequency", 6),
        ({"min_frequency": 100}, "below the minimum frequency", 0),
    ],
)
def test_training_stops_with_its_reason(change: dict[str, int], reason: str, merges: int) -> None:
    stepper = BPEStepper(HUG, replace(PLAIN, **change))
    assert stepper.stop_reason == (reason if merges == 0 else None)
    stepper.run()
    assert (stepper.position, stepper.stop_reason, stepper.is_done) == (merges, reason, True)
    assert stepper.next_pair() is None
    assert stepper.tied_pairs() == ()
    assert stepper.view.decision() is None
    with pytest.raises(NothingToMergeError, match=reason):
        stepper.step()
    assert stepper.position == merges


def test_special_tokens_count_towards_the_vocabulary_size() -> None:
    stepper = BPEStepper(HUG, replace(PLAIN, special_tokens=("[CLS]", "[SEP]"), vocab_size=10))
    stepper.run()
    assert stepper.position == 1
    assert stepper.view.vocabulary() == {
        token: number
        for number, token in enumerate(["[CLS]", "[SEP]", "b", "g", "h", "n", "p", "s", "u", "ug"])
    }


def test_the_newest_tokens_come_without_the_rest() -> None:
    stepper = BPEStepper(HUG, replace(PLAIN, special_tokens=("[CLS]",)))
    stepper.run(2)
    assert stepper.view.vocabulary(newest=3) == {"u": 7, "ug": 8, "un": 9}
    assert stepper.view.vocabulary(newest=100) == stepper.view.vocabulary()
    assert stepper.view.vocabulary(newest=0) == {}


def test_run_goes_to_so_many_merges_in_all() -> None:
    stepper = BPEStepper(HUG, PLAIN)
    stepper.run(0)
    assert stepper.position == 0
    stepper.run(3)
    stepper.run(2)
    assert stepper.position == 3
    stepper.run(50)
    assert stepper.position == 7


def test_run_can_be_stopped_between_merges(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bpe_core.stepper._PROGRESS_SECONDS", 0.0)
    stepper = BPEStepper(HUG, PLAIN)
    seen: list[tuple[int, int | None]] = []

    def stop_at_three(made: int, wanted: int | None) -> bool:
        seen.append((made, wanted))
        return made < 3

    stepper.run(5, on_progress=stop_at_three)
    assert seen == [(1, 5), (2, 5), (3, 5)]
    assert stepper.position == 3
    stepper.run()
    assert [merge.token for merge in stepper.merges] == ["ug", "un", "hug", "pun", "pug", "hugs", "bun"]


def test_an_exception_from_progress_leaves_a_valid_stepper(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bpe_core.stepper._PROGRESS_SECONDS", 0.0)
    stepper = BPEStepper(HUG, PLAIN)

    def interrupt(made: int, wanted: int | None) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        stepper.run(on_progress=interrupt)
    assert [merge.token for merge in stepper.merges] == ["ug"]
    assert stepper.step().token == "un"


def test_goto_trains_on_and_refuses_what_is_beyond_the_end() -> None:
    stepper = BPEStepper(HUG, PLAIN)
    stepper.goto(4)
    assert stepper.position == 4
    with pytest.raises(
        PositionError, match=r"Position 99 is beyond the end: training stops at 7, no pairs left\."
    ):
        stepper.goto(99)
    assert stepper.position == 4
    for wrong in (-1, 2.0, True, "3"):
        with pytest.raises(PositionError, match="must be an integer >= 0, got"):
            stepper.goto(wrong)  # type: ignore[arg-type]


def test_undo_at_the_start_and_redo_at_the_end_are_refused() -> None:
    stepper = BPEStepper(HUG, PLAIN)
    with pytest.raises(PositionError, match="nothing to undo"):
        stepper.undo()
    with pytest.raises(PositionError, match="nothing to redo"):
        stepper.redo()


@pytest.mark.parametrize(
    "pair", [("q", "q"), ("g", "u"), ("ug", "s"), ("u", "g", "s"), "ug", ("u", ""), 5, {"u", "g"}, ("u", 1)]
)
def test_a_forced_pair_that_is_not_there_is_refused_and_changes_nothing(pair: tuple[str, str]) -> None:
    stepper = BPEStepper(HUG, PLAIN)
    stepper.run()
    stepper.goto(0)
    with pytest.raises(PairNotFoundError):
        stepper.step(pair)
    assert (stepper.position, stepper.known_merges) == (0, 7)


def test_a_forced_pair_may_be_rarer_than_the_minimum_frequency() -> None:
    stepper = BPEStepper(HUG, replace(PLAIN, min_frequency=100))
    assert stepper.step(("b", "u")).count == 4
    assert stepper.stop_reason == "below the minimum frequency"


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
    stepper = BPEStepper(Corpus.from_text(word), PLAIN)
    stepper.run(5)  # the tokens double: ab, abab, ... and aa, aaaa, ...
    assert "".join(stepper.splits()[word]) == word
    assert {len(symbol) for symbol in stepper.splits()[word]} == {token_length}


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
    corpus = Corpus.from_word_counts({"aaa": 3, "bc": 4})
    twice, once = BPEStepper(corpus, PLAIN), BPEStepper(corpus, replace(PLAIN, count_overlaps=False))
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
            BPEStepper(HUG, PLAIN).splits(words)  # type: ignore[arg-type]


def test_words_can_be_sliced_for_a_page() -> None:
    words = BPEStepper(HUG, PLAIN).words
    assert len(words) == 5
    assert [(word.word, word.count) for word in words[1:3]] == [("pug", 5), ("pun", 12)]
    assert words[-1].word == "hugs"


def test_the_figures_of_hug_pug_pun_after_two_merges() -> None:
    stepper = BPEStepper(HUG, PLAIN)
    stepper.goto(2)
    figures = stepper.view.statistics()
    assert (figures.vocabulary_size, figures.symbols, figures.symbols_at_start) == (9, 77, 113)
    assert (figures.symbols_saved, figures.distinct_pairs, figures.ties) == (36, 5, 0)
    assert figures.compression == pytest.approx(113 / 77)
    assert [(point.position, point.symbols, point.vocabulary_size) for point in stepper.history.series()] == [
        (0, 113, 7),
        (1, 93, 8),
        (2, 77, 9),
    ]


def test_the_merge_that_made_each_symbol_is_known() -> None:
    stepper = BPEStepper(HUG, PLAIN)
    stepper.goto(3)
    assert stepper.splits()["hugs"] == ("hug", "s")
    assert stepper.view.split_merges("hugs") == (2, None)


@pytest.mark.parametrize(
    ("rule", "reason"),
    [
        (
            "last_seen",
            "Last seen decides: hug + s is met last, in word 5 (hugs); p + ug is met in word 2 (pug).",
        ),
        (
            "smallest_ids",
            "Smallest ids decides: p + ug has the ids 4 and 7, hug + s has 9 and 5; 4 is smaller than 9.",
        ),
        ("smallest_pair", "Smallest pair decides: hug + s comes before p + ug in character order."),
        ("greatest_pair", "Greatest pair decides: p + ug comes after hug + s in character order."),
        (
            "shortest_token",
            "Shortest token decides: p + ug makes a token of 3 characters, hug + s one of 4 characters.",
        ),
        (
            "longest_token",
            "Longest token decides: hug + s makes a token of 4 characters, p + ug one of 3 characters.",
        ),
    ],
)
def test_every_rule_says_how_it_decided(rule: str, reason: str) -> None:
    stepper = BPEStepper(HUG, BPEConfig(tie_break=rule))
    stepper.goto(4)
    decision = stepper.view.decision()
    assert decision is not None
    assert (decision.count, decision.lead, decision.reason) == (5, 0, reason)


@pytest.mark.parametrize(
    ("rule", "pick", "side"), [("first_seen", "a + b", "left"), ("last_seen", "b + c", "right")]
)
def test_where_one_word_holds_both_tied_pairs_their_places_in_it_are_told(
    rule: str, pick: str, side: str
) -> None:
    decision = BPEStepper(Corpus.from_word_counts({"abc": 2}), BPEConfig(tie_break=rule)).view.decision()
    assert decision is not None
    title = TIE_BREAKS[rule].title
    where = f"both are first met in word 1 (abc), where {pick} stands further {side}."
    assert decision.reason == f"{title} decides: {where}"


def test_where_the_left_ids_are_equal_the_right_ones_decide() -> None:
    decision = BPEStepper(
        Corpus.from_word_counts({"ab": 1, "ac": 1}), BPEConfig(tie_break="smallest_ids")
    ).view.decision()
    assert decision is not None
    ids = "a + b has the ids 0 and 1, a + c has 0 and 2; the left ones are equal, and 1 is smaller than 2."
    assert decision.reason == f"Smallest ids decides: {ids}"


def test_a_reason_tells_the_beginning_of_a_long_word_alone() -> None:
    decision = BPEStepper(
        Corpus.from_text("ab" + "x y" * 20), BPEConfig(pre_tokenizer="none")
    ).view.decision()
    assert decision is not None
    assert f"in word 1 (ab{'x y' * 20}"[:51] + "…)" in decision.reason
    tied = BPEStepper(Corpus.from_text("abcd" * 1000), BPEConfig(pre_tokenizer="none")).view.decision()
    assert tied is not None
    assert len(tied.reason) < 200


def test_a_reason_writes_words_as_their_symbols_are_printed() -> None:
    config = BPEConfig(alphabet="bytes", pre_tokenizer="none")
    decision = BPEStepper(Corpus.from_word_counts({" ab": 2, "ab": 1, " é": 3}), config).view.decision()
    assert decision is not None
    assert decision.reason == (
        "First seen decides: a + b is met first, in word 1 (Ġab); Ġ + Ã is met in word 3 (ĠÃ©)."
    )


def test_a_choice_without_a_tie_names_the_runner_up() -> None:
    decision = BPEStepper(HUG, PLAIN).view.decision()
    assert decision is not None
    assert decision.runner_up is not None
    assert (decision.pair, decision.runner_up.pair, decision.lead, decision.reason) == (
        ("u", "g"),
        ("p", "u"),
        3,
        "",
    )


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
    stepper = BPEStepper(HUG, PLAIN)
    stepper.run()
    stepper.goto(0)
    assert stepper.step(("u", "g")).chosen_by == "user"
    assert stepper.known_merges == 7
    stepper.undo()
    assert stepper.step().chosen_by == "rule"
    assert stepper.known_merges == 7


def test_a_position_beyond_a_limit_is_refused_without_training() -> None:
    for limit in ({"max_merges": 3}, {"vocab_size": 10}):
        stepper = BPEStepper(HUG, replace(PLAIN, **limit))
        with pytest.raises(PositionError, match="Position 4 is beyond the end"):
            stepper.goto(4)
        assert stepper.known_merges == 0
        stepper.goto(3)


def test_a_merge_forced_below_the_minimum_frequency_is_tied_with_nothing() -> None:
    stepper = BPEStepper(HUG, replace(PLAIN, min_frequency=100))
    merge = stepper.step(("g", "s"))  # 5, as often as nothing else; u + g occurs 20 times
    assert (merge.count, merge.tied_count, tuple(merge.tied)) == (5, 0, ())
    stepper.undo()
    assert stepper.next_pair() is None


@pytest.mark.parametrize("wrong", [-1, 1.5, "3", True])
def test_limits_that_are_no_integers_are_refused(wrong: object) -> None:
    stepper = BPEStepper(HUG, PLAIN)
    for call in (
        lambda: stepper.pair_counts(wrong),  # type: ignore[arg-type]
        lambda: stepper.run(wrong),  # type: ignore[arg-type]
    ):
        with pytest.raises(ConfigError, match="must be an integer >= 0, got"):
            call()
    assert stepper.position == 0


def test_numbers_of_numpy_are_integers_too() -> None:
    stepper = BPEStepper(HUG, PLAIN)
    stepper.goto(np.int64(2))  # type: ignore[arg-type]
    assert stepper.position == 2
    assert type(stepper.position) is int


def test_a_stepper_can_be_pickled_and_copied_and_the_copy_goes_its_own_way() -> None:
    stepper = BPEStepper(HUG, PLAIN)
    stepper.step()
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
        BPEStepper(HUG, PLAIN).goto(-(10**5000))
    with pytest.raises(PositionError, match="`position` must be an integer of at most 30 digits"):
        BPEStepper(HUG, PLAIN).goto(10**5000)
    with pytest.raises(PositionError, match="`last` must be an integer of at most 30 digits"):
        BPEStepper(HUG, PLAIN).history.snapshots(0, 10**5000)
    with pytest.raises(PairNotFoundError) as refusal:
        BPEStepper(HUG, PLAIN).step(("u" * 100_000, "g"))
    assert len(str(refusal.value)) < 300


def test_a_branch_has_the_merges_up_to_the_position_and_none_after_it() -> None:
    stepper = BPEStepper(HUG, PLAIN)
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
    few = BPEStepper(Corpus.from_word_counts({"ab": 1, "cd": 1, "ef": 1}), PLAIN)
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
    stepper = BPEStepper(HUG, PLAIN)
    stepper.run()
    stepper.goto(4)
    assert repr(stepper) == "<BPEStepper: 5 words, at position 4 of 7>"
    assert repr(stepper.words) == "<WordList: 5 words>"
    assert repr(stepper.history) == "<HistoryView: 7 merges>"
