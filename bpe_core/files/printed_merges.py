"""Merges as people and programs write them: one a line, in a table, or as a list or dict.

`SHAPES` is the table of what a line can look like, `_CELLS` that of how a table is cut; one of them must fit
all lines, and another is a line more there. `printed_values` reads lists and dicts, and `merge_rows` says
which merges the rows are, and in which order. Whether a tokenizer can use them is for others to say.

>>> read_written_merges("[(b' ', b't'), (b' t', b'he')]").pairs
(('Ġ', 't'), ('Ġt', 'he'))
>>> read_written_merges("merge 1/2: (104, 117) -> 256 (b'hu') had 15 occurrences").ids["hu"]
256
>>> read_written_merges("2. h ug → hug\\n1. u g → ug").pairs
(('u', 'g'), ('h', 'ug'))
"""

import ast
import csv
import io
import re
from collections.abc import Callable, Hashable, Mapping, Sequence
from itertools import chain, takewhile
from typing import Any, NamedTuple

from bpe_core.errors import TokenizerFileError
from bpe_core.files.merge_rows import (
    LEFT,
    NO_TOKENS,
    RIGHT,
    Row,
    WrittenMerges,
    are_numbers,
    as_text,
    check_number,
    cut_at_space,
    has_pair,
    merges_of,
    number_in,
    pair_columns,
    pair_in,
    ranked,
    rows_of,
)
from bpe_core.files.printed_values import QUOTED, printed_value
from bpe_core.merges import Pair
from bpe_core.validation import check_characters, shown

VERSION = "#version"
"""How the header begins that subword-nmt and GPT-2's code put above their rules."""
CLIPS_HEADER = f'"bpe_simple_vocab_16e6.txt{VERSION}'
"""The same in CLIP's list."""
FAST_BPE = "fastBPE codes"
"""The kind of merges with counts."""
MAX_LINES = 600_000
"""The most lines of a list, which take some ten seconds; published ones have up to 515,000."""
FIRST_MERGES = 1_000
"""So many first merges of a list join two characters somewhere."""

_BRING_MERGES = "which has no merges; bring the file of merges beside it, or tokenizer.json"
_ONLY_TOKENS = "this is a vocabulary, which does not say how its tokens were merged."
_RANKS = (
    "these are tokens and their ranks; save them as a .tiktoken file, with a line of base64 and rank each."
)
_LONGEST = 5_000  # the longest line that is read, in characters
_FEW = 3  # fewer lines may end in ascending numbers by chance
_TITLE = re.compile(r"(?:#|//) (?:\S++ \S.*|[A-Za-z]{3,})|.*[A-Za-z]{3}:")
"""A comment of several words, or what stands above a list: `Learned merges:`."""
_DELIMITED = re.compile(r"[^\d\W][,;\t|]\w")
_SPACES_IN_SYMBOLS = re.compile(r"^ | $|^[^ \n]++ [^ \n]*+ ", re.MULTILINE)
"""A line with spaces beside the one between its two symbols."""
_SCORE = re.compile(r"-?[0-9]{1,18}(?:\.[0-9]{1,18})?")
_BESIDE = re.compile(r"(?<![\w.])[0-9]{1,9}(?![\w.])")
_TWO_A_LINE = re.compile(r"(?:[!-~\u00a1-\u0400]++ [!-~\u00a1-\u0400]++\n)+")
"""Lines of two symbols of bytes, as GPT-2 prints them."""
_HEX = re.compile("(?:[0-9a-fA-F]{2})+")
_TOKEN_LINE = re.compile(r"\[(?:(?!\] -> \[).)*\] [0-9]{1,9}")
"""A token that no merge makes, as minbpe's readable file has it: `[e] 101`."""
_ESCAPE = re.compile(r"\\u((?!d[89a-f])[0-9a-f]{4})")
"""How minbpe prints a control character."""


