"""Given merges as lines: `h ug`, `h + ug`, `h,ug`, `('h', 'ug')`, with numbers before or counts behind.

In: a text with one merge a line. Out: the pairs, and in plain words what they were read as.

One way of writing has to fit all lines; the first that does is taken. Where none does, the error is about the
way that fits the most lines, and names the first line that it does not fit.

>>> read_lines("h ug\\np ug")
((('h', 'ug'), ('p', 'ug')), 'lines')
>>> read_lines("merge 1/2: (104, 117) -> 256 (b'hu') had 15 occurrences")
((('h', 'u'),), 'lines that minbpe prints')
"""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import islice

from bpe_core.errors import ComparisonError
from bpe_core.merges import Pair
from bpe_core.studies.user_merges.limits import MAX_GIVEN_MERGES, check_number
from bpe_core.studies.user_merges.literals import QUOTED, unquoted
from bpe_core.studies.user_merges.values import Read, as_text, numbered
from bpe_core.tokenizer_files.contents import shown

_LONGEST = 5_000
"""The longest line that is read, in characters."""

# Possessive repeats (*+, ++) give nothing back: a line that does not fit is left in one go.
_NUMBER = r"(?:(?:merge |step |#)?\d++(?:/\d++)?[.:)]?\s++)?"
"""A number in front: `1.`, `2)`, `merge 3:`."""

_REST = r"(?:\s++(?:->|=>|→|=|\().*|[:,]?\s++\d+.*|[:,])?"
"""What may stand behind: the token it makes, or a count."""

_LINE = re.compile(r"[^\n]+")
_MINBPE = re.compile(r"merge [0-9]+/[0-9]+: \(([0-9]{1,9}), ([0-9]{1,9})\) -> ([0-9]{1,9})\b.*")
_TUPLE = re.compile(
    rf"{_NUMBER}[(\[]?\s*+({QUOTED})\s*+[,+]\s*+({QUOTED})(?:\s*+[)\]])?{_REST},?", re.IGNORECASE
)
_PLUS = re.compile(rf"{_NUMBER}(\S++) \+ (\S+?){_REST}", re.IGNORECASE)
_PLUS_ALONE = re.compile(rf"{_NUMBER}([^\s+]++)\+([^\s+]+?){_REST}", re.IGNORECASE)
_SPACE_COUNT = re.compile(r"([^ ]++) ([^ ]++) \d++")
_NUMBERED = re.compile(r"\d++[.:)] ++([^ ]++) ([^ ]++)(?: \d++)?")
_COMMA = re.compile(r"([^,]+),([^,]+?)(?:,\s*\d+)?")
_COMMA_SPACE = re.compile(r"([^, ]+), ([^, ]+)(?:, \d+)?")
_TAB = re.compile(r"([^\t]+)\t([^\t]+)(?:\t\d+)?")


@dataclass(frozen=True)
class Writing:
    """One way of writing a merge in a line."""

    allowed: str
    """What an error says is allowed."""

    read: Callable[[str], Pair | None]
    """The line in, its pair out, or None where the line is written otherwise."""


def read_lines(text: str) -> Read:
    """The pairs of all lines; raises `ComparisonError` that names the first line that cannot be read."""
    filled = _filled_lines(text)
    has_header = bool(filled) and filled[0][1].startswith("#version")
    # A token may begin with "#" too, so that nothing but the version is a comment.
    filled = filled[1:] if has_header else filled
    if not filled:
        raise ComparisonError("There are no merges here; at least one is needed.")
    if len(filled) == 1 and not has_header:
        _check_bracket(filled[0][1].strip())
    for number, line in filled:
        if len(line) > _LONGEST:
            raise ComparisonError(
                f"Line {number:,} has {len(line):,} characters; at most {_LONGEST:,} are allowed."
            )
    printed = [_MINBPE.fullmatch(line) for _, line in filled]
    if all(printed):
        merges = [((int(match[1]), int(match[2])), int(match[3])) for match in printed if match]
        return numbered(merges), "lines that minbpe prints"
    most_fitting, unread = _SPACES, filled
    writings = (_SPACES,) if has_header else _WRITINGS
    for writing in writings:
        pairs = [writing.read(line) for _, line in filled]
        missing = [line for line, pair in zip(filled, pairs, strict=True) if pair is None]
        if not missing:
            whole = tuple(pair for pair in pairs if pair is not None)
            return whole, _kind(whole, has_header=has_header)
        if len(missing) < len(unread):
            most_fitting, unread = writing, missing
    number, line = unread[0]
    raise ComparisonError(f"Line {number:,} is {shown(line)}; {most_fitting.allowed} are allowed.")


