"""Lines: reads merges as libraries and trainers print them, such as `h ug` and `('h', 'ug')`, one a line.

One format must fit all lines; the first that does is taken. If none does, the error is about the format that
fits the most lines, and names the first line that it does not fit.

>>> read_lines("h ug\\np ug")
((('h', 'ug'), ('p', 'ug')), 'lines')
>>> read_lines("merge 1/2: (104, 117) -> 256 (b'hu') had 15 occurrences")
((('h', 'u'),), 'lines of token numbers')
"""

import ast
import io
import re
from collections.abc import Callable, Sequence
from itertools import count
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

# Possessive repeats (*+, ++) never backtrack, so that a line that does not fit fails fast.
_NUMBERED_PAIR = re.compile(r"[^(]*+\(([0-9]{1,9}), ([0-9]{1,9})\)(?:\D*+([0-9]{1,9})\b.*)?")
"""As minbpe prints it: `merge 1/2: (104, 117) -> 256 (b'hu') had 15 occurrences`."""

_BEFORE_QUOTES = re.compile(r"[^'\"(\[{]*+(?:[(\[][^'\"(\[{]*+)?(?=['\"])")
"""Words or a number, and at most one bracket."""

_QUOTED_PAIR = re.compile(
    rf"({QUOTED})\s*+[,+]?\s*+({QUOTED})(?:\s*+[)\]])?"
    r"(?:[:,]?(?:\s++[^\s'\"](?:(?![(\[]\s*+[bB]?['\"]).)*)?)"  # anything but another pair
)

_PRINTED_VOCABULARY = re.compile(r"\[.*\]\[.*\] -> \[.*\] [0-9]+")
"""A merge in the readable file that minbpe writes."""

_VERBOSE = re.compile(r"pair \d++: ([^ ]++) ([^ ]++) -> [^ ]++ \(frequency \d++\)")
"""As subword-nmt prints it: `pair 0: h ug -> hug (frequency 15)`."""

_SCORE = re.compile(r"-?[0-9]{1,18}(?:\.[0-9]{1,18})?")

_FEW = 3
"""Fewer lines may end in ascending numbers by chance."""


class LineFormat(NamedTuple):
    """One way to write a merge in a line."""

    expected: str  # as an error names it
    read: Callable[[str], Pair | None]  # None if the line does not have this format


def read_lines(text: str) -> PairsAndKind:
    """The pairs of all lines; raises `ComparisonError`, which names the first that cannot be read."""
    lines, has_header = _filled_lines(text)
    if not lines:
        raise ComparisonError("There are no merges here; at least one is needed.")
    if len(lines) == 1 and not has_header:
        _check_bracket(lines[0][1].strip())
    for number, line in lines:
        if len(line) > _LONGEST:
            raise ComparisonError(f"Line {number:,} has {len(line):,} characters; at most {_LONGEST:,} fit.")
    printed = [_NUMBERED_PAIR.fullmatch(line) for _, line in lines]
    if all(printed):
        return _of_numbers([(match[1], match[2], match[3]) for match in printed if match])
    best_format, unread = _SPACES, lines
    for line_format in (_SPACES,) if has_header else _FORMATS:
        pairs = [line_format.read(line) for _, line in lines]
        missing = [line for line, pair in zip(lines, pairs, strict=True) if pair is None]
        if not missing:
            return _checked(tuple(pair for pair in pairs if pair is not None), has_header=has_header)
        if len(missing) < len(unread):
            best_format, unread = line_format, missing
    number, line = unread[0]
    if _PRINTED_VOCABULARY.fullmatch(line):
        raise ComparisonError("This is minbpe's .vocab file, for people to read; give its .model file.")
    raise ComparisonError(f"Line {number:,} is {shown(line)}; expected {best_format.expected}.")


def _checked(pairs: tuple[Pair, ...], *, has_header: bool) -> PairsAndKind:
    """The pairs of all lines and their kind: merges of texts, or of token numbers; refuses anything else."""
    if _are_numbers(pairs):
        return _of_numbers([(left, right, None) for left, right in pairs])
    if len(pairs) >= _FEW and all(_SCORE.fullmatch(right) for _, right in pairs):
        scores = [float(right) for _, right in pairs]
        if len(set(scores)) > 1 and sorted(scores) in (scores, scores[::-1]):
            raise ComparisonError(
                "Each line has one symbol and a number, as in a vocabulary; a merge has two symbols."
            )
    symbols = [symbol for pair in pairs for symbol in pair]
    if has_header and any(symbol.endswith("</w>") for symbol in symbols):
        return pairs, "subword-nmt codes"
    has_bytes = any("Ġ" in symbol for symbol in symbols)
    return pairs, "merges.txt" if has_header or has_bytes else "lines"


def _are_numbers(pairs: Sequence[Pair]) -> bool:
    """Whether the symbols are numbers of bytes and of earlier tokens, not digits that are merged."""
    made, are_numbers = set("0123456789"), False
    for rank, pair in enumerate(pairs):
        if not all(text.isascii() and text.isdecimal() and int(text[:9]) < 256 + rank for text in pair):
            return False
        are_numbers = are_numbers or not made.issuperset(pair)
        made.add(pair[0] + pair[1])
    return are_numbers


def _of_numbers(merges: Sequence[tuple[str, str, str | None]]) -> PairsAndKind:
    """Merges of token numbers, each perhaps with the number of its token; otherwise these are 256 and up."""
    first = int(merges[0][2] or 256)
    goes_up = [made for _, _, made in merges] == [str(first + rank) for rank in range(len(merges))]
    pairs = ((int(left), int(right)) for left, right, _ in merges)
    return numbered(zip(pairs, count(first if goes_up else 256), strict=False)), "lines of token numbers"


def _filled_lines(text: str) -> tuple[list[tuple[int, str]], bool]:
    """The lines that are not blank, each with its number, and whether there was a version line."""
    lines, found, has_header = [], 0, False
    for number, line in enumerate(io.StringIO(text), start=1):
        if not line.strip():
            continue
        # A token may begin with "#" too, so only the version line is a comment.
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


def _spaced_pair(line: str) -> Pair | None:
    """A pair as in merges.txt: only U+0020 separates, other whitespace may be part of a symbol."""
    parts = line.split(" ")
    return (parts[0], parts[1]) if len(parts) == 2 and all(parts) else None


def _verbose_pair(line: str) -> Pair | None:
    match = _VERBOSE.fullmatch(line)
    return match and (match[1], match[2])


def _quoted_pair(line: str) -> Pair | None:
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


_SPACES = LineFormat("one merge: two symbols and one space between them", _spaced_pair)

_FORMATS = (
    LineFormat("pairs such as ('h', 'ug')", _quoted_pair),
    _SPACES,
    LineFormat("what learn-bpe --verbose of subword-nmt prints", _verbose_pair),
)
