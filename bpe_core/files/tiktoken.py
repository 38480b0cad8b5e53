"""Reads ranks of bytes, as tiktoken has them: lines `base64 rank`, or one JSON object with all.

The lines have neither a pattern nor special tokens; js-tiktoken's and Anthropic's objects have both.

>>> read(GivenFile("ranks.json", b'{"pat_str": ".+", "bpe_ranks": "! 0 YQ== Yg== YWI="}')).ranks
{b'a': 0, b'b': 1, b'ab': 2}
"""

import re
from binascii import a2b_base64 as decode
from collections.abc import Iterator, Mapping
from dataclasses import replace
from operator import itemgetter
from typing import Any

from bpe_core.encoding.ranks import RankedParts
from bpe_core.errors import TokenizerFileError
from bpe_core.files.given_file import FileFormat, GivenFile
from bpe_core.files.minbpe import byte_config
from bpe_core.files.tiktoken_pattern import rules_of_tiktoken
from bpe_core.validation import checked_integer, shown

_MAX_WORK = 10**8  # the sum of the squared lengths of the tokens; GPT-4's is a tenth
_LINE = re.compile(r"([A-Za-z0-9+/]+={0,2}|=)[ \t]+([0-9]{1,9})")
_RANK_FIRST = re.compile(r"^([0-9]{1,9})[ \t]+([A-Za-z0-9+/]+={0,2})[ \t\r]*$", re.MULTILINE)
_RANK = re.compile("[0-9]{1,9}")
_OF_RANKS, _PATTERNS = ("bpe_ranks", "mergeable_ranks", "ranks"), ("pat_str", "pattern", "pat")


def is_object(file: GivenFile) -> bool:
    """Whether a file is one object with ranks and their pattern."""
    return bool(file.root and _member(file.root, _OF_RANKS) and _member(file.root, _PATTERNS))


def is_lines(file: GivenFile) -> bool:
    """Whether a text begins with a line `base64 rank`, and has a byte in base64, unlike counts of words."""
    text = lines_of(file)
    match = _LINE.fullmatch(text.split("\n", 1)[0].strip())
    is_base64 = match is not None and (len(match[1]) % 4 == 0 or match[1] == "=")
    return is_base64 and re.search(r"=[ \t]", text) is not None


def lines_of(file: GivenFile) -> str:
    """The text of a file; lines of base64 and rank, if it has them as JSON, or the rank first."""
    if file.root and next(iter(file.root)).endswith("=="):  # the base64 of one byte
        return "".join(f"{token} {rank}\n" for token, rank in file.root.items())
    first = file.text.split("\n", 1)[0]
    return _RANK_FIRST.sub(r"\2 \1", file.text) if first.rstrip().endswith("==") else file.text


def read(file: GivenFile) -> RankedParts:
    """The ranks in a file, cut by its pattern, the given one or GPT-2's; raises `TokenizerFileError`."""
    if not is_object(file):
        return parts_of_ranks(_ranks(_entries(lines_of(file))), file.pattern)
    root = file.root or {}
    ranks, special = _member(root, _OF_RANKS), root.get("special_tokens") or {}
    entries = ranks.items() if isinstance(ranks, dict) else _entries(str(ranks))
    if not isinstance(special, dict):
        raise TokenizerFileError(f"its special tokens must be an object, got {shown(special)}.")
    for token, number in (*special.items(), *(entries if isinstance(ranks, dict) else ())):
        checked_integer(f"the id of {shown(token)}", number, TokenizerFileError, most=2**32 - 1)
    return parts_of_ranks(_ranks(entries), _member(root, _PATTERNS), special)


def parts_of_ranks(
    ranks: Mapping[bytes, int], pattern: str | None, special_tokens: Mapping[str, int] | None = None
) -> RankedParts:
    """Tokens of bytes in the order of their ids, and special tokens, which are only decoded.

    Raises `TokenizerFileError` if a token needs a byte that is not a token.
    """
    if sum([len(token) ** 2 for token in ranks]) > _MAX_WORK:
        raise TokenizerFileError("its tokens are too long to find their merges.")
    single_bytes = {token for token in ranks if len(token) == 1}
    if missing := {*b"".join(ranks)} - {byte for (byte,) in single_bytes}:
        byte = bytes([min(missing)])
        token = next(token for token in ranks if byte in token)
        raise TokenizerFileError(f"the token {shown(token)} needs {byte!r}, which is not a token.")
    cut = {"pre_tokenizer": "gpt2"} if pattern is None else rules_of_tiktoken(pattern)
    codes, special = [byte for (byte,) in sorted(single_bytes)], special_tokens or {}
    parts = RankedParts(replace(byte_config(""), **cut), codes, (), ranks=ranks, special_tokens=special)
    if twice := {*special.values()}.intersection(ranks.values()):
        raise TokenizerFileError(f"a special token of it has the id of another token, {min(twice)}.")
    if special and len(parts.vocabulary.ids) < len(ranks) + len(special):
        raise TokenizerFileError("a special token of it has a name that is printed as another token is.")
    return parts


def _member(root: Mapping[str, Any], names: tuple[str, ...]) -> Any:
    return next((root[name] for name in names if isinstance(root.get(name), str | dict)), None)


def _entries(text: str) -> Iterator[tuple[str, Any]]:
    """Lines `base64 rank`, or `! 0 IQ== Ig==` as js-tiktoken packs them, with the rank of the first."""
    for number, line in enumerate(text.split("\n"), start=1):
        words = line.split()
        if len(words) == 2 and _RANK.fullmatch(words[1]):
            yield words[0], int(words[1])
        elif len(words) > 2 and _RANK.fullmatch(words[1]):
            yield from zip(words[2:], range(int(words[1]), int(words[1]) + len(words) - 2), strict=True)
        elif words:
            raise TokenizerFileError(f"line {number} must be base64 and a rank, got {shown(line)}.")


def _ranks(entries: Any) -> dict[bytes, int]:
    """Token -> rank, in the order of the ranks."""
    ranks: dict[bytes, int] = {}  # of a token that is given twice the last rank counts, as in tiktoken
    for written, rank in entries:
        try:  # Whisper writes its empty token as one sign
            token = b"" if written == "=" else decode(written, strict_mode=True)
        except ValueError as error:
            raise TokenizerFileError(f"the token {shown(written)} is not base64.") from error
        ranks[token] = rank
    if len({*ranks.values()}) < len(ranks):
        raise TokenizerFileError("two of its tokens have the same rank.")
    return dict(sorted(ranks.items(), key=itemgetter(1)))


LINES = FileFormat("tiktoken file", is_lines, read, takes_pattern=True)
OBJECT = FileFormat("ranks in one JSON object", is_object, read)
