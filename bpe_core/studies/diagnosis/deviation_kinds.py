"""Deviations: a merge of somebody's list that the rules would not have made, and what is wrong with it.

A new kind, with its sentence, is one entry in `DEVIATION_KINDS`.

>>> times(1), times(1200)
('once', '1,200 times')
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from bpe_core.config import BPEConfig
from bpe_core.encoding.spelling import printed_word
from bpe_core.merges import Pair
from bpe_core.queries.predictions import Verdict
from bpe_core.studies.diagnosis.forced_history import Recount
from bpe_core.studies.diagnosis.rule_words import boundary_words
from bpe_core.tie_breaks import TIE_BREAKS


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

    unknown: tuple[str, ...]
    """Those of its texts that are not symbols."""

    maker: int | None
    """The rank of the list's merge that makes, or would make, the first of these."""

    is_about_the_marker: bool
    """Whether the pair is there once a marker is added to a symbol, or removed."""

    merged_before: int | None
    """The rank of the same merge earlier in the list."""

    border: tuple[str, str] | None
    """A word that ends with the left symbol, and one that begins with the right one."""


@dataclass(frozen=True)
class Deviation:
    """A merge that the rules would not have made, given all merges of the list before it."""

    rank: int
    """Its place in the list, counted from 0."""

    pair: Pair
    """Its two symbols, as the rules' alphabet prints them."""

    config: BPEConfig
    """The rules that it deviates from, with the limits that count."""

    end: str
    """Why the rules stop before it; empty where they do not."""

    verdict: Verdict | None
    """The pair compared with the one that the rules pick, or would pick without a limit; None where no
    pair is left."""

    tied: tuple[Pair, ...]
    """The pairs that share the highest count, the picked one first; at most 12, the list's own pair
    among them if it is tied."""

    tied_total: int
    """How many share it."""

    rules: tuple[str, ...] = ()
    """For "tied", the tie rules, by their names in `TIE_BREAKS`, that take the list's pair."""

    recount: Recount | None = None
    """A pair that occurs, counted the other way where `aaa` is."""

    absence: Absence | None = None
    """Why a pair does not occur."""

    missing: MissingMerge | None = None
    """The merge that the rules make here, or made at an earlier deviation, and that the list lacks: its other
    merges use the token, and none makes it. None where no such merge explains this one."""

    elsewhere: str = ""
    """For a pair that does not occur, which other rules would have it, and how often, in one sentence; or
    empty."""

    elsewhere_rules: BPEConfig | None = None
    """Those rules; None where `elsewhere` is empty."""

    @property
    def kind(self) -> str:
        """What it is: the first of `DEVIATION_KINDS` that fits."""
        return next(name for name, kind in DEVIATION_KINDS.items() if kind.fits(self))

    @property
    def sentence(self) -> str:
        """What happened, in one or two sentences with the numbers."""
        return DEVIATION_KINDS[self.kind].sentence(self)

    @property
    def count(self) -> int:
        """How often the pair occurs; 0 where it does not."""
        return self.verdict.pick.count if self.verdict else 0

    @property
    def best(self) -> Pair | None:
        """The pair that the rules pick, or would pick without a limit; None where no pair is left."""
        return self.verdict.winner.pair if self.verdict else None

    @property
    def best_count(self) -> int:
        """How often that one occurs."""
        return self.verdict.winner.count if self.verdict else 0


@dataclass(frozen=True)
class DeviationKind:
    """One way in which a merge can deviate from the rules."""

    name: str
    """Its key in `DEVIATION_KINDS`."""

    title: str
    """In a word or three, as a table has it."""

    meaning: str
    """What it is, after "merge 57 differs:"."""

    fits: Callable[[Deviation], bool]
    """Whether a merge is of this kind, if no kind before it fits."""

    sentence: Callable[[Deviation], str]
    """What happened, with the numbers."""


def times(count: int) -> str:
    """How often, in words."""
    return "once" if count == 1 else f"{count:,} times"


def _shown(pair: Pair | None) -> str:
    return " + ".join(pair or ())


def _yours(it: Deviation) -> str:
    return f"Your merge {it.rank + 1:,} takes {_shown(it.pair)}"


def _best_occurs(it: Deviation) -> str:
    return f"{_shown(it.best)} occurs {times(it.best_count)}"


def _ended(it: Deviation) -> str:
    return f"These rules stop before your merge {it.rank + 1:,}, {_shown(it.pair)}: {it.end}."


def _less_frequent(it: Deviation) -> str:
    return f"{_yours(it)}, which occurs {times(it.count)}; {_best_occurs(it)}.{_also_missing(it)}"


def _tied(it: Deviation) -> str:
    best = _shown(it.best)
    titles = [f"“{TIE_BREAKS[rule].title}”" for rule in it.rules]
    others = f"{_listed(titles)} would take yours" if titles else "no tie rule known here takes yours"
    sentence = (
        f"{_yours(it)}, which is tied with {best}: both occur {times(it.count)}. "
        f"“{TIE_BREAKS[it.config.tie_break].title}” takes {best}; {others}."
    )
    if it.recount is not None and it.recount.is_alone:
        run, _, otherwise, recounted = _overlap_words(it)
        sentence += (
            f" Or overlaps are counted differently: if {run} {otherwise}, {recounted}, and there"
            " would be no tie."
        )
    return sentence + _also_missing(it)