class Shape(NamedTuple):
    """What a line with one merge can look like."""

    expected: str
    """How an error names it."""
    pattern: re.Pattern[str]
    """The whole line, with the groups `left` and `right`, and `id` if it always has that."""
    read: Callable[[str], Any] = str
    """Reads a symbol; may raise `ValueError` and `SyntaxError`."""


def _shape(expected: str, pattern: str, read: Callable[[str], Any] = str) -> Shape:
    return Shape(expected, re.compile(pattern), read)


def _unescaped(symbol: str) -> bytes:
    return _ESCAPE.sub(lambda match: chr(int(match[1], 16)), symbol).encode()


# Possessive repeats (*+, ++) never backtrack, so that a line that does not fit fails fast. Of two symbols
# only a space (U+0020) is between; other white space may be part of one.
_BEFORE_QUOTES = r"(?:[^'\"(\[{bB]|[bB](?!['\"]))*+"
_MADE = r"(?: ?(?:->|=>|→|=) ?.*)?"
SPACES = _shape("one merge: two symbols and one space between them", "(?P<left>[^ ]++) (?P<right>[^ ]++)")
COUNTS = _shape(
    "two symbols and a count, as fastBPE writes them", "(?P<left>[^ ]++) (?P<right>[^ ]++) [0-9]++"
)
PRINTED = _shape(
    "merges as minbpe prints them, such as merge 1/2: (104, 117) -> 256",
    r"[^(]*+\((?P<left>[0-9]{1,9}), (?P<right>[0-9]{1,9})\)(?:\D*+(?P<id>[0-9]{1,9})\b.*)?",
    int,
)
NUMBERS = _shape(
    "two token numbers and that of the token, such as 104,117,256",
    r"\D{0,2}(?P<left>[0-9]{1,9})\D{1,4}(?P<right>[0-9]{1,9})\D{1,8}(?P<id>[0-9]{1,9})\D?",
    int,
)
SHAPES = (
    PRINTED,
    NUMBERS,
    _shape(
        "two tokens and that of both, such as [h][u] -> [hu] 256",
        r"\[(?P<left>.{1,250})\] ?[,+]? ?\[(?P<right>.{1,250})\]"
        r" -> \[(?P=left)(?P=right)\] (?P<id>[0-9]{1,9})",
        _unescaped,
    ),
    _shape(
        "pairs such as ('h', 'ug')",
        rf"{_BEFORE_QUOTES}(?:[(\[]{_BEFORE_QUOTES})?(?<![A-Za-z0-9])(?P<left>{QUOTED})\s*+[,+]?\s*+(?P<right>{QUOTED})"
        r"(?:\s*+[)\]])?(?:[:,]?(?:\s++[^\s'\"](?:(?![(\[]\s*+[bB]?['\"]).)*)?)",
        ast.literal_eval,
    ),
    SPACES,
    COUNTS,
    _shape(
        "symbols in brackets, such as [ ] + [t]",
        rf"\[(?P<left>[^\[\]]++|.)\] ?\+? ?\[(?P<right>[^\[\]]++|.)\]{_MADE}",
    ),
    _shape("a pair such as h + ug", rf"(?P<left>[^ ]++) \+ (?P<right>[^ ]++){_MADE}"),
)
"""The table of shapes; the first that fits all lines is taken."""


def _by_csv(delimiter: str) -> Callable[[str], list[str]]:
    def cut(line: str) -> list[str]:
        try:
            return [*map(_stripped, next(csv.reader([line], delimiter=delimiter)))]
        except csv.Error:  # a carriage return inside
            return []

    return cut


def _stripped(field: str) -> str:
    """A field without the spaces around it; a space alone is a symbol."""
    return field.strip(" ") or field[:1]


_CELLS: tuple[Callable[[str], list[str]], ...] = (
    lambda line: line.split("\t"),
    _by_csv(","),
    _by_csv(";"),
    lambda line: [*map(_stripped, line.split("|"))],
    re.compile("[^ \t]++").findall,
)
"""How a line of a table is cut into cells."""
_MOST_COLUMNS, _MOST_HEADINGS = 12, 2
_FIRST_ROWS = 50  # most files that are no lists show it in these


