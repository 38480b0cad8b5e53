"""What a person gave: how an error shows it, and whether it is a text or a number that is allowed.

In: any value. Out: a short form of it for a sentence, or a number; or an error.

>>> shown("hug" * 50)
"'hughughughughughughughughughughughughughughughughughughu..."
"""

import operator
import re

from bpe_core.errors import BPEError, TextError

_LONGEST = 60

MOST = 10**30 - 1
"""The largest number that is allowed anywhere and that a sentence writes out."""

MAX_JSON_SIGNS = 2_500_000
"""The most opening brackets, commas and colons that JSON may have outside its texts. It is read in one go of
about a second; 260,000 tokens with 510,000 merges in a tokenizer.json have 2.2 million."""

TOO_MANY_SIGNS = f"more than {MAX_JSON_SIGNS:,} opening brackets, commas and colons; fewer are allowed"
"""What a sentence says of JSON that has more."""

_TEXT_OR_SIGN = re.compile(r'"[^"\\]*+(?:\\.[^"\\]*+)*+"?|[\[{:,]', re.DOTALL)


def shown(value: object) -> str:
    """How an error shows what was given, cut short."""
    if isinstance(value, int) and not isinstance(value, bool) and abs(value) > MOST:
        return "a number of more than 30 digits"
    if isinstance(value, str | bytes):
        value = value[: 2 * _LONGEST]
    try:
        text = repr(value)
    except Exception:
        return f"a {type(value).__name__}"
    return text if len(text) <= _LONGEST else text[: _LONGEST - 3] + "..."


def check_characters(text: str, what: str) -> None:
    """Raise `TextError` if the text holds a lone surrogate; `what` begins the sentence ("The text")."""
    if text.isascii():
        return
    # Encoding is the fastest search for a surrogate; in parts, so that no second copy of a long text is made.
    for start in range(0, len(text), 1_000_000):
        try:
            text[start : start + 1_000_000].encode("utf-8")
        except UnicodeEncodeError as error:
            position = start + error.start
            raise TextError(
                f"{what} has the lone surrogate U+{ord(text[position]):04X} at character {position + 1:,};"
                " only Unicode characters are allowed."
            ) from error


def has_too_many_signs(json_text: str) -> bool:
    """Whether JSON has more than `MAX_JSON_SIGNS`, and so takes too long and too much memory to read."""
    if sum(map(json_text.count, "[{:,")) <= MAX_JSON_SIGNS:
        return False
    signs = 0  # without those in texts, which cost nothing
    for match in _TEXT_OR_SIGN.finditer(json_text):
        signs += json_text[match.start()] != '"'
        if signs > MAX_JSON_SIGNS:
            return True
    return False


def whole_number(
    name: str, value: int, error: type[BPEError], *, least: int = 0, most: int | None = None
) -> int:
    """A whole number in these bounds, also one of numpy's; raises `error` for anything else.

    >>> from bpe_core.errors import ComparisonError
    >>> whole_number("seeds", 1, ComparisonError, least=2, most=1_000)
    Traceback (most recent call last):
        ...
    bpe_core.errors.ComparisonError: seeds is 1; a whole number from 2 to 1,000 is allowed.
    """
    try:
        number = least - 1 if isinstance(value, bool) else operator.index(value)
    except TypeError:
        number = least - 1
    if not least <= number <= (MOST if most is None else most):
        bounds = f"from {least:,} on" if most is None else f"from {least:,} to {most:,}"
        bounds = "of up to 30 digits" if most is None and number > MOST else bounds
        raise error(f"{name} is {shown(value)}; a whole number {bounds} is allowed.")
    return number
