"""A mistake in code in words: what is done wrong, how certain that is, and the smallest corpus that shows it.

In: the core's `FoundMistake`, or its `SmallCorpus`. Out: sentences.
"""

from bpe_core import PROFILES
from bpe_core.studies.diagnosis import Findings, FoundMistake, MistakeFit, SmallCorpus, describe
from bpe_ui.compare.diagnosis.sentences import named
from bpe_ui.text.sentences import Number, Sentence, Token, joined, the_pair

MISTAKES_NAMED = 3
"""How many are named at once of mistakes that make the same merges."""


def mistake(findings: Findings, found: FoundMistake) -> Sentence:
    """What explains the merges that no rules explain: a mistake in code, as certain as it is."""
    fit, merges = found.fits[0], findings.merges
    wrong = _either(found)
    rules = f"with the rules of {named(found.rules)}, "
    if not found.is_whole:
        return (
            "Perhaps: the first ",
            Number(fit.prefix),
            f" of your {merges:,} merges come out {rules}when {wrong}.",
        )
    all_come_out: Sentence = "All ", Number(merges), f" of your merges come out {rules}when {wrong}."
    if found.is_certain:
        return all_come_out
    if fit.is_without_order:
        why = "that fits any choice among tied pairs"
    elif found.rules_explain_all:
        why = "rules without a mistake make the same merges"
    elif len(fit.mistakes) > 1:
        why = "these are two mistakes"
    elif findings.skipped_merge is not None:
        nearly = "nearly " if findings.skipped_merge.wrong else ""
        why = f"the missing merge alone would explain it {nearly}as well"
    else:
        why = "few of your merges show it"
    return "Perhaps: all ", *all_come_out[1:], f" It is not certain, because {why}."


def as_well(found: FoundMistake) -> str:
    """The mistakes that make the same merges, beyond those in the answer; empty where there are none."""
    wrong = [_wrong(fit, found) for fit in found.fits[MISTAKES_NAMED:]]
    return f"Your merges come out as well when {'; or when '.join(wrong)}." if wrong else ""


def which_one(found: FoundMistake) -> str:
    """What to do with the lines of code, and which pages they are edits of."""
    shown = [each for fit in found.fits[:MISTAKES_NAMED] for each in fit.mistakes]
    pages = sorted({f"{each.page}.py" for each in shown if each.edits})
    said = f" These are lines of bpe_core's {' and '.join(pages)}." if pages else ""
    if len(found.fits) == 1:
        return f"Look in your code for what has a minus here; what has a plus is right.{said}"
    return (
        "On this corpus these make the same merges. Look in your code for what has a minus in one of them;"
        f" what has a plus is right.{said}"
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


def _either(found: FoundMistake) -> str:
    """The mistakes that make the same merges, any of which may be the one."""
    wrong = [_wrong(fit, found) for fit in found.fits[:MISTAKES_NAMED]]
    return wrong[0] if len(wrong) == 1 else f"either {', or '.join(wrong)}"


def _wrong(fit: MistakeFit, found: FoundMistake) -> str:
    """What is done wrong, with the rules where they are not those of the first."""
    wrong = " and ".join(each.sentence for each in fit.mistakes)
    if fit.config == found.fits[0].config:
        return wrong
    title = f"“{PROFILES[fit.profile].title}”" if fit.profile else describe(fit.config)
    return f"{wrong} (with the rules of {title})"
