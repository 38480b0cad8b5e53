"""Lines: reads merges as libraries and trainers print them, such as `h ug` and `('h', 'ug')`, one a line.

One format must fit all lines; the first that does is taken. If none does, the error is about the format that
fits the most lines, and names the first line that it does not fit.

>>> read_lines("h ug\\np ug")
WrittenMerges(pairs=(('h', 'ug'), ('p', 'ug')), kind='lines', ids=None, header='')
>>> read_lines("merge 1/2: (104, 117) -> 256 (b'hu') had 15 occurrences").ids["hu"]
256
"""

import io
import re
from collections.abc import Mapping, Sequence
from itertools import chain, takewhile
from operator import itemgetter

from bpe_core.errors import TokenizerFileError
from bpe_core.files.written_merges.columns import is_symbol, read_columns
from bpe_core.files.written_merges.entries import cut_at_space
from bpe_core.files.written_merges.line_formats import COUNTS, FORMATS, SPACES, quoted_pair
from bpe_core.files.written_merges.token_numbers import are_numbers, made_numbers, numbered
from bpe_core.files.written_merges.written import NO_TOKENS, WrittenMerges, as_text, check_number
from bpe_core.merges import Pair
from bpe_core.symbol_texts import BYTE_CHARACTERS
from bpe_core.validation import shown

VERSION = "#version"
"""How the header begins that subword-nmt and GPT-2's code put above their rules."""

CLIPS_HEADER = f'"bpe_simple_vocab_16e6.txt{VERSION}'
"""The same in CLIP's list."""

_BRING_MERGES = "which has no merges; bring the file of merges beside it, or tokenizer.json"

_LONGEST = 5_000
"""The longest line that is read, in characters."""

# Possessive repeats (*+, ++) never backtrack, so that a line that does not fit fails fast.
_NUMBERED_PAIR = re.compile(r"[^(]*+\(([0-9]{1,9}), ([0-9]{1,9})\)(?:\D*+([0-9]{1,9})\b.*)?")
"""As minbpe prints it: `merge 1/2: (104, 117) -> 256 (b'hu') had 15 occurrences`."""

_THREE_NUMBERS = re.compile(r"\D{0,2}([0-9]{1,9})\D{1,4}([0-9]{1,9})\D{1,8}([0-9]{1,9})\D?")
"""Two token numbers and that of the token: `[32][99] -> [324]`, `32,99,324`."""

_WITH_NUMBER = re.compile(r"(?:\[(.*)\] -> )?\[(.*)\] ([0-9]{1,9})")
"""As minbpe's readable file has it, `[e][r] -> [er] 256`, or with a plus sign; and a byte, `[e] 101`."""

_BETWEEN = ("][", "] + [", "]+[", "] [", "], [")
"""What stands between the two symbols of such a line."""

_ESCAPE = re.compile(r"\\u((?!d[89a-f])[0-9a-f]{4})")
"""How minbpe prints a control character."""

_TITLE = re.compile(r"(?:#|//) (?:\S++ \S.*|[A-Za-z]{3,})|.*[A-Za-z]{3}:")
"""A comment of several words, or what stands above a list: `Learned merges:`."""

_DELIMITED = re.compile(r"[^\d\W][,;\t|]\w")
"""What no list of tokens has."""

FIRST_MERGES = 1_000
"""So many first merges of a list join two characters somewhere."""

_SPACES_IN_SYMBOLS = re.compile(r"^ | $|^[^ \n]++ [^ \n]*+ ", re.MULTILINE)
"""A line with spaces beside the one between its two symbols."""

_SCORE = re.compile(r"-?[0-9]{1,18}(?:\.[0-9]{1,18})?")

_FEW = 3
"""Fewer lines may end in ascending numbers by chance."""


FAST_BPE = "fastBPE codes"
"""The kind of merges with counts."""

MAX_LINES = 600_000
"""The most lines of a list, which take some ten seconds; published ones have up to 515,000."""


