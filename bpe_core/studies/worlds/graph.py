"""Worlds: every merge list that ties allow: what would have been learned, had they been broken otherwise.

In: a small corpus, a config and a depth. Out: a graph. A world is how all words are split after a number of
merges; a branch is a merge that leads from one world to the next. Where pairs are tied, a world has a branch
for each of them; ways that lead to the same splits after as many merges meet again in one world.

The fifth merge of hug / pug / pun is a tie; whichever pair is merged first, the other one comes next:

    0 ... 4 --p + ug--> 5 --hug + s--> 7
          4 --hug + s-> 6 --p + ug---> 7

>>> from bpe_core import EXAMPLES, BPEConfig
>>> grown = grow_worlds(EXAMPLES["hug_pug_pun"].corpus, BPEConfig(), depth=6)
>>> [(world.number, world.depth, world.ways) for world in grown.worlds][4:]
[(4, 4, 1), (5, 5, 1), (6, 5, 1), (7, 6, 2)]
>>> for branch in grown.branches[4:6]:
...     branch.source, branch.pair, branch.target, branch.rules
(4, ('p', 'ug'), 5, ('first_seen', 'smallest_ids', 'greatest_pair', 'shortest_token'))
(4, ('hug', 's'), 6, ('last_seen', 'smallest_pair', 'longest_token'))
>>> grown.merge_lists, grown.endings
(2, 1)
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from bpe_core.config import BPEConfig
from bpe_core.corpus.corpus import Corpus
from bpe_core.engine.merge_history import MergeHistory
from bpe_core.errors import ComparisonError
from bpe_core.merges import Pair
from bpe_core.queries.records import WordCount
from bpe_core.studies.worlds.growth import State, Transition, WorldGrowth
from bpe_core.symbols import symbols_of
from bpe_core.tie_breaks import TIE_BREAKS
from bpe_core.validation import checked_integer, shown

MAX_DEPTH = 12
"""How many merges the worlds may be apart from the start."""

MAX_WORLDS = 300
"""How many worlds there may be; a picture of more would be unreadable."""

MAX_WORLD_SYMBOLS = 2_000
"""How many base symbols the distinct words may have together, each word once."""


@dataclass(frozen=True)
class World:
    """How all words are split after a number of merges, whichever merges these were."""

    number: int
    """Its place in `Worlds.worlds`; 0 is the start."""

    depth: int
    """How many merges lead here."""

    splits: tuple[tuple[str, ...], ...]
    """The symbols of each word, in the order of `Worlds.words`."""

    ways: int
    """How many different merge lists lead here."""

    vocabularies: int
    """How many different sets of learned tokens these lists have; counted up to
    `growth.MAX_VOCABULARIES`."""

    stop_reason: str | None
    """Why training is over here, as the stepper says it; None where it could go on."""


@dataclass(frozen=True)
class Branch:
    """A merge that leads from one world to another."""

    source: int
    """The number of the world before the merge."""

    target: int
    """The number of the world after it."""

    pair: Pair
    """The two symbols as they are printed."""

    count: int
    """How often the pair occurs in the source; no pair occurs there more often."""

    tied: int
    """How many other pairs share that count; 0 where there is no choice."""

    rules: tuple[str, ...]
    """The tie rules, by their names in `TIE_BREAKS`, whose own way from the start has this merge; never
    "random". What a rule takes elsewhere can depend on the way there, so it is not said."""


@dataclass(frozen=True, repr=False)
class Worlds:
    """A graph of worlds, complete down to `depth_reached`."""

    worlds: tuple[World, ...]
    """By number: level by level, each in the order in which it was first reached."""

    branches: tuple[Branch, ...]
    """By source, then in the order in which the pairs are met in its words."""

    words: tuple[WordCount, ...]
    """The distinct words with their counts, in the order in which they first occurred."""

    depth_wanted: int
    """The depth that was asked for."""

    depth_reached: int
    """The depth of the deepest world; less than wanted where training ends before, or a limit was met."""

    is_whole: bool
    """Whether every choice down to the wanted depth is here; False where a limit was met."""

    stopped: str
    """Which limit was met, and where, in one sentence; empty where none was."""

    merge_lists: int
    """How many different merge lists lead from the start to an ending."""

    endings: int
    """How many worlds have no branch: training is over there, or they are `depth_reached` deep."""

    def down_to(self, depth: int) -> "Worlds":
        """Return the same graph as if it had been grown to a depth of 1 or more that it reaches."""
        worlds = tuple(world for world in self.worlds if world.depth <= depth)
        branches = tuple(branch for branch in self.branches if branch.target < len(worlds))
        return _graph(worlds, branches, self.words, depth, stopped="")

    def __repr__(self) -> str:
        numbers = f"{len(self.worlds)} worlds, {len(self.branches)} branches, {self.merge_lists} merge lists"
        return f"<Worlds to depth {self.depth_reached}: {numbers}, {self.endings} endings>"


def grow_worlds(corpus: Corpus, config: BPEConfig, depth: int, *, most: int = MAX_WORLDS) -> Worlds:
    """Follow every choice among ties down to a depth, in no more than `most` worlds.

    A level that would not fit as a whole is not grown. Raises `ComparisonError` for a depth, a number of
    worlds or a corpus beyond the limits above, `EmptyCorpusError` where there is no word.
    """
    depth = checked_integer("depth", depth, ComparisonError, least=1, most=MAX_DEPTH)
    most = checked_integer("most", most, ComparisonError, least=1, most=MAX_WORLDS)
    if not isinstance(corpus, Corpus):
        raise ComparisonError(f"`corpus` must be a Corpus, got {shown(corpus)}.")
    word_counts = corpus.count_words(config)
    symbols = sum(symbols_of(word, config) for word in word_counts)
    if symbols > MAX_WORLD_SYMBOLS:
        raise ComparisonError(
            f"The {len(word_counts):,} distinct words have {symbols:,} symbols together; every choice among "
            f"ties can be followed for at most {MAX_WORLD_SYMBOLS:,}."
        )
    words = tuple(WordCount(word, count) for word, count in word_counts.items())
    growth = WorldGrowth(words, config)
    stopped = growth.grow(depth, most)
    worlds = tuple(_world(growth, state) for state in growth.states)
    return _graph(worlds, _branches(growth, word_counts, config), words, depth, stopped)


def _graph(
    worlds: tuple[World, ...],
    branches: tuple[Branch, ...],
    words: tuple[WordCount, ...],
    depth: int,
    stopped: str,
) -> Worlds:
    sources = {branch.source for branch in branches}
    endings = [world for world in worlds if world.number not in sources]
    return Worlds(
        worlds=worlds,
        branches=branches,
        words=words,
        depth_wanted=depth,
        depth_reached=worlds[-1].depth,
        is_whole=not stopped,
        stopped=stopped,
        merge_lists=sum(world.ways for world in endings),
        endings=len(endings),
    )


def _world(growth: WorldGrowth, state: State) -> World:
    splits = tuple(map(growth.texts, state.splits))
    return World(state.number, state.depth, splits, state.ways, len(state.vocabularies), state.stop_reason)


def _branches(growth: WorldGrowth, word_counts: Mapping[str, int], config: BPEConfig) -> tuple[Branch, ...]:
    """Every transition as a record, with the tie rules whose way it is on."""
    by_place = {(step.source.number, growth.pair(step)): step for step in growth.transitions}
    rules: dict[tuple[int, Pair], list[str]] = {place: [] for place in by_place}
    for rule in TIE_BREAKS:
        if not TIE_BREAKS[rule].is_drawn:
            for place in _way_of(MergeHistory(word_counts, replace(config, tie_break=rule)), by_place):
                rules[place].append(rule)
    return tuple(
        Branch(
            source=step.source.number,
            target=step.target.number,
            pair=place[1],
            count=step.source.count,
            tied=len(step.source.tied) - 1,
            rules=tuple(rules[place]),
        )
        for place, step in by_place.items()
    )


def _way_of(
    history: MergeHistory, by_place: Mapping[tuple[int, Pair], Transition]
) -> Iterator[tuple[int, Pair]]:
    """From the start, each world that the history's tie rule reaches and the pair that it merges there."""
    world = 0
    # Where the worlds end, by a limit or because there are no more, there is no transition.
    while (pick := history.next_pair()) and (place := (world, history.pair_texts(pick))) in by_place:
        yield place
        history.extend()
        world = by_place[place].target.number
