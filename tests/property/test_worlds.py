"""The graph of worlds against a recursion that makes every choice among ties anew, on printed symbols."""

from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import replace
from typing import NamedTuple

from hypothesis import given
from hypothesis import strategies as st

from bpe_core import TIE_BREAKS, BPEConfig, Corpus
from bpe_core.merges import Pair
from bpe_core.reference import count_pairs, merge
from bpe_core.studies.worlds import Worlds, grow_worlds
from tests.oracle import learn
from tests.property.strategies import daily

Splits = tuple[tuple[str, ...], ...]

DEPTHS = st.integers(1, 5)

tiny_counts = st.dictionaries(
    st.text(alphabet="ab", min_size=1, max_size=6), st.integers(1, 2), min_size=1, max_size=4
)

tie_configs = st.builds(
    BPEConfig,
    word_boundary=st.sampled_from(["none", "end_symbol", "end_suffix", "start_prefix"]),
    alphabet=st.sampled_from(["characters", "bytes"]),
    count_overlaps=st.booleans(),
    min_frequency=st.integers(0, 2),
    max_merges=st.sampled_from([None, 3]),
)


class Way(NamedTuple):
    """A merge list and the splits that it leads to."""

    merges: tuple[tuple[Pair, int], ...]
    splits: Splits


def spelled(word: str, config: BPEConfig) -> tuple[str, ...]:
    """A word of the letters a and b in base symbols, with the config's marker."""
    if config.word_boundary == "end_symbol":
        return (*word, "</w>")
    if config.word_boundary == "end_suffix":
        return (*word[:-1], word[-1] + "</w>")
    if config.word_boundary == "start_prefix":
        return ("▁" + word[0], *word[1:])
    return tuple(word)


def ways_from(way: Way, counts: list[int], config: BPEConfig, depth: int) -> Iterator[Way]:
    """Every merge list of this depth, or as long as it can be, that goes on from here."""
    splits = [list(symbols) for symbols in way.splits]
    totals = count_pairs(splits, counts, overlaps=config.count_overlaps)
    highest = max(totals.values(), default=0)
    limit = depth if config.max_merges is None else min(depth, config.max_merges)
    if len(way.merges) == limit or highest < max(1, config.min_frequency):
        yield way
        return
    for left, right in [pair for pair, count in totals.items() if count == highest]:
        after = tuple(tuple(merge(symbols, left, right, left + right)) for symbols in splits)
        merges = (*way.merges, ((left, right), highest))
        yield from ways_from(Way(merges, after), counts, config, depth)


def ways_in(worlds: Worlds) -> Iterator[Way]:
    """Every way through the graph from the start to a world without a branch."""
    leaving = defaultdict(list)
    for branch in worlds.branches:
        leaving[branch.source].append(branch)
    ahead: list[tuple[int, tuple[tuple[Pair, int], ...]]] = [(0, ())]
    while ahead:
        number, merges = ahead.pop()
        if number not in leaving:
            yield Way(merges, worlds.worlds[number].splits)
        steps = leaving.get(number, ())
        ahead += [(branch.target, (*merges, (branch.pair, branch.count))) for branch in steps]


def all_ways(counts: dict[str, int], config: BPEConfig, depth: int) -> list[Way]:
    start = Way((), tuple(spelled(word, config) for word in counts))
    return list(ways_from(start, list(counts.values()), config, depth))


@given(tiny_counts, tie_configs, DEPTHS)
@daily(50)
def test_the_worlds_hold_exactly_the_merge_lists_that_choices_among_ties_reach(
    counts: dict[str, int], config: BPEConfig, depth: int
) -> None:
    worlds = grow_worlds(Corpus.from_word_counts(counts), config, depth)
    expected = all_ways(counts, config, worlds.depth_reached)
    found = list(ways_in(worlds))
    assert sorted(found) == sorted(expected)
    assert worlds.merge_lists == len(expected)
    longest = max(len(way.merges) for way in expected)
    assert worlds.depth_reached == longest
    choices = Counter(branch.source for branch in worlds.branches)
    assert all(branch.tied == choices[branch.source] - 1 for branch in worlds.branches)
    assert worlds.endings == len({(len(way.merges), way.splits) for way in expected})
    if not worlds.is_whole:  # one level more would have been more than 300 worlds
        next_level = {
            way.splits for way in all_ways(counts, config, longest + 1) if len(way.merges) > longest
        }
        assert len(worlds.worlds) + len(next_level) > 300


@given(tiny_counts, tie_configs, DEPTHS)
@daily(50)
def test_no_two_worlds_are_equal_and_each_knows_its_ways_and_vocabularies(
    counts: dict[str, int], config: BPEConfig, depth: int
) -> None:
    worlds = grow_worlds(Corpus.from_word_counts(counts), config, depth)
    lists: dict[tuple[int, Splits], set[tuple[tuple[Pair, int], ...]]] = defaultdict(set)
    for level in range(worlds.depth_reached + 1):
        for way in all_ways(counts, config, level):
            lists[len(way.merges), way.splits].add(way.merges)
    assert len(worlds.worlds) == len(lists)
    for world in worlds.worlds:
        here = lists[world.depth, world.splits]
        assert world.ways == len(here)
        learned = {frozenset("".join(pair) for pair, _ in merges) for merges in here}
        assert world.vocabularies == min(100, len(learned))


@given(tiny_counts, tie_configs, st.integers(1, 20))
@daily(50)
def test_a_limit_on_the_states_leaves_whole_levels(
    counts: dict[str, int], config: BPEConfig, most: int
) -> None:
    corpus = Corpus.from_word_counts(counts)
    whole, limited = grow_worlds(corpus, config, 5), grow_worlds(corpus, config, 5, most=most)
    shown = [world for world in whole.worlds if world.depth <= limited.depth_reached]
    assert limited.worlds == tuple(shown)
    assert len(shown) <= most
    assert limited.branches == tuple(branch for branch in whole.branches if branch.target < len(shown))
    assert limited.is_whole == (len(whole.worlds) <= most) == (limited.stopped == "")
    if not limited.is_whole:
        deeper = [world for world in whole.worlds if world.depth == limited.depth_reached + 1]
        assert len(shown) + len(deeper) > most


@given(tiny_counts, tie_configs)
@daily(50)
def test_each_rule_is_marked_along_the_merges_that_the_slow_trainer_makes(
    counts: dict[str, int], config: BPEConfig
) -> None:
    worlds = grow_worlds(Corpus.from_word_counts(counts), config, 5)
    for rule in TIE_BREAKS:
        if rule != "random":
            merges, _ = learn(counts, replace(config, tie_break=rule), worlds.depth_reached)
            if config.max_merges is not None:
                del merges[config.max_merges :]
            assert [
                (branch.pair, branch.count) for branch in worlds.branches if rule in branch.rules
            ] == merges
