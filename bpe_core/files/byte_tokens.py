"""Tokenizers whose tokens are bytes: minbpe's `.model`, and tiktoken's lines `base64 rank`."""

import base64
import re
from binascii import a2b_base64 as decode
from collections.abc import Iterable, Mapping, Sequence
from operator import itemgetter

from bpe_core.config import BPEConfig
from bpe_core.encoding.parts import TokenizerParts
from bpe_core.encoding.ranks import RankedParts
from bpe_core.errors import TokenizerFileError
from bpe_core.files.given_file import GivenFile
from bpe_core.files.written_tokens import with_printed_ids
from bpe_core.pre_tokenizers.custom_pattern import compiled_pattern
from bpe_core.pre_tokenizers.registry import rules_of_pattern
from bpe_core.symbol_texts import BYTE_CHARACTERS, BYTE_OF_CHARACTER
from bpe_core.validation import shown

MINBPE_HEADER = "minbpe v1"
"""The first line of a minbpe model."""

_MAX_TOKEN_BYTES = 2**24  # of all tokens of a minbpe model: its lines can double a token 60 times
_MAX_TIKTOKEN_WORK = 10**8  # the sum of the squared lengths of a tiktoken file's tokens; GPT-4's is a tenth

_TIKTOKEN_LINE = re.compile(r"([A-Za-z0-9+/]+={0,2}|=)[ \t]+([0-9]{1,9})")
_RANK_FIRST = re.compile(r"^([0-9]{1,9})[ \t]+([A-Za-z0-9+/]+={0,2})[ \t\r]*$", re.MULTILINE)


def is_minbpe(text: str) -> bool:
    """Whether a text begins with the first line of a minbpe model."""
    return text.split("\n", 1)[0].rstrip("\r") == MINBPE_HEADER


def read_minbpe(text: str) -> TokenizerParts:
    """A model saved by minbpe: header, pattern, special tokens, and a pair of token numbers per line.

    By default minbpe refuses a text with a special token; here special tokens are cut out.
    """
    lines = text.removesuffix("\n").split("\n")
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
    config = _byte_config(lines[1].strip() or None, tuple(special_ids))
    if config.pattern is not None and compiled_pattern(config.pattern).groups:
        raise TokenizerFileError(
            f"its pattern {shown(config.pattern)} has a group, and minbpe takes only that."
        )
    model = TokenizerParts(config, range(256), merges)
    return with_printed_ids(model, ids | special_ids) if special_ids else model


def read_tiktoken(text: str, pattern: str | None) -> RankedParts:
    """Lines `base64 rank`, without pattern or special tokens; without `pattern`, GPT-2's is used."""
    return parts_of_ranks(_tiktoken_ranks(text), pattern)


def parts_of_ranks(
    ranks: Mapping[bytes, int], pattern: str | None, special_tokens: Mapping[str, int] | None = None
) -> RankedParts:
    """Tokens of bytes in the order of their ids, and special tokens, which are only decoded.

    Raises `TokenizerFileError` if a token needs a byte that is not a token.
    """
    if sum([len(token) ** 2 for token in ranks]) > _MAX_TIKTOKEN_WORK:
        raise TokenizerFileError("its tokens are too long to find their merges.")
    single_bytes = {token for token in ranks if len(token) == 1}
    if missing := {*b"".join(ranks)} - {byte for (byte,) in single_bytes}:
        byte = bytes([min(missing)])
        token = next(token for token in ranks if byte in token)
        raise TokenizerFileError(f"the token {shown(token)} needs {byte!r}, which is not a token.")
    config = _byte_config(pattern, (), default="gpt2")
    codes = [byte for (byte,) in sorted(single_bytes)]
    special_tokens = special_tokens or {}
    parts = RankedParts(config, codes, (), ranks=ranks, special_tokens=special_tokens)
    if special_tokens and len(parts.vocabulary.ids) < len(ranks) + len(special_tokens):
        raise TokenizerFileError("a special token of it has a name that is printed as another token is.")
    return parts


