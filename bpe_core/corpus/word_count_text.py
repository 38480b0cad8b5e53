"""Reads word counts as people write them; repeated words are not added up yet.

The text has one of these forms:

| form | looks like | between two entries |
|---|---|---|
| Python or JSON | `("low", 5), ("lower", 2)`, `{"low": 5, "lower": 2}` | a comma |
| table | `low,5`, `low;5`, or a tab; perhaps below a line `word,count` | a new line |
| word first | `low 5`, `low x5`, `low × 5`, `low: 5` | a comma, a semicolon or a new line |
| count first | `5 low`, `5 x low`; also what `uniq -c` prints | a comma, a semicolon or a new line |

>>> read_word_counts("low x5, lower x2")
[('low', 5), ('lower', 2)]

A text has one form throughout; if two forms fit and disagree, it is refused:

>>> read_word_counts("7 5")
Traceback (most recent call last):
    ...
bpe_core.errors.CorpusError: Line 1 can mean '7' 5 times or '5' 7 times; put each word in double quotes.
"""

import re
from collections.abc import Callable, Iterator
from typing import NamedTuple

from bpe_core.errors import CorpusError
from bpe_core.validation import shown

_HEADING = re.compile(r"\s*(?:[a-z]+[ \t]+)?(?:word|token|term)s?[ \t]+(?:count|freq)[a-z]*[ \t]*\r?\n", re.I)
_RANK = re.compile(r"^ *([0-9]{1,9})[.)]?[ \t]+(?=[^ \t\n]+[ \t])", re.MULTILINE)
"""The number of a line, before a word and its count."""
_MAX_DIGITS = 18
_EXPECTED = (
    'a word and its count, such as low 5, low x5, low: 5, low,5, 5 low or ("low", 5); a word with spaces or'
    " brackets goes in double quotes"
)


class _Form(NamedTuple):
    """One way to write word counts."""

    example: str  # as an error shows it
    start: re.Pattern[str]  # what stands before the first entry
    entry: re.Pattern[str]  # one entry up to the next, with the groups "word" and "count"
    plain: Callable[[str], str]  # the word without quotes around it; raises ValueError


def read_word_counts(text: str) -> list[tuple[str, int]]:
    """The words and counts in a text; none if it is blank. Raises `CorpusError` with the line number.

    Counts may have commas between thousands, except in a table. Words may have spaces in a table, in Python's
    pairs and in double quotes, but nowhere else. Quotes are Python's, straight or typographic. In a table
    they are CSV's, where a double quote in a word is written twice; with tabs they are ordinary characters.
    """
    text = text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")
    if not text.strip():
        return []
    fitting: list[tuple[_Form, list[tuple[str, int]]]] = []
    refusals: list[tuple[int, CorpusError]] = []
    for form in _FORMS:
        entries: list[tuple[str, int]] = []
        try:
            for _, word, count in _entries(text, form):
                entries.append((word, count))
            fitting.append((form, entries))
        except CorpusError as error:
            refusals.append((len(entries), error))
    if not fitting:  # the form that reads most of the text knows best what is wrong with it
        raise max(refusals, key=lambda refusal: (refusal[0], _EXPECTED not in str(refusal[1])))[1]
    (form, entries), *others = fitting
    for other, other_entries in others:
        if other_entries != entries:  # say so of the first entry that they read differently
            both = zip(_entries(text, form), _entries(text, other), strict=False)
            (position, *one), (_, *two) = next((one, two) for one, two in both if one[1:] != two[1:])
            first, second = (f"{shown(word)} {count:,} times" for word, count in (one, two))
            raise CorpusError(
                f"Line {_line(text, position)} can mean {first} or {second}; put each word in double quotes."
            )
    return entries


def read_word_list(text: str) -> list[tuple[str, int]]:
    """The words and counts in a text that is nothing else; none if it may be another text.

    It has several words, each once, and their counts do not number them. The numbers of the lines before all
    words are left out, and so is a heading.
    """
    text = _HEADING.sub("", text, count=1)
    ranks = [int(rank) for rank in _RANK.findall(text)]
    if ranks == [*range(1, text.rstrip().count("\n") + 2)]:
        text = _RANK.sub("", text)
    try:
        entries = read_word_counts(text)
    except CorpusError:
        return []
    words, counts = {word for word, _ in entries}, [count for _, count in entries]
    is_numbering = counts == [*range(min(counts, default=0), len(counts) + min(counts, default=0))]
    return entries if 1 < len(words) == len(entries) and not is_numbering else []


def _entries(text: str, form: _Form) -> Iterator[tuple[int, str, int]]:
    """The place, the word and the count of each entry."""
    start = form.start.match(text)
    opened = start["open"] if start else ""
    position = first = start.end() if start else 0
    while entry := form.entry.match(text, position):
        yield position, *_checked_entry(text, position, entry, form)
        position = entry.end()
    rest = text[position:].strip()
    if rest == "".join(_CLOSING[bracket] for bracket in reversed(opened)):
        return
    line, first_line = _line(text, position), rest.partition("\n")[0]
    if not rest:
        raise CorpusError(f"The bracket {opened[0]} at the start is not closed.")
    if position == first:
        raise CorpusError(f"Line {line} is {shown(first_line)}; expected {_EXPECTED}.")
    raise CorpusError(
        f"Line {line} cannot be read from {shown(first_line)} on; the text up to there has the form"
        f" {form.example}, and all of it must."
    )


