"""Unpacks files that were packed with gzip or Zstandard, up to a size.

Another packing of one file is an entry of `PACKINGS`, with its own errors caught in `unpacked`; a ZIP would
also need a choice among its files, a way to tell it from Excel's and Word's files, which are ZIPs, and no
refusal in `corpus/encodings.py` and `files/other_files.py`.

The first bytes show how a file is packed: many programs unpack a file but keep its name.

>>> from bpe_core.errors import CorpusError
>>> unpacked("it", gzip.compress(b"hug"), 100, CorpusError)
b'hug'
"""

import gzip
import io
import zlib
from collections.abc import Callable
from typing import Any, NamedTuple

from bpe_core.errors import BPEError

_BLOCK_BYTES = 1_000_000
"""A packed file is unpacked in blocks of this size."""


class _Packing(NamedTuple):
    """One way to pack a file."""

    first_bytes: bytes
    open: Callable[[bytes], Any]


def _open_zstd(data: bytes) -> Any:
    import pyarrow

    return pyarrow.CompressedInputStream(pyarrow.BufferReader(data), "zstd")


PACKINGS = {
    ".gz": _Packing(b"\x1f\x8b", lambda data: gzip.GzipFile(fileobj=io.BytesIO(data))),
    ".zst": _Packing(b"\x28\xb5\x2f\xfd", _open_zstd),
}
"""The ways to pack a file, by the ending of its name."""


def is_packed(data: bytes) -> bool:
    """Whether a file is packed."""
    return data.startswith(tuple(packing.first_bytes for packing in PACKINGS.values()))


def name_inside(name: str) -> str:
    """The name of a file without the ending of its packing.

    >>> name_inside("words.csv.GZ")
    'words.csv'
    """
    ending = next(filter(name.lower().endswith, PACKINGS), "")
    return name.removesuffix(name[len(name) - len(ending) :])


def unpacked(file: str, data: bytes, most: int, error: type[BPEError]) -> bytes:
    """The bytes inside, or `data` if it is not packed; raises `error` if they are more than `most`.

    `file` begins the sentence of an error.
    """
    packing = next((each for each in PACKINGS.values() if data.startswith(each.first_bytes)), None)
    if packing is None:
        return data
    blocks: list[bytes] = []
    size = 0
    try:
        with packing.open(data) as stream:
            while size <= most and (block := stream.read(_BLOCK_BYTES)):
                blocks.append(block)
                size += len(block)
    except ImportError as missing:
        raise needs_pyarrow(file, error) from missing
    except (OSError, EOFError, ValueError, zlib.error) as damage:
        raise error(f"{file} cannot be unpacked: it is damaged or cut short.") from damage
    if size > most:
        raise too_much_inside(file, data, most, error)
    return b"".join(blocks)


def needs_pyarrow(file: str, error: type[BPEError]) -> BPEError:
    """The error for a file that needs pyarrow, where that is not installed."""
    return error(f"{file} can only be read where pyarrow is installed (pip install pyarrow).")


def too_much_inside(file: str, data: bytes, most: int, error: type[BPEError]) -> BPEError:
    """The error for a file that has more inside than may be read."""
    return error(f"{file} has {len(data):,} bytes, and unpacked more than {most:,}; no more are read.")
