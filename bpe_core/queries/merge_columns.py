"""MergeHistory columns: the merges of a film in columns, for work that looks at thousands of them.

In: a film. Out: printed pairs and tokens of any stretch, counts, ties and symbols left, without a record for
each merge; and keys by which the merges of several films are told apart or found to be the same.

>>> from bpe_core import BPEStepper, EXAMPLES
>>> example = EXAMPLES["hug_pug_pun"]
>>> stepper = BPEStepper(example.corpus, example.config)
>>> stepper.run(5)
>>> columns = stepper.columns()
>>> columns.pairs(3, 5), columns.counts(5), columns.tied(5)
([('p', 'un'), ('p', 'ug')], [20, 16, 15, 12, 5], [0, 0, 0, 0, 1])
"""

from hashlib import blake2b

from bpe_core.encoding.spelling import printed_as_bytes
from bpe_core.engine.merge_history import MergeHistory
from bpe_core.merges import Pair

TextKey = str | bytes
"""A printed text, or a digest of a long one."""

MergeKey = tuple[TextKey, TextKey]
"""What a merge is told apart by: the keys of its left and its right symbol."""

_LONGEST_KEY = 64
"""Longer texts are told apart by a digest: one long word can give thousands of tokens nearly as long."""


class FilmColumns:
    """A film's merges in columns; a view of it, that grows and is cut as the film is."""

    def __init__(self, film: MergeHistory) -> None:
        """Look at a film."""
        self._film = film

    def __len__(self) -> int:
        return len(self._film)

    @property
    def alphabet(self) -> str:
        """What its words are made of, as the config has it."""
        return self._film.config.alphabet

    def pairs(self, first: int, last: int) -> list[Pair]:
        """The pairs of the merges from rank `first` up to `last`, as printed."""
        return [self._film.pair_texts(pair) for pair in self._film.pairs[first:last]]

    def pair(self, rank: int) -> Pair:
        """The pair of one merge, as printed."""
        return self._film.pair_texts(self._film.pairs[rank])

    def tokens(self, first: int, last: int) -> list[str]:
        """What these merges make, as printed."""
        table = self._film.table
        size = table.base_size
        return [table.text(symbol) for symbol in range(size + first, size + min(last, len(self)))]

    def token(self, rank: int) -> str:
        """What one merge makes, as printed."""
        return self._film.table.text(self._film.table.base_size + rank)

    def token_ids(self, first: int, last: int) -> range:
        """The ids of these tokens in the vocabulary."""
        before = len(self._film.config.special_tokens) + self._film.table.base_size
        return range(before + first, before + min(last, len(self)))

    def pair_ids(self, first: int, last: int) -> list[tuple[int, int]]:
        """The ids in the vocabulary of the two symbols of each of these merges."""
        before = len(self._film.config.special_tokens)
        return [(left + before, right + before) for left, right in self._film.pairs[first:last]]

    def by_user(self, length: int) -> list[int]:
        """The ranks of those of the first merges that a person chose."""
        return [rank for rank, by_user in enumerate(self._film.by_user[:length]) if by_user]

    def counts(self, length: int) -> list[int]:
        """How often each of the first merges' pairs occurred."""
        return self._film.counts[:length]

    def tied(self, length: int) -> list[int]:
        """With how many other pairs each of the first merges shared the highest count."""
        return self._film.tied_counts(min(length, len(self)))

    def symbols(self, length: int) -> list[int]:
        """How many symbols the corpus has at each position up to `length`, it included."""
        return self._film.symbols_left[: length + 1]

    def keys(self, length: int, *, as_bytes: bool = False) -> tuple[list[MergeKey], list[TextKey]]:
        """For each of the first merges, the key of its pair and the key of its token.

        Equal keys mean equal texts, printed whole. With `as_bytes`, characters count as the bytes they are
        written with, so that merges of the two alphabets can be held against each other.
        """
        length = min(length, len(self))
        base_size = self._film.table.base_size
        texts = [self._key(symbol, as_bytes) for symbol in range(base_size + length)]
        pairs = [(texts[left], texts[right]) for left, right in self._film.pairs[:length]]
        return pairs, texts[base_size:]

    def __repr__(self) -> str:
        return f"<FilmColumns: {len(self):,} merges>"

    def _key(self, symbol: int, as_bytes: bool) -> TextKey:
        table, config = self._film.table, self._film.config
        text = table.whole_text(symbol)
        if as_bytes and config.alphabet != "bytes":
            text = printed_as_bytes(text, config, is_marked=table.is_marked(symbol))
        return text if len(text) <= _LONGEST_KEY else blake2b(text.encode()).digest()
