"""Given merges: the merge list of somebody's own implementation, read leniently.

In: the content of a file, or pasted text. Out: `GivenMerges`, the pairs in the order in which they were
learned.

Where `tokenizer_files` refuses a list that no tokenizer could work with, this reads it: a list with a mistake
is what `diagnosis` is for. Rules that can never fire and rules given twice stay as they are.

>>> read_given_merges("#version: 0.2\\nu g\\nh ug\\n")
GivenMerges(pairs=(('u', 'g'), ('h', 'ug')), kind='merges.txt')
>>> read_given_merges("[(b' ', b't'), (b' t', b'he')]").pairs
(('Ġ', 't'), ('Ġt', 'he'))
>>> read_given_merges("1. u + g 20\\n2. u + n 16").pairs
(('u', 'g'), ('u', 'n'))
>>> read_given_merges("u g\\nhug")
Traceback (most recent call last):
    ...
bpe_core.errors.ComparisonError: Line 2 is 'hug'; two symbols and one space between them are allowed.
"""

import ast
import json
import re
from dataclasses import dataclass

from bpe_core.errors import ComparisonError, ConfigError, TextError, TokenizerFileError
from bpe_core.given import check_characters
from bpe_core.given_merges.lines import read_lines
from bpe_core.given_merges.values import pairs_of_json, pairs_of_python
from bpe_core.merges import Pair
from bpe_core.symbols import BYTE_CHARACTERS
from bpe_core.tokenizer_files.byte_tokens import MINBPE_HEADER, is_tiktoken, read_minbpe, read_tiktoken
from bpe_core.tokenizer_files.contents import FileContents, shown

MAX_GIVEN_BYTES = 10_000_000
"""The largest merge list that is read, in bytes."""

MAX_GIVEN_MERGES = 50_000
"""The most merges that are read."""

MAX_SYMBOL = 1_000
"""The longest symbol of a merge, in characters."""

_PYTHON = re.compile(
    r"\s*(?:[A-Za-z_][\w.]*\s*=\s*)?(?:OrderedDict|dict_keys|dict_items|list|tuple|dict)?\(?\s*[\[({]"
)
"""How a printed Python list or dict begins, perhaps with its name and its class."""


@dataclass(frozen=True)
class GivenMerges:
    """The merges of somebody's own implementation."""

    pairs: tuple[Pair, ...]
    """The two symbols of each merge, in the order learned. Symbols given as bytes or as numbers are written
    in GPT-2's printable characters, others as they were given."""

    kind: str
    """What they were read as, in plain words: "merges.txt", "subword-nmt codes", "minbpe model"."""


def read_given_merges(data: bytes | str, name: str = "") -> GivenMerges:
    """The merges in a file's content or in pasted text; what it is comes from the content.

    Read are merges.txt, tokenizer.json, minbpe's `.model` and its dict of merges, subword-nmt codes,
    tiktoken's ranks, lists of pairs in JSON or Python, and lines such as `h ug`, `h + ug`, `h,ug` and `('h',
    'ug')`. `name` is put in front of an error. Raises `ComparisonError`, which names the line where there is
    one.
    """
    try:
        given = _read(_checked_text(data))
        _check(given.pairs)
    except (ComparisonError, TokenizerFileError, ConfigError, TextError) as error:
        raise ComparisonError(f"{name}: {error}" if name else _as_sentence(str(error))) from error
    return given


def _checked_text(data: bytes | str) -> str:
    size = len(data) if isinstance(data, bytes) else len(data.encode("utf-8", "surrogatepass"))
    if size > MAX_GIVEN_BYTES:
        raise ComparisonError(f"The merges have {size:,} bytes; at most {MAX_GIVEN_BYTES:,} are allowed.")
    if isinstance(data, bytes):
        if b"\0" in data:
            raise ComparisonError(
                "This is a binary file, perhaps a SentencePiece model; merges written as text are allowed."
            )
        try:
            data = data.decode("utf-8-sig")
        except UnicodeDecodeError as error:
            raise ComparisonError(
                f"Byte {error.start + 1:,} is not UTF-8; a text in UTF-8 is allowed."
            ) from error
    text = data.removeprefix("\ufeff").replace("\r\n", "\n")
    check_characters(text, "The merge list")
    if not text.strip():
        raise ComparisonError("There are no merges here; at least one is needed.")
    return text


def _read(text: str) -> GivenMerges:
    if text.split("\n", 1)[0].strip() == MINBPE_HEADER:
        return GivenMerges(_pairs_of_numbers(read_minbpe(text)), "minbpe model")
    if is_tiktoken(text) and len(text.split("\n", 2)) > 1:
        return GivenMerges(_pairs_of_numbers(read_tiktoken(text, None)), "tiktoken ranks")
    if text.lstrip()[0] in "[{":
        try:
            value = json.loads(text)
        except (ValueError, RecursionError):
            value = None  # a Python literal, or lines that begin with a bracket
        if value is not None:
            return GivenMerges(*pairs_of_json(value))
    if _PYTHON.match(text) and (literal := _literal(text)) is not None:
        return GivenMerges(*pairs_of_python(literal))
    return GivenMerges(*read_lines(text))


def _literal(text: str) -> object | None:
    """The value of a printed Python list or dict, or None where the text is none."""
    start = min(place for place in map(text.find, "[({") if place >= 0)
    end = max(map(text.rfind, "])}"))
    around = text[start : end + 1]
    for candidate in (around, around[1:-1] if around.startswith("(") else around):
        try:
            value: object = ast.literal_eval(candidate.strip())
        except (ValueError, SyntaxError, RecursionError, MemoryError):
            continue
        # Lines such as ('h', 'ug') are no list: the first of them is not all.
        return value if isinstance(value, list | tuple | dict | set) else None
    return None


def _pairs_of_numbers(contents: FileContents) -> tuple[Pair, ...]:
    """Merges of numbered symbols, the base symbols being bytes, as printed text."""
    texts = [BYTE_CHARACTERS[code] for code in contents.base_codes]
    pairs: list[Pair] = []
    for left, right in contents.merges:
        pairs.append((texts[left], texts[right]))
        texts.append(texts[left] + texts[right])
    return tuple(pairs)


def _check(pairs: tuple[Pair, ...]) -> None:
    if not pairs:
        raise ComparisonError("There are no merges here; at least one is needed.")
    if len(pairs) > MAX_GIVEN_MERGES:
        raise ComparisonError(f"There are {len(pairs):,} merges; at most {MAX_GIVEN_MERGES:,} are allowed.")
    for number, pair in enumerate(pairs, start=1):
        for symbol in pair:
            check_characters(symbol, f"Merge {number:,}")
            if not 1 <= len(symbol) <= MAX_SYMBOL:
                raise ComparisonError(
                    f"Merge {number:,} has the symbol {shown(symbol)};"
                    f" 1 to {MAX_SYMBOL:,} characters are allowed."
                )


def _as_sentence(reason: str) -> str:
    """The tokenizer-file readers' reasons begin small, to stand behind a file's name."""
    return reason[:1].upper() + reason[1:]
