"""The diagnosis in words: its answer, the evidence for one step."""

from bpe_core import PROFILES
from bpe_core.merges import Pair
from bpe_core.queries import MeasuredPair
from bpe_core.studies.diagnosis import DEVIATION_KINDS, Deviation, Findings, finding_sentences
from bpe_ui.stage.text.sentences import (
    Sentence,
    Token,
    joined,
    plain_text,
    retold,
    say,
    say_plainly,
    sum_of,
)

FEW = 3
"""So few merges match some rules by chance."""
PROFILES_NAMED, ABSENT_NAMED = 3, 5
"""How many are named of profiles that cannot be told apart, and of characters that the corpus lacks."""


def is_too_few(findings: Findings, title: str) -> bool:
    """Whether rules that were found, and not chosen, make so few merges that it may be chance."""
    return not title and findings.closest.prefix < FEW


def headline(findings: Findings, title: str = "", does: Sentence = ()) -> Sentence:
    """What came out, in one sentence; `title` is that of the rules that a person chose to compare with, and
    `does` what rules that were found do to the corpus."""
    fit = findings.closest
    first = fit.deviations[0] if fit.deviations else None
    has_title = bool(title or fit.profile)
    if first is None and is_too_few(findings, title):
        return say(
            "{merges:Your merge is|Your # merges are} too few to tell which rules you follow: many make the"
            " same. Add more merges, or choose rules under Compare with.",
            merges=findings.merges,
        )
    if findings.all_by is not None:
        begins = "{merges:Your merge is that|All # merges are those} of “{other}”, not of {rules}."
    elif first is not None and not title and first.rank < FEW:
        begins = (
            "No rules known here make more than {first.rank:the first|the first #} of your {merges:,} merges."
            if first.rank
            else "No rules known here begin like your {merges:,} {merges:merge|merges}."
        )
    elif first is None and findings.merges == 1:
        begins = "Your merge is that of {rules}."
    elif first is None:
        begins = (
            "All {merges} merges are those of {rules}{does}."
            if has_title
            else "All {merges} merges take a most frequent pair. No program known here makes them all;"
            " these rules do: {rules}{does}."
        )
    elif first.rank == 1:
        begins = "The first of your {merges:,} {merges:merge|merges} is that of {rules}."
    elif first.rank:
        begins = (
            "The first {first.rank} of your {merges:,} {merges:merge|merges} are those of {rules}."
            if has_title
            else "The first {first.rank} of your {merges:,} {merges:merge|merges} take a most frequent pair,"
            " though no program known here makes them all."
        )
    else:
        begins = "Your merges do not begin like those of {rules}."
    other = PROFILES[findings.all_by].title if findings.all_by else ""
    rules = title or fit.title
    sentences = [say(begins, rules=rules, merges=findings.merges, first=first, does=does, other=other)]
    if first is not None:
        sentences.append(_first_difference(findings))
    elif does:
        sentences.append(say("If you meant other rules, choose them under Compare with."))
    return joined(sentences, between=" ", last=" ")


def ending(findings: Findings, allowed: int | None) -> str:
    """Where the list ends, or goes on, as if a limit were off by one; else empty.

    `allowed` is how many merges the rules on Train make.
    """
    fit = findings.closest
    if fit.deviations:
        return _goes_on(findings)
    minimum = PROFILES[fit.profile].config.min_frequency if fit.profile else fit.config.min_frequency
    if allowed is not None and abs(findings.merges - allowed) == 1:
        return say_plainly(
            "The rules on Train make {allowed:,} {allowed:merge|merges}: your loop ends one merge early."
            if findings.merges < allowed
            else "The rules on Train make {allowed:,} {allowed:merge|merges}: your loop ends one merge late.",
            allowed=allowed,
        )
    if minimum > 1 and fit.last_count > minimum == fit.next_count:
        just_before = "Your list ends just before pairs that occur {n:,} times: is there > in place of >=?"
        return say_plainly(just_before, n=minimum)
    if minimum > 1 and fit.last_count == minimum - 1 > fit.next_count:
        return _off_by_one(minimum)
    return ""


def _goes_on(findings: Findings) -> str:
    """Where the list does the same as rules that were expected, and goes on where these stop; else empty."""
    fit, first = findings.closest, findings.closest.deviations[0]
    beyond = findings.merges - fit.prefix
    if first.kind != "ended" or fit.deviating != beyond:
        return ""
    minimum = fit.config.min_frequency
    if minimum > 1 and first.count == minimum - 1 == fit.last_count > fit.next_count:
        return _off_by_one(minimum)
    goes_on = "Your list goes on for one more merge: your loop ends one merge late."
    return goes_on if beyond == 1 else ""