def _check_bracket(line: str) -> None:
    """Refuse a single line that was meant as a list; a symbol may be a bracket, as in `( b`."""
    is_meant_so = line[0] in "[({" and (line[-1] in "])}" or "'" in line or '"' in line)
    if len(line) <= _LONGEST and is_meant_so and _quoted(line) is None:
        raise ComparisonError(
            "This begins with a bracket, but is no list as Python or JSON prints it; one such as"
            " [('h', 'ug'), ('p', 'ug')] is allowed."
        )


def _filled_lines(text: str) -> list[tuple[int, str]]:
    """The lines that are not blank, each with its number; `ComparisonError` where they are too many."""
    lines = _numbered_lines(text)
    most = MAX_GIVEN_MERGES + 1  # with the version
    filled = list(islice(lines, most))
    more = sum(1 for _ in lines)
    has_header = bool(filled) and filled[0][1].startswith("#version")
    check_number(len(filled) + more - has_header)
    return filled


def _numbered_lines(text: str) -> Iterator[tuple[int, str]]:
    number, end = 1, 0
    for match in _LINE.finditer(text):
        number += match.start() - end  # so many line ends are between the two
        line = match[0].rstrip("\r ")
        if line.strip():
            yield number, line
        end = match.end()


def _kind(pairs: tuple[Pair, ...], *, has_header: bool) -> str:
    if any(symbol.endswith("</w>") for pair in pairs for symbol in pair):
        return "subword-nmt codes" if has_header else "lines"
    if has_header or any("Ġ" in symbol for pair in pairs for symbol in pair):
        return "merges.txt"
    return "lines"


def _fields(*patterns: re.Pattern[str]) -> Callable[[str], Pair | None]:
    def read(line: str) -> Pair | None:
        for pattern in patterns:
            if match := pattern.fullmatch(line):
                return match[1].strip(), match[2].strip()
        return None

    return read


def _spaced(line: str) -> Pair | None:
    """As merges.txt has it: only U+0020 separates, other whitespace may be part of a symbol."""
    parts = line.split(" ")
    return (parts[0], parts[1]) if len(parts) == 2 and all(parts) else None


def _quoted(line: str) -> Pair | None:
    match = _TUPLE.fullmatch(line.strip())
    if match is None:
        return None
    try:
        return as_text(unquoted(match[1])), as_text(unquoted(match[2]))
    except (ValueError, OverflowError):
        return None


_SPACES = Writing("two symbols and one space between them", _spaced)

_WRITINGS = (
    Writing("pairs such as ('h', 'ug')", _quoted),
    Writing("lines such as h, ug", _fields(_COMMA_SPACE)),
    _SPACES,
    Writing("lines such as h + ug", _fields(_PLUS, _PLUS_ALONE)),
    Writing("lines such as h ug 15", _fields(_SPACE_COUNT)),
    Writing("lines such as 1. h ug", _fields(_NUMBERED)),
    Writing("two symbols with a tab between them", _fields(_TAB)),
    Writing("lines such as h,ug", _fields(_COMMA)),
)
"""In the order in which they are tried: ('h', 'ug') and h, ug are also two texts and one space."""
