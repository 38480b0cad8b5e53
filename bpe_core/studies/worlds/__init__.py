"""Worlds: every merge list that ties allow, as a graph; see `graph`."""

from bpe_core.studies.worlds.graph import (
    MAX_DEPTH,
    Branch,
    World,
    Worlds,
    grow_worlds,
)

__all__ = ["MAX_DEPTH", "Branch", "World", "Worlds", "grow_worlds"]
