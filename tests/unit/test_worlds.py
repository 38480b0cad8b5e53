"""The tree of worlds: every choice among ties, with states that come out equal joined."""

from dataclasses import replace
from typing import Any

import pytest

from bpe_core import EXAMPLES, TIE_BREAKS, BPEConfig, BPEStepper, Corpus
from bpe_core.errors import ComparisonError, EmptyCorpusError
from bpe_core.studies.worlds import MAX_WORLD_SYMBOLS, Branch, Worlds, frequent_words, grow_worlds

PLAIN = BPEConfig()
HUG = {"hug": 10, "pug": 5, "pun": 12, "bun": 4, "hugs": 5}
ALIKE = {"ab": 1, "cd": 1, "ef": 1, "gh": 1, "ij": 1, "kl": 1, "mn": 1, "op": 1}
"""Eight independent pairs, all tied."""


def worlds_of(counts: dict[str, int], config: BPEConfig = PLAIN, depth: int = 12, most: int = 300) -> Worlds:
    return grow_worlds(Corpus.from_word_counts(counts), config, depth, most=most)


def test_hug_pug_pun_parts_at_the_fifth_merge_and_meets_again_at_the_sixth() -> None:
    worlds = worlds_of(HUG, depth=6)
    everyone = tuple(rule for rule in TIE_BREAKS if rule != "random")
    to_pug = ("first_seen", "smallest_ids", "greatest_pair", "shortest_token")
    to_hugs = ("last_seen", "smallest_pair", "longest_token")
    assert worlds.branches == (
        Branch(0, 1, ("u", "g"), 20, 0, everyone),
        Branch(1, 2, ("u", "n"), 16, 0, everyone),
        Branch(2, 3, ("h", "ug"), 15, 0, everyone),
        Branch(3, 4, ("p", "un"), 12, 0, everyone),
        Branch(4, 5, ("p", "ug"), 5, 1, to_pug),
        Branch(4, 6, ("hug", "s"), 5, 1, to_hugs),
        Branch(5, 7, ("hug", "s"), 5, 0, to_pug),
        Branch(6, 7, ("p", "ug"), 5, 0, to_hugs),
    )
    assert worlds.worlds[7].splits == (("hug",), ("pug",), ("pun",), ("b", "un"), ("hugs",))
    assert [world.ways for world in worlds.worlds] == [1, 1, 1, 1, 1, 1, 1, 2]
    assert (worlds.merge_lists, worlds.endings, worlds.is_whole, worlds.stopped) == (2, 1, True, "")
    assert (worlds.depth_wanted, worlds.depth_reached) == (6, 6)
    assert [(word.word, word.count) for word in worlds.words] == list(HUG.items())


def test_without_a_tie_there_is_one_way() -> None:
    worlds = worlds_of({"hug": 2, "bug": 3})
    assert [branch.pair for branch in worlds.branches] == [("u", "g"), ("b", "ug"), ("h", "ug")]
    assert (worlds.merge_lists, worlds.endings) == (1, 1)
    assert [world.stop_reason for world in worlds.worlds] == [None, None, None, "no pairs left"]


def test_vocabularies_are_told_apart_up_to_a_hundred() -> None:
    # Six symbols can be put together in 42 ways, four in 5.
    assert worlds_of({"abcdef": 1}).worlds[-1].vocabularies == 42
    assert worlds_of({"abcdef": 1, "ghij": 1}).worlds[-1].vocabularies == 100  # of 42 x 5


@pytest.mark.parametrize(
    ("limits", "reason"),
    [
        ({"max_merges": 2}, "merge limit reached"),
        ({"vocab_size": 19, "special_tokens": ("<s>",)}, "vocabulary size reached"),
        ({"min_frequency": 2}, "below the minimum frequency"),
    ],
)
def test_the_limits_of_the_config_end_every_way(limits: dict[str, object], reason: str) -> None:
    config = replace(PLAIN, **limits)  # type: ignore[arg-type]
    worlds = worlds_of(ALIKE, config)
    stepper = BPEStepper(Corpus.from_word_counts(ALIKE), config)
    stepper.run()
    deepest = [world for world in worlds.worlds if world.depth == worlds.depth_reached]
    assert {world.stop_reason for world in deepest} == {reason} == {stepper.stop_reason}
    assert worlds.depth_reached == stepper.position
    assert worlds.is_whole


