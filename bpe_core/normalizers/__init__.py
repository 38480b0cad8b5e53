"""Normalizers: from a text as it is given to one that is cut into words.

In: a text and the names of normalizers. Out: the rewritten text.

`registry` has every normalizer; `unicode_versions` says which characters an older Unicode does not have, with
the ranges of `unicode_tables`.
"""

from bpe_core.normalizers.registry import MAX_MARKS, NORMALIZERS, Normalizer, normalize

__all__ = ["MAX_MARKS", "NORMALIZERS", "Normalizer", "normalize"]
