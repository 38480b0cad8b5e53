"""Given limits: how large a merge list may be.

In: how many merges a list has. Out: nothing, or an error that says how many are allowed.

>>> check_number(50_001)
Traceback (most recent call last):
    ...
bpe_core.errors.ComparisonError: There are 50,001 merges; at most 50,000 are allowed.
"""

from bpe_core.errors import ComparisonError

MAX_GIVEN_BYTES = 10_000_000
"""The largest merge list that is read, in bytes; also the most that its tokens may have, written out."""

MAX_GIVEN_MERGES = 50_000
"""The most merges that are read."""

MAX_SYMBOL = 1_000
"""The longest symbol of a merge, in characters."""


def check_number(merges: int) -> None:
    """Raise `ComparisonError` for more merges than are read."""
    if merges > MAX_GIVEN_MERGES:
        raise ComparisonError(f"There are {merges:,} merges; at most {MAX_GIVEN_MERGES:,} are allowed.")
