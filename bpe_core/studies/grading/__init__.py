"""Grading: compares somebody's merges with the right ones, and reports.

`merges` compares; a `report` prints in 80 columns, or as JSON.
"""

from bpe_core.studies.grading.merges import check_merges, corpus_of
from bpe_core.studies.grading.report import EvidenceRow, LikelyCause, Report

__all__ = [
    "EvidenceRow",
    "LikelyCause",
    "Report",
    "check_merges",
    "corpus_of",
]
