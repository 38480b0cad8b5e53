"""Reads minbpe's `.model`, and those of programs that save the same under their own name.

>>> read(GivenFile("m", b"minbpe v1\\n\\n0\\n104 117\\n")).vocabulary.ids["hu"]
256
"""

import re
from collections.abc import Iterable

from bpe_core.config import BPEConfig
from bpe_core.encoding.byte_parts import ListedParts
from bpe_core.errors import TokenizerFileError
from bpe_core.files.given_file import FileFormat, GivenFile
from bpe_core.files.merge_rows import check_made_once, of_numbers
from bpe_core.pre_tokenizers.custom_pattern import compiled_pattern
from bpe_core.pre_tokenizers.registry import rules_of_pattern
from bpe_core.validation import shown

HEADER = "minbpe v1"
"""The first line of a minbpe model."""
_OWN_HEADER = re.compile(r"[A-Za-z][\w.-]* v[0-9.]+\r?\n[^\n]*\n[0-9]{1,4}\r?\n")


def is_minbpe(text: str) -> bool:
    """Whether a text begins with the first line of a minbpe model, or one like it, and a number in line 3."""
    return text.split("\n", 1)[0].rstrip("\r") == HEADER or _OWN_HEADER.match(text) is not None


def read(file: GivenFile) -> ListedParts:
    """Header, pattern, special tokens, and a pair of token numbers a line; raises `TokenizerFileError`.

    By default minbpe refuses a text with a special token; here special tokens are cut out.
    """
    lines = [*enumerate(file.text.removesuffix("\n").split("\n"), start=1)]
    if len(lines) < 3:
        raise TokenizerFileError("it ends before its number of special tokens.")
    first = 3 + _number(lines[2][1], 3)
    if len(lines) < first:
        raise TokenizerFileError(f"it ends before its {first - 3} special tokens.")
    special = dict(_special_token(line, number) for number, line in lines[3:first])
    _check_beginnings(special)
    merges = of_numbers("minbpe model", [_pair(line, number) for number, line in lines[first:]])
    check_made_once(merges.pairs)
    ids = dict(merges.ids or {})
    token_of = {token_id: token for token, token_id in ids.items()}
    for token, token_id in special.items():
        if token in ids:
            raise TokenizerFileError(f"the token {shown(token)} can be read as two different ones.")
        if token_id in token_of:
            both = f"{shown(token)} and {shown(token_of[token_id])}"
            raise TokenizerFileError(f"it gives {both} the same id, {token_id}.")
        ids[token], token_of[token_id] = token_id, token
    config = byte_config(lines[1][1].strip(), special)
    if config.pattern is not None and compiled_pattern(config.pattern).groups:
        raise TokenizerFileError(
            f"its pattern {shown(config.pattern)} has a group, and minbpe takes only that."
        )
    return ListedParts(config, range(256), (), ids, pairs=merges.pairs)


def byte_config(pattern: str, special_tokens: Iterable[str] = ()) -> BPEConfig:
    """The rules for tokens of bytes; without a pattern nothing cuts a text."""
    cut = rules_of_pattern(pattern) if pattern else {"pre_tokenizer": "none"}
    return BPEConfig(**cut, alphabet="bytes", id_order="byte_value", special_tokens=tuple(special_tokens))


def _special_token(line: str, number: int) -> tuple[str, int]:
    parts = line.split()  # as minbpe does, also at U+001C to U+001F; no token may have a space in it
    token, token_id = parts if len(parts) == 2 else line.strip().rpartition(" ")[::2]
    if not token:
        raise TokenizerFileError(f"line {number} must be a token and its id, got {shown(line)}.")
    return token, _number(token_id, number)


def _check_beginnings(special_tokens: Iterable[str]) -> None:
    """Refuse a special token after one that it begins with: minbpe finds that one, we the longest."""
    before, lengths = set[str](), set[int]()
    for token in special_tokens:
        if any(token[:length] in before for length in lengths):
            raise TokenizerFileError(f"its special token {shown(token)} begins as one before it does.")
        before.add(token)
        lengths.add(len(token))


def _pair(line: str, number: int) -> tuple[int, int]:
    parts = line.split()
    if len(parts) != 2:
        raise TokenizerFileError(f"line {number} must be two token numbers, got {shown(line)}.")
    return _number(parts[0], number), _number(parts[1], number)


def _number(text: str, line: int) -> int:
    number = text.strip()
    if not re.fullmatch(r"[0-9]{1,9}", number):
        raise TokenizerFileError(f"line {line} has {shown(text)} where a number is needed.")
    return int(number)


FORMAT = FileFormat("minbpe model", lambda file: is_minbpe(file.text), read)
