"""Causes: from one set of rules to another, and which cause moved which merges; see `walk`."""

from bpe_core.studies.causes.paths import CAUSES, Change, causes_between
from bpe_core.studies.causes.walk import CauseStep, CauseWalk

__all__ = ["CAUSES", "CauseStep", "CauseWalk", "Change", "causes_between"]
