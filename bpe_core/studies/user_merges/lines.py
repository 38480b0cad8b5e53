"""Lines: `h ug`, `h + ug`, `h,ug`, `('h', 'ug')`, with numbers in front or counts after them.

In: a text with one merge a line. Out: the pairs, and what they were read as.

One format has to fit all lines; the first that does is taken. Where none does, the error is about the format
that fits the most lines, and names the first line that it does not fit.

>>> read_lines("h ug\\np ug")
((('h', 'ug'), ('p', 'ug')), 'lines')
>>> read_lines("merge 1/2: (104, 117) -> 256 (b'hu') had 15 occurrences")
((('h', 'u'),), 'lines that minbpe prints')
"""

import ast
import io
import re
from collections.abc import Callable
from typing import NamedTuple

from bpe_core.errors import ComparisonError
from bpe_core.merges import Pair
from bpe_core.studies.user_merges.values import (
    MAX_USER_MERGES,
    QUOTED,
    PairsAndKind,
    as_text,
    check_number,
    numbered,
)
from bpe_core.validation import shown

_LONGEST = 5_000
"""The longest line that is read, in characters."""

# Possessive repeats (*+, ++) give nothing back: a line that does not fit is left in one go.
_NUMBER = r"(?:(?:merge |step |#)?\d++(?:/\d++)?[.:)]?\s++)?"
"""A number in front: `1.`, `2)`, `merge 3:`."""

_REST = r"(?:\s++(?:->|=>|→|=|\().*|[:,]?\s++\d+.*|[:,])?"
"""What may follow: the token it makes, or a count."""

_MINBPE = re.compile(r"merge [0-9]+/[0-9]+: \(([0-9]{1,9}), ([0-9]{1,9})\) -> ([0-9]{1,9})\b.*")
_QUOTED_PAIR = re.compile(
    rf"{_NUMBER}[(\[]?\s*+({QUOTED})\s*+[,+]\s*+({QUOTED})(?:\s*+[)\]])?{_REST},?", re.IGNORECASE
)


class LineFormat(NamedTuple):
    """One way to write a merge in a line."""

    expected: str  # as an error names it
    read: Callable[[str], Pair | None]  # None where the line does not have this format


def read_lines(text: str) -> PairsAndKind:
    """Return the pairs of all lines; raises `ComparisonError` that names the first that cannot be read."""
    lines, has_header = _filled_lines(text)
    if not lines:
        raise ComparisonError("There are no merges here; at least one is needed.")
    if len(lines) == 1 and not has_header:
        _check_bracket(lines[0][1].strip())
    for number, line in lines:
        if len(line) > _LONGEST:
            raise ComparisonError(f"Line {number:,} has {len(line):,} characters; at most {_LONGEST:,} fit.")
    printed = [_MINBPE.fullmatch(line) for _, line in lines]
    if all(printed):
        merges = [((int(match[1]), int(match[2])), int(match[3])) for match in printed if match]
        return numbered(merges), "lines that minbpe prints"
    best_format, unread = _SPACES, lines
    for line_format in (_SPACES,) if has_header else _FORMATS:
        pairs = [line_format.read(line) for _, line in lines]
        missing = [line for line, pair in zip(lines, pairs, strict=True) if pair is None]
        if not missing:
            whole = tuple(pair for pair in pairs if pair is not None)
            return whole, _kind(whole, has_header=has_header)
        if len(missing) < len(unread):
            best_format, unread = line_format, missing
    number, line = unread[0]
    raise ComparisonError(f"Line {number:,} is {shown(line)}; expected {best_format.expected}.")


def _filled_lines(text: str) -> tuple[list[tuple[int, str]], bool]:
    """The lines that are not blank, each with its number, and whether a version stood above them."""
    lines, found, has_header = [], 0, False
    for number, line in enumerate(io.StringIO(text), start=1):
        if not line.strip():
            continue
        # A token may begin with "#" too, so that nothing but the version is a comment.
        if not found and not has_header and line.startswith("#version"):
            has_header = True
            continue
        found += 1
        if found <= MAX_USER_MERGES:
            lines.append((number, line.rstrip("\r\n ")))
    check_number(found)
    return lines, has_header


def _check_bracket(line: str) -> None:
    """Refuse a single line that was meant as a list; a symbol may be a bracket, as in `( b`."""
    looks_like_a_list = line[0] in "[({" and (line[-1] in "])}" or "'" in line or '"' in line)
    if len(line) <= _LONGEST and looks_like_a_list and _quoted_pair(line) is None:
        raise ComparisonError(
            "This begins with a bracket, but is no list as Python or JSON prints it, such as"
            " [('h', 'ug'), ('p', 'ug')]."
        )


def _kind(pairs: tuple[Pair, ...], *, has_header: bool) -> str:
    if has_header and any(symbol.endswith("</w>") for pair in pairs for symbol in pair):
        return "subword-nmt codes"
    has_bytes = any("Ġ" in symbol for pair in pairs for symbol in pair)
    return "merges.txt" if has_header or has_bytes else "lines"


def _fields(*patterns: str) -> Callable[[str], Pair | None]:
    compiled = [re.compile(pattern, re.IGNORECASE) for pattern in patterns]

    def read(line: str) -> Pair | None:
        for pattern in compiled:
            if match := pattern.fullmatch(line):
                return match[1].strip(), match[2].strip()
        return None

    return read


def _spaced_pair(line: str) -> Pair | None:
    """As merges.txt has it: only U+0020 separates, other whitespace may be part of a symbol."""
    parts = line.split(" ")
    return (parts[0], parts[1]) if len(parts) == 2 and all(parts) else None


def _quoted_pair(line: str) -> Pair | None:
    match = _QUOTED_PAIR.fullmatch(line.strip())
    if match is None:
        return None
    try:
        return as_text(ast.literal_eval(match[1])), as_text(ast.literal_eval(match[2]))
    except (ValueError, SyntaxError):  # an escape that Python does not know
        return None


_SPACES = LineFormat("two symbols and one space between them", _spaced_pair)

_FORMATS = (
    LineFormat("pairs such as ('h', 'ug')", _quoted_pair),
    LineFormat("lines such as h, ug", _fields(r"([^, ]+), ([^, ]+)(?:, \d+)?")),
    _SPACES,
    LineFormat(
        "lines such as h + ug",
        _fields(rf"{_NUMBER}(\S++) \+ (\S+?){_REST}", rf"{_NUMBER}([^\s+]++)\+([^\s+]+?){_REST}"),
    ),
    LineFormat("lines such as h ug 15", _fields(r"([^ ]++) ([^ ]++) \d++")),
    LineFormat("lines such as 1. h ug", _fields(r"\d++[.:)] ++([^ ]++) ([^ ]++)(?: \d++)?")),
    LineFormat("two symbols with a tab between them", _fields(r"([^\t]+)\t([^\t]+)(?:\t\d+)?")),
    LineFormat("lines such as h,ug", _fields(r"([^,]+),([^,]+?)(?:,\s*\d+)?")),
)
"""In the order in which they are tried: ('h', 'ug') and h, ug are also two texts and one space."""
