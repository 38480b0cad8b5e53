"""Given literals: a list, a dict or a pair as Python prints it.

In: a text. Out: its value, or None where it is no such list; nothing is run.

Python's own reader is not used: for 2 MB of signs it can take a quarter of a minute, and most of the memory.

>>> read_literal("[(b' ', b't'), ('h', 'ug', 15)]")
[(b' ', b't'), ('h', 'ug', 15)]
>>> read_literal("('u', 'g'), ('h', 'ug')")
(('u', 'g'), ('h', 'ug'))
>>> read_literal("{(104, 117): 256}")
{(104, 117): 256}
>>> read_literal("[h, ug]") is None
True
"""

import re
from typing import Any

from bpe_core.errors import ComparisonError
from bpe_core.studies.user_merges.limits import MAX_GIVEN_MERGES

# Possessive repeats (*+) give nothing back: a text that does not fit is left in one go.
QUOTED = r"""[bB]?(?:'[^'\\\n]*+(?:\\.[^'\\\n]*+)*+'|"[^"\\\n]*+(?:\\.[^"\\\n]*+)*+")"""
"""The regular expression of a text or bytes in quotes."""

_TOKEN = re.compile(
    rf"(?P<space>\s*+)(?:(?P<quoted>{QUOTED})|(?P<number>-?\d{{1,18}}(?:\.\d{{1,20}})?)(?![\w.])"
    r"|(?P<name>None|True|False)\b|(?P<sign>[\[\](){},:]))"
)

_NAMES = {"None": None, "True": True, "False": False}

_CLOSING = {"[": "]", "(": ")", "{": "}"}

_DEEPEST = 10
"""Brackets in brackets; a list of pairs with counts needs three."""

_MOST_TOKENS = 12 * MAX_GIVEN_MERGES
"""`((b'h', b'ug'), 15), ` has ten: quoted texts, numbers, brackets, commas."""

_LONGEST_QUOTED = 30_000
"""The longest text in quotes: twice the longest symbol, each character an escape such as `\\U0001f917`."""

_ESCAPE = re.compile(
    r"\\(?:x(?P<x>[0-9a-fA-F]{2})|u(?P<u>[0-9a-fA-F]{4})|U(?P<U>[0-9a-fA-F]{8})|(?P<octal>[0-7]{1,3})"
    r"|(?P<one>.))"
)

_ESCAPED = {"n": "\n", "t": "\t", "r": "\r", "a": "\a", "b": "\b", "f": "\f", "v": "\v"}
_ESCAPED |= {sign: sign for sign in "\\'\""}


def read_literal(text: str) -> object | None:
    """The list, tuple, dict or set that is printed here; None where something else is.

    Values with commas between them, all in one line, are a tuple. Raises `ComparisonError` for more parts
    than a list of `MAX_GIVEN_MERGES` merges has.
    """
    try:
        value = _value_of(text.rstrip())
    except ComparisonError:
        raise
    except (ValueError, TypeError, OverflowError):  # something else; a list as the key of a dict
        return None
    return value if isinstance(value, list | tuple | dict | set) else None


def unquoted(quoted: str) -> str | bytes:
    """The text or the bytes in quotes; raises `ValueError` or `OverflowError` for what
    Python never prints so.

    >>> unquoted(r"'it\\'s\\n'"), unquoted(r"b'\\xc3\\xa9'")
    ("it's\\n", b'\\xc3\\xa9')
    """
    if len(quoted) > _LONGEST_QUOTED:
        raise ValueError("This is longer than any symbol.")
    is_bytes = quoted[0] in "bB"
    text = quoted[2:-1] if is_bytes else quoted[1:-1]
    if is_bytes and not text.isascii():
        raise ValueError("Bytes beyond ASCII are printed as escapes.")
    if "\\" in text:
        text = _ESCAPE.sub(_unescaped, text)
    return text.encode("latin-1") if is_bytes else text


class _Bracket:
    """A bracket that is open, and what stands in it so far."""

    def __init__(self, opening: str) -> None:
        self.opening = opening
        self._values: list[Any] = []
        self._commas = 0
        self._colons = 0
        self._has_value = False  # since the last comma or colon

    def add(self, value: object) -> None:
        self._check(not self._has_value)
        self._values.append(value)
        self._has_value = True

    def comma(self) -> None:
        self._check(self._has_value)
        self._commas += 1
        self._has_value = False

    def colon(self) -> None:
        self._check(self.opening == "{" and self._has_value and len(self._values) == 2 * self._colons + 1)
        self._colons += 1
        self._has_value = False

    def value(self) -> object:
        values = self._values
        if self.opening == "[":
            return values
        if self.opening == "{":
            self._check(not self._colons or len(values) == 2 * self._colons)
            is_set = values and not self._colons
            return set(values) if is_set else dict(zip(values[::2], values[1::2], strict=True))
        return values[0] if len(values) == 1 and not self._commas else tuple(values)

    def _check(self, is_allowed: bool) -> None:
        if not is_allowed:
            raise ValueError("This is no Python literal.")


def _value_of(text: str) -> object:
    """The value; raises `ValueError`, or `TypeError` for a dict's key that is a list."""
    brackets, place, tokens = [_Bracket("")], 0, 0
    while place < len(text):
        match, tokens = _TOKEN.match(text, place), tokens + 1
        if match is None or (len(brackets) == 1 and "\n" in match["space"]) or len(brackets) > _DEEPEST:
            raise ValueError("This is no Python literal.")
        if tokens > _MOST_TOKENS:
            raise ComparisonError(
                f"This list has more than {_MOST_TOKENS:,} parts; one of {MAX_GIVEN_MERGES:,} merges, the"
                " most that is allowed, has fewer."
            )
        place = match.end()
        if match.lastgroup == "sign":
            _take_sign(match["sign"], brackets)
        else:
            brackets[-1].add(_single(match))
    if len(brackets) > 1 or not text:
        raise ValueError("There is nothing here, or a bracket is not closed.")
    return brackets[0].value()


def _take_sign(sign: str, brackets: list[_Bracket]) -> None:
    if sign in _CLOSING:
        brackets.append(_Bracket(sign))
    elif sign == ",":
        brackets[-1].comma()
    elif sign == ":":
        brackets[-1].colon()
    elif _CLOSING.get(brackets[-1].opening) == sign:
        value = brackets.pop().value()
        brackets[-1].add(value)
    else:
        raise ValueError("This bracket closes no other.")


def _single(match: re.Match[str]) -> object:
    """The value of a token that is no sign."""
    written = match[match.lastgroup or 0]
    if match.lastgroup == "quoted":
        return unquoted(written)
    if match.lastgroup == "name":
        return _NAMES[written]
    return float(written) if "." in written else int(written)


def _unescaped(match: re.Match[str]) -> str:
    digits = match["x"] or match["u"] or match["U"]
    if digits:
        return chr(int(digits, 16))
    if match["octal"]:
        return chr(int(match["octal"], 8))
    return _ESCAPED.get(match["one"], match[0])
