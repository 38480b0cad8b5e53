"""Read word counts as people write them down.

In: lines of `word,count` (CSV, or TSV with a tab), or the pairs of a Python list or dict as tutorials print
them. Out: the words with their counts, in the order of the text, repeats not yet added up.

>>> read_word_counts("hug,10\\npug,5")
[('hug', 10), ('pug', 5)]
>>> read_word_counts('("hug", 10), ("pug", 5)')
[('hug', 10), ('pug', 5)]
"""

import csv
import io
import re
from collections.abc import Iterator

from bpe_core.errors import CorpusError
from bpe_core.validation import shown

_MAX_DIGITS = 18
_ALLOWED = 'expected lines of word,count (as in hug,10) or pairs (as in ("hug", 10), ("pug", 5))'
_QUOTING = 'put a word with a comma or a " in double quotes, and double each " in it'


def read_word_counts(text: str) -> list[tuple[str, int]]:
    """The words and counts of a text; an empty text has none. Raises `CorpusError` with the line number.

    Lines: one word and its count each, with a tab between them if the first line has a tab, else a comma.
    With commas, a word in double quotes may hold commas, and double quotes if they are doubled; with tabs,
    quotes are characters like any other. A first line `word,count` and blank lines are skipped. Spaces around
    a count do not matter, those around a word belong to it.

    Pairs: `("hug", 10)`, `["hug", 10]` or `"hug": 10`, with commas between them, over as many lines as you
    like, with or without brackets around them all or a name before them (`counts = [...]`); words in single
    or double quotes, straight or typographic.
    """
    text = text.removeprefix("\ufeff")
    return list(_read_pairs(text) if _LOOKS_LIKE_PAIRS.match(text) else _read_lines(text))


# ---- lines of word,count


def _read_lines(text: str) -> Iterator[tuple[str, int]]:
    is_first = True
    for line, fields in _rows(text):
        if len(fields) <= 1 and not "".join(fields).strip():
            continue
        if len(fields) > 2:
            raise CorpusError(f"Line {line} has {len(fields)} fields; {_ALLOWED}; {_QUOTING}.")
        word, count = (*fields, "")[:2]
        if not is_first or [field.strip().lower() for field in fields] != ["word", "count"]:
            yield _checked_entry(line, word, count)
        is_first = False


def _rows(text: str) -> Iterator[tuple[int, list[str]]]:
    """The rows of a table, each with the number of its line."""
    lines = io.StringIO(text, newline="")
    if "\t" in text.lstrip("\r\n ").partition("\n")[0]:
        reader = csv.reader(lines, delimiter="\t", quoting=csv.QUOTE_NONE)
    else:
        reader = csv.reader(lines, strict=True)
    line = 1
    try:
        for fields in reader:
            # A word of several lines is a quotation mark that somebody forgot to close, or to write twice.
            if reader.line_num > line:
                raise CorpusError(f"Line {line} has a quotation mark that is not closed; {_QUOTING}.")
            yield line, fields
            line += 1
    except csv.Error as error:
        raise CorpusError(f"Line {line} cannot be read ({error}); {_ALLOWED}; {_QUOTING}.") from error


# ---- pairs, as a Python list or dict is printed

_QUOTED = r"""(?:"(?:[^"\\\n]|\\.)*+"|'(?:[^'\\\n]|\\.)*+'|“[^”\n]*+”|‘[^’\n]*+’)"""

_NAME = r"(?:[^\W\d]\w*+\s*+=\s*+)?+"

_LOOKS_LIKE_PAIRS = re.compile(rf"\s*+{_NAME}(?:(?:[\[({{]\s*+){{1,2}}{_QUOTED}\s*+[,:)\]]|{_QUOTED}\s*+:)")

_AROUND = re.compile(rf"\s*+{_NAME}(?P<bracket>\{{|[\[(](?=\s*+[\[(]))?+\s*+")
"""What comes before the first pair: perhaps a name, perhaps a bracket around all pairs."""

_PAIR = re.compile(
    rf"""
    (?P<open>[\[(])?+ \s*+ (?P<word>{_QUOTED}) \s*+
    (?: (?(open),|:) \s*+ (?P<count>[^\s,:()\[\]{{}}"']*+) \s*+ )?+
    (?(open) ,?+ \s*+ [\])] ) \s*+ ,?+ \s*+
    """,
    re.VERBOSE,
)
"""One pair and the comma after it: (word, count), [word, count], or word: count."""

_CLOSING = {"(": ")", "[": "]", "{": "}"}


def _read_pairs(text: str) -> Iterator[tuple[str, int]]:
    around = _AROUND.match(text)
    bracket = around["bracket"] if around else None
    position = around.end() if around else 0
    line = 1 + text.count("\n", 0, position)
    while pair := _PAIR.match(text, position):
        yield _checked_entry(line, _unquoted(line, pair["word"]), pair["count"] or "")
        line += text.count("\n", position, pair.end())
        position = pair.end()
    rest = text[position:].strip()
    if rest.removesuffix(",") != (_CLOSING[bracket] if bracket else ""):
        if not rest:
            raise CorpusError(f"The bracket {bracket} at the start is not closed; {_ALLOWED}.")
        raise CorpusError(f"Line {line} cannot be read from {shown(rest.splitlines()[0])} on; {_ALLOWED}.")


_ESCAPE = re.compile(r"\\(?:x([0-9a-fA-F]{2})|u([0-9a-fA-F]{4})|U([0-9a-fA-F]{8})|(.))")
_ESCAPED = {"\\": "\\", "'": "'", '"': '"', "n": "\n", "r": "\r", "t": "\t"}


def _unquoted(line: int, quoted: str) -> str:
    """The word inside the quotes, with Python's usual escapes read."""
    try:
        return _ESCAPE.sub(_escaped, quoted[1:-1])
    except (KeyError, ValueError, OverflowError) as error:
        raise CorpusError(
            f"Line {line} has the word {shown(quoted)}; write a backslash in a word twice."
        ) from error


def _escaped(match: re.Match[str]) -> str:
    code_point = match[1] or match[2] or match[3]
    return chr(int(code_point, 16)) if code_point else _ESCAPED[match[4]]


# ---- both


def _checked_entry(line: int, word: str, count: str) -> tuple[str, int]:
    count = count.strip()
    if not word:
        raise CorpusError(f"Line {line} has an empty word.")
    if not count:
        raise CorpusError(f"Line {line} has no count for {shown(word)}; {_ALLOWED}.")
    digits = count.removeprefix("+")
    if not (digits.isascii() and digits.isdecimal() and len(digits) <= _MAX_DIGITS and int(digits) >= 1):
        raise CorpusError(
            f"Line {line}: the count of {shown(word)} must be an integer >= 1"
            f" with at most {_MAX_DIGITS} digits, got {shown(count)}."
        )
    return word, int(digits)
