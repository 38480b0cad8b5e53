"""Grading: compares somebody's merges or tokens with the right ones, and reports.

`merges` compares, and `tokens` those of a text; a `report` prints in 80 columns, or as JSON.
"""

from bpe_core.studies.grading.merges import check_merges, corpus_of
from bpe_core.studies.grading.report import EvidenceRow, LikelyCause, Report
from bpe_core.studies.grading.tokens import CAUSES_NAMED, check_tokens, difference, headline_of

__all__ = [
    "CAUSES_NAMED",
    "EvidenceRow",
    "LikelyCause",
    "Report",
    "check_merges",
    "check_tokens",
    "corpus_of",
    "difference",
    "headline_of",
]
