"""What a person gave: how an error shows it, and whether it is text at all.

In: any value. Out: a short form of it for a sentence; or a `TextError`.

>>> shown("hug" * 50)
"'hughughughughughughughughughughughughughughughughughughu..."
"""

from bpe_core.errors import TextError

_LONGEST = 60


def shown(value: object) -> str:
    """How an error shows what was given, cut short."""
    if isinstance(value, int) and not isinstance(value, bool) and abs(value) >= 10**30:
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
