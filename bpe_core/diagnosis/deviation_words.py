"""Deviation words: what happened at a deviating merge, in one or two sentences with the numbers.

In: the facts of a deviation. Out: a sentence.

>>> times(1), times(1200)
('once', '1,200 times')
"""

from bpe_core.config import BPEConfig
from bpe_core.diagnosis.other_counts import Recount
from bpe_core.merges import Pair
from bpe_core.predictions import Verdict
from bpe_core.spelling import printed_word
from bpe_core.tie_breaks import TIE_BREAKS


def times(count: int) -> str:
    """How often, in words."""
    return "once" if count == 1 else f"{count:,} times"


def shown_pair(pair: Pair) -> str:
    """A pair as sentences show it."""
    return f"{pair[0]} + {pair[1]}"


def sentence_of(
    rank: int,
    pair: Pair,
    verdict: Verdict | None,
    *,
    kind: str,
    why: str,
    rules: tuple[str, ...],
    end: str,
    other: Recount | None,
    made_before: int | None,
    unknown: tuple[str, ...],
    config: BPEConfig,
) -> str:
    """What happened at one merge; `verdict` is None where no pair is left."""
    if kind == "ended" or verdict is None:
        return f"These rules stop before your merge {rank + 1:,}, {shown_pair(pair)}: {end}."
    mine = f"Your merge {rank + 1:,} takes {shown_pair(pair)}"
    best = shown_pair(verdict.winner)
    if kind == "tied":
        return _tied(mine, best, verdict, rules, config)
    if kind == "overlaps" and other is not None:
        return _overlaps(mine, best, verdict, other, config)
    if kind == "not_there":
        reason = _not_there(pair, verdict, why, made_before, unknown, config)
        return f"{mine}, but {reason}. {best} occurs {times(verdict.winner_count)}."
    hint = ""
    if verdict.kind == "counted_words":
        hint = " Yours would come first if each different word counted once, however often it occurs."
    return f"{mine}, which occurs {times(verdict.count)}; {best} occurs {times(verdict.winner_count)}.{hint}"


def _tied(mine: str, best: str, verdict: Verdict, rules: tuple[str, ...], config: BPEConfig) -> str:
    titles = [f'"{TIE_BREAKS[rule].title}"' for rule in rules]
    takes = f"{_listed(titles)} would take yours" if titles else "no rule for ties known here takes yours"
    rule = TIE_BREAKS[config.tie_break].title
    return (
        f"{mine}, which occurs {times(verdict.count)}, and so does {best}: they are tied. "
        f'"{rule}" takes {best}; {takes}.'
    )


def _overlaps(mine: str, best: str, verdict: Verdict, other: Recount, config: BPEConfig) -> str:
    here, there = ("twice", "once") if config.count_overlaps else ("once", "twice")
    return (
        f"{mine}, which occurs {times(verdict.count)}; {best} occurs {times(verdict.winner_count)} where aaa "
        f"counts a + a {here}. If it counted {there}, {best} would come to {other.best_here:,}, "
        f"yours to {other.count:,}, and yours would be taken."
    )


def _not_there(
    pair: Pair,
    verdict: Verdict,
    why: str,
    made_before: int | None,
    unknown: tuple[str, ...],
    config: BPEConfig,
) -> str:
    left, right = pair
    if made_before is not None:
        return f"merge {made_before + 1:,} has merged that pair already"
    if why == "marker":
        return _marker(pair, unknown, config)
    if unknown:
        are = "is no symbol" if len(unknown) == 1 else "are no symbols"
        return f"{_listed(list(unknown))} {are} at this step"
    if verdict.border is not None:
        before, after = (_shown_word(word, config) for word in verdict.border)
        where = f"{left} ends a word ({before}) and {right} begins one ({after})"
        return f"they stand side by side in no word: {where}"
    return f"{left} and {right} stand side by side in no word at this step"


def _marker(pair: Pair, unknown: tuple[str, ...], config: BPEConfig) -> str:
    if not unknown:
        left, right = pair
        marker, is_suffix = config.marker, config.word_boundary == "end_suffix"
        there = (left, f"{right}{marker}") if is_suffix else (f"{marker}{left}", right)
        return f"only {shown_pair(there)}, with the marker, stand side by side at this step"
    are = "is no symbol" if len(unknown) == 1 else "are no symbols"
    how = {
        "none": "these rules mark no word ends",
        "end_symbol": f"these rules end each word with {config.marker} as a symbol of its own",
        "end_suffix": f"these rules glue {config.marker} to each word's last symbol",
        "start_prefix": f"these rules glue {config.marker} to each word's first symbol",
    }[config.word_boundary]
    return f"{_listed(list(unknown))} {are} at this step, because {how}"


def _shown_word(word: str, config: BPEConfig) -> str:
    """A word as its symbols are printed; one with whitespace in quotes."""
    printed = printed_word(word, config)
    return printed if printed.split() == [printed] else repr(printed)


def _listed(parts: list[str]) -> str:
    """ "a", "a and b", "a, b and c"."""
    return parts[0] if len(parts) == 1 else f"{', '.join(parts[:-1])} and {parts[-1]}"
