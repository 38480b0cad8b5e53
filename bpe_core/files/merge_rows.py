"""Rows: what each printed merge says, whatever it is printed in; and the merges that all rows together say.

A row has two symbols, and perhaps numbers beside them. Numbers that rank the merges decide the order, not the
place in the list; ids among them are those of the tokens; others are counts.

>>> rows = rows_of([{"pair": [256, 101], "new_id": 257}, {"pair": [116, 104], "new_id": 256}])
>>> rows[0]
Row(pair=(256, 101), beside={'new_id': 257})
>>> merges_of(rows, "a list").pairs
(('t', 'h'), ('th', 'e'))
>>> merges_of(rows_of([(("h", "u"), 20), (("hu", "g"), 15)]), "a list").counts
(20, 15)
"""

import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from itertools import chain, combinations
from types import MappingProxyType
from typing import Any, NamedTuple

from bpe_core.errors import TokenizerFileError
from bpe_core.files.printed_values import MAX_LISTED, read_literal
from bpe_core.merges import Pair
from bpe_core.symbol_texts import BYTE_CHARACTERS
from bpe_core.validation import checked_integer, shown

NO_TOKENS: Mapping[str, int] = MappingProxyType({})
"""No vocabulary."""
MAX_TOKEN_BYTES = 10_000_000
"""The most bytes of all tokens together that token numbers may make."""
LEFT, RIGHT = "left", "right"
BEFORE = "#"
"""How the name of a number begins that stands before the symbols, as counts seldom do."""
_SIDES = ({LEFT, "first", "a", "l", "x", "lhs"}, {RIGHT, "second", "b", "r", "y", "rhs"})
_RANKS = {"id", "ids", "idx", "index", "rank", "order", "priority", "step", "number", "no", "merge", "new"}
_RANKS |= {"iteration", "iter", "round", "position", "level"}
_COUNTS = {"count", "counts", "freq", "frequency", "occurrences", "times", "score", "n"}
_NAME_PART = re.compile(r"[A-Z]?[a-z]+")
_NUMBERS = re.compile(r"[(\[]?([0-9]{1,9})(?:, ?| )([0-9]{1,9})[)\]]?")
_MOST_SPACES = 100  # a merge written as one text with more spaces is not tried at each of them
_NUMBER = re.compile(r"\W*+[0-9]++(?:[.:][0-9]++)*+\W*+")
_LONGEST_NUMBER = 9


class Row(NamedTuple):
    """What is printed of one merge."""

    pair: tuple[Any, Any]
    """Its symbols: texts, bytes or token numbers."""
    beside: Mapping[str, int] = MappingProxyType({})
    """The numbers beside them, by name or place."""


class WrittenMerges(NamedTuple):
    """What was read."""

    pairs: tuple[Pair, ...]
    """The two symbols of each merge, in order. Bytes and numbers are in GPT-2's printable characters."""
    kind: str
    """What they were read as, in plain words."""
    ids: Mapping[str, int] | None = None
    """The id of each token, if the merges were written as token numbers: bytes have the first ones."""
    header: str = ""
    """The line above them that says the version; empty without one."""
    counts: tuple[int, ...] = ()
    """How often each pair occurred, where that stands beside all of them."""


def check_number(merges: int, most: int = MAX_LISTED) -> None:
    """Raise `TokenizerFileError` if there are more merges than are read."""
    if merges > most:
        raise TokenizerFileError(f"there are {merges:,} merges; at most {most:,} can be read.")


def as_text(symbol: str | bytes) -> str:
    """A symbol as text: bytes in GPT-2's printable characters."""
    return symbol if isinstance(symbol, str) else "".join(BYTE_CHARACTERS[byte] for byte in symbol)


def ranked(rows: Sequence[Row]) -> tuple[Sequence[Row], list[int] | None, list[int] | None]:
    """The rows in the order of the numbers that rank them, these numbers, and the counts; None without."""
    named = [name for name in rows[0].beside if isinstance(name, str)] if rows else []
    names = [name for name in named if all(name in row.beside for row in rows)]
    columns = {name: [row.beside[name] for row in rows] for name in names}
    ranking = _ranking(columns, [row.pair for row in rows])
    others = [values for name, values in columns.items() if name != ranking and _may_count(name, values)]
    counts = others[-1] if others else None
    if ranking is None:
        return rows, None, counts
    numbers = columns[ranking]
    places = sorted(range(len(rows)), key=numbers.__getitem__)
    counts = counts and [counts[place] for place in places]
    return [rows[place] for place in places], sorted(numbers), counts


