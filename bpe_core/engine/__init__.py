"""The engine: learns merges fast, and keeps them in a `MergeHistory` that can be asked about any position.

You do not need this folder to understand BPE: `bpe_core/reference.py` does the same on one page.

Read `timeline` first: it knows which merge removed each boundary. Then `trainer`, which finds and makes the
next merge with the help of `count_buckets` and `tied_candidates`, and `score_trainer`, which does so where
`scores` decide. `merge_log` and `count_log` record how each merge changed the counts, `occurrences` finds
where a pair occurs, `numbering` gives symbols their ids, `limits` says where a training ends, and
`merge_history` holds them all together. `arrays` has tools for numpy arrays;
`admission` lets an app refuse a training before it takes memory. `docs/timeline.md` draws the idea.
"""

from bpe_core.engine.merge_history import MergeHistory

__all__ = ["MergeHistory"]
