"""Reads minbpe's `.model`, and those of programs that save the same under their own name.

>>> read(GivenFile("m", b"minbpe v1\\n\\n0\\n104 117\\n")).vocabulary.ids["hu"]
256
"""

import re
from collections.abc import Iterable, Sequence

from bpe_core.config import BPEConfig
from bpe_core.encoding.parts import TokenizerParts
from bpe_core.errors import TokenizerFileError
from bpe_core.files.given_file import FileFormat, GivenFile
from bpe_core.files.written_tokens import with_printed_ids
from bpe_core.pre_tokenizers.custom_pattern import compiled_pattern
from bpe_core.pre_tokenizers.registry import rules_of_pattern
from bpe_core.symbol_texts import BYTE_CHARACTERS
from bpe_core.validation import shown

HEADER = "minbpe v1"
"""The first line of a minbpe model."""
_OWN_HEADER = re.compile(r"[A-Za-z][\w.-]* v[0-9.]+\r?\n[^\n]*\n[0-9]{1,4}\r?\n")
_MAX_TOKEN_BYTES = 2**24  # of all tokens: the lines can double a token 60 times


def is_minbpe(text: str) -> bool:
    """Whether a text begins with the first line of a minbpe model, or one like it, and a number in line 3."""
    return text.split("\n", 1)[0].rstrip("\r") == HEADER or _OWN_HEADER.match(text) is not None


def read(file: GivenFile) -> TokenizerParts:
    """Header, pattern, special tokens, and a pair of token numbers a line; raises `TokenizerFileError`.

    By default minbpe refuses a text with a special token; here special tokens are cut out.
    """
    lines = file.text.removesuffix("\n").split("\n")
    if len(lines) < 3:
        raise TokenizerFileError("it ends before its number of special tokens.")
    special_count = _number(lines[2], 3)
    merges_start = 3 + special_count
    if len(lines) < merges_start:
        raise TokenizerFileError(f"it ends before its {special_count} special tokens.")
    special_ids: dict[str, int] = {}
    for number, line in enumerate(lines[3:merges_start], start=4):
        parts = line.split()  # as minbpe does, also at U+001C to U+001F; no token may have a space in it
        token, token_id = parts if len(parts) == 2 else line.strip().rpartition(" ")[::2]
        if not token:
            raise TokenizerFileError(f"line {number} must be a token and its id, got {shown(line)}.")
        special_ids[token] = _number(token_id, number)
    _check_beginnings(special_ids)
    merges = _minbpe_merges(lines[merges_start:], merges_start + 1)
    ids = _byte_value_ids(merges, merges_start + 1)
    config = byte_config(lines[1].strip(), special_ids)
    if config.pattern is not None and compiled_pattern(config.pattern).groups:
        raise TokenizerFileError(
            f"its pattern {shown(config.pattern)} has a group, and minbpe takes only that."
        )
    model = TokenizerParts(config, range(256), merges)
    return with_printed_ids(model, ids | special_ids) if special_ids else model


def byte_config(pattern: str, special_tokens: Iterable[str] = ()) -> BPEConfig:
    """The rules for tokens of bytes; without a pattern nothing cuts a text."""
    cut = rules_of_pattern(pattern) if pattern else {"pre_tokenizer": "none"}
    return BPEConfig(**cut, alphabet="bytes", id_order="byte_value", special_tokens=tuple(special_tokens))


def _check_beginnings(special_tokens: Iterable[str]) -> None:
    """Refuse a special token after one that it begins with: minbpe finds that one, we the longest."""
    number_of = {token: number for number, token in enumerate(special_tokens)}
    begun: list[tuple[str, int]] = []  # prefixes of the token, each with the first number up to it
    for token in sorted(number_of):
        while begun and not token.startswith(begun[-1][0]):
            begun.pop()
        number = number_of[token]
        first = begun[-1][1] if begun else number
        if first < number:
            raise TokenizerFileError(f"its special token {shown(token)} begins as one before it does.")
        begun.append((token, number))


def _minbpe_merges(lines: Sequence[str], first_line: int) -> list[tuple[int, int]]:
    merges: list[tuple[int, int]] = []
    lengths = [1] * 256
    for number, line in enumerate(lines, start=first_line):
        parts = line.split()
        if len(parts) != 2:
            raise TokenizerFileError(f"line {number} must be two token numbers, got {shown(line)}.")
        left, right = _number(parts[0], number), _number(parts[1], number)
        if max(left, right) >= len(lengths):
            raise TokenizerFileError(
                f"line {number} uses token {max(left, right)}, which is not made before it."
            )
        lengths.append(lengths[left] + lengths[right])
        if lengths[-1] > _MAX_TOKEN_BYTES:
            raise TokenizerFileError(f"line {number} makes a token of {lengths[-1]:,} bytes.")
        merges.append((left, right))
    if sum(lengths) > _MAX_TOKEN_BYTES:
        raise TokenizerFileError(f"its tokens have {sum(lengths):,} bytes, more than {_MAX_TOKEN_BYTES:,}.")
    return merges


def _byte_value_ids(merges: Sequence[tuple[int, int]], first_line: int) -> dict[str, int]:
    tokens = list(BYTE_CHARACTERS)
    ids = {token: number for number, token in enumerate(tokens)}
    for line, (left, right) in enumerate(merges, start=first_line):
        token = tokens[left] + tokens[right]
        tokens.append(token)
        if ids.setdefault(token, len(ids)) < len(tokens) - 1:
            raise TokenizerFileError(
                f"line {line} makes {shown(token)}, as a line before it does: it has two ids."
            )
    return ids


def _number(text: str, line: int) -> int:
    number = text.strip()
    if not re.fullmatch(r"[0-9]{1,9}", number):
        raise TokenizerFileError(f"line {line} has {shown(text)} where a number is needed.")
    return int(number)


FORMAT = FileFormat("minbpe model", lambda file: is_minbpe(file.text), read)
