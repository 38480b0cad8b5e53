"""Deviation kinds: what can be wrong with a merge, how that is recognized, and how it is said.

In: the `Facts` about a merge that the rules would not have made. Out: its kind, and a sentence or two with
the numbers. A new kind is one entry in `DEVIATION_KINDS`.

>>> times(1), times(1200)
('once', '1,200 times')
"""

from collections.abc import Callable
from dataclasses import dataclass

from bpe_core.config import BPEConfig
from bpe_core.encoding.spelling import printed_word
from bpe_core.merges import Pair
from bpe_core.queries.predictions import Verdict
from bpe_core.studies.diagnosis.absences import Absence, MissingMerge
from bpe_core.studies.diagnosis.forced_history import Recount
from bpe_core.studies.diagnosis.rule_words import boundary_words
from bpe_core.tie_breaks import TIE_BREAKS


@dataclass(frozen=True)
class Facts:
    """What is known about one deviating merge."""

    rank: int
    pair: Pair
    config: BPEConfig  # the rules that it deviates from
    end: str  # why the rules stop before it; empty where they do not
    verdict: Verdict | None  # the pair compared with the rules' pick; None where no pair is left
    recount: Recount | None  # of a pair that occurs
    tie_rules: tuple[str, ...]  # those that take the pair, if it is tied
    absence: Absence | None  # of a pair that does not occur
    missing: MissingMerge | None  # the merge whose absence from the list explains this one

    @property
    def count(self) -> int:
        """How often the pair occurs."""
        return 0 if self.verdict is None else self.verdict.pick.count

    @property
    def mine(self) -> str:
        """How a sentence about it begins."""
        return f"Your merge {self.rank + 1:,} takes {shown_pair(self.pair)}"

    @property
    def best(self) -> str:
        """The pair that the rules take."""
        return "" if self.verdict is None else shown_pair(self.verdict.winner.pair)

    @property
    def best_count(self) -> int:
        """How often that one occurs."""
        return 0 if self.verdict is None else self.verdict.winner.count


@dataclass(frozen=True)
class DeviationKind:
    """One way in which a merge can deviate from the rules."""

    name: str
    title: str  # in a word or three, as a table has it
    meaning: str  # what it is, after "merge 57 differs:"
    fits: Callable[[Facts], bool]  # whether a merge is of this kind, if no kind before it fits
    sentence: Callable[[Facts], str]  # what happened, with the numbers


def kind_of(facts: Facts) -> DeviationKind:
    """Return the first kind that fits."""
    return next(kind for kind in DEVIATION_KINDS.values() if kind.fits(facts))


def times(count: int) -> str:
    """How often, in words."""
    return "once" if count == 1 else f"{count:,} times"


def shown_pair(pair: Pair) -> str:
    """A pair as sentences show it."""
    return f"{pair[0]} + {pair[1]}"


def _ended(facts: Facts) -> str:
    return f"These rules stop before your merge {facts.rank + 1:,}, {shown_pair(facts.pair)}: {facts.end}."


def _less_frequent(facts: Facts) -> str:
    counts = f"which occurs {times(facts.count)}; {facts.best} occurs {times(facts.best_count)}"
    return f"{facts.mine}, {counts}.{_also_missing(facts)}"


def _tied(facts: Facts) -> str:
    titles = [f"“{TIE_BREAKS[rule].title}”" for rule in facts.tie_rules]
    others = f"{_listed(titles)} would take yours" if titles else "no tie rule known here takes yours"
    sentence = (
        f"{facts.mine}, which is tied with {facts.best}: both occur {times(facts.count)}. "
        f"“{TIE_BREAKS[facts.config.tie_break].title}” takes {facts.best}; {others}."
    )
    if facts.recount is not None and facts.recount.is_alone:
        run, _, otherwise = _overlap_words(facts)
        sentence += (
            f" Or overlaps are counted differently: if {run} {otherwise}, {_recounted(facts)}, and there"
            " would be no tie."
        )
    return sentence + _also_missing(facts)


def _overlaps(facts: Facts) -> str:
    run, here, otherwise = _overlap_words(facts)
    return (
        f"{facts.mine}, which occurs {times(facts.count)}; {facts.best} occurs {times(facts.best_count)}"
        f" where {run} {here}. If it counted {otherwise}, {_recounted(facts)}, and yours would be taken."
        f"{_also_missing(facts)}"
    )


def _recounted(facts: Facts) -> str:
    best, mine = (facts.recount.best_here, facts.recount.count) if facts.recount else (0, 0)
    return f"{facts.best} would occur {times(best)}, yours {times(mine)}"


def _overlap_words(facts: Facts) -> tuple[str, str, str]:
    """`mmm counts m + m`, of the pair that overlaps itself; how often by these rules; how often otherwise."""
    pairs = [] if facts.verdict is None else [facts.verdict.winner.pair, facts.verdict.pick.pair]
    symbol = next((left for left, right in pairs if left == right), "a")
    here, otherwise = ("twice", "once") if facts.config.count_overlaps else ("once", "twice")
    return f"{symbol * 3} counts {symbol} + {symbol}", here, otherwise


