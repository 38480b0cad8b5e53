"""Mistake words: what a found mistake is, how certain that is, and what was ruled out.

The sentences are the same in the app, in a test and in a terminal.

>>> from bpe_core.corpus.corpus import Corpus
>>> from bpe_core.studies.diagnosis.diagnosis import diagnose
>>> corpus = Corpus.from_word_counts({"mango": 9, "banana": 3, "nab": 4})
>>> merges = [("a", "n"), ("m", "an"), ("man", "g"), ("n", "a"), ("b", "an"), ("ban", "an")]
>>> findings = diagnose(corpus, merges, PROFILES["hf_course"].config)
>>> cause(findings, findings.mistake).after
' of your merges come out with the rules of “Hugging Face course rules”, when the last pair of ...'
"""

from typing import NamedTuple

from bpe_core.profiles import PROFILES
from bpe_core.studies.diagnosis.diagnosis import Findings, FoundMistake
from bpe_core.studies.diagnosis.mistakes.fits import MistakeFit
from bpe_core.studies.diagnosis.mistakes.wrong_words import LONGEST_WORD, MOST_SYMBOLS
from bpe_core.studies.diagnosis.rule_fit import RuleFit
from bpe_core.studies.diagnosis.rule_words import describe

MISTAKES_NAMED = 3
"""How many are named at once of mistakes that make the same merges."""


class CauseWords(NamedTuple):
    """A sentence with a number in it, which the eye should find."""

    before: str
    """What stands before the number."""

    merges: int
    """How many merges come out with the mistake."""

    after: str
    """What stands after it."""

    def __str__(self) -> str:
        return f"{self.before}{self.merges:,}{self.after}"


def named(fit: RuleFit) -> str:
    """What rules are called."""
    return f"“{PROFILES[fit.profile].title}”" if fit.profile else fit.description


def cause(findings: Findings, found: FoundMistake) -> CauseWords:
    """What explains the merges that no rules explain: a mistake in code, as certain as it is."""
    fit, likely = found.fits[0], [_wrong(each, found) for each in found.fits[:MISTAKES_NAMED]]
    wrong = likely[0] if len(likely) == 1 else f"either {', or '.join(likely)}"
    rules = f"with the rules of {named(found.rules)}, "
    if not found.is_whole:
        of_all = f" of your {findings.merges:,} merges come out {rules}when {wrong}."
        return CauseWords("Perhaps: the first ", fit.prefix, of_all)
    come_out = f" of your merges come out {rules}when {wrong}."
    if found.is_certain:
        return CauseWords("All ", findings.merges, come_out)
    doubt = "few of your merges show it"
    if fit.is_without_order:
        doubt = "that fits any choice among tied pairs"
    elif found.rules_explain_all:
        doubt = "rules without a mistake make the same merges"
    elif len(fit.mistakes) > 1:
        doubt = "these are two mistakes"
    elif findings.skipped_merge is not None:
        nearly = "nearly " if findings.skipped_merge.wrong else ""
        doubt = f"the missing merge alone would explain it {nearly}as well"
    return CauseWords("Perhaps: all ", findings.merges, f"{come_out} It is not certain, because {doubt}.")


def as_well(found: FoundMistake) -> str:
    """The mistakes that make the same merges, beyond those in the answer; empty where there are none."""
    wrong = [_wrong(fit, found) for fit in found.fits[MISTAKES_NAMED:]]
    return f"Your merges come out as well when {'; or when '.join(wrong)}." if wrong else ""


def which_one(found: FoundMistake) -> str:
    """What to do with the lines of code, and which pages they are edits of."""
    named = [each for fit in found.fits[:MISTAKES_NAMED] for each in fit.mistakes]
    pages = sorted({f"{each.page}.py" for each in named if each.edits})
    origin = f" These are lines of bpe_core's {' and '.join(pages)}." if pages else ""
    if len(found.fits) == 1:
        return f"Look in your code for what has a minus here; what has a plus is right.{origin}"
    return (
        "On this corpus these make the same merges. Look in your code for what has a minus in one of them;"
        f" what has a plus is right.{origin}"
    )


def ruled_out(findings: Findings) -> str:
    """What is not the cause, and what was not tried; empty where the cause was found."""
    if findings.mistake is not None or not findings.closest.deviations:
        return ""
    tried, large = findings.mistakes_tried, findings.too_large
    ruled_out = f"Ruled out: {tried} known mistakes in code. None makes your merges." if tried else ""
    if large is None:
        return ruled_out
    if large.longest > LONGEST_WORD:
        why = f"a word has {large.longest:,} characters, and the most are {LONGEST_WORD:,}"
    else:
        why = f"its different words have {large.characters:,} characters, and the most are {MOST_SYMBOLS:,}"
    under = " under the rules that come closest" if tried else ""
    untried = f"Known mistakes in code were not tried on this corpus{under}: {why}."
    return f"{ruled_out} {untried} Train yours on a part of it to have them tried.".lstrip()


def _wrong(fit: MistakeFit, found: FoundMistake) -> str:
    """What is done wrong, with the rules where they are not those of the first."""
    wrong = " and ".join(each.sentence for each in fit.mistakes)
    if fit.config == found.fits[0].config:
        return wrong
    title = f"“{PROFILES[fit.profile].title}”" if fit.profile else describe(fit.config)
    return f"{wrong} (with the rules of {title})"