def _overlaps(it: Deviation) -> str:
    run, here, otherwise, recounted = _overlap_words(it)
    return (
        f"{_yours(it)}, which occurs {times(it.count)}; {_best_occurs(it)}"
        f" where {run} {here}. If it counted {otherwise}, {recounted}, and yours would be taken."
        f"{_also_missing(it)}"
    )


def _overlap_words(it: Deviation) -> tuple[str, str, str, str]:
    """`mmm counts m + m`, of the pair that overlaps itself; how often by these rules; how often otherwise;
    and how often both pairs occur then."""
    pairs = [it.pair] if it.best is None else [it.best, it.pair]
    symbol = next((left for left, right in pairs if left == right), "a")
    here, otherwise = ("twice", "once") if it.config.count_overlaps else ("once", "twice")
    best, yours = (it.recount.best_here, it.recount.count) if it.recount else (0, 0)
    counts = f"{_shown(it.best)} would occur {times(best)}, yours {times(yours)}"
    return f"{symbol * 3} counts {symbol} + {symbol}", here, otherwise, counts


def _also_missing(it: Deviation) -> str:
    return f" M{_missing(it.missing)}, though later merges use its token." if it.missing else ""


def _missing(merge: MissingMerge) -> str:
    """All but the m of "Merge" or "merge"."""
    return f"erge {merge.rank + 1:,}, {_shown(merge.pair)}, is missing from your list"


def _absent(reason: Callable[[Deviation, Absence], str]) -> Callable[[Deviation], str]:
    """The sentence about a pair that does not occur, from the reason for it."""
    return lambda it: f"{_yours(it)}, but {reason(it, it.absence)}. {_best_occurs(it)}." if it.absence else ""


def _no_such_symbol(it: Deviation, absence: Absence) -> str:
    """With where the symbol should have come from."""
    text, maker, unknown = absence.unknown[0], absence.maker, _unknown(absence)
    if it.missing is not None:
        return f"{unknown}: m{_missing(it.missing)}"
    if maker is None:
        return f"{unknown}: none of your merges makes {text}" if len(text) > 1 else unknown
    if maker > it.rank:
        return f"{unknown}: your merge {maker + 1:,} makes {text}, but comes later"
    return f"{unknown}: your merge {maker + 1:,}, which would make {text}, cannot be made"


def _unknown(absence: Absence) -> str:
    are = "is not a symbol" if len(absence.unknown) == 1 else "are not symbols"
    return f"{_listed(absence.unknown)} {are} at this step"


def _wrong_marker(it: Deviation, absence: Absence) -> str:
    config, (left, right) = it.config, it.pair
    if absence.unknown:
        return f"{_unknown(absence)}, because by these rules {boundary_words(config)}"
    is_suffix = config.word_boundary == "end_suffix"
    there = (left, f"{right}{config.marker}") if is_suffix else (f"{config.marker}{left}", right)
    return f"only {_shown(there)}, with the marker, are next to each other at this step"


def _across_a_border(it: Deviation, absence: Absence) -> str:
    left, right = it.pair
    printed = (printed_word(word, it.config) for word in absence.border or ("", ""))
    before, after = (word if word.split() == [word] else repr(word) for word in printed)
    return f"no word holds them together: {left} ends a word ({before}) and {right} begins one ({after})"


def _not_adjacent(it: Deviation, absence: Absence) -> str:
    if absence.merged_before is not None:
        return f"merge {absence.merged_before + 1:,} has already merged that pair"
    return f"{it.pair[0]} and {it.pair[1]} are not next to each other in any word at this step"


def _listed(parts: Sequence[str]) -> str:
    """ "a", "a and b", "a, b and c"."""
    return parts[0] if len(parts) == 1 else f"{', '.join(parts[:-1])} and {parts[-1]}"


DEVIATION_KINDS: dict[str, DeviationKind] = {
    kind.name: kind
    for kind in (
        DeviationKind(
            "ended",
            "after the end",
            "the rules end the training before it",
            lambda it: bool(it.end),
            _ended,
        ),
        DeviationKind(
            "marker",
            "not there",
            "it marks a word boundary in another way than the rules",
            lambda it: it.absence is not None and it.absence.is_about_the_marker,
            _absent(_wrong_marker),
        ),
        DeviationKind(
            "no_such_symbol",
            "not there",
            "one of its two symbols does not exist at this step",
            lambda it: it.absence is not None and bool(it.absence.unknown),
            _absent(_no_such_symbol),
        ),
        DeviationKind(
            "crosses_border",
            "not there",
            "its two symbols are never in one word",
            lambda it: it.absence is not None and it.absence.border is not None,
            _absent(_across_a_border),
        ),
        DeviationKind(
            "not_adjacent",
            "not there",
            "its two symbols are never next to each other",
            lambda it: it.absence is not None,
            _absent(_not_adjacent),
        ),
        DeviationKind(
            "tied",
            "tied",
            "it was tied, and the rules take another pair",
            lambda it: it.count == it.best_count,
            _tied,
        ),
        DeviationKind(
            "overlaps",
            "overlaps",
            "it would be taken if overlapping pairs were counted in another way",
            lambda it: it.recount is not None and it.recount.is_picked,
            _overlaps,
        ),
        DeviationKind(
            "not_most_frequent",
            "not the most frequent",
            "it was not the most frequent pair",
            lambda it: True,
            _less_frequent,
        ),
    )
}
"""The kinds by name, in the order in which they are tried."""
