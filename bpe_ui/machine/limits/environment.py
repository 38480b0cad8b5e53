"""Reads settings from environment variables.

>>> os.environ["BPE_STEPPER_SEATS"] = "30"
>>> whole_number("BPE_STEPPER_SEATS", "of seats", least=1, example=20)
30
"""

import os
import re

from bpe_core.validation import shown

MOST = 10**9 - 1
"""The largest number that is accepted."""


def whole_number(variable: str, what: str, *, least: int, example: int) -> int | None:
    """The number in a variable; None if it is not set. Raises `ValueError` for anything else."""
    given = os.environ.get(variable)
    if given is None:
        return None
    if not re.fullmatch("[0-9]{1,9}", given) or int(given) < least:
        allowed = f"a number {what} from {least} to {MOST:,}, such as {example}"
        raise ValueError(f"{variable} must be {allowed}, got {shown(given)}.")
    return int(given)


def yes_or_no(variable: str) -> bool | None:
    """Whether a variable is 1 or 0; None if it is not set. Raises `ValueError` for anything else."""
    given = os.environ.get(variable)
    if given not in (None, "0", "1"):
        raise ValueError(f"{variable} must be 1 or 0, got {shown(given)}.")
    return None if given is None else given == "1"
