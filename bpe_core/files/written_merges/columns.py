"""Columns: reads merges from tables, logs and other lines that say more than two symbols.

What the lines say decides which columns are the symbols: another one has what both make; or they are the only
ones left beside numbers and words that repeat, and each symbol is a character or made by a merge.

>>> read_columns(["rank,left,right", "1,h,u", "2,hu,g"])
(('h', 'u'), ('hu', 'g'))
>>> read_columns(["1. h u → hu", "2. ug s → ugs"])
(('h', 'u'), ('ug', 's'))
"""

import csv
import re
from collections.abc import Callable, Iterable, Sequence
from itertools import combinations

from bpe_core.files.written_merges.entries import parts_of
from bpe_core.files.written_merges.token_numbers import are_numbers
from bpe_core.merges import Pair

_NUMBER = re.compile(r"\W*+[0-9]++(?:[.:][0-9]++)*+\W*+")
_MOST_COLUMNS = 12
_MOST_HEADINGS = 2
_LONGEST_COUNT = 9  # digits of a line's number
_FIRST = 50  # lines, of which most files that are no lists show it

Column = tuple[str, ...]


def read_columns(lines: Sequence[str]) -> tuple[Pair, ...] | None:
    """The merges; None if it is not clear which columns have them. Headings above are left out."""
    for split in _SPLITS:
        for headings in range(min(_MOST_HEADINGS + 1, len(lines))):
            above = split(lines[headings - 1]) if headings else []
            if headings and (len(above) < 2 or any(map(_may_be_merged, above))):
                break
            below = lines[headings:]
            if _pairs(map(split, below[:_FIRST])) is not None:
                pairs = _pairs(map(split, below))
                if pairs is not None:
                    return pairs
    return None


def _may_be_merged(field: str) -> bool:
    return len(field) == 1 or _NUMBER.fullmatch(field) is not None


def is_symbol(part: str) -> bool:
    """Whether it is a character, perhaps with `</w>` or `##`, or `</w>` alone."""
    return len(part) == 1 or len(part.removesuffix("</w>").removeprefix("##")) < 2


def _pairs(rows: Iterable[list[str]]) -> tuple[Pair, ...] | None:
    try:
        columns: list[Column] = [*zip(*rows, strict=True)]
    except ValueError:  # the rows have different lengths
        return None
    if not 1 < len(columns) <= _MOST_COLUMNS:
        return None
    first = [column[0] for column in columns]
    for left, right in combinations(columns, 2):
        if left[0] and right[0] and left[0] + right[0] in first:
            made = tuple(map("".join, zip(left, right, strict=True)))
            if made in columns and all(left) and all(right):
                return tuple(zip(left, right, strict=True))
    words = [column for column in columns if not all(map(_NUMBER.fullmatch, column))]
    numbers = [column for column in columns if column not in words and not _counts(column)]
    for kept in (words, [column for column in words if len({*column}) > 1], numbers):
        pairs = _of_two(kept)
        for in_order in (pairs, pairs and tuple((left, right) for right, left in pairs)):
            if in_order is not None and (_are_made(in_order) or are_numbers(in_order)):
                return in_order
    return None


def _of_two(columns: Sequence[Column]) -> tuple[Pair, ...] | None:
    """The pairs in two columns, or in a single one."""
    if len(columns) == 2:
        return tuple(zip(*map(_bare, columns), strict=True))
    if len(columns) != 1:
        return None
    pairs = [parts_of(text) for text in columns[0]]
    return tuple((left, right) for left, right in pairs) if all(len(pair) == 2 for pair in pairs) else None


def _are_made(pairs: Iterable[Pair]) -> bool:
    made = {*map("".join, pairs), *(left + right.removeprefix("##") for left, right in pairs)}
    return all(part in made or is_symbol(part) for pair in pairs for part in pair)


def _counts(column: Column) -> bool:
    """Whether it numbers the lines."""
    digits = ["".join(re.findall("[0-9]", field)) for field in column]
    first = int(digits[0][:_LONGEST_COUNT])
    return digits == [str(first + place) for place in range(len(digits))]


def _bare(column: Column) -> Column:
    """The column without brackets, quotes and commas that stand in each line."""
    for start, end in ((0, 1), (-1, None)):
        while len(marks := {field[start:end] for field in column}) == 1 and min(map(len, column)) > 1:
            if not marks <= {*"[](){}<>'\"`,;:|"}:
                break
            column = tuple(field[1:] if start == 0 else field[:-1] for field in column)
    return column


def _by_csv(delimiter: str) -> Callable[[str], list[str]]:
    def split(line: str) -> list[str]:
        try:
            return [*map(_stripped, next(csv.reader([line], delimiter=delimiter)))]
        except csv.Error:  # a carriage return inside
            return []

    return split


def _by_tabs(line: str) -> list[str]:
    return line.split("\t")


def _by_bars(line: str) -> list[str]:
    return [*map(_stripped, line.split("|"))]


def _stripped(field: str) -> str:
    """A field without the spaces around it; a space alone is a symbol."""
    return field.strip(" ") or field[:1]


_SPLITS = (_by_tabs, _by_csv(","), _by_csv(";"), _by_bars, re.compile("[^ \t]++").findall)