def merges_of(rows: Sequence[Row], kind: str, tokens: Mapping[str, int] = NO_TOKENS) -> WrittenMerges:
    """The merges in rows; `tokens` are those of a vocabulary with their ids. Raises `TokenizerFileError`."""
    rows, made, counts = ranked(rows)
    pairs: list[tuple[Any, Any]] = [row.pair for row in rows]
    types = {type(part) for pair in pairs for part in pair}
    if types == {str} and are_numbers(pairs, tokens):
        pairs, types = [(int(left), int(right)) for left, right in pairs], {int}
    are_ids = made is not None and (tokens or min(made) >= len(BYTE_CHARACTERS) or not _follow(made))
    numbers = made if made is not None and are_ids else range(256, 256 + len(pairs))
    if types == {int}:
        return of_numbers(kind, pairs, numbers, tokens)._replace(counts=tuple(counts or ()))
    for number, pair in enumerate(pairs, start=1):
        if not all(isinstance(part, str | bytes) for part in pair):
            raise no_pair(number, pair)
    texts = tuple((as_text(left), as_text(right)) for left, right in pairs)
    ids = None
    if bytes in types:
        of_bytes = {text: number for number, text in enumerate(BYTE_CHARACTERS)}
        ids = of_bytes | dict(zip(map("".join, texts), numbers, strict=True))
    return WrittenMerges(texts, kind, ids, counts=tuple(counts or ()))


def _ranking(columns: Mapping[str, list[int]], pairs: Sequence[tuple[Any, Any]]) -> str | None:
    """The name of the numbers that rank the merges: by name, or since they follow one another."""
    named = [name for name in columns if _words(name) & _RANKS and len({*columns[name]}) == len(pairs)]
    found = named or [
        name
        for name, values in columns.items()
        if not _words(name) & _COUNTS and _follow(values)
        if name.startswith(BEFORE) or not _go_down(values, pairs)
    ]
    are_ids = (name for name in found if min(columns[name]) >= len(BYTE_CHARACTERS))
    return next(chain(are_ids, found), None)


def _follow(values: Sequence[int]) -> bool:
    """Whether these are the numbers from one to another, in any order."""
    least = min(values)
    return max(values) - least == len(values) - 1 == len({*values}) - 1


def _go_down(values: Sequence[int], pairs: Sequence[tuple[Any, Any]]) -> bool:
    """Whether they go down, as counts do, while no merge needs what a later one makes."""
    if (
        len(values) < 2
        or min(values) in (0, len(BYTE_CHARACTERS))
        or [*values] != sorted(values, reverse=True)
    ):
        return False
    made: dict[Any, int] = {left + right: place for place, (left, right) in reversed([*enumerate(pairs)])}
    made = made if isinstance(pairs[0][0], str | bytes) else {}
    made |= {value: place for place, value in enumerate(values) if value >= len(BYTE_CHARACTERS)}
    needed = ((place, part) for place, pair in enumerate(pairs) for part in (*pair, *map(number_in, pair)))
    return all(made.get(part, -1) < place for place, part in needed)


def _may_count(name: str, values: Sequence[int]) -> bool:
    is_numbering = all(value == values[0] + place for place, value in enumerate(values))
    return len(values) > 1 and min(values) > 0 and not (is_numbering or _words(name) & _RANKS)


def _words(name: str) -> set[str]:
    return {part.lower() for part in _NAME_PART.findall(name)}


# ---- rows of values


def rows_of(value: Any, tokens: Mapping[str, int] = NO_TOKENS) -> list[Row]:
    """The rows in a list or dict of merges; raises `TokenizerFileError` for an entry that is no merge."""
    entries: Sequence[Any] = value
    if isinstance(value, Mapping):
        are_numbers = all((pair := pair_in(key)) and min(map(number_in, pair)) >= 0 for key in value)
        beside = "id" if are_numbers else "0"  # {(104, 117): 256}, as minbpe has them
        entries = [{f"{BEFORE}key": key, beside: each} for key, each in value.items()]
    check_number(len(entries))
    if len(entries) == 2 and all(isinstance(part, str | bytes) and not pair_in(part) for part in entries):
        entries = [entries]  # one pair, not a list of two
    all_cells = [_cells_of(entry, tokens) for entry in entries]
    sides = (LEFT, RIGHT)
    if all_cells and any(LEFT not in cells for cells in all_cells):
        size = len(all_cells[0])
        columns = [*zip(*(cells.values() for cells in all_cells if len(cells) == size), strict=True)]
        found = pair_columns(columns, [*all_cells[0]]) if size > 1 else None
        sides = ([*all_cells[0]][found[0]], [*all_cells[0]][found[1]]) if found else sides
    rows = []
    for number, (entry, cells) in enumerate(zip(entries, all_cells, strict=True), start=1):
        if not cells.keys() >= {*sides}:
            raise no_pair(number, entry)
        numbers = {name: number_in(cell) for name, cell in cells.items() if name not in sides}
        given = {name: number for name, number in numbers.items() if number >= 0}
        rows.append(Row((_symbol(cells[sides[0]]), _symbol(cells[sides[1]])), given))
    return rows


