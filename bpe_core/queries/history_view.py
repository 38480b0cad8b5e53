"""A read-only view of the whole history: every known merge, undone ones too, and what each did.

It gives merges as records or, to go through thousands of them, in columns; words through the whole training;
snapshots of any positions; and keys to compare the merges of several histories.

>>> from bpe_core import BPEStepper, EXAMPLES
>>> example = EXAMPLES["hug_pug_pun"]
>>> stepper = BPEStepper(example.corpus, example.config)
>>> stepper.run(5)
>>> history = stepper.history
>>> len(history), history[4].pair, history.pairs(3, 5)
(5, ('p', 'ug'), [('p', 'un'), ('p', 'ug')])
>>> history.counts(5), history.tied(5)
([20, 16, 15, 12, 5], [0, 0, 0, 0, 1])
"""

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from hashlib import blake2b
from operator import eq
from typing import overload

import numpy as np

from bpe_core.encoding.spelling import printed_as_bytes
from bpe_core.errors import ConfigError, CorpusError, PositionError
from bpe_core.merges import Merge, Pair
from bpe_core.queries.ancestry import Ancestor, learned_ancestry
from bpe_core.queries.history_facts import HistoryFacts
from bpe_core.queries.records import WholeWords
from bpe_core.queries.snapshots import Snapshot, snapshots_between
from bpe_core.queries.words import WordHistory, index_of, merges_over, word_history
from bpe_core.symbols import SEPARATOR
from bpe_core.validation import checked_integer, shown

TextKey = str | bytes
"""A printed text, or a digest if it is long."""

MergeKey = tuple[TextKey, TextKey]
"""What identifies a merge: the keys of its left and its right symbol."""

_LONGEST_KEY = 64
"""Longer texts are identified by a digest: one long word can give thousands of tokens nearly as long."""


