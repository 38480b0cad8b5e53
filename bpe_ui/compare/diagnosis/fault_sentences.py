"""A mistake in code in words: what is done wrong, how certain that is, and the smallest corpus that shows it.

In: the core's `FoundFault`, or its `SmallCorpus`. Out: sentences.
"""

from bpe_core import PROFILES
from bpe_core.studies.diagnosis import FaultFit, Findings, FoundFault, SmallCorpus, describe
from bpe_ui.compare.diagnosis.sentences import named
from bpe_ui.text.sentences import Number, Sentence, Token, joined, the_pair

MISTAKES_NAMED = 3
"""How many are named at once of mistakes that make the same merges."""


def mistake(findings: Findings, fault: FoundFault) -> Sentence:
    """What explains the merges that no rules explain: a mistake in code, as certain as it is."""
    fit, merges = fault.fits[0], findings.merges
    wrong = _either(fault)
    rules = f"with the rules of {named(fault.rules)}, "
    if not fault.is_whole:
        return (
            "Perhaps: the first ",
            Number(fit.prefix),
            f" of your {merges:,} merges come out {rules}when {wrong}.",
        )
    all_come_out: Sentence = "All ", Number(merges), f" of your merges come out {rules}when {wrong}."
    if fault.is_certain:
        return all_come_out
    if fit.is_without_order:
        why = "that fits any choice among tied pairs"
    elif fault.rules_explain_all:
        why = "rules without a mistake make the same merges"
    elif len(fit.faults) > 1:
        why = "these are two mistakes"
    elif findings.skipped_merge is not None:
        nearly = "nearly " if findings.skipped_merge.wrong else ""
        why = f"the missing merge alone would explain it {nearly}as well"
    else:
        why = "few of your merges show it"
    return "Perhaps: all ", *all_come_out[1:], f" It is not certain, because {why}."


def as_well(fault: FoundFault) -> str:
    """The mistakes that make the same merges, beyond those in the answer; empty where there are none."""
    wrong = [_wrong(fit, fault) for fit in fault.fits[MISTAKES_NAMED:]]
    return f"Your merges come out as well when {'; or when '.join(wrong)}." if wrong else ""


def which_one(fault: FoundFault) -> str:
    """What to do with the lines of code."""
    if len(fault.fits) == 1:
        return "Look in your code for what has a minus here; what has a plus is right."
    return (
        "On this corpus these make the same merges. Look in your code for what has a minus in one of them;"
        " what has a plus is right."
    )


def small_corpus(small: SmallCorpus) -> Sentence:
    """What the smallest corpus is, and what differs on it."""
    given: list[Sentence] = [
        (Token(word), f" {count:,}" if count > 1 else "") for word, count in small.corpus.entries
    ] or [(Token(str(text)),) for text in small.corpus.documents]
    right, wrong = small.right[-1], small.wrong[small.rank :]
    yours: Sentence = ("yours takes ", *the_pair(wrong[0])) if wrong else ("yours takes none",)
    return (
        "The smallest corpus that still shows it: ",
        *joined(given),
        f". As merge {small.rank + 1:,} ",
        *yours,
        "; right is ",
        *the_pair(right),
        ".",
    )


def traced(small: SmallCorpus) -> str:
    """What Train says when it shows the smallest corpus."""
    return f"The smallest corpus that shows the mistake; merge {small.rank + 1:,} is next."


def _either(fault: FoundFault) -> str:
    """The mistakes that make the same merges, any of which may be the one."""
    wrong = [_wrong(fit, fault) for fit in fault.fits[:MISTAKES_NAMED]]
    return wrong[0] if len(wrong) == 1 else f"either {', or '.join(wrong)}"


def _wrong(fit: FaultFit, fault: FoundFault) -> str:
    """What is done wrong, with the rules where they are not those of the first."""
    wrong = " and ".join(each.sentence for each in fit.faults)
    if fit.config == fault.fits[0].config:
        return wrong
    title = f"“{PROFILES[fit.profile].title}”" if fit.profile else describe(fit.config)
    return f"{wrong} (with the rules of {title})"
