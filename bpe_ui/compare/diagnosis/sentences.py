"""The diagnosis in words: its answer, the evidence for one step, the table of all deviations."""

from collections.abc import Sequence

import pandas as pd

from bpe_core import PROFILES
from bpe_core.queries import WordShare
from bpe_core.studies.diagnosis import (
    DEVIATION_KINDS,
    Deviation,
    Findings,
    RuleFit,
    SkippedMerge,
    mistake_words,
)
from bpe_ui.html.markup import Evidence
from bpe_ui.text.sentences import Number, Sentence, Token, joined, plural, sum_of, the_pair, times
from bpe_ui.text.visible import pair_label

PROFILES_NAMED, ABSENT_NAMED = 3, 5
"""How many are named of profiles that cannot be told apart, and of characters that the corpus lacks."""


def headline(findings: Findings, title: str = "") -> Sentence:
    """What came out, in one sentence; `title` is that of the rules that a person chose to compare with."""
    merges, fit = findings.merges, findings.closest
    follow = "follow a mixture of rules"
    if title or fit.profile:
        follow = f"are those of {title or mistake_words.named(fit)}"
    if not fit.deviations:
        rules = "" if title or fit.profile else f": {fit.description}"
        return "All ", Number(merges), f" {plural('merge', merges)} {follow}{rules}."
    first = fit.deviations[0]
    if findings.skipped_merge is None:
        differs: Sentence = (f"merge {first.rank + 1:,} differs: {_what_happened(first)}.",)
    else:
        differs = _one_is_missing(findings.skipped_merge)
    longest: Sentence = ()
    if findings.longest is not None:
        longest = " Other rules make your first ", Number(findings.longest.prefix), "."
    if first.rank == 1:
        follows = follow.replace("are those", "is that").replace("follow", "follows")
        return (f"The first of your {merges:,} {plural('merge', merges)} {follows}; ", *differs, *longest)
    if first.rank:
        of_all = f" of your {merges:,} {plural('merge', merges)}"
        return "The first ", Number(first.rank), f"{of_all} {follow}; ", *differs, *longest
    if title:
        return (f"Compared with {title}, ", *differs)
    if longest:
        picks = f"{mistake_words.named(fit)} picks "
        return picks, Number(fit.agreeing), f" of your {merges:,} merges, but ", *differs, *longest
    return ("None of the known rules begin like yours: ", *differs)


def ending(findings: Findings, allowed: int | None) -> str:
    """Where the list ends as if a limit were off by one, and all merges up to there agree; else empty.

    `allowed` is how many merges the rules on Train make.
    """
    fit = findings.closest
    if fit.deviations:
        return _goes_on(findings)
    minimum = PROFILES[fit.profile].config.min_frequency if fit.profile else fit.config.min_frequency
    if allowed is not None and abs(findings.merges - allowed) == 1:
        how = "early" if findings.merges < allowed else "late"
        return f"The rules on Train make {allowed:,} merges: your loop ends one merge {how}."
    if minimum > 1 and fit.last_count > minimum == fit.next_count:
        return f"Your list ends just before pairs that occur {minimum:,} times: > may stand where >= belongs."
    if minimum > 1 and fit.last_count == minimum - 1 > fit.next_count:
        return f"Your list ends {_below(minimum)}"
    return ""


def _goes_on(findings: Findings) -> str:
    """Where the list does the same as rules that were expected, and goes on where these stop; else empty."""
    fit, first = findings.closest, findings.closest.deviations[0]
    beyond = findings.merges - fit.prefix
    if first.kind != "ended" or fit.deviating != beyond:
        return ""
    minimum = fit.config.min_frequency
    if minimum > 1 and first.count == minimum - 1 == fit.last_count > fit.next_count:
        return f"Your list goes on {_below(minimum)}"
    return "Your list goes on for one more merge: your loop ends one merge late." if beyond == 1 else ""


def _below(minimum: int) -> str:
    return (
        f"with pairs that occur {minimum - 1:,} {times(minimum - 1)}, below the minimum frequency of"
        f" {minimum:,}: the comparison may be off by one."
    )


def absent(findings: Findings, corpus: str) -> Sentence:
    """That the list is of another corpus, whose characters this one lacks; nothing where it has all."""
    symbols = findings.closest.absent
    if not symbols:
        return ()
    named = joined([(Token(symbol),) for symbol in symbols[:ABSENT_NAMED]])
    more = ", …" if len(symbols) > ABSENT_NAMED else ""
    lacks = f"{more}, which the corpus “{corpus}” does not contain. If yours is another, bring it here."
    return "Your merges use ", *named, lacks


