"""Grading: compares somebody's merges, or the ids of their encoder, with the right ones, and reports.

`merges` and `ids` compare; a `report` prints in 80 columns, or as JSON.
"""

from bpe_core.studies.grading.ids import check_ids
from bpe_core.studies.grading.merges import check_merges, corpus_of
from bpe_core.studies.grading.report import EvidenceRow, LikelyCause, Report

__all__ = [
    "EvidenceRow",
    "LikelyCause",
    "Report",
    "check_ids",
    "check_merges",
    "corpus_of",
]
