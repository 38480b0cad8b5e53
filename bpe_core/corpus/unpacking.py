"""Unpacks a file that was packed with gzip or Zstandard; any other file stays as it is.

>>> unpacked("words.csv.gz", gzip.compress(b"hug,10"), most=100)
('words.csv', b'hug,10')

The first bytes show how a file is packed, not its name: many programs unpack a file but keep its name.
"""

import gzip
import io
import zlib
from collections.abc import Callable
from typing import BinaryIO, NamedTuple, cast

from bpe_core.errors import CorpusError

_BLOCK_BYTES = 1_000_000


class _Packing(NamedTuple):
    """One way to pack a file."""

    first_bytes: bytes
    open: Callable[[bytes], BinaryIO]


def _open_gzip(data: bytes) -> BinaryIO:
    return cast("BinaryIO", gzip.GzipFile(fileobj=io.BytesIO(data)))


def _open_zstd(data: bytes) -> BinaryIO:
    import pyarrow

    return cast("BinaryIO", pyarrow.CompressedInputStream(pyarrow.BufferReader(data), "zstd"))


PACKINGS = {
    ".gz": _Packing(b"\x1f\x8b", _open_gzip),
    ".zst": _Packing(b"\x28\xb5\x2f\xfd", _open_zstd),
}
"""The ways to pack a file, by the ending of its name."""


def unpacked(name: str, data: bytes, most: int) -> tuple[str, bytes]:
    """The name without the packing's ending, and the bytes inside; stops after `most` of them.

    Raises `CorpusError` if there are more bytes inside, if the file is damaged, or if pyarrow is missing.
    """
    packing = next((each for each in PACKINGS.values() if data.startswith(each.first_bytes)), None)
    if packing is not None:
        data = _inside(name, packing, data, most)
    ending = next(filter(name.lower().endswith, PACKINGS), "")
    return name.removesuffix(name[len(name) - len(ending) :]), data


def _inside(name: str, packing: _Packing, data: bytes, most: int) -> bytes:
    blocks: list[bytes] = []
    size = 0
    try:
        with packing.open(data) as stream:
            while block := stream.read(_BLOCK_BYTES):
                blocks.append(block)
                size += len(block)
                if size > most:
                    break
    except ImportError as error:
        raise needs_pyarrow(name) from error
    except (OSError, EOFError, ValueError, zlib.error) as error:
        raise CorpusError(f"{name!r} cannot be unpacked: it is damaged or cut short.") from error
    if size > most:
        raise CorpusError(
            f"{name!r} has {len(data):,} bytes, and unpacked more than {most:,}; no more are read."
        )
    return b"".join(blocks)


def needs_pyarrow(name: str) -> CorpusError:
    """The error for a file that needs pyarrow, where that is not installed."""
    return CorpusError(f"{name!r} can only be read where pyarrow is installed (pip install pyarrow).")