def leaves(fit: RuleFit) -> str:
    """Where a list that follows a mixture of rules leaves the nearest profile."""
    return f"Merge {fit.deviations[0].rank + 1:,}: here you diverge from {mistake_words.named(fit)}"


def rules_in_words(findings: Findings) -> str:
    """What the closest rules are, and which profiles cannot be told from them."""
    fit = findings.closest
    if fit.profile is None and not fit.deviations:
        return ""  # the headline says them
    known = PROFILES[fit.profile].description if fit.profile else f"{fit.description}."
    if not findings.equally:
        return known
    titles = [PROFILES[name].title for name in findings.equally]
    more = len(titles) - PROFILES_NAMED
    others = f" and {more:,} more" if more > 0 else ""
    named = ", ".join(titles[:PROFILES_NAMED])
    return f"{known} On this corpus these rules cannot be told apart from {named}{others}."


def agreement(findings: Findings) -> Sentence:
    """How many choices of the closest rules match, and which rules match more; nothing where all do."""
    fit, other = findings.closest, findings.fits_most
    if not fit.deviating:
        return ()
    begin = "Otherwise your program agrees: " if fit.deviating == 1 else "In all, "
    agreeing: Sentence = (begin, Number(fit.agreeing), f" of {findings.merges:,} choices match the rules.")
    if other is None:
        return agreeing
    first = other.deviations[0].rank + 1 if other.deviations else findings.merges
    return (
        *agreeing,
        f" {other.description} match ",
        Number(other.agreeing),
        f", but differ first at merge {first:,}.",
    )


def by_chance(longest: RuleFit, findings: Findings) -> Sentence:
    """Other rules that begin like the list for longer, though they explain less of it."""
    begin = f"{longest.prefix:,} {plural('merge', longest.prefix)}"
    picks = f"they pick {longest.agreeing:,} of {findings.merges:,} in all"
    return (f"By chance other rules make your first {begin}, but {picks}: {mistake_words.named(longest)}.",)


def evidence(deviation: Deviation) -> list[Evidence]:
    """The pair in the list and the pair that the rules take, each with the words that hold it."""
    yours = _found(deviation.count, deviation.shares, deviation.words)
    rows = [Evidence("Yours", deviation.pair, yours, is_taken=False)]
    if deviation.best is not None:
        best = _found(deviation.best_count, deviation.best_shares, deviation.best_words)
        rows.append(Evidence("The rules take", deviation.best, best, is_taken=True))
    return rows


def step_title(deviation: Deviation) -> str:
    """A step in a list: its number and what happened there, without text of the corpus."""
    return f"Merge {deviation.rank + 1:,}: {DEVIATION_KINDS[deviation.kind].title}"


def opened(deviation: Deviation, skipped: int, *, asks: bool = False) -> str:
    """What Train says when it shows a step; in predict mode it asks what the rules merge there."""
    number = f"{deviation.rank + 1:,}"
    following = f"what do the rules take as merge {number}?" if asks else f"merge {number} is next."
    before = f"Your merges up to {deviation.rank:,}; {following}"
    if not skipped:
        return before
    return f"{before} {skipped:,} of them could not be made, because no such pair occurred."


def deviation_frame(fit: RuleFit) -> pd.DataFrame:
    """One row a deviation: merge, yours, occurs, why, the rules take, occurs there."""
    columns = ["merge", "yours", "occurs", "it was", "the rules take", "which occurs"]
    rows = [
        (
            deviation.rank + 1,
            pair_label(deviation.pair),
            deviation.count,
            DEVIATION_KINDS[deviation.kind].title,
            pair_label(deviation.best) if deviation.best else "nothing",
            deviation.best_count,
        )
        for deviation in fit.deviations
    ]
    return pd.DataFrame(rows, columns=columns)


def _one_is_missing(skipped: SkippedMerge) -> Sentence:
    missing: Sentence = "a merge is missing: ", *the_pair(skipped.pair), f", as merge {skipped.rank + 1:,}; "
    if skipped.wrong:
        return *missing, f"with it {skipped.right:,} of the merges after it are right, {skipped.wrong:,} not."
    others = "the other is" if skipped.right == 1 else f"the other {skipped.right:,} are"
    return *missing, f"with it {others} right."


def _what_happened(deviation: Deviation) -> str:
    if deviation.kind == "tied" and deviation.rules:
        return "it was tied, and another tie rule takes it"
    return DEVIATION_KINDS[deviation.kind].meaning


def _found(count: int, shares: Sequence[WordShare], words: int) -> Sentence:
    if not count:
        return ("does not occur",)
    return Number(count), f" {times(count)}: ", *sum_of(shares, words)
