"""Some words of the corpus, cut in every column: first those that the columns cut differently.

Columns may cut the corpus into different words. A row has words that are the same except for the spaces at
their edges, which some libraries join to a word:

>>> core_of("hug"), core_of(" hug"), core_of("▁hug"), core_of(" ")
('hug', 'hug', 'hug', ' ')
"""

from bisect import bisect_right
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from heapq import nlargest
from itertools import accumulate, islice, pairwise
from operator import attrgetter

import numpy as np
import numpy.typing as npt

from bpe_core import BPEConfig, BPEStepper
from bpe_core.config import cutting_rules
from bpe_core.encoding import printed_word, with_marker
from bpe_core.queries import WordCount
from bpe_core.symbols import LONGEST_TEXT
from bpe_ui.visit.messages.words import CutWord, cut_word

WORDS_SHOWN = 24
"""How many rows of words are shown at a time."""
FREQUENT_WORDS = 60
"""How many of the most frequent words may become a row ..."""
TOKENS_LOOKED_FOR, WORDS_A_TOKEN = 120, 2
"""... and how many tokens in which columns differ are searched, for how many words each ..."""
WORDS_LOOKED_THROUGH = 20_000
"""... among this many of the most frequent words."""
DIFFERING_WORDS = 8
"""How many words should differ at each position of a window, if possible."""

_EDGES = " \t\r\n▁"


@dataclass(frozen=True)
class ColumnWord:
    """A word in one column."""

    cut: CutWord
    """The word, or its beginning, through the whole history."""

    ends: tuple[int, ...]
    """The end of each base symbol shown, on a scale that all columns of a row share."""


@dataclass(frozen=True)
class ComparedWord:
    """A word in every column."""

    core: str
    """The word without spaces at its edges."""

    length: int
    """The end of the scale: cuts from here on, and at 0, are no differences."""

    words: tuple[ColumnWord | None, ...]
    """One for each column; None if the column's rules leave no such word."""

    def differs(self, position: int) -> bool:
        """Whether two columns cut the word differently at a position."""
        borders = set()
        for word in (word for word in self.words if word is not None):
            standing = zip(word.ends, word.cut.merged_at, strict=False)
            ends = (end for end, rank in standing if rank < 0 or rank >= position)
            borders.add(frozenset(end for end in ends if 0 < end < self.length))
        return len(borders) > 1

    def differing(self, first: int, last: int) -> npt.NDArray[np.bool_]:
        """Whether it differs, for every position from `first` to `last`."""
        ranks = {rank for word in self.words if word is not None for rank in word.cut.merged_at}
        changes = sorted({first, *(rank + 1 for rank in ranks if first <= rank < last)})
        differs_at = np.zeros(last - first + 1, dtype=np.bool_)
        for start, end in pairwise([*changes, last + 1]):
            differs_at[start - first : end - first] = self.differs(start)
        return differs_at


def core_of(word: str) -> str:
    """The word without spaces at its edges, unless it has only spaces."""
    return word.strip(_EDGES) or word


class ColumnWords:
    """Chooses words to show in some columns, and caches what it looked up; it does not move the steppers."""

    def __init__(self, steppers: Sequence[BPEStepper]) -> None:
        """Use the columns of a comparison."""
        self._steppers = steppers
        by_cut = {cutting_rules(stepper.config): stepper for stepper in steppers}
        words = {cut: words_by_core(stepper) for cut, stepper in by_cut.items()}
        self._words = [words[cutting_rules(stepper.config)] for stepper in steppers]
        self._frequent = _most_frequent(list(words.values()))
        self._haystacks: dict[tuple[object, ...], _Haystack] = {}

    def rows(
        self, position: int, first: int, last: int, tokens: Sequence[tuple[int, str]]
    ) -> list[ComparedWord]:
        """Rows for the positions from `first` to `last`.

        Words with one of the `tokens`, each given with the number of a column that learns it, are tried.
        Words that differ at `position` are preferred, then those that let several words differ at any
        position.
        """
        order = {core: place for place, core in enumerate(self._frequent)}
        cores = dict.fromkeys((*self._frequent, *self._words_with(tokens)))
        rows = [self._row(core, first, last) for core in cores]
        differing = np.array([row.differing(first, last) for row in rows])
        chosen = [rows[place] for place in _chosen(differing, position - first)]
        return sorted(chosen, key=lambda row: order.get(row.core, len(order)))

    def _words_with(self, tokens: Sequence[tuple[int, str]]) -> Iterator[str]:
        for column, token in islice(dict.fromkeys(tokens), TOKENS_LOOKED_FOR):
            config = self._steppers[column].config
            key = *cutting_rules(config), config.alphabet, config.word_boundary, config.marker
            if key not in self._haystacks:
                self._haystacks[key] = _Haystack(self._words[column], config)
            yield from self._haystacks[key].holding(token[:LONGEST_TEXT], WORDS_A_TOKEN)

    def _row(self, core: str, first: int, last: int) -> ComparedWord:
        cuts: list[CutWord | None] = []
        for stepper, words in zip(self._steppers, self._words, strict=True):
            occurrence = words.get(core)
            cuts.append(None if occurrence is None else cut_word(stepper, occurrence.word, first, last))
        return _on_one_scale(core, cuts, [stepper.config for stepper in self._steppers])


