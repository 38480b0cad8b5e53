"""User merges: reads the merges of somebody's own implementation, from a file or a pasted text, leniently.

`tokenizer_files` refuses lists that no tokenizer could use. This module reads them, because `diagnosis` is
made for lists that differ. Rules that can never apply and rules given twice are kept.

>>> read_user_merges("#version: 0.2\\nu g\\nh ug\\n")
UserMerges(pairs=(('u', 'g'), ('h', 'ug')), kind='merges.txt')
>>> read_user_merges("[(b' ', b't'), (b' t', b'he')]").pairs
(('Ġ', 't'), ('Ġt', 'he'))
>>> read_user_merges("1. u + g 20\\n2. u + n 16").pairs
(('u', 'g'), ('u', 'n'))
>>> read_user_merges("u g\\nhug")
Traceback (most recent call last):
    ...
bpe_core.errors.ComparisonError: Line 2 is 'hug'; expected one merge: two symbols and one space between them.
"""

import codecs
import json
import re
from dataclasses import dataclass, replace

from bpe_core.encoding.parts import TokenizerParts
from bpe_core.errors import ComparisonError, ConfigError, TextError, TokenizerFileError
from bpe_core.merges import Pair
from bpe_core.studies.user_merges.failed_tests import own_list
from bpe_core.studies.user_merges.lines import read_lines
from bpe_core.studies.user_merges.values import (
    MAX_SYMBOL,
    MAX_USER_BYTES,
    check_number,
    numbered,
    pairs_of_json,
    pairs_of_python,
    read_literal,
)
from bpe_core.symbol_texts import BYTE_CHARACTERS, BYTE_OF_CHARACTER
from bpe_core.tokenizer_files.byte_tokens import MINBPE_HEADER, is_tiktoken, read_minbpe, read_tiktoken
from bpe_core.validation import TOO_MANY_SIGNS, check_characters, has_too_many_signs, short_name, shown

_MOST_SPECIAL_TOKENS = 1_000
"""How many lines a minbpe model may have besides its merges."""

_MOST_TIKTOKEN_WORK = 2 * 10**7
"""The largest sum of the squared lengths of a tiktoken file's tokens; GPT-4's have half of it."""

_SPACE_TWICE = r"\xc4\xa0"
"""The bytes of Ġ, as Python prints them."""

_PICKLE_PROTOCOLS = (b"\x02", b"\x03", b"\x04", b"\x05")

_PYTHON = re.compile(r"(?:[A-Za-z_][\w.]*+\s*+=\s*+)?(?:[A-Za-z_][\w.]*+\()?\s*+[\[({]")
"""How a printed Python list or dict begins, perhaps with its name and its class."""

_TYPES = re.compile(r"\bnp\.u?int\d++\((\d++)\)|\bdefaultdict(\()<[^<>]*+>, ")
"""What Python prints around a NumPy number, and before the dict in a defaultdict."""

_CUT_SHORT = re.compile(r"[,\[(]\s*+(?:\.\.\.|…)\s*+[,\])(\[]")
"""What Python or a notebook prints instead of merges that it leaves out."""

_COLOUR = re.compile(r"\x1b\[[0-9;]*+m")
"""The colour codes of a terminal, as a log may have them."""

_PROMPT, _OUTPUT = re.compile(r">>>(?:\s|$)|In \[\d*+\]:"), re.compile(r"^Out\[\d++\]:")


@dataclass(frozen=True)
class UserMerges:
    """The merges of somebody's own implementation."""

    pairs: tuple[Pair, ...]
    """The two symbols of each merge, in the order learned. Symbols given as bytes or as numbers are written
    in GPT-2's printable characters, others as they were given."""

    kind: str
    """What they were read as, in plain words: "merges.txt", "subword-nmt codes", "minbpe model"."""


def read_user_merges(data: bytes | str, name: str = "") -> UserMerges:
    """The merges in a file's content or in pasted text; the content shows what it is.

    It reads merges.txt, tokenizer.json, minbpe's `.model` and its dict of merges, subword-nmt codes,
    tiktoken's ranks, lists of pairs in JSON or Python, and lines such as `h ug`, `h + ug`, `h,ug` and `Best
    pair: ('h', 'ug')`; also the output of a failed `assert mine == expected`, a diff, or an interactive
    session. An error begins with `name`. Raises `ComparisonError`, which names the line if there is one.
    """
    try:
        text = _checked_text(data)
        own = own_list(text)
        merges = _read(text if own is None else own.text)
        if own is not None:
            merges = replace(merges, kind=f"{merges.kind}, {own.source}")
        if _SPACE_TWICE in text:
            merges = replace(merges, pairs=_decoded(merges.pairs))
        check_pairs(merges.pairs)
    except (ComparisonError, TokenizerFileError, ConfigError, TextError) as error:
        sentence = str(error)
        raise ComparisonError(
            f"{short_name(name)}: {sentence}" if name else sentence[0].upper() + sentence[1:]
        ) from error
    return merges


