"""Reads values from the browser, which may be anything at all, or refuses them.

>>> integer({"position": 3}, "position", 7)
3
>>> integer({"position": "3"}, "position", 7)
Traceback (most recent call last):
...
bpe_ui.stage.component.actions.RefusedActionError: The position must be an integer from 0 to 7; ...
"""

import re
from collections.abc import Mapping
from typing import Any

Action = Mapping[str, Any]
"""What a person did on a component: its name and its values."""

LARGEST = 2**53 - 1
"""The largest integer that a browser sends exactly."""
_LONE_SURROGATE = re.compile("[\ud800-\udfff]")


class RefusedActionError(Exception):
    """An action that cannot be done; the message is for the person."""


def integer(action: Action, field: str, largest: int) -> int:
    """A value that must be an integer from 0 to `largest`; raises `RefusedActionError`."""
    value = action.get(field)
    if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value <= largest:
        raise RefusedActionError(f"The {field} must be an integer from 0 to {largest:,}; nothing was done.")
    return value


def text(action: Action, field: str, longest: int) -> str:
    """A value that must be a text without lone surrogates; raises `RefusedActionError`."""
    value = action.get(field)
    if not isinstance(value, str) or len(value) > longest or _LONE_SURROGATE.search(value):
        raise RefusedActionError(
            f"The {field} must be a text of up to {longest:,} characters; nothing was done."
        )
    return value
