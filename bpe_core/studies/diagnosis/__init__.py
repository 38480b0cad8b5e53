"""Diagnosis: why somebody's merges differ from what every known set of rules gives.

Begin with `diagnosis`, which asks all others. A `segmentation` is all of the rules but those for ties.
`forced_history` makes somebody's merges under one, whatever the rules would pick, and `rule_scores` says how
far each rule for ties agrees. `rule_search` tries all rules so, one set after the other. Of those that come
closest, `rule_fit` says how far they explain the merges, and `deviations` what is wrong where they do not.
`mistakes` looks for the mistake in code that explains more than rules do. `evidence` is what a list itself
shows of the code that made it, by what it does to the words (`observed`), and where no mistake is named, the
`dialogue` asks for what the code makes of small corpora.

`rule_words` has what rules are in words, and `finding_words` what was found.
"""

from bpe_core.studies.diagnosis.deviations import DEVIATION_KINDS, Deviation
from bpe_core.studies.diagnosis.diagnosis import Findings, FoundMistake, diagnose
from bpe_core.studies.diagnosis.dialogue import MOST_QUESTIONS, Dialogue, ask_next
from bpe_core.studies.diagnosis.evidence import EVIDENCE, Evidence
from bpe_core.studies.diagnosis.mistakes.fits import MistakeFit
from bpe_core.studies.diagnosis.mistakes.mistake import Mistake
from bpe_core.studies.diagnosis.mistakes.smallest import SmallCorpus, smallest_corpus
from bpe_core.studies.diagnosis.rule_fit import RuleFit, SkippedMerge
from bpe_core.studies.diagnosis.rule_words import describe, title_near_a_profile

__all__ = [
    "DEVIATION_KINDS",
    "EVIDENCE",
    "MOST_QUESTIONS",
    "Deviation",
    "Dialogue",
    "Evidence",
    "Findings",
    "FoundMistake",
    "Mistake",
    "MistakeFit",
    "RuleFit",
    "SkippedMerge",
    "SmallCorpus",
    "ask_next",
    "describe",
    "diagnose",
    "smallest_corpus",
    "title_near_a_profile",
]