def has_pair(entry: Any) -> bool:
    """Whether an entry may be a merge, as programs write it.

    >>> [has_pair(entry) for entry in ("h ug", "104,117", "('h', 'ug')", ("h", "ug"), "hug", 104)]
    [True, True, True, True, False, False]
    """
    return len(_cells_of(entry, NO_TOKENS)) > 1


def _cells_of(entry: Any, tokens: Collection[str]) -> dict[str, Any]:
    """The cells of an entry by name or place; of a pair inside it or by itself, those of its two sides."""
    if isinstance(entry, str | bytes | tuple | list) and (pair := pair_in(entry, tokens)):
        return {LEFT: pair[0], RIGHT: pair[1]}
    if isinstance(entry, Mapping):
        cells = dict(entry)
    elif isinstance(entry, list | tuple):
        cells = {f"{BEFORE * (place == 0)}{place}": part for place, part in enumerate(entry)}
    else:
        return {"0": entry}
    if {LEFT, RIGHT} <= cells.keys():
        return cells
    for name, cell in cells.items():
        if pair := pair_in(cell, tokens):  # (("h", "ug"), 15)
            beside = {other: cell for other, cell in cells.items() if other != name}
            return {LEFT: pair[0], RIGHT: pair[1], **beside}
    return cells


def pair_in(cell: Any, tokens: Collection[str] = NO_TOKENS) -> tuple[Any, Any] | None:
    """The two symbols in a cell: a list of two, or a text such as "h ug", "104,117" or "('h', 'ug')"."""
    if isinstance(cell, str):
        if match := _NUMBERS.fullmatch(cell):
            return match[1], match[2]
        if cell.startswith("(") and isinstance(literal := read_literal(cell), tuple):
            return pair_in(literal)
        if " " in cell:
            return cut_at_space(cell, tokens)
        parts = cell.split(",", 2)
        return (parts[0], parts[1]) if len(parts) == 2 and all(parts) else None
    if not isinstance(cell, list | tuple) or len(cell) != 2:
        return None
    if all(isinstance(part, list | tuple) and part and {*map(type, part)} == {int} for part in cell):
        are_bytes = all(0 <= byte < 256 for part in cell for byte in part)
        return (bytes(cell[0]), bytes(cell[1])) if are_bytes else None  # [[104], [117, 103]]
    return (cell[0], cell[1]) if {*map(type, cell)} in ({int}, {str}, {bytes}) else None


def _symbol(part: Any) -> Any:
    """A symbol; bytes if they are listed, as in [117, 103]."""
    is_listed = isinstance(part, list | tuple) and all(type(byte) is int and 0 <= byte < 256 for byte in part)
    return bytes(part) if is_listed else part


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


# ---- columns


def pair_columns(columns: Sequence[Sequence[Any]], names: Sequence[str]) -> tuple[int, int] | None:
    """The places of the two columns with the symbols; None if it is not clear which they are.

    Names tell; or a column has what both make; or they are the only two left beside numbers and words that
    repeat.

    >>> pair_columns([("ug", "hug"), ("u", "h"), ("g", "ug")], ["", "", ""])
    (1, 2)
    """
    sides = [[place for place, name in enumerate(names) if _words(name) & side] for side in _SIDES]
    if len(sides[0]) == len(sides[1]) == 1:
        return sides[0][0], sides[1][0]
    places = range(len(columns))
    for left, right in combinations(places, 2):
        pairs = [*zip(columns[left], columns[right], strict=True)]
        kinds = {type(part) for pair in pairs for part in pair}
        if kinds in ({str}, {bytes}) and all(map(all, pairs)):
            made = tuple(one + two for one, two in pairs)
            if any(tuple(column) == made for column in columns):
                return left, right
    free = [place for place in places if not _words(names[place]) & (_RANKS | _COUNTS)]
    free = [place for place in free if {*map(type, columns[place])} <= {str, bytes, int}]
    words = [place for place in free if not all(map(_is_number, columns[place]))]
    numbers = [place for place in free if place not in words]
    values = {place: [number_in(value) for value in columns[place]] for place in numbers}
    beside = [place for place in reversed(numbers) if _follow(values[place])]
    beside.sort(key=lambda place: (min(values[place]) < len(BYTE_CHARACTERS), place > 0))  # ids, then ranks
    beside += [place for place in numbers[-1:] if values[place] == sorted(values[place], reverse=True)]
    numbers = [place for place in numbers if place not in beside[: len(numbers) - 2]]
    for kept in (words, [place for place in words if len({*columns[place]}) > 1], numbers):
        if len(kept) == 2:
            return kept[0], kept[1]
    return None