def _checked_text(data: bytes | str) -> str:
    size = len(data) if isinstance(data, bytes) else len(data.encode("utf-8", "surrogatepass"))
    if size > MAX_USER_BYTES:
        raise ComparisonError(f"The merges have {size:,} bytes; at most {MAX_USER_BYTES:,} can be read.")
    if isinstance(data, bytes):
        if data[:1] == b"\x80" and data[1:2] in _PICKLE_PROTOCOLS:
            raise ComparisonError(
                "This is a pickled file, which could run anything when it is opened. Save your merges as"
                " text: print(merges, file=open('merges.txt', 'w', encoding='utf-8'))."
            )
        data = _decoded_text(data)
    text = data.removeprefix("\ufeff").replace("\r\n", "\n")
    text = text if "\n" in text else text.replace("\r", "\n")
    check_characters(text, "The merge list")
    text = _without_surroundings(_COLOUR.sub("", text))
    if not text.strip():
        raise ComparisonError("There are no merges here; at least one is needed.")
    return text


def _decoded_text(data: bytes) -> str:
    is_utf_16 = data[:2] in (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)  # as PowerShell's > writes
    if b"\0" in data and not is_utf_16:
        raise ComparisonError(
            "This is a binary file, perhaps a SentencePiece model; give the merges as text."
        )
    encoding = "utf-16" if is_utf_16 else "utf-8-sig"
    try:
        return data.decode(encoding)
    except UnicodeDecodeError as error:
        name = "UTF-16" if is_utf_16 else "UTF-8"
        raise ComparisonError(f"Byte {error.start + 1:,} is not {name}; save the text as UTF-8.") from error


def _without_surroundings(text: str) -> str:
    """The text without a surrounding Markdown block or the prompts of an interactive session."""
    begins = text.lstrip()
    if begins.startswith("```"):
        return "\n".join(line for line in text.split("\n") if not line.startswith("```"))
    if _PROMPT.match(begins):
        lines = (_OUTPUT.sub("", line) for line in text.split("\n"))
        return "\n".join(line for line in lines if not _PROMPT.match(line))
    return text


def _read(text: str) -> UserMerges:
    if text.split("\n", 1)[0].strip() == MINBPE_HEADER:
        check_number(text.count("\n") - _MOST_SPECIAL_TOKENS)
        return UserMerges(_pairs_of_numbers(read_minbpe(text)), "minbpe model")
    if is_tiktoken(text) and len(text.split("\n", 2)) > 1:
        _check_tiktoken(text)
        return UserMerges(_pairs_of_numbers(read_tiktoken(text, None)), "tiktoken ranks")
    if text.lstrip()[0] in "[{":
        if has_too_many_signs(text):
            raise ComparisonError(f"The merges have {TOO_MANY_SIGNS}.")
        try:
            value = json.loads(text)
        except (ValueError, RecursionError):
            value = None  # a Python literal, or lines that begin with a bracket
        if value is not None:
            return UserMerges(*pairs_of_json(value))
    printed = _TYPES.sub(r"\1\2", text)
    if _PYTHON.match(printed.lstrip()) and (literal := read_literal(_in_brackets(printed))) is not None:
        return UserMerges(*pairs_of_python(literal))
    if _PYTHON.match(text.lstrip()) and _CUT_SHORT.search(text):
        raise ComparisonError("This list is cut short where it has ...; print all of it.")
    return UserMerges(*read_lines(text))


def _in_brackets(text: str) -> str:
    """The text from the first bracket to the last, without a name, a class, or what follows."""
    start = min(place for place in map(text.find, "[({") if place >= 0)
    return text[start : max(map(text.rfind, "])}")) + 1]


def _decoded(pairs: tuple[Pair, ...]) -> tuple[Pair, ...]:
    """The pairs; printed symbols that were encoded once more, so that Ġ is b'\\xc4\\xa0', are repaired."""
    try:
        texts = [
            [bytes(BYTE_OF_CHARACTER[each] for each in symbol).decode() for symbol in pair] for pair in pairs
        ]
    except (KeyError, UnicodeDecodeError):
        return pairs
    are_printed = all(set(text) <= BYTE_OF_CHARACTER.keys() for pair in texts for text in pair)
    return tuple((left, right) for left, right in texts) if are_printed else pairs


def _check_tiktoken(text: str) -> None:
    """Refuse what would take long to read: the time grows with the squared lengths of the tokens."""
    check_number(text.count("\n"))
    lengths = (len(line.partition(" ")[0]) * 3 // 4 for line in text.split("\n"))  # base64
    if sum(length**2 for length in lengths) > _MOST_TIKTOKEN_WORK:
        raise ComparisonError("This tiktoken file has tokens that are too long to find their merges.")


def _pairs_of_numbers(contents: TokenizerParts) -> tuple[Pair, ...]:
    """The merges of a file whose base symbols are bytes, as printed text."""
    base = [BYTE_CHARACTERS[code] for code in contents.base_codes]
    return numbered(((pair, number) for number, pair in enumerate(contents.merges, start=len(base))), base)


def check_pairs(pairs: tuple[Pair, ...]) -> None:
    """Raise `ComparisonError` if there are no merges or too many, or if symbols are empty or too long."""
    if not pairs:
        raise ComparisonError("There are no merges here; at least one is needed.")
    check_number(len(pairs))
    for number, pair in enumerate(pairs, start=1):
        for symbol in pair:
            check_characters(symbol, f"Merge {number:,}")
            if not 1 <= len(symbol) <= MAX_SYMBOL:
                raise ComparisonError(
                    f"Merge {number:,} has the symbol {shown(symbol)}; a symbol has 1 to"
                    f" {MAX_SYMBOL:,} characters."
                )
