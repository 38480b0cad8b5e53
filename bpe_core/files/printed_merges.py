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
    BEFORE,
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
MAX_LINES = 600_000
"""The most lines of a list, which take some ten seconds; published ones have up to 515,000."""
_FIRST_MERGES = 1_000  # of a list, of which at least one joins two characters

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


def _unescaped(symbol: str) -> bytes:
    return _ESCAPE.sub(lambda match: chr(int(match[1], 16)), symbol).encode()


class Shape(NamedTuple):
    """What a line with one merge can look like."""

    example: str
    pattern: str
    """The whole line, with the groups `left` and `right`; numbers beside them may rank or count it."""
    read: Callable[[str], Any] = str
    """Reads a symbol; may raise `ValueError` and `SyntaxError`."""


# Possessive repeats (*+, ++) never backtrack, so that a line that does not fit fails fast. Of two symbols
# only a space (U+0020) is between; other white space may be part of one.
_BEFORE = r"(?:[^'\"(\[{bB]|[bB](?!['\"]))*+"
_BEHIND = r"(?:\s*+[)\]])?(?:[:,]?(?:\s++[^\s'\"](?:(?![(\[]\s*+[bB]?['\"]).)*)?)"
_IN_BRACKETS = r"\[(?P<left>{0})\] ?[,+]? ?\[(?P<right>{0})\]"
_MADE = r"(?: ?(?:->|=>|→|=) ?.*)?"
_SPACED = Shape("h ug", r"(?P<left>[^ ]++) (?P<right>[^ ]++)")
SHAPES = (
    Shape(
        "(104, 117) -> 256",
        r"[^(]*+\((?P<left>\d{1,9}), (?P<right>\d{1,9})\)(?:\D*+\d{1,9}\b.*)?",
        int,
    ),
    Shape(
        "[h][u] -> [hu] 256",
        _IN_BRACKETS.format(".{1,250}") + r" -> \[(?P=left)(?P=right)\] \d{1,9}",
        _unescaped,
    ),
    Shape(
        "('h', 'ug')",
        rf"{_BEFORE}(?:[(\[]{_BEFORE})?(?<![A-Za-z0-9])(?P<left>{QUOTED})\s*+[,+]?\s*+(?P<right>{QUOTED}){_BEHIND}",
        ast.literal_eval,
    ),
    _SPACED,
    Shape("h ug 15", r"(?P<left>[^ ]++) (?P<right>[^ ]++) \d++"),
    Shape("[ ] + [t]", _IN_BRACKETS.format(r"[^\[\]]++|.") + _MADE),
    Shape("- [h, ug]", r"[^\[]*+\[(?P<left>[^\[\], ]++), (?P<right>[^\[\], ]++)\]"),
    Shape("h + ug = hug", rf"(?P<left>[^ ]++) \+ (?P<right>[^ ]++){_MADE}"),
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
    lambda line: [] if re.search("[A-Za-z]", line) else re.findall("[0-9]+", line),
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
    if merges.pairs and merges.ids is None and not merges.header and _are_hex(merges.pairs):
        return merges._replace(pairs=tuple((of_hex(left), of_hex(right)) for left, right in merges.pairs))
    return merges


def _plain(text: str, tokens: Mapping[str, int]) -> WrittenMerges | None:
    """The merges of a merges.txt that has nothing to find out, which is read in a tenth of the time."""
    header, _, rest = text.partition("\n")
    if not header.startswith(f"{VERSION}:") or "</w>" in rest or not _TWO_A_LINE.fullmatch(rest):
        return None
    parts = rest.split()
    pairs = tuple(zip(parts[::2], parts[1::2], strict=True))
    if len(pairs) > MAX_LINES or are_numbers(pairs[:1], tokens):
        return None
    return WrittenMerges(pairs, "merges.txt", header=header.strip())


def _are_hex(pairs: Sequence[Pair]) -> bool:
    """Whether symbols are bytes as JSON can have them."""
    if not all(map(_HEX.fullmatch, pairs[0])):
        return False
    made, parts = {*map("".join, pairs)}, {*chain.from_iterable(pairs)}
    return all(_HEX.fullmatch(part) and (len(part) == 2 or part in made) for part in parts)


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
        if inside is None and [*map(bool, map(pair_in, value.values()))].count(True) == 1 < len(value):
            inside = [value]  # a single merge with its numbers
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
    merges = root.get("merges")
    if isinstance(merges, list | dict):
        return merges
    members = (
        name for name, member in root.items() if isinstance(member, list | dict) and isinstance(name, str)
    )
    return root.get(next((name for name in members if "merge" in name.casefold()), ""))


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
    if with_spaces := _with_spaces(text, header, tokens):
        return with_spaces
    texts = [line for _, line in lines]
    if header:
        pairs = tuple(
            (left, right)
            for left, _, right in (line.partition(" ") for line in texts)
            if _are_two(left, right)
        )
        if len(pairs) < len(lines):
            raise _refusal(text, lines, header, tokens)
        kind = "subword-nmt codes" if any(right.endswith("</w>") for _, right in pairs) else "merges.txt"
        return WrittenMerges(pairs, kind, header=header)
    texts = [line for line in texts if not _TOKEN_LINE.fullmatch(line)] or texts  # minbpe's bytes
    if any("\N{REPLACEMENT CHARACTER}]" in line for line in texts):
        raise TokenizerFileError(
            "these lines leave bytes out, so that people can read them; give the .model file."
        )
    in_tabs = all("\t" in line for line in texts)  # where a space can be a symbol
    rows = (in_tabs and _table_rows(texts)) or _in_a_shape(texts) or _table_rows(texts)
    if not rows:
        raise _refusal(text, lines, header, tokens)
    _check_vocabulary(rows, tokens)
    merges = merges_of(rows, "lines", tokens)
    return merges._replace(kind="merges.txt") if "Ġ" in "".join(map("".join, merges.pairs)) else merges


def _are_two(left: str, right: str) -> bool:
    return bool(left and right) and " " not in right


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


def _in_a_shape(lines: Sequence[str]) -> list[Row]:
    """The rows of lines that one shape fits; none if there is no such shape."""
    for shape in SHAPES:
        pattern = re.compile(shape.pattern)
        rows = [row for row in takewhile(bool, (_row(shape, pattern, line) for line in lines)) if row]
        if len(rows) == len(lines):
            is_table = shape is _SPACED and not _joins_characters([row.pair for row in rows])
            return (is_table and _table_rows(lines)) or rows
    return []


def _row(shape: Shape, pattern: re.Pattern[str], line: str) -> Row | None:
    match = pattern.fullmatch(line.strip() if shape.read is ast.literal_eval else line)
    if match is None:
        return None
    if shape is _SPACED:
        return Row((match[LEFT], match[RIGHT]))
    try:
        pair = shape.read(match[LEFT]), shape.read(match[RIGHT])
    except (ValueError, SyntaxError):  # an escape that Python does not know
        return None
    before, behind = (
        re.sub(QUOTED, "", part) for part in (line[: match.start(LEFT)], line[match.end(RIGHT) :])
    )
    return Row(pair, {**_numbers_in(before, BEFORE), **_numbers_in(behind)})


def _numbers_in(text: str, where: str = "") -> dict[str, int]:
    return {f"{where}{place}": int(number) for place, number in enumerate(_BESIDE.findall(text))}


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
    if places is not None:
        left, right = (columns[place] for place in places)
    else:
        words = [place for place, column in enumerate(columns) if any(number_in(cell) < 0 for cell in column)]
        both = [place for place in words if all(map(pair_in, columns[place]))]
        if len(both) != 1:
            return []
        places = both[0], both[0]
        left, right = zip(*(pair for cell in columns[both[0]] if (pair := pair_in(cell))), strict=True)
    numbers = [place for place in range(len(columns)) if place not in places]
    of = [name or f"{BEFORE * (place < min(places))}{place}" for place, name in enumerate(names)]
    beside = [
        {of[place]: number for place in numbers if (number := number_in(row[place])) >= 0}
        for row in zip(*columns, strict=True)
    ]
    rows, *_ = ranked([Row(*row) for row in zip(zip(left, right, strict=True), beside, strict=True)])
    pairs = [row.pair for row in rows]
    joined = tuple(one + two for one, two in zip(left, right, strict=True))
    is_list = joined in columns or _not_made(pairs) is None or are_numbers(pairs)
    return [*rows] if is_list and all(map(all, pairs)) else []


def check_symbols(pairs: Sequence[Pair]) -> None:
    """Refuse merges that join no two characters, or larger units; raises `TokenizerFileError`."""
    if pairs and not _joins_characters([each for each in pairs if "##" not in (each[0][:2], each[1][:2])]):
        raise TokenizerFileError("its first rules join no two characters: it is not a list of merge rules.")
    if (part := _not_made(pairs)) is not None:
        raise TokenizerFileError(
            f"its rules use {shown(part)}, which is not a character and which no rule makes; lists over"
            " larger units, such as the atoms of SmilesPE, cannot be read."
        )


def _not_made(pairs: Sequence[Pair]) -> str | None:
    """The first part that is no character, and that no merge makes."""
    made = {*map("".join, pairs), *(left + right.removeprefix("##") for left, right in pairs)}
    return next((part for pair in pairs for part in pair if not (part in made or _is_symbol(part))), None)


def _is_symbol(part: str) -> bool:
    """Whether it is a character, perhaps with `</w>` or `##`, or `</w>` alone."""
    return len(part) == 1 or len(part.removesuffix("</w>").removeprefix("##")) < 2


def _joins_characters(pairs: Sequence[Pair]) -> bool:
    return any(_is_symbol(left) and _is_symbol(right) for left, right in pairs[:_FIRST_MERGES])


def _check_vocabulary(rows: Sequence[Row], tokens: Mapping[str, int]) -> None:
    """Refuse lines of a token and a number."""
    pairs = [row.pair for row in ranked(rows)[0]]
    scores = [float(right) for _, right in pairs if isinstance(right, str) and _SCORE.fullmatch(right)]
    if _FEW <= len(pairs) == len(scores) and not are_numbers(pairs, tokens):
        is_sorted = sorted(scores) in (scores, scores[::-1]) and len(set(scores)) > 1
        if is_sorted or any(token[1:] and not token.isdecimal() for token, _ in pairs):
            raise TokenizerFileError(f"it is a vocabulary, a token and a number a line, {_BRING_MERGES}.")


def _refusal(
    text: str, lines: Sequence[tuple[int, str]], header: str, tokens: Mapping[str, int]
) -> TokenizerFileError:
    """The error about lines that are no merges, which names the first."""
    if len(lines) == 1 and not header and (line := lines[0][1].strip())[0] in "[({" and line[-1] in "])}":
        return TokenizerFileError(
            "this begins with a bracket, but is not a list as Python or JSON prints it, such as"
            " [('h', 'ug'), ('p', 'ug')]."
        )
    if len(lines) > 1 and not any(" " in line or _DELIMITED.search(line) for _, line in lines):
        return TokenizerFileError(f"it is a vocabulary, one token a line, {_BRING_MERGES}.")
    unread = [(number, line) for number, line in lines if not _are_two(*line.partition(" ")[::2])]
    number, line = unread[0] if unread else lines[0]
    what = "it is not a list of merges: " if 2 * len(unread) > len(lines) and not header else ""
    expected, whole_line = "one merge: two symbols and one space between them", text.split("\n")[number - 1]
    if not what and _SPACES_IN_SYMBOLS.search(whole_line):
        line = whole_line
        other = (
            "tokenizer.json, since the vocabulary does not tell them apart" if tokens else "vocab.json too"
        )
        expected = f"{expected}; if symbols have spaces, bring {other}"
    return TokenizerFileError(f"{what}line {number:,} is {shown(line)}; expected {expected}.")