def _is_number(cell: Any) -> bool:
    return type(cell) is int or (isinstance(cell, str) and _NUMBER.fullmatch(cell) is not None)


def number_in(cell: Any) -> int:
    """The number in a cell; -1 if there is none."""
    if type(cell) is int:
        return max(cell, -1)
    digits = "".join(re.findall("[0-9]", cell)) if _is_number(cell) else ""
    return int(digits) if 0 < len(digits) <= _LONGEST_NUMBER else -1


# ---- token numbers


def are_numbers(pairs: Sequence[Pair], tokens: Mapping[str, int] = NO_TOKENS) -> bool:
    """Whether the symbols are numbers of tokens, not digits that are merged.

    The numbers are those of the vocabulary; without one, of bytes and of earlier tokens.
    """
    if any(type(part) is not str for pair in pairs for part in pair):
        return False
    if tokens and pairs:
        if not pairs[0][0].isdecimal():
            return False
        parts, numbers = {part for pair in pairs for part in pair}, {*map(str, tokens.values())}
        return parts <= numbers and not parts <= tokens.keys()
    made, are_numbers = set("0123456789"), False
    for rank, pair in enumerate(pairs):
        if not all(text.isascii() and text.isdecimal() and int(text[:9]) < 256 + rank for text in pair):
            return False
        are_numbers = are_numbers or not made.issuperset(pair)
        made.add(pair[0] + pair[1])
    return are_numbers


def of_numbers(
    kind: str,
    pairs: Sequence[tuple[int, int]],
    numbers: Iterable[int] = range(256, 2**32),
    tokens: Mapping[str, int] = NO_TOKENS,
) -> WrittenMerges:
    """The merges from token numbers, and the number of the token that each makes.

    The numbers are those of the vocabulary; without one, bytes have the first. Raises `TokenizerFileError`.
    """
    texts = {number: text for text, number in tokens.items()} or dict(enumerate(BYTE_CHARACTERS))
    size, known = 0, "in the vocabulary" if tokens else "a byte"
    merges: list[Pair] = []
    for place, (pair, token) in enumerate(zip(pairs, numbers, strict=False), start=1):
        for part in pair:
            if part not in texts:
                raise TokenizerFileError(
                    f"merge {place:,} uses token {shown(part)}, which is neither {known} nor made before it."
                )
        left, right = texts[pair[0]], texts[pair[1]]
        # Each merge can make a token twice as long as the longest before it.
        size += len(left) + len(right)
        if size > MAX_TOKEN_BYTES:
            raise TokenizerFileError(
                f"merge {place:,} makes a token of {len(left) + len(right):,} bytes; all tokens together"
                f" can have at most {MAX_TOKEN_BYTES:,}."
            )
        checked_integer(f"the token of merge {place:,}", token, TokenizerFileError, most=2**32 - 1)
        merges.append((left, right))
        if texts.setdefault(token, left + right) != left + right and not tokens:
            raise TokenizerFileError(f"merge {place:,} makes token {token:,}, which there is already.")
    ids = None if tokens else {text: number for number, text in texts.items()}
    return WrittenMerges(tuple(merges), kind, ids)


def check_made_once(pairs: Sequence[Pair]) -> None:
    """Refuse rules of token numbers of which two make the same token."""
    made = set(BYTE_CHARACTERS)
    for number, pair in enumerate(pairs, start=1):
        if (token := "".join(pair)) in made:
            raise TokenizerFileError(
                f"merge {number:,} makes {shown(token)}, as a merge before it: it has two ids."
            )
        made.add(token)


def no_pair(number: int, entry: object) -> TokenizerFileError:
    """That an entry is no merge."""
    return TokenizerFileError(f'merge {number:,} is {shown(entry)}, not a pair such as ["h", "ug"].')