def read_lines(text: str, tokens: Mapping[str, int] = NO_TOKENS) -> WrittenMerges:
    """The merges of all lines; raises `TokenizerFileError`, which names the first that cannot be read.

    `tokens` are those of a vocabulary that comes with them: only it tells what symbols with spaces are.
    """
    lines, header = _filled_lines(text)
    if not lines and header:
        return WrittenMerges((), "merges.txt", header=header)
    if not lines:
        raise TokenizerFileError("there are no merges here; at least one is needed.")
    if len(lines) == 1 and not header:
        _check_bracket(lines[0][1].strip())
    for number, line in lines:
        if len(line) > _LONGEST:
            raise TokenizerFileError(
                f"line {number:,} has {len(line):,} characters; at most {_LONGEST:,} fit."
            )
    read = (
        _with_spaces(text, header, tokens)
        or _of_printed_numbers(lines, tokens)
        or _with_numbers([line for _, line in lines])
        or _in_format(lines, header, tokens)
    )
    if read is None:
        raise _refusal(text, lines, header, tokens)
    return read


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


def _of_printed_numbers(lines: Sequence[tuple[int, str]], tokens: Mapping[str, int]) -> WrittenMerges | None:
    printed = _matches(_NUMBERED_PAIR, lines)
    if len(printed) == len(lines):
        return _of_numbers([(match[1], match[2], match[3]) for match in printed], tokens)
    triples = sorted((int(match[3]), match[1], match[2]) for match in _matches(_THREE_NUMBERS, lines))
    if len(triples) < len(lines):
        return None
    if any(made != max(256, triples[0][0]) + rank for rank, (made, *_) in enumerate(triples)):
        return None
    return _of_numbers([(left, right, str(number)) for number, left, right in triples], tokens)


def _in_format(
    lines: Sequence[tuple[int, str]], header: str, tokens: Mapping[str, int]
) -> WrittenMerges | None:
    """The merges of lines that one format fits, or of columns."""
    if not header and all("\t" in line for _, line in lines):  # a symbol of a column can be a space
        columns = read_columns([line for _, line in lines])
        if columns is not None:
            return _checked(columns, header, tokens)
    for line_format in (SPACES, COUNTS) if header else FORMATS:
        found = map(line_format.read, map(itemgetter(1), lines))
        pairs: tuple[Pair, ...] = tuple(takewhile(bool, found))  # type: ignore[arg-type]
        if len(pairs) < len(lines):
            continue
        if header or any(is_symbol(left) and is_symbol(right) for left, right in pairs[:FIRST_MERGES]):
            merges = _checked(pairs, header, tokens)
            return merges._replace(kind=FAST_BPE) if line_format is COUNTS else merges
        return _checked(read_columns([line for _, line in lines]) or pairs, header, tokens)
    columns = None if header else read_columns([line for _, line in lines])
    return None if columns is None else _checked(columns, header, tokens)


def _refusal(
    text: str, lines: Sequence[tuple[int, str]], header: str, tokens: Mapping[str, int]
) -> TokenizerFileError:
    """The error about the first line that the format does not fit which fits the most lines."""
    if len(lines) > 1 and not any(" " in line or _DELIMITED.search(line) for _, line in lines):
        return TokenizerFileError(f"it is a vocabulary, one token a line, {_BRING_MERGES}.")
    formats = (SPACES, COUNTS) if header else (SPACES, *FORMATS)
    unread = {each: [line for line in lines if each.read(line[1]) is None] for each in formats}
    best = min(formats, key=lambda each: len(unread[each]))
    number, line = unread[best][0]
    what = "it is not a list of merges: " if 2 * len(unread[best]) > len(lines) and not header else ""
    expected, whole_line = best.expected, text.split("\n")[number - 1]
    if not what and best is SPACES and _SPACES_IN_SYMBOLS.search(whole_line):
        line = whole_line
        other = (
            "tokenizer.json, since the vocabulary does not tell them apart" if tokens else "vocab.json too"
        )
        expected = f"{expected}; if symbols have spaces, bring {other}"
    return TokenizerFileError(f"{what}line {number:,} is {shown(line)}; expected {expected}.")


