"""Entries: the two symbols of one merge in a list or dict, however it is written.

>>> parts_of((("h", "ug"), 15)), parts_of("h ug"), parts_of("104,117")
(('h', 'ug'), ['h', 'ug'], ('104', '117'))
"""

import ast
import re
from collections.abc import Collection, Sequence
from typing import Any

from bpe_core.errors import TokenizerFileError
from bpe_core.files.written_merges.written import MAX_LISTED
from bpe_core.merges import Pair

# Possessive repeats (*+) never backtrack, so that a text that does not fit fails fast.
QUOTED = r"""[bB]?(?:'[^'\\\n]*+(?:\\.[^'\\\n]*+)*+'|"[^"\\\n]*+(?:\\.[^"\\\n]*+)*+")"""
"""The regular expression of a text or bytes in quotes."""

# Every value is followed by a comma, a colon or a closing bracket. So there are no operators and no calls,
# whose chains could take Python's parser into a deep recursion.
_PART = re.compile(
    rf"(?:[\[({{,:]|(?:{QUOTED}|-?\d{{1,18}}(?:\.\d{{1,20}})?|None|True|False|[\])}}])"
    r"(?=\s*+(?:[\])},:]|\Z)))\s*+"
)

_MOST_PARTS = 12 * MAX_LISTED
"""`((b'h', b'ug'), 15), ` has ten; a parser that gets millions of brackets takes gigabytes."""

_NUMBERS = re.compile(r"[(\[]?([0-9]{1,9})(?:, ?| )([0-9]{1,9})[)\]]?")
"""Two token numbers as the key of an object."""

_MOST_SPACES = 100
"""A merge written as one text with more spaces than this is not tried at each of them."""


def read_literal(text: str) -> object | None:
    """The list, tuple, dict or set that is printed in a text; None if the text is something else.

    Nothing is run. Raises `TokenizerFileError` if it has more parts than a list of `MAX_LISTED` merges.

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


def parts_of(entry: Any) -> Sequence[Any]:
    """The two symbols of an entry: a pair, "a b", or either with a number or the token next to it."""
    if isinstance(entry, dict):  # {"left": "h", "right": "ug", "count": 15}
        named = [value for value in entry.values() if not isinstance(value, int | float)]
        entry = named[0] if len(named) == 1 else named or [*entry.values()]
    if isinstance(entry, str):
        if match := _NUMBERS.fullmatch(entry):
            return match.groups()
        if entry.startswith("(") and isinstance(literal := read_literal(entry), tuple):
            return parts_of(literal)
        parts = entry.split(" " if " " in entry else ",", 2)
        return parts if len(parts) == 2 and all(parts) else [entry]
    if not isinstance(entry, list | tuple):
        return ()
    pair: Sequence[Any] = entry
    while len(lists := [part for part in pair if isinstance(part, list | tuple)]) == 1 < len(pair) <= 3:
        pair = lists[0]  # (("h", "ug"), 15)
    if len(lists) == len(pair) == 2 and all(map(_are_bytes, lists)):
        return [bytes(part) for part in lists]  # [[104], [117, 103]]
    if len(pair) == 3 and all(isinstance(part, str | bytes) for part in pair[:2]):
        left, right, beside = pair
        is_made = type(left) is type(right) and beside == left + right
        return pair[:2] if is_made or isinstance(beside, int) else pair
    return pair


def _are_bytes(part: Sequence[Any]) -> bool:
    return bool(part) and all(type(byte) is int and 0 <= byte < 256 for byte in part)


def are_pairs(texts: Collection[str]) -> bool:
    """Whether each of some names in a JSON object is a merge, as programs write it.

    >>> are_pairs(["h ug", "104,117", "('h', 'ug')"]), are_pairs(["h", "ug"])
    (True, False)
    """
    return bool(texts) and all(len(parts_of(text)) == 2 for text in texts)


def cut_at_space(merge: str, tokens: Collection[str]) -> Pair | None:
    """The symbols of a merge "a b"; if they can have spaces, the only two that are tokens, or else make one.

    >>> cut_at_space("a b c", {"a", "a b", "b c", "c", "a bc"})
    ('a b', 'c')
    """
    if merge.count(" ") > _MOST_SPACES:
        return None
    spaces = [place for place in range(1, len(merge) - 1) if merge[place] == " "]
    cuts = [(merge[:space], merge[space + 1 :]) for space in spaces]
    if len(cuts) > 1:
        cuts = [cut for cut in cuts if cut[0] in tokens and cut[1] in tokens]
    if len(cuts) > 1:
        cuts = [cut for cut in cuts if "".join(cut) in tokens]
    return cuts[0] if len(cuts) == 1 else None