def read_written_merges(text: str, tokens: Mapping[str, int] = NO_TOKENS) -> WrittenMerges:
    """The merges in a text; raises `TokenizerFileError`, which names the line if there is one.

    `tokens` are those of a vocabulary that comes with it, with their ids.
    """
    if (plain := _plain(text, tokens)) is not None:
        return plain
    text = text.replace("\r\n", "\n")
    text = text if "\n" in text else text.replace("\r", "\n")
    value = None if text.startswith((VERSION, CLIPS_HEADER)) else printed_value(text)
    merges = _of_lines(text, tokens) if value is None else merges_of_value(value, tokens)
    for number, pair in enumerate(merges.pairs, start=1):
        if not all(pair):
            raise TokenizerFileError(f"merge {number:,} has an empty symbol.")
    check_characters("".join(chain.from_iterable(merges.pairs)), "the list of merges", TokenizerFileError)
    made = {*map("".join, merges.pairs)}
    parts = {part for pair in merges.pairs for part in pair}
    are_hex = all(_HEX.fullmatch(part) and (len(part) == 2 or part in made) for part in parts)
    if merges.ids is None and parts and are_hex:  # as JSON can have bytes
        return merges._replace(pairs=tuple((of_hex(left), of_hex(right)) for left, right in merges.pairs))
    return merges


def _plain(text: str, tokens: Mapping[str, int]) -> WrittenMerges | None:
    """The merges of a merges.txt that has nothing to find out, which is read in a tenth of the time."""
    header, _, rest = text.partition("\n")
    if not header.startswith(f"{VERSION}:") or "</w>" in rest or not _TWO_A_LINE.fullmatch(rest):
        return None
    parts = rest.split()
    pairs = tuple(zip(parts[::2], parts[1::2], strict=True))
    if len(pairs) > MAX_LINES or are_numbers(pairs[:1], tokens) or all(map(_HEX.fullmatch, parts)):
        return None
    return WrittenMerges(pairs, "merges.txt", header=header.strip())


def of_hex(symbol: str) -> str:
    """A symbol from the hexadecimal digits of its bytes."""
    return as_text(bytes.fromhex(symbol))


# ---- lists and dicts


def merges_of_value(value: Any, tokens: Mapping[str, int] = NO_TOKENS) -> WrittenMerges:
    """The merges of a list or dict of pairs, or of an object with one inside, such as a tokenizer.json.

    Symbols are texts, bytes or token numbers. Raises `TokenizerFileError`.
    """
    if isinstance(value, list | tuple) and [type(part) for part in value] in ([dict, list], [list, dict]):
        value = next(part for part in value if isinstance(part, list))  # beside a vocabulary
    if isinstance(value, Mapping):
        model = value.get("model") if merges_in(value) is None else value
        model = model if isinstance(model, Mapping) else value
        inside = merges_in(model)
        if isinstance(inside, Mapping):
            inside = merges_in(inside) or inside
        if inside is not None:
            vocab = model.get("vocab")
            if isinstance(vocab, Mapping) and not tokens and {*map(type, vocab.values())} == {int}:
                tokens = vocab
            value = inside
    if isinstance(value, set | frozenset):
        raise TokenizerFileError("this is a set, which has no order; give a list of the merges as learned.")
    if not isinstance(value, list | tuple | Mapping):
        raise TokenizerFileError(f"this holds {shown(value)}, not a list of pairs.")
    entries = [*value.items()] if isinstance(value, Mapping) else value
    if entries and all(isinstance(entry, tuple) and [*map(type, entry)] == [bytes, int] for entry in entries):
        raise TokenizerFileError(_RANKS)
    are_two = len(entries) == 2 and not isinstance(value, Mapping)  # perhaps one pair
    may_be = chain.from_iterable(entries) if isinstance(value, Mapping) else entries
    if entries and not are_two and all(isinstance(each, Hashable) and not has_pair(each) for each in may_be):
        raise TokenizerFileError(_ONLY_TOKENS)
    if not isinstance(value, Mapping):
        value = [each for each in value if not (isinstance(each, str) and each.startswith(VERSION))]
    kind = "a dict of merges" if isinstance(value, Mapping) else "a list of merges"
    return merges_of(rows_of(value, tokens), kind, tokens)


