"""How large a merge list may be."""

from bpe_core.errors import ComparisonError

MAX_USER_BYTES = 10_000_000
"""The largest merge list that is read, in bytes; also the most that all its tokens may have."""

MAX_USER_MERGES = 50_000
"""The most merges that are read."""

MAX_SYMBOL = 1_000
"""The longest symbol of a merge, in characters."""


def check_number(merges: int) -> None:
    """Raise `ComparisonError` for more merges than are read."""
    if merges > MAX_USER_MERGES:
        raise ComparisonError(f"There are {merges:,} merges; at most {MAX_USER_MERGES:,} can be read.")
