"""Worlds: every merge list that ties allow, as a graph; see `graph`."""

from bpe_core.studies.worlds.graph import (
    MAX_DEPTH,
    MAX_WORLD_SYMBOLS,
    MAX_WORLDS,
    Branch,
    World,
    Worlds,
    grow_worlds,
)

__all__ = ["MAX_DEPTH", "MAX_WORLDS", "MAX_WORLD_SYMBOLS", "Branch", "World", "Worlds", "grow_worlds"]
