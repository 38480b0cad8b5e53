"""Checks of a cell in a table: is it a text, a word, a number, or a count?

>>> count_in("10"), count_in(10.0), count_in(2.5), count_in("-1")
(10, 10, None, None)
"""

from decimal import Decimal


def is_text(value: object) -> bool:
    """Whether the value is a text."""
    return isinstance(value, str)


def is_word(value: object) -> bool:
    """Whether the value is a text without whitespace."""
    return isinstance(value, str) and len(value.split()) == 1


def is_number(value: object) -> bool:
    """Whether the value is a number, perhaps written as a text."""
    try:
        float(value)  # type: ignore[arg-type]
    except (TypeError, ValueError, OverflowError):
        return False
    return not isinstance(value, bool)


def is_count(value: object) -> bool:
    """Whether the value can be how often a word occurs."""
    return count_in(value) is not None


def count_in(value: object) -> int | None:
    """The value as an integer from 1 with at most 18 digits, also from a text or from `5.0`; else None."""
    if isinstance(value, str):
        digits = value.removesuffix(".0")
        number = int(digits) if len(digits) <= 18 and digits.isascii() and digits.isdecimal() else 0
    elif isinstance(value, bool) or not isinstance(value, int | float | Decimal):
        return None
    else:
        number = int(value) if 0 < value < 10**18 and value % 1 == 0 else 0
    return number or None
