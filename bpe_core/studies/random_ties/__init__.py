"""Random ties: does the tie rule matter on this corpus? See `random_ties` and `tie_study`."""

from bpe_core.studies.random_ties.random_ties import MAX_SEEDS, MIN_SEEDS, RandomTies, merges_before_the_end
from bpe_core.studies.random_ties.tie_study import MergeShare, TieStudy

__all__ = ["MAX_SEEDS", "MIN_SEEDS", "MergeShare", "RandomTies", "TieStudy", "merges_before_the_end"]
