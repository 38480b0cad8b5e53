"""User merges: the merge list of somebody's own implementation, read leniently; see `reader`."""

from bpe_core.studies.user_merges.reader import UserMerges, read_user_merges, user_merges_of
from bpe_core.studies.user_merges.values import MAX_SYMBOL, MAX_USER_BYTES, MAX_USER_MERGES

__all__ = [
    "MAX_SYMBOL",
    "MAX_USER_BYTES",
    "MAX_USER_MERGES",
    "UserMerges",
    "read_user_merges",
    "user_merges_of",
]