def merges_in(root: Mapping[str, Any]) -> list[Any] | Mapping[Any, Any] | None:
    """The member of an object with the merges, such as `merges`; or all members, each by its rank."""
    if root and all(
        isinstance(key, str) and key.isdecimal() and isinstance(pair, list) and len(pair) == 2
        for key, pair in root.items()
    ):
        return root
    inside = {name: member for name, member in root.items() if isinstance(member, list | dict)}
    named = (
        member for name, member in inside.items() if isinstance(name, str) and "merge" in name.casefold()
    )
    return inside["merges"] if "merges" in inside else next(named, None)


# ---- lines


def _of_lines(text: str, tokens: Mapping[str, int]) -> WrittenMerges:
    lines, header = _filled_lines(text)
    if not lines and header:
        return WrittenMerges((), "merges.txt", header=header)
    if not lines:
        raise TokenizerFileError("there are no merges here; at least one is needed.")
    for number, line in lines:
        if len(line) > _LONGEST:
            raise TokenizerFileError(
                f"line {number:,} has {len(line):,} characters; at most {_LONGEST:,} fit."
            )
    read = _with_spaces(text, header, tokens) or _in_a_shape([line for _, line in lines], header, tokens)
    if read is None:
        raise _refusal(text, lines, header, tokens)
    return read


def _filled_lines(text: str) -> tuple[list[tuple[int, str]], str]:
    """The lines that are not blank, each with its number, and the header above them."""
    lines, found, header = [], 0, ""
    for number, full_line in enumerate(io.StringIO(text), start=1):
        line = full_line.strip("\r\n ")
        if not line.strip():
            continue
        # A token may begin with "#" too, so "#" alone is not a header, nor is one after a space.
        if not found and not header and full_line.startswith((VERSION, CLIPS_HEADER)):
            header = line
            continue
        if not found and not header and _TITLE.fullmatch(line):
            continue
        found += 1
        if found <= MAX_LINES:
            lines.append((number, line))
    check_number(found, MAX_LINES)
    return lines, header


def _with_spaces(text: str, header: str, tokens: Mapping[str, int]) -> WrittenMerges | None:
    """Merges of which symbols have spaces, if the vocabulary tells where each line is cut."""
    if not tokens or not _SPACES_IN_SYMBOLS.search(text):
        return None
    filled = [
        line for line in text.split("\n") if len(line) > 2 and not (header and line.strip(" ") == header)
    ]
    cuts = (cut_at_space(line, tokens) for line in filled)
    pairs = tuple(cut for cut in cuts if cut and tokens.keys() >= {*cut})
    return WrittenMerges(pairs, "merges.txt", header=header) if len(pairs) == len(filled) else None


def _in_a_shape(lines: Sequence[str], header: str, tokens: Mapping[str, int]) -> WrittenMerges | None:
    """The merges of lines that one shape fits, or of a table."""
    if header:
        shapes: Sequence[Shape] = (SPACES, COUNTS)
    else:
        shapes = SHAPES
        lines = [line for line in lines if not _TOKEN_LINE.fullmatch(line)] or lines  # minbpe's bytes
        if all("\t" in line for line in lines) and (rows := _table_rows(lines)):  # a space can be a symbol
            return _checked(rows, header, tokens)
        if any("\N{REPLACEMENT CHARACTER}]" in line for line in lines):
            raise TokenizerFileError(
                "these lines leave bytes out, so that people can read them; give the .model file."
            )
    for shape in shapes:
        found = (_row(shape, line) for line in lines)
        rows = [row for row in takewhile(bool, found) if row]
        if len(rows) < len(lines):
            continue
        if shape is SPACES and not (header or _joins_characters(rows)):
            rows = _table_rows(lines) or rows
        elif shape is NUMBERS and not _are_ids(rows):
            continue
        elif shape is PRINTED and not _are_ids(rows):
            rows = [
                Row(pair, {name.replace("id", "made"): n for name, n in beside.items()})
                for pair, beside in rows
            ]
        merges = _checked(rows, header, tokens)
        return merges._replace(kind=FAST_BPE) if shape is COUNTS and merges.counts else merges
    rows = [] if header else _table_rows(lines)
    return _checked(rows, header, tokens) if rows else None


