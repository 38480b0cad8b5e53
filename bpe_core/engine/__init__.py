"""The engine: what learns merges fast, and remembers it all.

In: spelled words and rules. Out: a `MergeHistory`, which grows merge by merge and can be asked about any
position. Nobody needs this folder to understand BPE; `bpe_core/reference.py` says the same in a page.

Read `timeline` (when each boundary vanished), then `trainer`, which finds and makes the next merge with
`count_buckets` and `tied_candidates`; `merge_log` and `count_log` note how each merge changed the counts,
and `occurrences` finds where a pair occurs. `merge_history` holds them together. `arrays` has the tools for
arrays. `docs/timeline.md` draws them.
"""

from bpe_core.engine.merge_history import MergeHistory

__all__ = ["MergeHistory"]
