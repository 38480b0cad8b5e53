"""Merges that are written as numbers of tokens, as minbpe writes them."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from bpe_core.errors import TokenizerFileError
from bpe_core.files.written_merges.entries import parts_of
from bpe_core.files.written_merges.written import NO_TOKENS, WrittenMerges
from bpe_core.merges import Pair
from bpe_core.symbol_texts import BYTE_CHARACTERS
from bpe_core.validation import checked_integer, shown

MAX_TOKEN_BYTES = 10_000_000
"""The most bytes of all tokens together that token numbers may make."""


def numbered(kind: str, merges: Iterable[tuple[Any, int]], tokens: Mapping[str, int]) -> WrittenMerges:
    """The merges from token numbers, each with the number of the token that it makes.

    The numbers are those of the vocabulary; without one, bytes have the first.
    """
    texts = {number: text for text, number in tokens.items()} or dict(enumerate(BYTE_CHARACTERS))
    size, known = 0, "in the vocabulary" if tokens else "a byte"
    pairs: list[Pair] = []
    for number, (entry, token) in enumerate(merges, start=1):
        parts = parts_of(entry)
        if len(parts) != 2:
            raise no_pair(number, entry)
        for part in parts:
            if part not in texts:
                raise TokenizerFileError(
                    f"merge {number:,} uses token {shown(part)}, which is neither {known} nor made before it."
                )
        left, right = texts[parts[0]], texts[parts[1]]
        # Each merge can make a token twice as long as the longest before it.
        size += len(left) + len(right)
        if size > MAX_TOKEN_BYTES:
            raise TokenizerFileError(
                f"merge {number:,} makes a token of {len(left) + len(right):,} bytes; all tokens together"
                f" can have at most {MAX_TOKEN_BYTES:,}."
            )
        checked_integer(f"the token of merge {number:,}", token, TokenizerFileError, most=2**32 - 1)
        pairs.append((left, right))
        if texts.setdefault(token, left + right) != left + right and not tokens:
            raise TokenizerFileError(f"merge {number:,} makes token {token:,}, which there is already.")
    return WrittenMerges(
        tuple(pairs), kind, None if tokens else {text: number for number, text in texts.items()}
    )


def are_numbers(pairs: Sequence[Pair], tokens: Mapping[str, int] = NO_TOKENS) -> bool:
    """Whether the symbols are numbers of tokens, not digits that are merged.

    The numbers are those of the vocabulary; without one, of bytes and of earlier tokens.
    """
    if tokens and pairs:
        if not pairs[0][0].isdecimal():
            return False
        parts, numbers = {part for pair in pairs for part in pair}, {*map(str, tokens.values())}
        return parts <= numbers and not parts <= tokens.keys()
    made, are_numbers = set("0123456789"), False
    for rank, pair in enumerate(pairs):
        if not all(text.isascii() and text.isdecimal() and int(text[:9]) < 256 + rank for text in pair):
            return False
        are_numbers = are_numbers or not made.issuperset(pair)
        made.add(pair[0] + pair[1])
    return are_numbers


def made_numbers(written: Sequence[Any]) -> range:
    """The numbers of the tokens that merges make: as written if they go up one by one, else 256 and up."""
    first = written[0] if type(written[0]) is int and written[0] >= 256 else 256
    numbers = range(first, first + len(written))
    return numbers if list(numbers) == written else range(256, 256 + len(written))


def no_pair(number: int, entry: object) -> TokenizerFileError:
    """That an entry is no merge."""
    return TokenizerFileError(f'merge {number:,} is {shown(entry)}, not a pair such as ["h", "ug"].')
