"""Normalizers: they change a text before it is cut into words.

`registry` has all normalizers; `unicode_versions` finds the characters that an older Unicode does not have,
in the ranges of the text files beside it.
"""

from bpe_core.normalizers.registry import MAX_MARKS, NORMALIZERS, Normalizer, normalize

__all__ = ["MAX_MARKS", "NORMALIZERS", "Normalizer", "normalize"]
