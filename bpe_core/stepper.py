"""The stepper: training one merge at a time, forward and backward.

In: a corpus and a config. Out: merges, and at any position the splits, the pair counts and the tokenizer.

>>> from bpe_core import BPEStepper, Corpus, BPEConfig
>>> corpus = Corpus.from_word_counts({"hug": 10, "pug": 5, "pun": 12, "bun": 4, "hugs": 5})
>>> stepper = BPEStepper(corpus, BPEConfig())
>>> stepper.next_pair()
('u', 'g')
>>> stepper.step().count
20
>>> stepper.splits()["hugs"]
('h', 'ug', 's')
>>> stepper.run()
>>> stepper.position, stepper.stop_reason
(7, 'no pairs left')
>>> stepper.goto(4)
>>> stepper.tied_pairs()
(('p', 'ug'), ('hug', 's'))
"""

import gc
import time
from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from itertools import accumulate
from typing import Any

import numpy as np

from bpe_core.config import BPEConfig
from bpe_core.corpus.corpus import Corpus
from bpe_core.engine.merge_history import MergeHistory
from bpe_core.errors import (
    ConfigError,
    CorpusError,
    NothingToMergeError,
    PairNotFoundError,
    PositionError,
)
from bpe_core.limits import (
    BELOW_MINIMUM_FREQUENCY,
    NO_PAIRS_LEFT,
    limit_reached,
    most_merges,
    vocabulary_size,
)
from bpe_core.merges import Merge, Pair
from bpe_core.queries.changes import PairChange, changed_words
from bpe_core.queries.explain import Choice
from bpe_core.queries.merge_columns import FilmColumns
from bpe_core.queries.pair_cache import PairMemory, changes_before
from bpe_core.queries.pair_facts import PairFacts
from bpe_core.queries.pair_search import search_pairs
from bpe_core.queries.pair_table import (
    PairCount,
    PairOccurrences,
    count_of,
    highest_pairs,
    tied_pairs,
)
from bpe_core.queries.predictions import Verdict, judge_at
from bpe_core.queries.rule_picks import RulePick
from bpe_core.queries.snapshots import Scene, scenes_between
from bpe_core.queries.statistics import Figures, SeriesPoint, WordCount, WordList
from bpe_core.queries.word_history import WordFilm, merges_over, word_film
from bpe_core.queries.words_with_pair import find_holders, largest_shares
from bpe_core.tokenizer import BPETokenizer
from bpe_core.validation import checked_integer, shown

MAX_TOKENIZER_TEXT = 10_000_000
"""A stepper that prints long symbols cut short makes tokenizers of tokens with so many characters in all."""

_PROGRESS_SECONDS = 0.1
"""How often `run` reports its progress."""

WordProgress = Callable[[int, int], object]
"""Called with the characters read so far and in all."""

MergeProgress = Callable[[int, int | None], object]
"""Called with the merges made so far and the number wanted, if there is one; returning False stops."""