@pytest.mark.parametrize(
    ("most", "worlds", "where"),
    # After 0, 1, 2, 3 merges there are 1, 8, 28, 56 states.
    [(1, 1, "at the start: merge 1"), (9, 9, "after 1 merge: merge 2"), (92, 37, "after 2 merges: merge 3")],
)
def test_a_level_that_would_not_fit_is_left_out_and_the_sentence_says_where(
    most: int, worlds: int, where: str
) -> None:
    grown = worlds_of(ALIKE, most=most)
    assert (len(grown.worlds), grown.is_whole) == (worlds, False)
    assert grown.stopped == f"Stopped {where} would lead to more than {most} states."
    assert {world.stop_reason for world in grown.worlds} == {None}


@pytest.mark.parametrize(
    ("name", "most", "wrong"),
    [*(("depth", 12, wrong) for wrong in (0, 13, -1, 2.5, True, "3")), ("most", 300, 0), ("most", 300, 301)],
)
def test_a_depth_and_a_number_of_states_beyond_the_limits_are_refused(
    name: str, most: int, wrong: Any
) -> None:
    with pytest.raises(ComparisonError, match=rf"^`{name}` must be an integer from 1 to {most}, got .*\.$"):
        worlds_of(HUG, **{name: wrong})


def test_a_large_corpus_is_refused_with_its_numbers_before_its_words_are_spelled(
    monkeypatch: pytest.MonkeyPatch, counted: list[BPEConfig]
) -> None:
    fits = {"a" * 1_000: 5, "b" * 999: 7, "c": 1}
    assert worlds_of(fits, depth=1).depth_reached == 1
    assert len(counted) == 1
    monkeypatch.setattr("bpe_core.studies.worlds.word_codes", None)
    monkeypatch.setattr("bpe_core.engine.merge_history.spell_words", None)
    with pytest.raises(ComparisonError) as raised:
        worlds_of({**fits, "d": 1}, depth=1)
    assert str(raised.value) == ("Too large to draw: 2,001 symbols in 4 distinct words; the limit is 2,000.")
    with pytest.raises(ComparisonError, match=r"2,003 symbols in 3 distinct words"):
        worlds_of(fits, replace(PLAIN, word_boundary="end_symbol"), depth=1)
    with pytest.raises(ComparisonError, match=r"2,002 symbols in 1 distinct words"):
        worlds_of({"é" * 1_001: 1}, replace(PLAIN, alphabet="bytes"))
    assert MAX_WORLD_SYMBOLS == 2_000


def test_of_a_large_corpus_the_most_frequent_words_that_fit_stay_in_their_order() -> None:
    corpus = Corpus.from_word_counts({"b" * 999: 7, "a" * 1_000: 9, "long": 2, "c": 1})

    kept = frequent_words(corpus, PLAIN)

    assert [(word[0], count) for word, count in kept.entries] == [("b", 7), ("a", 9), ("c", 1)]
    assert grow_worlds(kept, PLAIN, 1).depth_reached == 1
    with pytest.raises(EmptyCorpusError):
        grow_worlds(frequent_words(Corpus.from_word_counts({"a" * 2_001: 1}), PLAIN), PLAIN, 1)


def test_only_a_corpus_with_words_grows_worlds() -> None:
    with pytest.raises(EmptyCorpusError):
        grow_worlds(Corpus.from_text(" \n"), PLAIN, 3)
    with pytest.raises(ComparisonError, match=r"must be a Corpus, got 'hug pug'"):
        grow_worlds("hug pug", PLAIN, 3)  # type: ignore[arg-type]


def test_the_markers_own_text_in_the_corpus_is_printed_apart_from_it() -> None:
    config = replace(PLAIN, word_boundary="end_suffix", min_frequency=2)
    counts = {"x</w>": 2, "x": 2, "e": 1}
    worlds = worlds_of(counts, config)
    stepper = BPEStepper(Corpus.from_word_counts(counts), config)
    stepper.run()
    ends = [world.splits for world in worlds.worlds if world.depth == worlds.depth_reached]
    assert ends == [tuple(stepper.splits().values())]
    assert ends[0][:2] == (("x</w></w>",), ("x</w>",))


def test_worlds_print_in_one_line() -> None:
    assert repr(worlds_of(ALIKE)) == (
        "<Worlds to depth 8: 256 worlds, 1024 branches, 40320 merge lists, 1 endings>"
    )


@pytest.mark.parametrize("name", ["hug_pug_pun", "highest", "aaabdaaabac", "sennrich"])
def test_a_graph_cut_at_a_depth_is_the_graph_grown_to_it(name: str) -> None:
    corpus = EXAMPLES[name].corpus
    config = replace(EXAMPLES[name].config, max_merges=None, vocab_size=None)
    deep = grow_worlds(corpus, config, 8)
    for depth in range(1, deep.depth_reached + 1):
        assert deep.down_to(depth) == grow_worlds(corpus, config, depth)
