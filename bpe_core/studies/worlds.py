"""Worlds: every merge list that ties allow, as a graph.

A world is how all words are split after a number of merges; a branch is a merge that leads from one world to
the next. If pairs are tied, a world has a branch for each of them; ways that lead to the same splits after
the same number of merges meet again in one world.

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

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from bpe_core.config import BELOW_MINIMUM_FREQUENCY, NO_PAIRS_LEFT, BPEConfig, limit_reached
from bpe_core.corpus.corpus import Corpus
from bpe_core.engine.merge_history import MergeHistory
from bpe_core.errors import ComparisonError
from bpe_core.merges import Pair
from bpe_core.progress import Progress, Tell, tell_nobody
from bpe_core.queries.records import WordCount
from bpe_core.reference import count_pairs, merge
from bpe_core.symbols import SymbolPair, SymbolTable, obligatory_codes, symbols_of, word_codes
from bpe_core.tie_breaks import TIE_BREAKS
from bpe_core.validation import checked_integer, shown

MAX_DEPTH = 12
"""How many merges the worlds may be apart from the start."""

MAX_WORLDS = 300
"""How many worlds there may be; a picture of more would be unreadable."""

MAX_WORLD_SYMBOLS = 2_000
"""How many base symbols the distinct words may have together, each word counted once."""

_MOST_VOCABULARIES = 100
"""How many different vocabularies are counted in each world at most."""

_Splits = tuple[tuple[int, ...], ...]
"""The symbols of each word, as numbers that are equal if they are printed alike."""


@dataclass(frozen=True)
class World:
    """How all words are split after a number of merges, whichever merges these were."""

    number: int
    """Its index in `Worlds.worlds`; 0 is the start."""

    depth: int
    """How many merges lead here."""

    splits: tuple[tuple[str, ...], ...]
    """The symbols of each word, in the order of `Worlds.words`."""

    ways: int
    """How many different merge lists lead here."""

    vocabularies: int
    """How many different sets of learned tokens these lists have; counted up to 100."""

    stop_reason: str | None
    """Why the training is over here, as the stepper says it; None if it could go on."""


@dataclass(frozen=True)
class Branch:
    """A merge that leads from one world to another."""

    source: int
    """The number of the world before the merge."""

    target: int
    """The number of the world after it."""

    pair: Pair
    """The two symbols as printed."""

    count: int
    """How often the pair occurs in the source; no pair occurs more often there."""

    tied: int
    """How many other pairs share that count; 0 if there is no choice."""

    rules: tuple[str, ...]
    """The tie rules, by their names in `TIE_BREAKS`, whose own way from the start has this merge; never
    "random". What a rule would take elsewhere can depend on the way there, so it is left out."""


@dataclass(frozen=True, repr=False)
class Worlds:
    """A graph of worlds, complete down to `depth_reached`."""

    worlds: tuple[World, ...]
    """The worlds by number: level by level, each in the order in which it was first reached."""

    branches: tuple[Branch, ...]
    """By source, then in the order in which the pairs occur in its words."""

    words: tuple[WordCount, ...]
    """The distinct words with their counts, in the order in which they first occurred."""

    depth_wanted: int
    """The depth that was asked for."""

    stopped: str
    """Which limit was reached, and where, in one sentence; empty if none was."""

    @property
    def depth_reached(self) -> int:
        """The depth of the deepest world; less than wanted if training ends before, or at a limit."""
        return self.worlds[-1].depth

    @property
    def is_whole(self) -> bool:
        """Whether every choice down to the wanted depth is here; False if a limit was reached."""
        return not self.stopped

    @property
    def merge_lists(self) -> int:
        """How many different merge lists lead from the start to an ending."""
        return sum(world.ways for world in self._endings())

    @property
    def endings(self) -> int:
        """How many worlds have no branch: the training is over there, or they are at `depth_reached`."""
        return len(self._endings())

    def down_to(self, depth: int) -> "Worlds":
        """The graph as if it had been grown only to this depth, which must be 1 or more and reached."""
        worlds = tuple(world for world in self.worlds if world.depth <= depth)
        branches = tuple(branch for branch in self.branches if branch.target < len(worlds))
        return Worlds(worlds, branches, self.words, depth, stopped="")

    def __repr__(self) -> str:
        numbers = f"{len(self.worlds)} worlds, {len(self.branches)} branches, {self.merge_lists} merge lists"
        return f"<Worlds to depth {self.depth_reached}: {numbers}, {self.endings} endings>"

    def _endings(self) -> list[World]:
        sources = {branch.source for branch in self.branches}
        return [world for world in self.worlds if world.number not in sources]


def grow_worlds(
    corpus: Corpus, config: BPEConfig, depth: int, *, most: int = MAX_WORLDS, tell: Tell = tell_nobody
) -> Worlds:
    """Follow every choice among ties down to a depth, in at most `most` worlds.

    A level that would not fit as a whole is left out. Raises `ComparisonError` if the depth, the number of
    worlds or the corpus is beyond the limits above, `EmptyCorpusError` if there is no word, and `Stop` if
    `tell` does.
    """
    depth = checked_integer("depth", depth, ComparisonError, least=1, most=MAX_DEPTH)
    most = checked_integer("most", most, ComparisonError, least=1, most=MAX_WORLDS)
    if not isinstance(corpus, Corpus):
        raise ComparisonError(f"`corpus` must be a Corpus, got {shown(corpus)}.")
    word_counts = corpus.count_words(config, tell)
    symbols = sum(symbols_of(word, config) for word in word_counts)
    if symbols > MAX_WORLD_SYMBOLS:
        raise ComparisonError(
            f"Too large to draw: {symbols:,} symbols in {len(word_counts):,} distinct words; the limit is "
            f"{MAX_WORLD_SYMBOLS:,}."
        )
    growth = _Growth(word_counts, config)
    stopped = growth.grow(depth, most, tell)
    words = tuple(WordCount(word, count) for word, count in word_counts.items())
    return Worlds(tuple(growth.worlds), tuple(growth.branches), words, depth, stopped)


def grow_worlds_of_frequent_words(
    corpus: Corpus, config: BPEConfig, depth: int, *, tell: Tell = tell_nobody
) -> Worlds:
    """The graph for the most frequent words of a corpus, as many as fit."""
    return grow_worlds(frequent_words(corpus, config, tell=tell), config, depth, tell=tell)


def frequent_words(corpus: Corpus, config: BPEConfig, *, tell: Tell = tell_nobody) -> Corpus:
    """The most frequent words of a corpus, as many as `grow_worlds` accepts, in the order of the corpus.

    Raises `EmptyCorpusError` if not even one word fits, and `Stop` if `tell` does.
    """
    word_counts = corpus.count_words(config, tell)
    room, kept = MAX_WORLD_SYMBOLS, set()
    for word in sorted(word_counts, key=word_counts.__getitem__, reverse=True):
        size = symbols_of(word, config)
        if size <= room:
            room -= size
            kept.add(word)
    return Corpus.from_word_counts({word: count for word, count in word_counts.items() if word in kept})


@dataclass
class _State:
    """A world in the making."""

    number: int
    depth: int
    splits: _Splits
    ways: int = 0
    vocabularies: set[frozenset[int]] = field(default_factory=set)  # the learned tokens of each way


class _Growth:
    """Worlds and branches, growing by a whole level at a time.

    A level has all states after the same number of merges. The next level has, for each state and each of its
    tied pairs, what the merge makes of the words; equal splits are one state. For two words with nothing in
    common:

        level 0      a b | c d
        level 1      ab | c d      a b | cd
        level 2      ab | cd                       by two ways

    Ties, and what a merge makes of a word, come from `reference`.
    """

    def __init__(self, word_counts: Mapping[str, int], config: BPEConfig) -> None:
        self._config = config
        self._word_counts = list(word_counts.values())
        spelled = [word_codes(word, config) for word in word_counts]
        codes = {code for word in spelled for code in word} | {*obligatory_codes(config)}
        self._table = SymbolTable(codes, config)
        self._base_size = self._table.base_size
        # One number for every token, however it was made: `hug` of h + ug is `hug` of hu + g.
        self._number_of_text: dict[str, int] = {}
        splits = tuple(tuple(self._table.symbol_of_code[code] for code in word) for word in spelled)
        self._start = _State(0, 0, splits, ways=1, vocabularies={frozenset()})
        self._histories = {
            name: MergeHistory(word_counts, replace(config, tie_break=name))
            for name, rule in TIE_BREAKS.items()
            if not rule.is_drawn
        }
        self._world_of_rule = dict.fromkeys(self._histories, 0)  # where each tie rule's own way is now
        self.worlds: list[World] = []
        self.branches: list[Branch] = []

    def grow(self, depth: int, most: int, tell: Tell) -> str:
        """Grow to a depth; returns a sentence if the limit on worlds was reached before."""
        level = [self._start]
        while level:
            ties = [self._add_world(state) for state in level]
            reached = level[0].depth
            if reached == depth:
                break
            grown = self._next_level(level, ties, room=most - len(self.worlds), tell=tell)
            if grown is None:
                where = f"after {reached} merge{'' if reached == 1 else 's'}" if reached else "at the start"
                return f"Stopped {where}: merge {reached + 1} would lead to more than {most:,} states."
            level, branches = grown
            self.branches += branches
        return ""

    def _add_world(self, state: _State) -> tuple[int, list[SymbolPair]]:
        """Add a state as a world; returns its highest count and the tied pairs, none if training is over."""
        config = self._config
        splits = [list(symbols) for symbols in state.splits]
        pair_counts = count_pairs(splits, self._word_counts, overlaps=config.count_overlaps)
        highest = max(pair_counts.values(), default=0)
        stop_reason = limit_reached(config, self._base_size, state.depth)
        if stop_reason is None and highest < max(1, config.min_frequency):
            stop_reason = BELOW_MINIMUM_FREQUENCY if highest else NO_PAIRS_LEFT
        printed = tuple(tuple(map(self._table.text, symbols)) for symbols in state.splits)
        vocabularies = len(state.vocabularies)
        self.worlds.append(World(state.number, state.depth, printed, state.ways, vocabularies, stop_reason))
        if stop_reason is not None:
            return 0, []
        return highest, [pair for pair, count in pair_counts.items() if count == highest]

    def _next_level(
        self, level: list[_State], ties: list[tuple[int, list[SymbolPair]]], room: int, tell: Tell
    ) -> tuple[list[_State], list[Branch]] | None:
        """The states one merge later, and the branches to them; None if there is no room for them."""
        found: dict[_Splits, _State] = {}
        branches = []
        for source, (count, tied) in zip(level, ties, strict=True):
            tell(Progress(source.number, None, "states"))
            picks = {
                rule: history.pair_texts(pick)
                for rule, history in self._histories.items()
                if self._world_of_rule[rule] == source.number and (pick := history.next_pair()) is not None
            }
            for left, right in tied:
                text = self._table.joined_text(left, right)
                if text not in self._number_of_text:
                    self._number_of_text[text] = self._table.add(left, right)
                token = self._number_of_text[text]
                splits = tuple(
                    tuple(merge(list(symbols), left, right, token)) if left in symbols else symbols
                    for symbols in source.splits
                )
                if splits not in found:
                    if len(found) == room:
                        return None
                    found[splits] = _State(len(self.worlds) + len(found), source.depth + 1, splits)
                target = found[splits]
                target.ways += source.ways
                for vocabulary in source.vocabularies:
                    if len(target.vocabularies) < _MOST_VOCABULARIES:
                        target.vocabularies.add(vocabulary | {token})
                pair = self._table.text(left), self._table.text(right)
                rules = tuple(rule for rule, pick in picks.items() if pick == pair)
                for rule in rules:
                    self._histories[rule].extend()
                    self._world_of_rule[rule] = target.number
                branches.append(Branch(source.number, target.number, pair, count, len(tied) - 1, rules))
        return list(found.values()), branches
