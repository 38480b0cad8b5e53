"""Merges: the facts about one merge that was made.

In: a history and a rank. Out: a frozen record that students can print, compare and keep.

>>> from bpe_core import BPEStepper, EXAMPLES
>>> example = EXAMPLES["hug_pug_pun"]
>>> stepper = BPEStepper(example.corpus, example.config)
>>> merge = stepper.step()
>>> merge.pair, merge.token, merge.count, merge.token_id, tuple(merge.tied), merge.chosen_by
(('u', 'g'), 'ug', 20, 7, (), 'rule')
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Literal, Protocol, overload

Pair = tuple[str, str]
"""The two symbols of a pair as they are printed."""

_SHOWN = 6
"""So many tied pairs are printed; late in a large corpus there are thousands."""


class Ties(Protocol):
    """What knows which pairs are tied: `queries.merge_records`."""

    def count_others_tied(self, position: int, pair: tuple[int, int]) -> int:
        """How many other pairs share the highest count with this one after so many merges."""

    def others_tied(self, position: int, pair: tuple[int, int], limit: int | None) -> tuple[Pair, ...]:
        """These pairs, in the tie rule's order; no more than the first so many."""


class TiedPairs(Sequence[Pair]):
    """The pairs tied with a merged one, in the tie rule's order; worked out when first looked at.

    Late in a large corpus thousands of pairs are tied at every step, so that listing them for all merges
    would take far more time and memory than the training. Compares equal to the tuple of its pairs.
    """

    def __init__(self, ties: "Ties", position: int, pair: tuple[int, int]) -> None:
        """Ask `ties` about the pairs that share the highest count with this one, by its symbols."""
        self.position = position
        """The position of the history at which the pairs are tied."""
        self._ties = ties
        self._pair = pair
        self._count: int | None = None
        self._pairs: tuple[Pair, ...] | None = None

    def resolve(self) -> tuple[Pair, ...]:
        """All pairs, as a plain tuple."""
        if self._pairs is None:
            self._pairs = self._ties.others_tied(self.position, self._pair, None)
            self._count = len(self._pairs)
        return self._pairs

    def __len__(self) -> int:
        if self._count is None:
            self._count = self._ties.count_others_tied(self.position, self._pair)
        return self._count

    @overload
    def __getitem__(self, index: int) -> Pair: ...
    @overload
    def __getitem__(self, index: slice) -> tuple[Pair, ...]: ...
    def __getitem__(self, index: int | slice) -> Pair | tuple[Pair, ...]:
        if self._pairs is None and isinstance(index, slice) and index.step is None and not index.start:
            stop = index.stop
            if stop is not None and stop >= 0:
                return self._ties.others_tied(
                    self.position, self._pair, stop
                )  # the rest need not be worked out
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
    """The two symbols as they are printed."""

    token: str
    """The new token as it is printed."""

    token_id: int
    """The new token's id in the vocabulary."""

    count: int
    """How often the pair occurred when it was chosen, in units of word count times occurrences."""

    tied: Sequence[Pair]
    """The other pairs that shared the highest count, in the tie rule's order; empty if this pair's count
    was not the highest (a pair chosen by the user may have any count)."""

    chosen_by: Literal["rule", "user"]
    """Whether the tie rule picked the pair or the user forced it."""

    @property
    def tied_count(self) -> int:
        """With how many other pairs it was tied, without listing them."""
        return len(self.tied)