def _checked_entry(text: str, position: int, entry: re.Match[str], form: _Form) -> tuple[str, int]:
    try:
        word = form.plain(entry["word"])
    except (KeyError, ValueError, OverflowError) as error:
        quoted = shown(entry["word"])
        message = f"Line {_line(text, position)} has the word {quoted}; write a backslash in a word twice."
        raise CorpusError(message) from error
    count = entry["count"].strip()
    digits = count.removeprefix("+").replace(",", "")
    if word and digits.isascii() and digits.isdecimal() and len(digits) <= _MAX_DIGITS and int(digits) >= 1:
        return word, int(digits)
    line = _line(text, position)
    if not word:
        raise CorpusError(f"Line {line} has an empty word.")
    raise CorpusError(
        f"Line {line}: the count of {shown(word)} must be an integer >= 1 with at most {_MAX_DIGITS} digits,"
        f" got {shown(count)}."
    )


def _line(text: str, position: int) -> int:
    return 1 + text.count("\n", 0, position)


# ---- the forms: possessive repeats (*+, ++) never backtrack, so that text that does not fit fails fast

_GAP = r"[^\S\n\t]"
_BLANK_LINES = r"(?:[^\S\n]*+\n)*+"

_DOUBLE = r"""(?:"(?:[^"\\\n]|\\.)*+"|“[^“”\n]*+”)"""
_QUOTED = rf"""(?:{_DOUBLE}|'(?:[^'\\\n]|\\.)*+'|‘[^‘’\n]*+’)"""
_ESCAPE = re.compile(r"\\(?:x([0-9a-fA-F]{2})|u([0-9a-fA-F]{4})|U([0-9a-fA-F]{8})|(.))")
_ESCAPED = {"\\": "\\", "'": "'", '"': '"', "n": "\n", "r": "\r", "t": "\t"}
_CLOSING = {"(": ")", "[": "]", "{": "}"}


def _plain(word: str) -> str:
    """A word without Python's quotes and with its usual escapes read."""
    return _ESCAPE.sub(_escaped, word[1:-1]) if re.fullmatch(_QUOTED, word) else word


def _escaped(match: re.Match[str]) -> str:
    code_point = match[1] or match[2] or match[3]
    return chr(int(code_point, 16)) if code_point else _ESCAPED[match[4]]


def _plain_in_csv(word: str) -> str:
    return word[1:-1].replace('""', '"') if word.startswith('"') else word


def _form(
    example: str, entry: str, start: str = r"\s*+(?P<open>)", plain: Callable[[str], str] = _plain
) -> _Form:
    return _Form(example, re.compile(start), re.compile(entry), plain)


def _table(example: str, delimiter: str, word: str, plain: Callable[[str], str], between: str = "") -> _Form:
    end = rf"(?:\n{_BLANK_LINES}|\Z)"
    header = rf"(?i:{_GAP}*+word{_GAP}*+{delimiter}{_GAP}*+count{_GAP}*+{end})"
    entry = rf"(?P<word>{word}){_GAP}*+{delimiter}{_GAP}*+(?P<count>[^,;\t\n\"'()]++)(?:{end}{between})"
    return _form(example, entry, rf"{_BLANK_LINES}(?:{header})?+(?P<open>)", plain)


_NAME = r"[^\W\d]\w*+"
_IN_PYTHON = rf"(?P<bracket>[\[(])?+\s*+(?P<word>{_QUOTED})\s*+(?(bracket),|:)\s*+"
_IN_CSV = r'"(?:[^"\n]|"")*+"|(?!")[^{}\t\n]++'
# In quotes, without them, or a single sign. A single quote can be an apostrophe: 'tis 5, dogs' 3.
_WORD = rf"(?P<word>{_DOUBLE}|'[^\s']++'|‘[^\s‘’]++’|(?![\"“(\[{{])\S*?[^\s,;:=×*]|\S)"
_THOUSANDS = r"\d{1,3}(?:,\d{3}){1,6}"
# As long as an error shows, because after each colon of a long word there could be its count.
_COUNT = rf"(?P<count>{_THOUSANDS}|[+-]?\d[^\s,;]{{0,60}}+)"
_COUNT_FIRST = (
    rf"(?P<count>{_THOUSANDS}|[+-]?\d++)"
    rf"(?:{_GAP}*+[×*]{_GAP}*+|{_GAP}*+[xX]{_GAP}++|{_GAP}++){_WORD}[^\S\n]*+"
)

_FORMS = (
    _table('low,5 or "a, b",5', ",", _IN_CSV.format(","), _plain_in_csv, rf"|;{_GAP}*+"),
    _table("low;5", ";", _IN_CSV.format(";"), _plain_in_csv),
    _table("low, a tab, 5", "\t", r"[^\t\n]++", str),
    _form(
        '("low", 5) or "low": 5',
        rf"{_IN_PYTHON}(?P<count>[^\s,:()\[\]{{}}\"']++)\s*+(?(bracket),?+\s*+[\])])\s*+,?+\s*+",
        # Perhaps a name, as in `counts = Counter({`, and the brackets around all entries.
        rf"\s*+(?:{_NAME}\s*+=\s*+)?+(?:{_NAME}(?=\())?+(?P<open>[\[({{]*?)\s*+(?=[\[(]?+\s*+{_QUOTED})",
    ),
    _form(
        "low 5, low x5 or low: 5",
        rf"{_WORD}(?:{_GAP}*+[:=×*]{_GAP}*+|{_GAP}++[xX]{_GAP}*+|{_GAP}++)"
        rf"{_COUNT}[^\S\n]*+(?:[,;\n]\s*+|\Z)",
    ),
    # A comma at the end of each line separates words; at the end of some lines it could be part of a word.
    _form("5 low or 5 x low", rf"{_COUNT_FIRST}(?:[,;]{_GAP}*+(?=\S)|\n\s*+|\Z)"),
    _form("5 low or 5 x low", rf"{_COUNT_FIRST}(?:[,;]\s*+|\Z)"),
)
