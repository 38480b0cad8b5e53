"""Diagnosis: why somebody's merges differ from what every known set of rules gives; see `diagnosis`."""

from bpe_core.studies.diagnosis.absences import MissingMerge
from bpe_core.studies.diagnosis.deviation_kinds import DEVIATION_KINDS
from bpe_core.studies.diagnosis.deviations import Deviation
from bpe_core.studies.diagnosis.diagnosis import Diagnosis
from bpe_core.studies.diagnosis.faults.fault import Fault
from bpe_core.studies.diagnosis.faults.fits import FaultFit
from bpe_core.studies.diagnosis.faults.possible_rules import LONGEST_WORD, MOST_SYMBOLS, TooLarge
from bpe_core.studies.diagnosis.faults.smallest import SmallCorpus, SmallestCorpus
from bpe_core.studies.diagnosis.findings import Findings, FoundFault
from bpe_core.studies.diagnosis.rule_fit import RuleFit
from bpe_core.studies.diagnosis.rule_words import describe, title_near_a_profile
from bpe_core.studies.diagnosis.skipped_merge import SkippedMerge

__all__ = [
    "DEVIATION_KINDS",
    "LONGEST_WORD",
    "MOST_SYMBOLS",
    "Deviation",
    "Diagnosis",
    "Fault",
    "FaultFit",
    "Findings",
    "FoundFault",
    "MissingMerge",
    "RuleFit",
    "SkippedMerge",
    "SmallCorpus",
    "SmallestCorpus",
    "TooLarge",
    "describe",
    "title_near_a_profile",
]
