"""Diagnosis: why somebody's merges differ from what every known set of rules gives; see `diagnosis`."""

from bpe_core.studies.diagnosis.deviations import DEVIATION_KINDS, Deviation, MissingMerge
from bpe_core.studies.diagnosis.diagnosis import Findings, FoundMistake, diagnose
from bpe_core.studies.diagnosis.mistakes.fits import MistakeFit
from bpe_core.studies.diagnosis.mistakes.mistake import Mistake
from bpe_core.studies.diagnosis.mistakes.smallest import SmallCorpus, smallest_corpus
from bpe_core.studies.diagnosis.mistakes.wrong_words import LONGEST_WORD, MOST_SYMBOLS, TooLarge
from bpe_core.studies.diagnosis.rule_fit import RuleFit, SkippedMerge
from bpe_core.studies.diagnosis.rule_words import describe, title_near_a_profile

__all__ = [
    "DEVIATION_KINDS",
    "LONGEST_WORD",
    "MOST_SYMBOLS",
    "Deviation",
    "Findings",
    "FoundMistake",
    "MissingMerge",
    "Mistake",
    "MistakeFit",
    "RuleFit",
    "SkippedMerge",
    "SmallCorpus",
    "TooLarge",
    "describe",
    "diagnose",
    "smallest_corpus",
    "title_near_a_profile",
]
