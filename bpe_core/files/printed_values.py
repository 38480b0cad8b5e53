"""The list or dict that a program printed: as JSON, as Python, NumPy or JavaScript show it. Nothing is run.

>>> printed_value("merges = [('u', 'g'), ('h', 15)]"), printed_value("Map(1) { [ 'u', 'g' ] => 256 }")
([('u', 'g'), ('h', 15)], {('u', 'g'): 256})
>>> printed_value('{"pair": [104, 117]}\\n{"pair": [256, 103]}')
[{'pair': [104, 117]}, {'pair': [256, 103]}]
>>> printed_value("h ug") is None
True
"""

import ast
import json
import re
from contextlib import suppress
from itertools import islice

from bpe_core.errors import TokenizerFileError
from bpe_core.validation import TOO_MANY_SIGNS, has_too_many_signs

MAX_LISTED = 50_000
"""The most merges of a list or dict."""

# Possessive repeats (*+) never backtrack, so that a text that does not fit fails fast.
QUOTED = r"""[bB]?(?:'[^'\\\n]*+(?:\\.[^'\\\n]*+)*+'|"[^"\\\n]*+(?:\\.[^"\\\n]*+)*+")"""
"""The regular expression of a text or bytes in quotes."""

# Every value is followed by a comma, a colon or a closing bracket. So there are no operators and no calls,
# whose chains could take Python's parser into a deep recursion.
_PART = re.compile(
    rf"(?:[\[({{,:]|(?:{QUOTED}|-?\d{{1,18}}(?:\.\d{{1,20}})?|None|True|False|[\])}}])"
    r"(?=\s*+(?:[\])},:]|\Z)))\s*+"
)
_MOST_PARTS = 12 * MAX_LISTED  # ((b'h', b'ug'), 15), has ten; millions of brackets take gigabytes to parse

_BEFORE = re.compile(r"[^\n'\"]{0,80}(?:\n[^\n'\"]{0,20})?")
"""What may stand before a printed list or dict, with its bracket: a name, a class, a prompt."""
_MOST_BRACKETS, _MOST_BEHIND = 3, 60  # behind it may stand a type, a bracket, a count
_CLOSING = {"[": "]", "(": ")", "{": "}"}
_TYPES = re.compile(r"\bnp\.u?int\d++\((\d++)\)|\bdefaultdict(\()<[^<>]*+>, ")
"""What Python prints around a NumPy number, and before the dict in a defaultdict."""
_CUT_SHORT = re.compile(r"[,\[(\]]\s*+(?:\.\.\.|…)\s*+[,\])(\[]")
"""What Python or a notebook prints instead of merges that it leaves out."""
_ARROWS, _SIGNS = re.compile(rf"({QUOTED})|=>|[\[\]]"), {"=>": ":", "[": "(", "]": ")"}
"""What JavaScript prints in a Map otherwise than Python in a dict, whose keys are tuples."""
_GAPS = re.compile(rf"({QUOTED})|(?<=['\"\d\]])\s+(?=['\"\d\[bB])")
"""Where NumPy prints no comma."""


def printed_value(text: str) -> object | None:
    """The value in a text with little before and behind it; None for anything else, such as lines.

    Raises `TokenizerFileError` for a list that is cut short or has too many parts.
    """
    if text.lstrip()[:1] in ("[", "{"):
        if has_too_many_signs(text):
            raise TokenizerFileError(f"the merges have {TOO_MANY_SIGNS}.")
        value = _json_in(text)
        if value is not None:
            return value
    return _literal_in(_TYPES.sub(r"\1\2", text))


def read_literal(text: str) -> object | None:
    """The list, tuple, dict or set of Python's in a text; None if the text is something else.

    >>> read_literal("('u', 'g'), ('h', 15)"), read_literal("[h, ug]")
    ((('u', 'g'), ('h', 15)), None)
    """
    place = parts = 0
    while place < len(text):
        match = _PART.match(text, place)
        if match is None:
            return None
        place, parts = match.end(), parts + 1
        if parts > _MOST_PARTS:
            raise TokenizerFileError(
                f"this list has more than {_MOST_PARTS:,} parts, more than {MAX_LISTED:,} merges need."
            )
    try:
        value: object = ast.literal_eval(text)
    except (ValueError, TypeError, SyntaxError, MemoryError, RecursionError):
        return None  # brackets that do not match, or a list as a key of a dict
    return value if isinstance(value, list | tuple | dict | set) else None


def _json_in(text: str) -> object | None:
    """The JSON value of a text, or the objects in its lines; None if it is something else, as Python's."""
    lines = filter(str.strip, text.split("\n"))
    for written in (text, f"[{','.join(lines)}]") if text.lstrip().startswith("{") else (text,):
        with suppress(ValueError, RecursionError):
            value: object = json.loads(written)
            return value
    return None


def _literal_in(text: str) -> object | None:
    before = _BEFORE.match(text)
    brackets = [*islice(re.finditer(r"[\[({]", before[0] if before else ""), _MOST_BRACKETS)]
    for bracket in brackets:
        start, end = bracket.start(), text.rfind(_CLOSING[bracket[0]]) + 1
        is_all = len(text) - end <= _MOST_BEHIND and not _CUT_SHORT.search(text, end - 1)
        written = text[start:end] if is_all else ""
        literal = read_literal(written)
        if literal is None and "=>" in written:
            literal = read_literal(_ARROWS.sub(lambda sign: sign[1] or _SIGNS[sign[0]], written))
        if literal is None and written.startswith("[["):
            literal = read_literal(_GAPS.sub(lambda gap: gap[1] or ", ", written))
        is_named = "=" in text[:start]
        is_flat = isinstance(literal, list | tuple) and {*map(type, literal)} == {int}  # not a pair by itself
        if literal is not None and (bool(literal) or is_named) and not is_flat:
            return literal
    if brackets and _CUT_SHORT.search(text):
        raise TokenizerFileError("this list is cut short where it has ...; print all of it.")
    return None
