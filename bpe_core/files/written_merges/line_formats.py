"""The formats of a line with one merge, such as `h ug` and `('h', 'ug')`.

>>> [each.read("[h] + [ug]") for each in FORMATS][3], SPACES.read("h ug"), COUNTS.read("h ug 15")
(('h', 'ug'), ('h', 'ug'), ('h', 'ug'))
"""

import ast
import re
from collections.abc import Callable
from functools import partial
from typing import NamedTuple

from bpe_core.files.written_merges.entries import QUOTED
from bpe_core.files.written_merges.written import as_text
from bpe_core.merges import Pair

# Possessive repeats (*+, ++) never backtrack, so that a line that does not fit fails fast.
_BEFORE_QUOTES = re.compile(r"[^'\"(\[{]*+(?:[(\[][^'\"(\[{]*+)?(?=['\"])")
"""Words or a number, and at most one bracket."""

_QUOTED_PAIR = re.compile(
    rf"({QUOTED})\s*+[,+]?\s*+({QUOTED})(?:\s*+[)\]])?"
    r"(?:[:,]?(?:\s++[^\s'\"](?:(?![(\[]\s*+[bB]?['\"]).)*)?)"  # anything but another pair
)

_BRACKETED = re.compile(r"\[([^\[\]]++|.)\] ?\+? ?\[([^\[\]]++|.)\](?: ?(?:->|=>|=) .*)?")
"""Two symbols in brackets, so that spaces are seen: `[ ] + [t]`, perhaps with the token."""

_ADDED = re.compile(r"([^ ]++) \+ ([^ ]++)(?: (?:->|=>|→|=) .*)?")
"""As a history has it: `h + ug`, perhaps with the token."""

_COUNTED = re.compile(r"([^ ]++) ([^ ]++) [0-9]++")
"""As fastBPE writes it: `h ug 15`."""


class LineFormat(NamedTuple):
    """One way to write a merge in a line."""

    expected: str  # as an error names it
    read: Callable[[str], Pair | None]  # None if the line does not have this format


def _spaced_pair(line: str) -> Pair | None:
    """A pair as in merges.txt: only U+0020 separates, other whitespace may be part of a symbol."""
    parts = line.split(" ")
    return (parts[0], parts[1]) if len(parts) == 2 and all(parts) else None


def _matched(pattern: re.Pattern[str], line: str) -> Pair | None:
    match = pattern.fullmatch(line)
    return match and (match[1], match[2])


def quoted_pair(line: str) -> Pair | None:
    """The pair of two texts in quotes, whatever stands before and behind it."""
    line = line.strip()
    before = _BEFORE_QUOTES.match(line)
    start = before.end() if before else 0
    if line[max(0, start - 1) : start] in ("b", "B"):  # bytes
        start -= 1
    match = None if line[max(0, start - 1) : start].isalnum() else _QUOTED_PAIR.fullmatch(line, start)
    if match is None:
        return None
    try:
        return as_text(ast.literal_eval(match[1])), as_text(ast.literal_eval(match[2]))
    except (ValueError, SyntaxError):  # an escape that Python does not know
        return None


SPACES = LineFormat("one merge: two symbols and one space between them", _spaced_pair)
COUNTS = LineFormat("two symbols and a count, as fastBPE writes them", partial(_matched, _COUNTED))

FORMATS = (
    LineFormat("pairs such as ('h', 'ug')", quoted_pair),
    SPACES,
    COUNTS,
    LineFormat("symbols in brackets, such as [ ] + [t]", partial(_matched, _BRACKETED)),
    LineFormat("a pair such as h + ug", partial(_matched, _ADDED)),
)