def _also_missing(facts: Facts) -> str:
    if facts.missing is None:
        return ""
    missing = _missing(facts.missing)
    return f" {missing[0].upper()}{missing[1:]}, though later merges use its token."


def _missing(merge: MissingMerge) -> str:
    return f"merge {merge.rank + 1:,}, {shown_pair(merge.pair)}, is missing from your list"


def _absent(reason: Callable[[Facts, Absence], str]) -> Callable[[Facts], str]:
    """The sentence about a pair that does not occur, from the reason for it."""

    def sentence(facts: Facts) -> str:
        if facts.absence is None:
            return ""
        why = reason(facts, facts.absence)
        return f"{facts.mine}, but {why}. {facts.best} occurs {times(facts.best_count)}."

    return sentence


def _no_such_symbol(facts: Facts, absence: Absence) -> str:
    return f"{_unknown(absence)}{_origin(facts, absence)}"


def _unknown(absence: Absence) -> str:
    are = "is not a symbol" if len(absence.unknown) == 1 else "are not symbols"
    return f"{_listed(list(absence.unknown))} {are} at this step"


def _origin(facts: Facts, absence: Absence) -> str:
    """Where a symbol that is not there should have come from."""
    if facts.missing is not None:
        return f": {_missing(facts.missing)}"
    text, maker = absence.unknown[0], absence.maker
    if maker is None:
        return f": none of your merges makes {text}" if len(text) > 1 else ""
    if maker > facts.rank:
        return f": your merge {maker + 1:,} makes {text}, but comes later"
    return f": your merge {maker + 1:,}, which would make {text}, cannot be made"


def _wrong_marker(facts: Facts, absence: Absence) -> str:
    config, (left, right) = facts.config, facts.pair
    if absence.unknown:
        return f"{_unknown(absence)}, because by these rules {boundary_words(config)}"
    is_suffix = config.word_boundary == "end_suffix"
    there = (left, f"{right}{config.marker}") if is_suffix else (f"{config.marker}{left}", right)
    return f"only {shown_pair(there)}, with the marker, are next to each other at this step"


def _across_a_border(facts: Facts, absence: Absence) -> str:
    left, right = facts.pair
    before, after = (_shown_word(word, facts.config) for word in absence.border or ("", ""))
    return f"no word holds them together: {left} ends a word ({before}) and {right} begins one ({after})"


def _not_adjacent(facts: Facts, absence: Absence) -> str:
    if absence.merged_before is not None:
        return f"merge {absence.merged_before + 1:,} has already merged that pair"
    return f"{facts.pair[0]} and {facts.pair[1]} are not next to each other in any word at this step"


def _shown_word(word: str, config: BPEConfig) -> str:
    """A word as its symbols are printed; one with whitespace in quotes."""
    printed = printed_word(word, config)
    return printed if printed.split() == [printed] else repr(printed)


def _listed(parts: list[str]) -> str:
    """ "a", "a and b", "a, b and c"."""
    return parts[0] if len(parts) == 1 else f"{', '.join(parts[:-1])} and {parts[-1]}"


DEVIATION_KINDS: dict[str, DeviationKind] = {
    kind.name: kind
    for kind in (
        DeviationKind(
            "ended",
            "after the end",
            "the rules end the training before it",
            lambda facts: bool(facts.end),
            _ended,
        ),
        DeviationKind(
            "marker",
            "not there",
            "it marks a word boundary in another way than the rules",
            lambda facts: facts.absence is not None and facts.absence.is_about_the_marker,
            _absent(_wrong_marker),
        ),
        DeviationKind(
            "no_such_symbol",
            "not there",
            "one of its two symbols does not exist at this step",
            lambda facts: facts.absence is not None and bool(facts.absence.unknown),
            _absent(_no_such_symbol),
        ),
        DeviationKind(
            "crosses_border",
            "not there",
            "its two symbols are never in one word",
            lambda facts: facts.absence is not None and facts.absence.border is not None,
            _absent(_across_a_border),
        ),
        DeviationKind(
            "not_adjacent",
            "not there",
            "its two symbols are never next to each other",
            lambda facts: facts.absence is not None,
            _absent(_not_adjacent),
        ),
        DeviationKind(
            "tied",
            "tied",
            "it was tied, and the rules take another pair",
            lambda facts: facts.count == facts.best_count,
            _tied,
        ),
        DeviationKind(
            "overlaps",
            "overlaps",
            "it would be taken if overlapping pairs were counted in another way",
            lambda facts: facts.recount is not None and facts.recount.is_picked,
            _overlaps,
        ),
        DeviationKind(
            "not_most_frequent",
            "not the most frequent",
            "it was not the most frequent pair",
            lambda facts: True,
            _less_frequent,
        ),
    )
}
"""The kinds by name, in the order in which they are tried."""
