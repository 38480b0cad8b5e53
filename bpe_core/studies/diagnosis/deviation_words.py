"""Deviation words: what happened at a deviating merge, in one or two sentences with the numbers.

In: a `Step`, the facts of a deviation. Out: a sentence.

>>> times(1), times(1200)
('once', '1,200 times')
"""

from dataclasses import dataclass

from bpe_core.config import BPEConfig
from bpe_core.encoding.spelling import printed_word
from bpe_core.merges import Pair
from bpe_core.queries.predictions import Verdict
from bpe_core.studies.diagnosis.absences import Absence, MissingMerge
from bpe_core.studies.diagnosis.other_counts import Recount
from bpe_core.studies.diagnosis.rule_words import boundary_words
from bpe_core.tie_breaks import TIE_BREAKS


@dataclass(frozen=True)
class Step:
    """What is known about one deviating merge."""

    rank: int
    """Its place in the list."""

    pair: Pair
    """Its two symbols."""

    kind: str
    """As `Deviation.kind`."""

    verdict: Verdict | None
    """The pair held against the pick; None where no pair is left."""

    end: str
    """For "ended", why the rules stop."""

    other: Recount | None
    """For a pair that occurs, what counting the other way gives."""

    rules: tuple[str, ...]
    """For "tied", the rules for ties that take the list's pair."""

    absence: Absence | None
    """For "not_there", why the pair is not there."""

    missing: MissingMerge | None
    """The merge whose absence from the list explains this one."""


def times(count: int) -> str:
    """How often, in words."""
    return "once" if count == 1 else f"{count:,} times"


def shown_pair(pair: Pair) -> str:
    """A pair as sentences show it."""
    return f"{pair[0]} + {pair[1]}"


def sentence_of(step: Step, config: BPEConfig) -> str:
    """What happened at one merge."""
    verdict = step.verdict
    if step.kind == "ended" or verdict is None:
        return f"These rules stop before your merge {step.rank + 1:,}, {shown_pair(step.pair)}: {step.end}."
    mine = f"Your merge {step.rank + 1:,} takes {shown_pair(step.pair)}"
    if step.absence is not None:
        best = f"{shown_pair(verdict.winner)} occurs {times(verdict.winner_count)}"
        return f"{mine}, but {_not_there(step, step.absence, verdict, config)}. {best}."
    if step.kind == "tied":
        sentence = _tied(mine, verdict, step.rules, config) + _also_overlaps(step, verdict, config)
    elif step.kind == "overlaps" and step.other is not None:
        sentence = _overlaps(mine, verdict, step.other, config)
    else:
        sentence = _less_frequent(mine, verdict)
    if step.missing is None:
        return sentence
    return f"{sentence} {_capital(_missing(step.missing))}, though later merges take what it makes."


def _less_frequent(mine: str, verdict: Verdict) -> str:
    best, hint = shown_pair(verdict.winner), ""
    if verdict.kind == "counted_words":
        hint = " Yours would come first if each different word counted once, however often it occurs."
    return f"{mine}, which occurs {times(verdict.count)}; {best} occurs {times(verdict.winner_count)}.{hint}"


def _tied(mine: str, verdict: Verdict, rules: tuple[str, ...], config: BPEConfig) -> str:
    best = shown_pair(verdict.winner)
    titles = [f'"{TIE_BREAKS[rule].title}"' for rule in rules]
    takes = f"{_listed(titles)} would take yours" if titles else "no rule for ties known here takes yours"
    rule = TIE_BREAKS[config.tie_break].title
    return (
        f"{mine}, which occurs {times(verdict.count)}, and so does {best}: they are tied. "
        f'"{rule}" takes {best}; {takes}.'
    )


def _overlaps(mine: str, verdict: Verdict, other: Recount, config: BPEConfig) -> str:
    best = shown_pair(verdict.winner)
    here, there = _here_and_there(config)
    return (
        f"{mine}, which occurs {times(verdict.count)}; {best} occurs {times(verdict.winner_count)} where "
        f"{_run_counts(verdict)} {here}. If it counted {there}, {best} would come to {other.best_here:,}, "
        f"yours to {other.count:,}, and yours would be taken."
    )


def _also_overlaps(step: Step, verdict: Verdict, config: BPEConfig) -> str:
    """A second explanation of a tied merge, where there is one."""
    other = step.other
    if other is None or not other.is_alone:
        return ""
    return (
        f" Or overlaps are counted otherwise: if {_run_counts(verdict)} {_here_and_there(config)[1]},"
        f" {shown_pair(verdict.winner)} would come to {other.best_here:,}, yours to {other.count:,}, and"
        " there would be no tie."
    )


def _here_and_there(config: BPEConfig) -> tuple[str, str]:
    """How often `aaa` counts a + a by the rules, and the other way."""
    return ("twice", "once") if config.count_overlaps else ("once", "twice")


def _run_counts(verdict: Verdict) -> str:
    """`mmm counts m + m`, of the pair in question that overlaps itself; of a + a where neither does."""
    twins = [left for left, right in (verdict.winner, verdict.pair) if left == right]
    text = twins[0] if twins else "a"
    return f"{text * 3} counts {text} + {text}"


def _not_there(step: Step, absence: Absence, verdict: Verdict, config: BPEConfig) -> str:
    left, right = step.pair
    if absence.merged_before is not None:
        return f"merge {absence.merged_before + 1:,} has merged that pair already"
    if absence.unknown:
        are = "is no symbol" if len(absence.unknown) == 1 else "are no symbols"
        return f"{_listed(list(absence.unknown))} {are} at this step{_origin(step, absence, config)}"
    if absence.why == "marker":
        marker, is_suffix = config.marker, config.word_boundary == "end_suffix"
        there = (left, f"{right}{marker}") if is_suffix else (f"{marker}{left}", right)
        return f"only {shown_pair(there)}, with the marker, stand side by side at this step"
    if verdict.border is not None:
        before, after = (_shown_word(word, config) for word in verdict.border)
        where = f"{left} ends a word ({before}) and {right} begins one ({after})"
        return f"they stand side by side in no word: {where}"
    return f"{left} and {right} stand side by side in no word at this step"


def _origin(step: Step, absence: Absence, config: BPEConfig) -> str:
    """Where a symbol that there is not should have come from."""
    if absence.why == "marker":
        return f", because by these rules {boundary_words(config)}"
    if step.missing is not None:
        return f": {_missing(step.missing)}"
    text, maker = absence.unknown[0], absence.maker
    if maker is None:
        return f": no merge of yours makes {text}" if len(text) > 1 else ""
    if maker > step.rank:
        return f": your merge {maker + 1:,} makes {text}, but comes later"
    return f": your merge {maker + 1:,}, which would make {text}, cannot be made"


def _missing(merge: MissingMerge) -> str:
    return f"merge {merge.rank + 1:,}, {shown_pair(merge.pair)}, is missing from yours"


def _capital(sentence: str) -> str:
    return sentence[0].upper() + sentence[1:]


def _shown_word(word: str, config: BPEConfig) -> str:
    """A word as its symbols are printed; one with whitespace in quotes."""
    printed = printed_word(word, config)
    return printed if printed.split() == [printed] else repr(printed)


def _listed(parts: list[str]) -> str:
    """ "a", "a and b", "a, b and c"."""
    return parts[0] if len(parts) == 1 else f"{', '.join(parts[:-1])} and {parts[-1]}"