class BPEStepper:
    """BPE training that can be stepped, undone, replayed and forced into other merges."""

    def __init__(
        self,
        corpus: Corpus,
        config: BPEConfig,
        *,
        on_progress: WordProgress | None = None,
        short_texts: bool = False,
    ) -> None:
        """Count the words; `on_progress(characters read, in all)` is called now and then, and may raise.

        In a text without spaces the tokens grow as long as the text, and all of them written out take memory
        that grows with its square. With `short_texts`, symbols of more than 400 base symbols are printed cut
        short: `abab…(512 base symbols, id 260)`.

        Raises `EmptyCorpusError` where no word is left, `PatternTimeoutError` for a runaway pattern.
        """
        if not isinstance(corpus, Corpus):
            raise CorpusError(
                f"corpus is a {type(corpus).__name__}; a Corpus is allowed, as Corpus.from_text makes."
            )
        self._short_texts = short_texts
        film = MergeHistory(corpus.count_words(config, on_progress), config, short_texts=short_texts)
        self.corpus = corpus
        """What is trained on."""
        self.config = config
        """The rules."""
        self._start(film)

    def _start(self, film: MergeHistory) -> None:
        self._film = film
        self._position = 0
        self._word_index: dict[str, int] | None = None
        self._memory = PairMemory(film)
        self._most_merges = most_merges(self.config, film.table.base_size)

    # Where we are

    @property
    def position(self) -> int:
        """How many merges have been made; 0 at the start."""
        return self._position

    @property
    def merges(self) -> tuple[Merge, ...]:
        """The merges up to the position."""
        return tuple(map(self._memory.records.merge, range(self._position)))

    @property
    def film(self) -> tuple[Merge, ...]:
        """Every merge known, also undone ones after the position."""
        return tuple(map(self._memory.records.merge, range(len(self._film))))

    @property
    def film_length(self) -> int:
        """How many merges are known, also after the position."""
        return len(self._film)

    @property
    def words(self) -> Sequence[WordCount]:
        """The distinct words with their counts, in the order in which they first occurred."""
        return WordList(self._film)

    @property
    def base_symbols(self) -> tuple[str, ...]:
        """The base symbols as they are printed, in id order."""
        return tuple(self._film.table.text(symbol) for symbol in range(self._film.table.base_size))

    @property
    def is_done(self) -> bool:
        """Whether the rules allow no further merge at the position."""
        return self._rule_pick(self._position) is None

    @property
    def stop_reason(self) -> str | None:
        """Why training is over at the position, or None while it is not."""
        return self._stop_reason(self._position)

    def merge(self, rank: int) -> Merge:
        """One merge known, also an undone one; raises `PositionError` where there is none of this rank."""
        rank = checked_integer("rank", rank, PositionError)
        if rank >= len(self._film):
            raise PositionError(f"There is no merge of rank {rank:,}; {len(self._film):,} merges are known.")
        return self._memory.records.merge(rank)

    def vocabulary(self, newest: int | None = None) -> dict[str, int]:
        """Token -> id at the position, in id order: special tokens, base symbols, merges.

        `newest` leaves out all but the last so many; raises `ConfigError` if it is no integer >= 0.
        """
        size, special_tokens = self._vocabulary_size(self._position), self.config.special_tokens
        start = 0 if newest is None else max(0, size - checked_integer("newest", newest, ConfigError))
        text, offset = self._film.table.text, len(special_tokens)
        return {
            special_tokens[token_id] if token_id < offset else text(token_id - offset): token_id
            for token_id in range(start, size)
        }

    def figures(self) -> Figures:
        """The state of the training in numbers, at the position."""
        ties = sum(1 for tied in self._film.tied_counts(self._position) if tied)
        return self._figures(self._position, ties)

    def series(self) -> list[SeriesPoint]:
        """Symbols in the corpus and vocabulary size at every known position."""
        return [
            SeriesPoint(position, symbols, self._vocabulary_size(position))
            for position, symbols in enumerate(self._film.symbols_left)
        ]

    def columns(self) -> FilmColumns:
        """Every merge known, also beyond the position, in columns: quicker than `film` for thousands."""
        return FilmColumns(self._film)

    # What is there

    def next_pair(self) -> Pair | None:
        """The pair that the rule picks now, or None when training is over."""
        pick = self._rule_pick(self._position)
        return None if pick is None else self._film.pair_texts(pick)

    def tied_pairs(self) -> tuple[Pair, ...]:
        """Every pair that shares the highest count, the picked one first; empty when training is over."""
        if self.is_done:
            return ()
        return tuple(map(self._film.pair_texts, tied_pairs(self._film, self._position)))

    def pair_counts(self, limit: int | None = None) -> list[PairCount]:
        """The rows of the pair-frequency table: highest count first, then in the tie rule's order.

        Raises `ConfigError` for a limit that is no integer >= 0.
        """
        if limit is not None:
            limit = checked_integer("limit", limit, ConfigError)
        return highest_pairs(self._film, self._position, limit, self._memory.order)

    def splits(self, words: Iterable[str] | None = None) -> dict[str, tuple[str, ...]]:
        """The current symbols of every word, or of some; raises `CorpusError` for one that is not there."""
        if words is not None and (isinstance(words, str) or not isinstance(words, Iterable)):
            raise CorpusError(f"words is {shown(words)}; a list of words is allowed.")
        film, text = self._film, self._film.table.text
        chosen = film.words if words is None else list(words)
        indexes = range(len(chosen)) if words is None else [self._index_of(word) for word in chosen]
        splits = film.timeline.splits(indexes, self._position)
        return {word: tuple(map(text, symbols)) for word, symbols in zip(chosen, splits, strict=True)}

    def split_merges(self, word: str) -> tuple[int | None, ...]:
        """For each current symbol of a word, the rank of the merge that made it; None for a base symbol."""
        base_size = self._film.table.base_size
        return tuple(
            symbol - base_size if symbol >= base_size else None for symbol in self._split_symbols(word)
        )

    def occurrences(self, pair: Pair, limit: int | None = None) -> PairOccurrences:
        """Where a pair's count comes from: the words that hold it, largest contribution first.

        Raises `PairNotFoundError` where the pair does not occur now, `ConfigError` for a wrong limit.
        """
        if limit is not None:
            limit = checked_integer("limit", limit, ConfigError)
        symbols = self._symbols_of(pair)
        shares = largest_shares(self._film, find_holders(self._film, *symbols, self._position))
        count = count_of(self._film, self._position, *symbols)
        return PairOccurrences(self._film.pair_texts(symbols), count, len(shares), shares[:limit])

    def explain(self) -> Choice | None:
        """Why the next pair is the next one, or None when training is over."""
        return self.scenes(self._position, self._position, rows=2)[0].choice

    def rule_picks(self) -> tuple[RulePick, ...]:
        """Where pairs are tied, what each other tie rule would take; else empty.

        Empty as well where training is over, and where more than 500 pairs are tied.
        """
        return self.scenes(self._position, self._position, rows=1)[0].rule_picks

    def changes(self) -> tuple[PairChange, ...]:
        """All that the last merge changed in the pair table, largest change first; empty at the start."""
        return changes_before(self._film, self._position, self._memory)

    def changed_words(self) -> list[int]:
        """The indexes of the words that the last merge touched, ascending; empty at the start."""
        return changed_words(self._film, self._position)

    def find_pairs(self, text: str, limit: int) -> list[PairCount]:
        """The rows of the pair table that match a text, best matches first.

        That is the pair itself ("left + right" or "left right"), then pairs that would make the text, then
        those of which it is one symbol, then those whose token holds it. An empty text matches nothing.
        Raises `ConfigError` for a text that is none, and for a limit that is no integer >= 0.
        """
        if not isinstance(text, str):
            raise ConfigError(f"text is {shown(text)}; a text is allowed.")
        limit = checked_integer("limit", limit, ConfigError)
        return search_pairs(self._film, self._position, text, limit, self._memory)

    def pair_facts(self, pair: Pair) -> PairFacts:
        """One pair at the position, as the rows of a scene have it.

        Raises `PairNotFoundError` where the pair does not occur now.
        """
        left, right = self._symbols_of(pair)
        count = count_of(self._film, self._position, left, right)
        return self._memory.facts(left, right, count, self._position)

    def judge(self, pair: Pair) -> Verdict:
        """What a prediction of the next pair is worth, and which mistake it shows.

        Any two texts may be given, also such as are no symbols. Raises `PairNotFoundError` for anything else,
        `NothingToMergeError` when training is over.
        """
        _check_pair(pair)
        if self.is_done:
            raise NothingToMergeError(f"There is nothing to predict: {self.stop_reason}.")
        return judge_at(self._film, self._position, pair, self._memory)

    def scenes(self, first: int, last: int, rows: int = 30) -> list[Scene]:
        """All that there is to see at the positions from `first` to `last`, both included.

        The positions must lie in the film; the stepper stays where it is. `rows` is how much of the pair
        table is wanted. Raises `PositionError` for other positions, `ConfigError` for rows that are no whole
        number from 0 on.
        """
        first = checked_integer("first", first, PositionError)
        last = checked_integer("last", last, PositionError)
        rows = checked_integer("rows", rows, ConfigError)
        if not first <= last <= len(self._film):
            raise PositionError(
                f"Scenes from {first:,} to {last:,} are wanted; positions of the film are allowed, "
                f"0 to {len(self._film):,}, the first one first."
            )
        return scenes_between(
            self._film,
            first,
            last,
            rows,
            memory=self._memory,
            figures=self._figures,
            stop_reason=self._stop_reason,
        )

    def word_films(self, words: Sequence[str], symbols: int | None = None) -> list[WordFilm]:
        """Some words through the whole film, also beyond the position.

        `symbols` leaves out all but the first so many of each. Raises `CorpusError` for a word that is not
        there.
        """
        if isinstance(words, str) or not isinstance(words, Iterable):
            raise CorpusError(f"words is {shown(words)}; a list of words is allowed.")
        return [word_film(self._film, self._index_of(word), symbols) for word in words]

    def merges_over(self, word: str, symbols: int, first: int, last: int) -> list[int]:
        """The ranks of the merges that make the token in which a word's first so many symbols end, at the
        positions of the film from `first` to `last`; none while a token ends with the last of them.

        There must be more symbols in the word. Raises `CorpusError` for a word that is not there.
        """
        return merges_over(self._film, self._index_of(word), symbols, first, last)

    def tokenizer(self) -> BPETokenizer:
        """A tokenizer with the merges up to the position.

        Raises `ConfigError` where the stepper has `short_texts` and the tokens are too long in all.
        """
        if self._short_texts:
            self._check_tokens()
        return BPETokenizer(self.config, self._film.table.codes, self._film.pairs[: self._position])

    def without_choices(self) -> "BPEStepper":
        """Another stepper with the same words and rules, at the same position, but without forced merges.

        It is trained anew; the words are not counted again. Where its training ends earlier, it stands there.
        """
        stepper = self._on_the_same_words()
        stepper.run(self._position)
        return stepper

    def branch(self) -> "BPEStepper":
        """Another stepper with the same words, rules and merges up to the position, and none after it.

        It is trained anew; the words are not counted again.
        """
        stepper = self._on_the_same_words()
        stepper._replay(self._forced()[: self._position], self._position)
        return stepper

    def with_rules(self, config: BPEConfig) -> "BPEStepper":
        """Another stepper on the same words with other rules, at the start; no word is counted again.

        Raises `ConfigError` for rules that cut the corpus into other words than this stepper's do.
        """
        if not isinstance(config, BPEConfig):
            raise ConfigError(f"config is a {type(config).__name__}; a BPEConfig is allowed.")
        if cutting_rules(config) != cutting_rules(self.config):
            raise ConfigError(
                "The rules cut the corpus into other words; rules with the same normalizers, pre-tokenizer, "
                "pattern and special tokens are allowed."
            )
        return self._on_the_same_words(config)

    def starts_like(self, other: "BPEStepper") -> bool:
        """Whether the two begin with the same words and counts in the same order, spelled alike as printed.

        As long as both then make the same merges, their splits are the same.
        """
        return self._film.starts_like(other._film)

    # Going on

    def step(self, pair: Pair | None = None) -> Merge:
        """Merge the pair that the rule picks, or the given one ("what if?"), and return the merge.

        A merge that differs from the film's next one clears what was undone. Raises `NothingToMergeError`
        when training is over, `PairNotFoundError` for a given pair that does not occur; nothing changes then.
        """
        if pair is not None:
            limit = self._limit_reached(self._position)
            if limit is not None:
                raise NothingToMergeError(f"There is nothing to merge: {limit}.")
            self._make(self._symbols_of(pair), by_user=True)
        elif not self._go_on():
            raise NothingToMergeError(f"There is nothing to merge: {self.stop_reason}.")
        return self._memory.records.merge(self._position - 1)

    def undo(self) -> Merge:
        """Take the last merge back and return it; raises `PositionError` at the start."""
        if self._position == 0:
            raise PositionError("There is nothing to undo: no merge has been made.")
        self._position -= 1
        return self._memory.records.merge(self._position)

    def redo(self) -> Merge:
        """Make the last undone merge again and return it; raises `PositionError` where none was undone."""
        if self._position == len(self._film):
            raise PositionError("There is nothing to redo: no merge has been undone.")
        self._position += 1
        return self._memory.records.merge(self._position - 1)

    def goto(self, position: int) -> None:
        """Go to a position of the film, training on where it has not been made yet.

        Raises `PositionError`, and stays where it is, for a position that is no whole number, below 0 or
        beyond the end. Where the end is shows in training only, so the film may have grown then.
        """
        target = checked_integer("position", position, PositionError)
        start = self._position
        limit = self._limit_reached(target - 1) if target > len(self._film) else None
        if limit is not None:
            raise PositionError(f"Position {target:,} is beyond the end: {limit} before it.")
        self._position = min(target, len(self._film))
        with _collector_paused():
            while self._position < target and self._go_on():
                pass
        if self._position < target:
            end, reason = self._position, self.stop_reason
            self._position = start
            raise PositionError(
                f"Position {target:,} is beyond the end: training stops at {end:,}, {reason}."
            )

    def run(self, max_merges: int | None = None, *, on_progress: MergeProgress | None = None) -> None:
        """Step until training is over, or until so many merges have been made in all.

        `on_progress(merges made, wanted)` is called about ten times a second. It may return False, or
        raise, to stop between two merges; the merges made until then stay. Raises `ConfigError` for a
        `max_merges` that is no integer >= 0. Python's cyclic garbage collector rests meanwhile.
        """
        if max_merges is not None:
            max_merges = checked_integer("max_merges", max_merges, ConfigError)
        report_at = time.monotonic() + _PROGRESS_SECONDS
        with _collector_paused():
            while max_merges is None or self._position < max_merges:
                if not self._go_on():
                    return
                if on_progress is not None and time.monotonic() >= report_at:
                    if on_progress(self._position, max_merges) is False:
                        return
                    report_at = time.monotonic() + _PROGRESS_SECONDS

    # Inside

    def __repr__(self) -> str:
        words = len(self._film.words)
        return f"<BPEStepper: {words:,} words, at position {self._position:,} of {len(self._film):,}>"

    def __reduce__(self) -> tuple[Any, ...]:
        return _trained_again, (self.corpus, self.config, self._forced(), self._position, self._short_texts)

    def _forced(self) -> list[tuple[int, int] | None]:
        """For each merge of the film, its symbols if it was forced."""
        return [
            pair if by_user else None
            for pair, by_user in zip(self._film.pairs, self._film.by_user, strict=True)
        ]

    def _replay(self, forced: list[tuple[int, int] | None], position: int) -> None:
        """Make a film again from nothing, and stand at a position of it."""
        with _collector_paused():
            for pair in forced:
                self._film.extend(pair)
        self._position = position

    def _on_the_same_words(self, config: BPEConfig | None = None) -> "BPEStepper":
        stepper = object.__new__(BPEStepper)
        stepper.corpus, stepper.config = self.corpus, config or self.config
        stepper._short_texts = self._short_texts
        word_counts = dict(zip(self._film.words, self._film.word_counts.tolist(), strict=True))
        stepper._start(MergeHistory(word_counts, stepper.config, short_texts=self._short_texts))
        return stepper

    def _limit_reached(self, position: int) -> str | None:
        return limit_reached(self.config, self._film.table.base_size, position)

    def _vocabulary_size(self, position: int) -> int:
        return vocabulary_size(self.config, self._film.table.base_size, position)

    def _figures(self, position: int, ties: int) -> Figures:
        film, symbols = self._film, self._film.symbols_left[position]
        return Figures(
            position=position,
            vocabulary_size=self._vocabulary_size(position),
            symbols=symbols,
            symbols_at_start=film.symbols_at_start,
            symbols_saved=film.symbols_at_start - symbols,
            compression=film.symbols_at_start / symbols,
            distinct_pairs=int(np.count_nonzero(film.count_log.counts_at(position)[1])),
            ties=ties,
        )

    def _stop_reason(self, position: int) -> str | None:
        if self._rule_pick(position) is not None:
            return None
        limit = self._limit_reached(position)
        if limit is not None:
            return limit
        return BELOW_MINIMUM_FREQUENCY if self._film.count_log.counts_at(position)[1].any() else NO_PAIRS_LEFT

    def _rule_pick(self, position: int) -> tuple[int, int] | None:
        """The pair, as symbols, that the rule picks at a position of the film."""
        if self._limit_reached(position) is not None:
            return None
        film = self._film
        if position == len(film):
            return film.next_pair()
        if not film.by_user[position]:
            return film.pairs[position]
        if film.highest[position] < self.config.min_frequency:
            return None
        return tied_pairs(film, position, 1)[0]

    def _go_on(self) -> bool:
        """Make the merge that the rule picks; False where training is over."""
        film, position = self._film, self._position
        if position < len(film):
            pick = self._rule_pick(position)
            if pick is not None:
                self._make(pick, by_user=False)
            return pick is not None
        if position == self._most_merges or not film.extend():
            return False
        self._position += 1
        return True

    def _make(self, symbols: tuple[int, int], *, by_user: bool) -> None:
        """Make a merge that is possible at the position: the film's next one, or a new one in its place."""
        film, position = self._film, self._position
        if position < len(film) and film.pairs[position] == symbols:
            if film.by_user[position] != by_user:
                film.by_user[position] = by_user
                self._memory.records.forget(position)
        else:
            if position < len(film):
                self._memory.forget_from(position)
                film.cut(position)
            film.extend(symbols if by_user else None)
        self._position += 1

    def _symbols_of(self, pair: Pair) -> tuple[int, int]:
        """A printed pair as symbols; raises `PairNotFoundError` where it does not occur at the position."""
        _check_pair(pair)
        table, size = self._film.table, self._film.table.base_size + self._position
        left, right = (table.find(text, size) for text in pair)
        if left is None or right is None or not count_of(self._film, self._position, left, right):
            raise PairNotFoundError(
                f"The pair {shown(pair[0])} + {shown(pair[1])} does not occur in the current splits; "
                "a pair that pair_counts() lists is allowed."
            )
        return left, right

    def _check_tokens(self) -> None:
        """Raise `ConfigError` where the tokens up to the position have too many characters in all."""
        tokens = self._film.table.lengths[self._film.table.base_size :][: self._position]
        made = bisect_right(list(accumulate(tokens)), MAX_TOKENIZER_TEXT)
        if made < len(tokens):
            raise ConfigError(
                f"The tokens of these {len(tokens):,} merges have {sum(tokens):,} characters in all; "
                f"{MAX_TOKENIZER_TEXT:,} are allowed in a tokenizer, so up to {made:,} merges here."
            )

    def _split_symbols(self, word: str) -> list[int]:
        return next(self._film.timeline.splits([self._index_of(word)], self._position))

    def _index_of(self, word: str) -> int:
        """The index of a word; raises `CorpusError` for one that is not there."""
        if self._word_index is None:
            self._word_index = {known: index for index, known in enumerate(self._film.words)}
        index = self._word_index.get(word) if isinstance(word, str) else None
        if index is None:
            raise CorpusError(
                f"The word {shown(word)} is not in the corpus; the words of stepper.words are allowed."
            )
        return index


def cutting_rules(config: BPEConfig) -> tuple[object, ...]:
    """The rules that decide into which words a corpus is cut."""
    return config.normalizers, config.pre_tokenizer, config.pattern, config.special_tokens


def _trained_again(
    corpus: Corpus,
    config: BPEConfig,
    forced: list[tuple[int, int] | None],
    position: int,
    short_texts: bool,
) -> BPEStepper:
    """A stepper as it was when it was pickled or copied: the same film, at the same position."""
    stepper = BPEStepper(corpus, config, short_texts=short_texts)
    stepper._replay(forced, position)
    return stepper


def _check_pair(pair: Pair) -> None:
    """Raise `PairNotFoundError` for what is no two texts."""
    if (
        not isinstance(pair, tuple | list)
        or len(pair) != 2
        or not all(isinstance(text, str) for text in pair)
    ):
        raise PairNotFoundError(f"The pair is {shown(pair)}; two symbols are allowed, as ('u', 'g').")


@contextmanager
def _collector_paused() -> Iterator[None]:
    """Without the cyclic collector: it would look through the trainer's many lists again and again."""
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()
