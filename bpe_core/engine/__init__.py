"""The engine room: everything that learns merges fast, and remembers all of it.

In: spelled words and rules. Out: a film, which grows merge by merge and is asked at any position. Nobody
needs this room to understand BPE; `bpe_core/reference.py` says the same in a page.

Read `timeline` (when each boundary vanished), then `trainer`, which finds and makes the next merge with
`count_buckets` and `tied_candidates`; `merge_log` and `count_log` note how each merge changed the counts,
and `occurrences` says where a pair stands. `merge_history` holds them together. `packing`, `grouping` and
`column` are its tools for arrays. `docs/timeline.md` draws them.
"""

from bpe_core.engine.merge_history import Film

__all__ = ["Film"]
