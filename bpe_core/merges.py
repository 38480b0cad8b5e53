"""Merges: a record of one merge, which can be printed, compared and kept.

>>> from bpe_core import BPEStepper, EXAMPLES
>>> example = EXAMPLES["hug_pug_pun"]
>>> stepper = BPEStepper(example.corpus, example.config)
>>> merge = stepper.step()
>>> merge.pair, merge.token, merge.count, merge.token_id, tuple(merge.tied), merge.chosen_by
(('u', 'g'), 'ug', 20, 7, (), 'rule')
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Literal, overload

Pair = tuple[str, str]
"""The two symbols of a pair as printed."""

_SHOWN = 6
"""How many tied pairs are printed; late in a large corpus there are thousands."""


class TiedPairs(Sequence[Pair]):
    """The pairs tied with a merged one, in the tie rule's order, computed when first needed.

    Late in a large corpus thousands of pairs are tied at every step: to list them for all merges would take
    far more time and memory than the training. It equals the tuple of its pairs.
    """

    def __init__(
        self, position: int, count: Callable[[], int], first: Callable[[int | None], tuple[Pair, ...]]
    ) -> None:
        """`count` returns how many pairs there are, `first` the first few of them, or all."""
        self.position = position
        """The position at which they are tied."""
        self._count = count
        self._first = first
        self._pairs: tuple[Pair, ...] | None = None

    def resolve(self) -> tuple[Pair, ...]:
        """All pairs as a plain tuple."""
        if self._pairs is None:
            self._pairs = self._first(None)
        return self._pairs

    def __len__(self) -> int:
        return self._count() if self._pairs is None else len(self._pairs)

    @overload
    def __getitem__(self, index: int) -> Pair: ...
    @overload
    def __getitem__(self, index: slice) -> tuple[Pair, ...]: ...
    def __getitem__(self, index: int | slice) -> Pair | tuple[Pair, ...]:
        if self._pairs is None and isinstance(index, slice):
            match index.start, index.stop, index.step:
                case None | 0, int(stop), None if stop >= 0:
                    return self._first(stop)  # no need to compute the rest
        return self.resolve()[index]

    def __iter__(self) -> Iterator[Pair]:
        return iter(self.resolve())

    def __eq__(self, other: object) -> bool:
        if isinstance(other, TiedPairs | tuple | list):
            return len(self) == len(other) and self.resolve() == tuple(other)
        return NotImplemented

    def __hash__(self) -> int:
        return hash(self.resolve())

    def __repr__(self) -> str:
        more = len(self) - _SHOWN
        if more <= 0:
            return repr(self.resolve())
        return f"({', '.join(map(repr, self[:_SHOWN]))}, … and {more:,} more)"

    def __reduce__(self) -> tuple[Any, ...]:
        return tuple, (self.resolve(),)


@dataclass(frozen=True)
class Merge:
    """One merge: what was merged, how often it occurred, and how it was chosen."""

    rank: int
    """How many merges were made before this one."""

    pair: Pair
    """The two symbols as printed."""

    token: str
    """The new token as printed."""

    token_id: int
    """The new token's id in the vocabulary."""

    count: int
    """How often the pair occurred when it was chosen: its occurrences in each word times the word's count."""

    merged: int
    """How often it was merged: less than `count` if occurrences overlap, as in "aaa"."""

    tied: Sequence[Pair]
    """The other pairs with the same count, in the tie rule's order. Empty if this pair's count was not the
    highest, as may be when the user chose the pair."""

    chosen_by: Literal["rule", "user", "given"]
    """Whether the tie rule picked the pair, the user forced it, or the base of the training gave it."""

    @property
    def tied_count(self) -> int:
        """How many other pairs it was tied with; does not list them."""
        return len(self.tied)
