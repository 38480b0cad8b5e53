"""Grading: compares somebody's merges, or the ids of their encoder, with the right ones, and reports.

`merges` and `ids` compare; a `report` is shown in a terminal of 80 columns, in a notebook (`html`) and as
JSON.
"""

from bpe_core.studies.grading import html as html  # adds to reports what a notebook looks for
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