class HistoryView(Sequence[Merge]):
    """Every known merge, by rank; it grows and shrinks with the history."""

    def __init__(self, known: HistoryFacts) -> None:
        self._known = known
        self._history = known.history

    def __len__(self) -> int:
        return len(self._history)

    @overload
    def __getitem__(self, rank: int) -> Merge: ...
    @overload
    def __getitem__(self, rank: slice) -> tuple[Merge, ...]: ...
    def __getitem__(self, rank: int | slice) -> Merge | tuple[Merge, ...]:
        ranks = range(len(self))
        if isinstance(rank, slice):
            return tuple(map(self._known.merge, ranks[rank]))
        try:
            return self._known.merge(ranks[rank])
        except IndexError:
            known = f"{len(self):,} merges are known"
            raise PositionError(f"There is no merge of rank {rank:,}; {known}.") from None

    def get(self, rank: int) -> Merge | None:
        """The merge of this rank, or None."""
        return self[rank] if 0 <= rank < len(self) else None

    def __eq__(self, other: object) -> bool:
        if isinstance(other, HistoryView | tuple | list):
            return len(self) == len(other) and all(map(eq, self, other))
        return NotImplemented

    def snapshots(self, first: int, last: int, rows: int = 30) -> list[Snapshot]:
        """What a page shows of the positions from `first` to `last`, both included.

        `rows` is the number of rows of the pair table. Raises `PositionError` if positions are not known, and
        `ConfigError` if `rows` is not an integer >= 0.
        """
        first = checked_integer("first", first, PositionError)
        last = checked_integer("last", last, PositionError)
        rows = checked_integer("rows", rows, ConfigError)
        if not first <= last <= len(self):
            raise PositionError(
                f"`first` and `last` must be positions from 0 to {len(self):,} in this order, "
                f"got {first:,} and {last:,}."
            )
        return snapshots_between(self._known, first, last, rows)

    def word_histories(self, words: Iterable[str], symbols: int | None = None) -> list[WordHistory]:
        """Some words through the whole training; with `symbols`, only that many base symbols of each.

        Raises `CorpusError` if a word is not in the corpus.
        """
        if isinstance(words, str) or not isinstance(words, Iterable):
            raise CorpusError(f"`words` must be a list of words, got {shown(words)}.")
        return [word_history(self._history, index_of(self._history, word), symbols) for word in words]

    def merges_over(self, word: str, symbols: int, first: int, last: int) -> list[int]:
        """The ranks of the merges, at the positions from `first` to `last`, that make the token in which a
        word's first `symbols` base symbols end; none while a token ends with the last of them.

        The word must have more symbols. Raises `CorpusError` if it is not in the corpus.
        """
        return merges_over(self._history, index_of(self._history, word), symbols, first, last)

    def ancestry(self, token_id: int) -> Ancestor:
        """What a token of the vocabulary is made of; raises `UnknownIdError`."""
        return learned_ancestry(self._history, token_id)

    def made_with(self, token_id: int, length: int) -> list[int]:
        """The ids of the tokens that the first `length` merges make from a token and another one."""
        symbol = self._history.numbering.symbol_with(token_id)
        ids = self.token_ids(0, length)
        return [made for made, pair in zip(ids, self._history.pairs, strict=False) if symbol in pair]

    def token_id(self, token: str, length: int) -> int | None:
        """The id of a printed token after `length` merges; None if there is no such token."""
        table = self._history.table
        symbol = table.find(token, table.base_size + length)
        return self._history.numbering.first_ids.get(token) if symbol is None else table.ids[symbol]

    def text_of(self, token_id: int, length: int) -> str | None:
        """The base symbol or learned token with this id after `length` merges; None if there is none."""
        table = self._history.table
        symbol = self._history.numbering.symbol_with(token_id)
        return None if symbol is None or symbol >= table.base_size + length else table.text(symbol)

    # In columns: faster than records for thousands of merges.

    @property
    def alphabet(self) -> str:
        """The config's alphabet."""
        return self._history.config.alphabet

    @property
    def symbols_once(self) -> int:
        """How many base symbols the distinct words have in total, each word counted once."""
        return len(self._history.timeline.base_symbols) - len(self._history.words) - 1

    def base_symbols_seen(self) -> list[int]:
        """The indexes, in `BPEStepper.base_symbols`, of those that occur in the corpus."""
        symbols: list[int] = np.unique(self._history.timeline.base_symbols).tolist()
        return [symbol for symbol in symbols if symbol >= 0]

    def pairs(self, first: int, last: int) -> list[Pair]:
        """The pairs of the merges from rank `first` up to `last`, as printed."""
        return [self._history.pair_texts(pair) for pair in self._history.pairs[first:last]]

    def pair(self, rank: int) -> Pair:
        """The pair of one merge, as printed."""
        return self._history.pair_texts(self._history.pairs[rank])

    def tokens(self, first: int, last: int) -> list[str]:
        """The tokens of these merges, as printed."""
        table = self._history.table
        size = table.base_size
        return [table.text(symbol) for symbol in range(size + first, size + min(last, len(self)))]

    def token(self, rank: int) -> str:
        """The token of one merge, as printed."""
        return self._history.table.text(self._history.table.base_size + rank)

    def token_ids(self, first: int, last: int) -> list[int]:
        """The vocabulary ids of these merges' tokens."""
        size = self._history.table.base_size
        return self._history.table.ids[size + first : size + min(last, len(self))]

    @property
    def first_ids(self) -> Mapping[str, int]:
        """The ids before those of the symbols: of leading tokens, and of all tokens that a base has."""
        return self._history.numbering.first_ids

    @property
    def base_symbol_ids(self) -> list[int]:
        """The ids of `BPEStepper.base_symbols`."""
        return self._history.table.ids[: self._history.table.base_size]

    def pair_ids(self, first: int, last: int) -> list[tuple[int, int]]:
        """The vocabulary ids of the two symbols of each of these merges."""
        return list(map(self._history.token_ids, self._history.pairs[first:last]))

    def by_user(self, length: int) -> list[int]:
        """The ranks of the merges before `length` that the user chose."""
        return [rank for rank, by_user in enumerate(self._history.by_user[:length]) if by_user]

    def counts(self, length: int) -> list[int]:
        """How often the pair of each merge before `length` occurred."""
        return self._history.counts[:length]

    def scores(self, first: int, last: int) -> list[Fraction | None]:
        """What the pairs of the merges from rank `first` up to `last` scored; None where counts decide."""
        history, last = self._history, min(last, len(self))
        if not history.config.is_wordpiece:
            return [None] * (last - first)
        scores: list[Fraction | None] = []
        symbol_counts = history.symbol_counts.at(first).tolist()
        for rank in range(first, last):
            left, right = history.pairs[rank]
            scores.append(Fraction(history.counts[rank], symbol_counts[left] * symbol_counts[right]))
            merged = history.symbols_left[rank] - history.symbols_left[rank + 1]
            symbol_counts[left] -= merged
            symbol_counts[right] -= merged
            symbol_counts.append(merged)
        return scores

    def tied(self, length: int) -> list[int]:
        """For each merge before `length`, how many other pairs shared the highest count."""
        return self._history.tied_counts(min(length, len(self)))

    def ties(self) -> list[int]:
        """The ranks of all merges whose pair shared the highest count with others, ascending."""
        return [rank for rank, tied in enumerate(self.tied(len(self))) if tied]

    def symbols(self, length: int) -> list[int]:
        """How many symbols the corpus has at each position up to and including `length`."""
        return self._history.symbols_left[: length + 1]

    def whole_words(self, length: int) -> WholeWords:
        """How many words, each as often as it occurs, are one token at each position up to `length`."""
        timeline, length = self._history.timeline, min(length, len(self))
        first, last = timeline.word_starts[:-1], timeline.word_starts[1:] - 1
        merged_at = timeline.merged_at.copy()
        merged_at[first] = merged_at[last] = SEPARATOR  # no boundaries inside a word
        # A word is whole after the last merge inside it, or from the start if it is one base symbol.
        since = np.maximum.reduceat(merged_at, first).astype(np.int64) + 1
        became_whole = np.zeros(length + 1, np.int64)
        counts = self._history.word_counts
        in_time = (since <= length) & (first < last)  # a word may have lost all its characters
        np.add.at(became_whole, since[in_time], counts[in_time])
        return WholeWords(became_whole.cumsum().tolist(), int(counts.sum()))

    def keys(self, length: int, *, as_bytes: bool = False) -> tuple[list[MergeKey], list[TextKey]]:
        """The key of the pair and the key of the token, for each merge before `length`.

        Equal keys mean equal texts, printed in full. With `as_bytes`, characters count as their bytes, so
        that merges of the two alphabets can be compared.
        """
        length = min(length, len(self))
        table, config = self._history.table, self._history.config
        base_size = table.base_size
        texts: list[TextKey] = []
        for symbol in range(base_size + length):
            text = table.whole_text(symbol)
            if as_bytes and config.alphabet != "bytes":
                text = printed_as_bytes(text, config, is_marked=table.is_marked(symbol))
            texts.append(text if len(text) <= _LONGEST_KEY else blake2b(text.encode()).digest())
        pairs = [(texts[left], texts[right]) for left, right in self._history.pairs[:length]]
        return pairs, texts[base_size:]

    def __repr__(self) -> str:
        return f"<HistoryView: {len(self):,} merges>"