def _matches(pattern: re.Pattern[str], lines: Sequence[tuple[int, str]]) -> list[re.Match[str]]:
    """The matches of the lines, up to the first that does not match."""
    return [match for match in takewhile(bool, (pattern.fullmatch(line) for _, line in lines)) if match]


def _checked(pairs: tuple[Pair, ...], header: str, tokens: Mapping[str, int]) -> WrittenMerges:
    """The merges of all lines and their kind: of texts, or of token numbers; refuses anything else."""
    if not header and are_numbers(pairs, tokens):
        return _of_numbers([(left, right, None) for left, right in pairs], tokens)
    if len(pairs) >= _FEW and all(_SCORE.fullmatch(right) for _, right in pairs):
        scores = [float(right) for _, right in pairs]
        is_sorted = sorted(scores) in (scores, scores[::-1])
        has_words = any(token[1:] and not token.isdecimal() for token, _ in pairs)
        if has_words or (is_sorted and len(set(scores)) > 1):
            raise TokenizerFileError(f"it is a vocabulary, a token and a number a line, {_BRING_MERGES}.")
    symbols = "\n".join(chain.from_iterable(pairs))
    if header and "</w>\n" in f"{symbols}\n":
        return WrittenMerges(pairs, "subword-nmt codes", header=header)
    has_bytes = "Ġ" in symbols
    return WrittenMerges(pairs, "merges.txt" if header or has_bytes else "lines", header=header)


def _with_numbers(lines: Sequence[str]) -> WrittenMerges | None:
    """Merges with their symbols in brackets and the number of each token; None if a line is no such."""
    pairs: list[Pair] = []
    ids = {text: number for number, text in enumerate(BYTE_CHARACTERS)}
    for line in lines:
        match = _WITH_NUMBER.fullmatch(line)
        if match is None:
            return None
        if "\N{REPLACEMENT CHARACTER}" in match[2]:
            raise TokenizerFileError(
                "these lines leave bytes out, so that people can read them; give the .model file."
            )
        if match[1] is None:
            continue
        cuts = ((separator, place) for separator in _BETWEEN for place in _places(separator, match[1]))
        both = ((match[1][:place], match[1][place + len(separator) :]) for separator, place in cuts)
        pair = next((pair for pair in both if "".join(pair) == match[2]), None)
        if pair is None:
            return None
        left, right = (as_text(_ESCAPE.sub(_unescaped, part).encode()) for part in pair)
        pairs.append((left, right))
        ids[left + right] = int(match[3])
    return WrittenMerges(tuple(pairs), "lines of token numbers", ids)


def _places(part: str, text: str) -> list[int]:
    return [match.start() for match in re.finditer(f"(?={re.escape(part)})", text)]


def _unescaped(match: re.Match[str]) -> str:
    return chr(int(match[1], 16))


def _of_numbers(merges: Sequence[tuple[str, str, str | None]], tokens: Mapping[str, int]) -> WrittenMerges:
    """Merges of token numbers, each perhaps with the number of its token; otherwise these are 256 and up."""
    made = made_numbers([None if number is None else int(number) for _, _, number in merges])
    pairs = ((int(left), int(right)) for left, right, _ in merges)
    return numbered("lines of token numbers", zip(pairs, made, strict=True), tokens)


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


def _check_bracket(line: str) -> None:
    """Refuse a single line that was meant as a list; a symbol may be a bracket, as in `( b`."""
    looks_like_a_list = line[0] in "[({" and (line[-1] in "])}" or "'" in line or '"' in line)
    if len(line) <= _LONGEST and looks_like_a_list and quoted_pair(line) is None:
        raise TokenizerFileError(
            "this begins with a bracket, but is not a list as Python or JSON prints it, such as"
            " [('h', 'ug'), ('p', 'ug')]."
        )
