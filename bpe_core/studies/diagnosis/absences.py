"""Absences: why a pair of somebody's list is in none of the words when its turn comes.

In: a forced history and the rank of a merge. Out: an `Absence`: which of its symbols do not exist, and which
merge should have made them.

>>> from bpe_core.config import BPEConfig
>>> merges = [("u", "g"), ("h", "ug"), ("un", "s"), ("u", "n")]
>>> forced = ForcedHistory({"hug": 5, "uns": 2}, BPEConfig(), merges)
>>> forced.extend_to_the_end()
>>> Absences(forced, BPEConfig()).at(2, border=None)
Absence(unknown=('un',), is_about_the_marker=False, merged_before=None, border=None, maker=3, missing=None)
"""

from dataclasses import dataclass

from bpe_core.config import BPEConfig
from bpe_core.merges import Pair
from bpe_core.studies.diagnosis.forced_history import ForcedHistory
from bpe_core.studies.diagnosis.segmentation import END_MARKERS, START_MARKERS


@dataclass(frozen=True)
class MissingMerge:
    """A merge that the rules make and the list does not have, though it goes on as if it were made."""

    rank: int
    """Where the rules make it first, given the list's merges before."""

    pair: Pair
    """Its two symbols."""


@dataclass(frozen=True)
class Absence:
    """Why a pair is in none of the words."""

    unknown: tuple[str, ...]  # those of its texts that are not symbols
    is_about_the_marker: bool  # whether the pair is there once a marker is added to a symbol, or removed
    merged_before: int | None  # the rank of the same merge earlier in the list
    border: tuple[str, str] | None  # a word that ends with the left symbol, one that begins with the right
    maker: int | None  # the rank of the list's merge that makes, or would make, the first unknown text
    missing: MissingMerge | None  # the merge that the list lacks and that would make an unknown text


class Absences:
    """Says why merges of a forced history, which has been followed to its end, could not be made."""

    def __init__(self, forced: ForcedHistory, config: BPEConfig) -> None:
        """`config` holds the history's rules."""
        self._forced = forced
        self._config = config
        self._makers: dict[str, int] = {}
        for rank, pair in enumerate(forced.merges):
            self._makers.setdefault(pair[0] + pair[1], rank)
        self._missing: dict[str, MissingMerge] = {}  # by the token that it would make
        self._used = {text for pair in forced.merges for text in pair}

    def at(self, rank: int, border: tuple[str, str] | None) -> Absence:
        """Why the merge of this rank could not be made; `border` has words that end and begin so."""
        pair, position = self._forced.merges[rank], self._forced.positions[rank]
        unknown = tuple(dict.fromkeys(text for text in pair if not self.known(text, position)))
        earlier = self._forced.merges[:rank]
        merged_before = earlier.index(pair) if pair in earlier else None
        is_new = merged_before is None
        return Absence(
            unknown=unknown,
            is_about_the_marker=is_new and self._is_about_the_marker(pair, unknown, position),
            merged_before=merged_before,
            border=border if is_new else None,
            maker=self._makers.get(unknown[0]) if unknown else None,
            missing=next((self._missing[text] for text in unknown if text in self._missing), None),
        )

    def known(self, text: str, position: int) -> list[int]:
        """The symbols at a position that a list may write like this."""
        size = self._forced.history.table.base_size + position
        return [symbol for symbol in self._forced.symbols_written(text) if symbol < size]

    def missing_merge(self, rank: int, pick: Pair) -> MissingMerge | None:
        """The pair that the rules pick here, if other merges use its token and none of the list makes it.

        It is remembered, to explain later merges that cannot be made.
        """
        token = pick[0] + pick[1]
        if token not in self._used or token in self._makers or self.known(token, 0):
            return None
        return self._missing.setdefault(token, MissingMerge(rank, pick))

    def _is_about_the_marker(self, pair: Pair, unknown: tuple[str, ...], position: int) -> bool:
        if unknown:
            bare = map(self._without_foreign_marker, unknown)
            return all(text is not None and (not text or self.known(text, position)) for text in bare)
        history, style = self._forced.history, self._config.word_boundary
        if style not in ("end_suffix", "start_prefix"):
            return False
        marker, (left, right) = self._config.marker, pair
        marked = (left, right + marker) if style == "end_suffix" else (marker + left, right)
        known = [self.known(text, position) for text in marked]
        count_of = history.count_log.count_of
        return any(count_of(first, second, position) for first in known[0] for second in known[1])

    def _without_foreign_marker(self, text: str) -> str | None:
        """A text without a marker that these rules do not put there; None where it has none."""
        for marker in END_MARKERS:
            if text.endswith(marker) and self._is_foreign(text, marker, "end_suffix"):
                return text.removesuffix(marker)
        for marker in START_MARKERS:
            if text.startswith(marker) and self._is_foreign(text, marker, "start_prefix"):
                return text.removeprefix(marker)
        return None

    def _is_foreign(self, text: str, marker: str, attached: str) -> bool:
        """Whether these rules would have no such marker in a text that is not a symbol.

        Where the marker is a symbol of its own, `e</w>` is a token. If the list has the bare `</w>` too, it
        may make that token elsewhere, or lack its merge.
        """
        if text != marker and (self._config.word_boundary, self._config.marker) == (attached, marker):
            return False
        is_token = self.known(marker, 0) and marker in self._used
        return not is_token or (text not in self._makers and text not in self._missing)