def _row(shape: Shape, line: str) -> Row | None:
    match = shape.pattern.fullmatch(line.strip() if shape.read is ast.literal_eval else line)
    if match is None:
        return None
    try:
        left, right = shape.read(match[LEFT]), shape.read(match[RIGHT])
    except (ValueError, SyntaxError):  # an escape that Python does not know
        return None
    if "id" in shape.pattern.groupindex and match["id"]:
        return Row((left, right), {"id": int(match["id"]), **_numbers_in(line[match.end("id") :])})
    if shape is SPACES:
        return Row((left, right))
    return Row(
        (left, right), _numbers_in(re.sub(QUOTED, "", line[: match.start(LEFT)] + line[match.end(RIGHT) :]))
    )


def _numbers_in(text: str) -> dict[str, int]:
    return {str(place): int(number) for place, number in enumerate(_BESIDE.findall(text))}


def _are_ids(rows: Sequence[Row]) -> bool:
    """Whether numbers follow one another, as the ids of tokens do."""
    numbers = sorted(row.beside["id"] for row in rows if "id" in row.beside)
    return numbers == [*range(max(256, numbers[0]), max(256, numbers[0]) + len(rows))] if numbers else True


def _table_rows(lines: Sequence[str]) -> list[Row]:
    """The rows of a table; none if it is not clear which columns have the symbols. Headings are left out."""
    for cut in _CELLS:
        for headings in range(min(_MOST_HEADINGS + 1, len(lines))):
            above = cut(lines[headings - 1]) if headings else []
            if headings and (len(above) < 2 or any(len(cell) == 1 or number_in(cell) >= 0 for cell in above)):
                break
            names = cut(lines[0]) if headings else []
            if _rows_below(names, [*map(cut, lines[headings : headings + _FIRST_ROWS])]):
                rows = _rows_below(names, [*map(cut, lines[headings:])])
                if rows:
                    return rows
    return []


def _rows_below(names: Sequence[str], cells: Sequence[Sequence[str]]) -> list[Row]:
    """The rows of cells, if two columns, or both symbols in one, are merges that need nothing else."""
    try:
        columns: list[Sequence[str]] = [*zip(*cells, strict=True)]
    except ValueError:  # the lines have different lengths
        return []
    if not 1 < len(columns) <= _MOST_COLUMNS:
        return []
    names = names if len(names) == len(columns) else [""] * len(columns)
    places = pair_columns(columns, names)
    sides: list[list[Sequence[str]]]
    if places is not None:
        plain = [columns[place] for place in places]
        bare = [*map(_bare, plain)]
        sides = [plain, bare, bare[::-1]]
    else:
        words = [place for place, column in enumerate(columns) if any(number_in(cell) < 0 for cell in column)]
        both = [place for place in words if all(map(pair_in, columns[place]))]
        if len(both) != 1:
            return []
        places = both[0], both[0]
        sides = [[*zip(*(pair for cell in columns[both[0]] if (pair := pair_in(cell))), strict=True)]]
    numbers = [place for place in range(len(columns)) if place not in places]
    beside = [
        {names[place] or str(place): number for place in numbers if (number := number_in(row[place])) >= 0}
        for row in zip(*columns, strict=True)
    ]
    for left, right in sides:
        rows, *_ = ranked([Row(*row) for row in zip(zip(left, right, strict=True), beside, strict=True)])
        pairs = [row.pair for row in rows]
        joined = tuple(one + two for one, two in zip(left, right, strict=True))
        if all(map(all, pairs)) and (joined in columns or _are_made(pairs) or are_numbers(pairs)):
            return [*rows]
    return []


