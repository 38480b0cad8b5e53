"""Absences: why a pair of somebody's list is in none of the words, when its turn comes.

In: a forced film and the rank of a merge. Out: an `Absence`: which of its symbols there is not, and which
merge should have made it.

>>> from bpe_core.config import BPEConfig
>>> merges = [("u", "g"), ("h", "ug"), ("un", "s"), ("u", "n")]
>>> forced = ForcedHistory({"hug": 5, "uns": 2}, BPEConfig(), merges)
>>> while forced.extend():
...     pass
>>> Absences(forced, BPEConfig()).at(2, border=None)
Absence(why='no_such_symbol', unknown=('un',), merged_before=None, maker=3, missing=None)
"""

from dataclasses import dataclass
from typing import Literal

from bpe_core.config import BPEConfig
from bpe_core.merges import Pair
from bpe_core.queries.pair_table import count_of
from bpe_core.studies.diagnosis.forced_history import ForcedHistory
from bpe_core.studies.diagnosis.segmentation import END_MARKERS, START_MARKERS

WhyNotThere = Literal["", "no_such_symbol", "crosses_border", "marker", "not_adjacent"]
"""Why a pair is not there; see `Deviation.why_not_there`."""


@dataclass(frozen=True)
class MissingMerge:
    """A merge that the rules make and the list leaves out, though it goes on as if it were made."""

    rank: int
    """Where the rules make it first, given the list's merges before."""

    pair: Pair
    """Its two symbols."""


@dataclass(frozen=True)
class Absence:
    """Why a pair is in none of the words."""

    why: WhyNotThere
    """In one word."""

    unknown: tuple[str, ...]
    """Those of its texts that are no symbol."""

    merged_before: int | None
    """The rank of the same merge earlier in the list."""

    maker: int | None
    """The rank of the list's merge that makes, or would make, the first unknown text; None if none does."""

    missing: MissingMerge | None
    """The merge that would make an unknown text, if it was picked before and the list leaves it out."""


class Absences:
    """Says why merges of a forced film, which has been followed to its end, could not be made."""

    def __init__(self, forced: ForcedHistory, config: BPEConfig) -> None:
        """`config` holds the film's rules."""
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
        return Absence(
            why=self._why(pair, unknown, position, is_second=merged_before is not None, border=border),
            unknown=unknown,
            merged_before=merged_before,
            maker=self._makers.get(unknown[0]) if unknown else None,
            missing=next((self._missing[text] for text in unknown if text in self._missing), None),
        )

    def known(self, text: str, position: int) -> list[int]:
        """The symbols after so many merges that a list may write like this."""
        size = self._forced.film.table.base_size + position
        return [symbol for symbol in self._forced.symbols_written(text) if symbol < size]

    def left_out(self, rank: int, pick: Pair) -> MissingMerge | None:
        """The pair that the rules pick here, if other merges take its token and none of the list makes it.

        It is kept, to explain later merges that cannot be made.
        """
        token = pick[0] + pick[1]
        if token not in self._used or token in self._makers or self.known(token, 0):
            return None
        return self._missing.setdefault(token, MissingMerge(rank, pick))

    def _why(
        self,
        pair: Pair,
        unknown: tuple[str, ...],
        position: int,
        *,
        is_second: bool,
        border: tuple[str, str] | None,
    ) -> WhyNotThere:
        if not is_second and self._is_about_the_marker(pair, unknown, position):
            return "marker"
        if unknown:
            return "no_such_symbol"
        return "crosses_border" if border is not None and not is_second else "not_adjacent"

    def _is_about_the_marker(self, pair: Pair, unknown: tuple[str, ...], position: int) -> bool:
        """Whether the pair is there once a marker is put to one of its symbols, or taken from it."""
        if unknown:
            bare = map(self._without_foreign_marker, unknown)
            return all(text is not None and (not text or self.known(text, position)) for text in bare)
        film, style = self._forced.film, self._config.word_boundary
        if style not in ("end_suffix", "start_prefix"):
            return False
        marker, (left, right) = self._config.marker, pair
        marked = (left, right + marker) if style == "end_suffix" else (marker + left, right)
        known = [self.known(text, position) for text in marked]
        return any(count_of(film, position, first, second) for first in known[0] for second in known[1])

    def _without_foreign_marker(self, text: str) -> str | None:
        """A text without a marker that these rules do not put there; None where it has none."""
        for marker in END_MARKERS:
            if text.endswith(marker) and self._is_foreign(text, marker, "end_suffix"):
                return text.removesuffix(marker)
        for marker in START_MARKERS:
            if text.startswith(marker) and self._is_foreign(text, marker, "start_prefix"):
                return text.removeprefix(marker)
        return None

    def _is_foreign(self, text: str, marker: str, glued: str) -> bool:
        """Whether these rules would have no such marker in a text that is no symbol.

        Where the marker is a symbol of its own, `e</w>` is a token. If the list has the bare `</w>` too, it
        may make that token elsewhere, or leave its merge out.
        """
        if text != marker and (self._config.word_boundary, self._config.marker) == (glued, marker):
            return False
        is_token = self.known(marker, 0) and marker in self._used
        return not is_token or (text not in self._makers and text not in self._missing)
