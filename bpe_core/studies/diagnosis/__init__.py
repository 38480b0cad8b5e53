"""Diagnosis: why somebody's merges differ from what every known set of rules gives.

Begin with `diagnosis`, which compares a list with rules: `rules` says how far each explains it, made on a
`forced_history`, and `deviations` what is wrong where they do not. `search` then looks for the causes. Which
words: `words` reads off a list what shows by itself, and `word_mistakes` are the ways to read and cut a text
otherwise. Which step: `trainer_mistakes` are trainers that go wrong, `tie_ways` what else settles ties, and
`following` lets them make the list. `changes` are what was found, and `finding_sentences` says it; where
nothing was, `evidence` says what the list shows. `smallest` finds the smallest corpus that shows it.
`rule_sentences` has what rules are in words.
"""

from bpe_core.studies.diagnosis.changes import Cause, Change
from bpe_core.studies.diagnosis.deviations import DEVIATION_KINDS, Deviation
from bpe_core.studies.diagnosis.diagnosis import Findings, diagnose
from bpe_core.studies.diagnosis.evidence import EVIDENCE, Evidence
from bpe_core.studies.diagnosis.rule_sentences import describe, title_near_a_profile
from bpe_core.studies.diagnosis.rules import RuleFit, SkippedMerge
from bpe_core.studies.diagnosis.smallest import SmallCorpus, smallest_corpus

__all__ = [
    "DEVIATION_KINDS",
    "EVIDENCE",
    "Cause",
    "Change",
    "Deviation",
    "Evidence",
    "Findings",
    "RuleFit",
    "SkippedMerge",
    "SmallCorpus",
    "describe",
    "diagnose",
    "smallest_corpus",
    "title_near_a_profile",
]