def _off_by_one(minimum: int) -> str:
    return say_plainly(
        "Your list ends with pairs that occur {below:,} {below:time|times}, below the minimum frequency of"
        " {minimum:,}: the comparison may be off by one.",
        below=minimum - 1,
        minimum=minimum,
    )


def absent(findings: Findings, corpus: str) -> Sentence:
    """That the list is of another corpus, whose characters this one lacks; nothing where it has all."""
    symbols = findings.closest.absent
    if not symbols:
        return ()
    named: list[Sentence] = [(Token(symbol),) for symbol in symbols[:ABSENT_NAMED]]
    if len(symbols) > ABSENT_NAMED:
        named.append(("…",))
    return say(
        "Your merges use {symbols}, which the corpus “{corpus}” does not contain."
        " If you trained on another corpus, add it here.",
        symbols=joined(named),
        corpus=corpus,
    )


def rules_in_words(findings: Findings) -> str:
    """What the closest rules are, and which profiles cannot be told from them."""
    fit = findings.closest
    if fit.profile is None and not fit.deviations:
        return ""  # the headline says them
    known = PROFILES[fit.profile].description if fit.profile else f"{fit.description}."
    if not findings.equally:
        return known
    titles: list[Sentence] = [(PROFILES[name].title,) for name in findings.equally]
    if (more := len(titles) - PROFILES_NAMED) > 0:
        titles[PROFILES_NAMED:] = [say("{more:,} more", more=more)]
    same = "On this corpus these rules cannot be told apart from {others}."
    return f"{known} {say_plainly(same, others=joined(titles, last=' and '))}"


def agreement(findings: Findings) -> Sentence:
    """How many choices of the closest rules match; nothing where all do."""
    fit = findings.closest
    if not fit.deviating:
        return ()
    agree = "In all, {fit.agreeing} of {merges:,} choices match the rules."
    if fit.deviating == 1 and not fit.agreeing:
        return ()
    if fit.deviating == 1:
        agree = "Otherwise your program agrees: {fit.agreeing} of {merges:,} choices match the rules."
    return say(agree, fit=fit, merges=findings.merges)


def evidence(deviation: Deviation) -> list[tuple[str, Pair, Sentence, bool]]:
    """The pair in the list and the pair that the rules take, each with the words that hold it."""
    yours, best = (deviation.verdict.pick, deviation.verdict.winner) if deviation.verdict else (None, None)
    rows = [("Yours", deviation.pair, _found(yours), False)]
    if best is not None:
        rows.append(("The rules take", best.pair, _found(best), True))
    return rows


def step_title(deviation: Deviation) -> str:
    """A step in a list: its number and what happened there, without text of the corpus."""
    kind = DEVIATION_KINDS[deviation.kind]
    return say_plainly("Merge {it.rank:rank}: {kind.title}", it=deviation, kind=kind)


def opened(deviation: Deviation, skipped: int, *, asks: bool = False) -> str:
    """What Train says when it shows a step; in predict mode it asks what the rules merge there."""
    sentences = [
        say(
            "Your merges up to {it.rank:,}; what do the rules take as merge {it.rank:rank}?"
            if asks
            else "Your merges up to {it.rank:,}; merge {it.rank:rank} is next.",
            it=deviation,
        )
    ]
    if skipped:
        left_out = "{skipped:,} of them could not be made, because no such pair occurred."
        sentences.append(say(left_out, skipped=skipped))
    return plain_text(joined(sentences, last=" "))


def _first_difference(findings: Findings) -> Sentence:
    first, skipped = findings.closest.deviations[0], findings.skipped_merge
    if skipped is not None:
        return retold(finding_sentences.missing_merge(skipped))
    if first.kind == "tied" and first.rules:
        tied = "Merge {it.rank:rank} differs: it was tied, and another tie rule takes it."
        return say(tied, it=first)
    meaning = DEVIATION_KINDS[first.kind].meaning
    return say("Merge {it.rank:rank} differs: {meaning}.", it=first, meaning=meaning)


def _found(pair: MeasuredPair | None) -> Sentence:
    if pair is None or not pair.count:
        return say("does not occur")
    return say("{count} {count:time|times}: {sum}", count=pair.count, sum=sum_of(pair))