def _bare(column: Sequence[str]) -> Sequence[str]:
    """The column without brackets, quotes and commas that stand in each line."""
    for start, end in ((0, 1), (-1, None)):
        while len(marks := {field[start:end] for field in column}) == 1 and min(map(len, column)) > 1:
            if not marks <= {*"[](){}<>'\"`,;:|"}:
                break
            column = tuple(field[1:] if start == 0 else field[:-1] for field in column)
    return column


def _are_made(pairs: Sequence[Pair]) -> bool:
    made = {*map("".join, pairs), *(left + right.removeprefix("##") for left, right in pairs)}
    return all(part in made or _is_symbol(part) for pair in pairs for part in pair)


def _is_symbol(part: str) -> bool:
    """Whether it is a character, perhaps with `</w>` or `##`, or `</w>` alone."""
    return len(part) == 1 or len(part.removesuffix("</w>").removeprefix("##")) < 2


def _joins_characters(rows: Sequence[Row]) -> bool:
    return any(_is_symbol(left) and _is_symbol(right) for (left, right), _ in rows[:FIRST_MERGES])


def _checked(rows: Sequence[Row], header: str, tokens: Mapping[str, int]) -> WrittenMerges:
    """The merges of all lines and their kind; refuses a vocabulary with numbers."""
    pairs = [row.pair for row in rows]
    if not (header or are_numbers(pairs, tokens)) and len(pairs) >= _FEW:
        scores = [float(right) for _, right in pairs if isinstance(right, str) and _SCORE.fullmatch(right)]
        if len(scores) == len(pairs):
            is_sorted = sorted(scores) in (scores, scores[::-1])
            has_words = any(token[1:] and not token.isdecimal() for token, _ in pairs)
            if has_words or (is_sorted and len(set(scores)) > 1):
                raise TokenizerFileError(f"it is a vocabulary, a token and a number a line, {_BRING_MERGES}.")
    merges = merges_of(rows, "lines", {} if header else tokens)._replace(header=header)
    symbols = "\n".join(chain.from_iterable(merges.pairs))
    if header and "</w>\n" in f"{symbols}\n":
        return merges._replace(kind="subword-nmt codes")
    return merges._replace(kind="merges.txt") if header or "Ġ" in symbols else merges


def _refusal(
    text: str, lines: Sequence[tuple[int, str]], header: str, tokens: Mapping[str, int]
) -> TokenizerFileError:
    """The error about the first line that the shape does not fit which fits the most lines."""
    if len(lines) == 1 and not header and (line := lines[0][1].strip())[0] in "[({" and line[-1] in "])}":
        return TokenizerFileError(
            "this begins with a bracket, but is not a list as Python or JSON prints it, such as"
            " [('h', 'ug'), ('p', 'ug')]."
        )
    if len(lines) > 1 and not any(" " in line or _DELIMITED.search(line) for _, line in lines):
        return TokenizerFileError(f"it is a vocabulary, one token a line, {_BRING_MERGES}.")
    shapes = (SPACES, COUNTS) if header else (SPACES, *SHAPES)
    unread = {each: [line for line in lines if _row(each, line[1]) is None] for each in shapes}
    best = min(shapes, key=lambda each: len(unread[each]))
    number, line = unread[best][0] if unread[best] else lines[0]
    what = "it is not a list of merges: " if 2 * len(unread[best]) > len(lines) and not header else ""
    expected, whole_line = best.expected, text.split("\n")[number - 1]
    if not what and best is SPACES and _SPACES_IN_SYMBOLS.search(whole_line):
        line = whole_line
        other = (
            "tokenizer.json, since the vocabulary does not tell them apart" if tokens else "vocab.json too"
        )
        expected = f"{expected}; if symbols have spaces, bring {other}"
    return TokenizerFileError(f"{what}line {number:,} is {shown(line)}; expected {expected}.")