def write_minbpe(parts: TokenizerParts) -> dict[str, bytes]:
    """The files of a model as minbpe saves it; the ids are the numbers of the symbols."""
    config, ids = parts.config, parts.vocabulary.ids
    special = [f"{token} {ids[token]}" for token in config.special_tokens]
    merges = [f"{left} {right}" for left, right in parts.rules.pairs]
    lines = [MINBPE_HEADER, pattern_of(config), str(len(special)), *special, *merges]
    return {"tokenizer.model": "".join(f"{line}\n" for line in lines).encode()}


def write_tiktoken(parts: TokenizerParts) -> dict[str, bytes]:
    """The file of ranks that tiktoken loads; tiktoken gets the pattern and the special tokens separately."""
    ids, special = parts.vocabulary.ids, parts.config.special_tokens
    lines = []
    for token, rank in ids.items():
        if token not in special:
            data = bytes(map(BYTE_OF_CHARACTER.__getitem__, token))
            lines.append(f"{base64.b64encode(data).decode()} {rank}\n")
    return {"ranks.tiktoken": "".join(lines).encode()}


def is_tiktoken(text: str) -> bool:
    """Whether a text begins with a line `base64 rank`, and has a byte in base64, unlike counts of words."""
    first = text.split("\n", 1)[0].strip()
    match = _TIKTOKEN_LINE.fullmatch(first)
    is_base64 = match is not None and (len(match[1]) % 4 == 0 or match[1] == "=")
    return is_base64 and re.search(r"=[ \t]", text) is not None


def tiktoken_lines(file: GivenFile) -> str:
    """The text of a file; lines of base64 and rank, if it has them as JSON, or the rank first."""
    if file.root and next(iter(file.root)).endswith("=="):  # the base64 of one byte
        return "".join(f"{token} {rank}\n" for token, rank in file.root.items())
    first = file.text.split("\n", 1)[0]
    return _RANK_FIRST.sub(r"\2 \1", file.text) if first.rstrip().endswith("==") else file.text


def _byte_config(pattern: str | None, special_tokens: tuple[str, ...], default: str = "none") -> BPEConfig:
    return BPEConfig(
        **({"pre_tokenizer": default} if pattern is None else rules_of_pattern(pattern)),
        alphabet="bytes",
        id_order="byte_value",
        special_tokens=special_tokens,
    )


def pattern_of(config: BPEConfig) -> str:
    """The pattern that cuts a text into words; empty if nothing cuts it. Raises `TokenizerFileError`."""
    pattern = config.pattern or config.cutter.pattern or ""
    if not pattern and config.pre_tokenizer != "none":
        raise TokenizerFileError(f"it cannot hold the pre-tokenizer {config.pre_tokenizer!r}.")
    return pattern


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


def _tiktoken_ranks(text: str) -> dict[bytes, int]:
    """Token -> rank, in the order of the ranks."""
    ranks: dict[bytes, int] = {}  # of a token that is given twice the last rank counts, as in tiktoken
    for number, line in enumerate(text.split("\n"), start=1):
        written, digits = [*line.split(maxsplit=1), "", ""][:2]
        digits = digits.strip()
        if not written:
            continue
        if not (digits.isascii() and digits.isdecimal() and len(digits) < 10):
            raise TokenizerFileError(f"line {number} must be base64 and a rank, got {shown(line)}.")
        try:
            # Whisper writes its empty token as one sign.
            token = b"" if written == "=" else decode(written, strict_mode=True)
        except ValueError as error:
            raise TokenizerFileError(f"line {number} has {shown(written)}, which is not base64.") from error
        ranks[token] = int(digits)
    if len({*ranks.values()}) < len(ranks):
        raise TokenizerFileError("two of its tokens have the same rank.")
    return dict(sorted(ranks.items(), key=itemgetter(1)))