def words_by_core(stepper: BPEStepper) -> dict[str, WordCount]:
    """For each core, the most frequent word with it; in the corpus's order or, if the corpus has too many
    words, only among the most frequent ones.

    >>> from bpe_core import Corpus
    >>> words = words_by_core(BPEStepper(Corpus.from_text("a a  a b"), BPEConfig(pre_tokenizer="gpt2")))
    >>> {core: each.word for core, each in words.items()}
    {'a': ' a', ' ': ' ', 'b': ' b'}
    """
    counts = stepper.words[:]
    if len(counts) > WORDS_LOOKED_THROUGH:
        counts = nlargest(WORDS_LOOKED_THROUGH, counts, key=attrgetter("count"))
    words: dict[str, WordCount] = {}
    for each in counts:
        core = core_of(each.word)
        if core not in words or words[core].count < each.count:
            words[core] = each
    return words


def _most_frequent(cuts: Sequence[Mapping[str, WordCount]]) -> list[str]:
    """The cores that most columns have, the most frequent first; those of a small corpus in its own order."""
    cores: Counter[str] = Counter()
    count: dict[str, int] = {}
    for words in cuts:
        frequent: Iterable[str] = words
        if len(words) > FREQUENT_WORDS:
            counts = {core: each.count for core, each in words.items()}
            frequent = nlargest(FREQUENT_WORDS, counts, key=counts.__getitem__)
        for core in frequent:
            cores[core] += 1
            count[core] = max(count.get(core, 0), words[core].count)
    if len(count) <= WORDS_SHOWN:
        return list(count)
    return sorted(count, key=lambda core: (-cores[core], -count[core]))[:FREQUENT_WORDS]


def _chosen(differing: npt.NDArray[np.bool_], here: int) -> list[int]:
    """Which rows are shown, given whether each differs at each position of a window."""
    left = list(range(len(differing)))
    chosen: list[int] = []
    needed = np.full(differing.shape[1], DIFFERING_WORDS)
    while left and len(chosen) < WORDS_SHOWN:
        wanted = needed > 0
        worth = differing[left] @ wanted + differing[left, here] * (wanted[here] * len(wanted))
        best = left.pop(int(worth.argmax()))  # the first of the best: the most frequent
        chosen.append(best)
        needed = needed - differing[best]
    return chosen


class _Haystack:
    """Words as a column prints them, in one text that is fast to search for tokens."""

    def __init__(self, words: Mapping[str, WordCount], config: BPEConfig) -> None:
        self._cores = list(words)
        printed = [
            with_marker(printed_word(each.word, config), bool(config.marker), config)
            for each in words.values()
        ]
        self._starts = [0, *accumulate(len(text) + 1 for text in printed)]
        self._text = "\n".join(printed)

    def holding(self, token: str, most: int) -> list[str]:
        """The cores of the first words that contain a token."""
        cores: list[str] = []
        at = self._text.find(token)
        while at >= 0 and len(cores) < most:
            place = bisect_right(self._starts, at) - 1
            cores.append(self._cores[place])
            at = self._text.find(token, self._starts[place + 1])
        return cores


def _on_one_scale(core: str, cuts: Sequence[CutWord | None], configs: Sequence[BPEConfig]) -> ComparedWord:
    """Add the end of every base symbol: in symbols if all columns spell the word alike, otherwise in bytes of
    the core, so that spaces and markers at its edges have no length."""
    present = [(cut, config) for cut, config in zip(cuts, configs, strict=True) if cut is not None]
    spelled = {(cut.word, cut.left_out, config.alphabet, config.word_boundary) for cut, config in present}
    alike = len(spelled) == 1
    words = tuple(
        None if cut is None else ColumnWord(cut, _ends(cut, None if alike else core, config))
        for cut, config in zip(cuts, configs, strict=True)
    )
    # Words that are too long to be shown completely end where all columns still show them.
    return ComparedWord(core, min(max(word.ends, default=0) for word in words if word is not None), words)


def _ends(cut: CutWord, core: str | None, config: BPEConfig) -> tuple[int, ...]:
    """After how many symbols, or bytes of the core, each base symbol ends; a marker adds none."""
    if core is None:
        return tuple(range(1, len(cut.ids) + 1))
    if config.alphabet == "bytes":
        ends = [*range(1, len(cut.ids) + 1)]
    else:
        all_ends = accumulate(len(character.encode()) for character in cut.word)
        kept = (end for end, letter in zip(all_ends, cut.word, strict=True) if letter not in cut.left_out)
        ends = [*islice(kept, len(cut.ids))]
        ends += [len(cut.word.encode())] * (len(cut.ids) - len(ends))
    before, length = len(cut.word[: cut.word.find(core)].encode()), len(core.encode())
    return tuple(min(max(end - before, 0), length) for end in ends)
