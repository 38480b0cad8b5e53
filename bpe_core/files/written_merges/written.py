"""What was read of a list of merges, and how symbols are written as text."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import NamedTuple

from bpe_core.errors import TokenizerFileError
from bpe_core.merges import Pair
from bpe_core.symbol_texts import BYTE_CHARACTERS

MAX_LISTED = 50_000
"""The most merges of a list or dict."""

NO_TOKENS: Mapping[str, int] = MappingProxyType({})
"""No vocabulary."""


class WrittenMerges(NamedTuple):
    """What was read."""

    pairs: tuple[Pair, ...]
    """The two symbols of each merge, in order. Bytes and numbers are in GPT-2's printable characters."""

    kind: str
    """What they were read as, in plain words."""

    ids: Mapping[str, int] | None = None
    """The id of each token, if the merges were written as token numbers: bytes have the first ones."""

    header: str = ""
    """The line above them that says the version; empty without one."""


def check_number(merges: int, most: int = MAX_LISTED) -> None:
    """Raise `TokenizerFileError` if there are more merges than are read."""
    if merges > most:
        raise TokenizerFileError(f"there are {merges:,} merges; at most {most:,} can be read.")


def as_text(symbol: str | bytes) -> str:
    """A symbol as text: bytes in GPT-2's printable characters."""
    return symbol if isinstance(symbol, str) else "".join(BYTE_CHARACTERS[byte] for byte in symbol)


def of_hex(symbol: str) -> str:
    """A symbol from the hexadecimal digits of its bytes."""
    return as_text(bytes.fromhex(symbol))
