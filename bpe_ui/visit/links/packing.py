"""JSON as the bytes of a small file and as the text of an address.

Anything that may come from anybody is refused with a `LinkError`. Its message is the second half of a
sentence ("is broken: ..."); the caller adds the first ("The address", "The file").
"""

import base64
import binascii
import json
import zlib
from typing import Any

from bpe_core import BPEError
from bpe_ui.visit.registry.schema import MAX_BYTES, Codec, LinkError, an_object, integer

VERSION = 1
"""The format that is written; others are refused."""
MAX_LINK = 4_000
"""The longest link, in characters, address included; chat programs cut longer ones."""
MAX_REASON = 300
"""The longest error of the core that is quoted, in characters."""

_CHANGED_ON_ITS_WAY = "is broken: it was cut short or changed on its way."


def pack(value: Any, form: Codec) -> bytes:
    """Compressed JSON; raises `LinkError` if it is too large to be read again, or has a lone surrogate."""
    written = {"v": VERSION, **form.write(value)}
    try:
        data = json.dumps(written, ensure_ascii=False, separators=(",", ":")).encode()
    except UnicodeEncodeError as error:
        raise LinkError("has half of a character (a lone surrogate).") from error
    check_fits(len(data), MAX_BYTES, "bytes")
    return zlib.compress(data, 9)


def unpack(data: bytes, form: Codec) -> Any:
    """The value in compressed JSON; raises `LinkError`."""
    try:
        value = json.loads(decompressed(data).decode(), parse_constant=_no_such_number)
    except LinkError:
        raise
    except (ValueError, RecursionError) as error:
        raise LinkError("is broken: what it holds is not JSON.") from error
    members = dict(an_object(value, "the whole"))
    version = integer(1, 10**9).read(members.pop("v", None), "v")
    if version > VERSION:
        raise LinkError(
            f"was made by a newer version of this app: its format is {version:,}, and {VERSION} is read here."
        )
    try:
        return form.read(members, "it")
    except BPEError as error:
        raise LinkError(reason(error)) from error


def as_text(data: bytes) -> str:
    """These bytes as the text of an address."""
    return base64.urlsafe_b64encode(data).decode().rstrip("=")


def from_text(sent: str) -> bytes:
    """The bytes in the text of an address; raises `LinkError`."""
    sent = sent.strip()
    _check_size(len(sent), MAX_LINK, "characters")
    try:
        return base64.b64decode(sent + "=" * (-len(sent) % 4), altchars=b"-_", validate=True)
    except (binascii.Error, ValueError) as error:
        raise LinkError(_CHANGED_ON_ITS_WAY) from error


def reason(error: LinkError | BPEError) -> str:
    """The end of the sentence that says why it cannot be opened; the core may quote some of what was sent."""
    message, half = str(error), MAX_REASON // 2
    if isinstance(error, LinkError):
        return message
    return f"is broken: {message if len(message) <= MAX_REASON else f'{message[:half]}…{message[-half:]}'}"


def check_fits(count: int, most: int, what: str) -> None:
    """Raises `LinkError` if there are more than fit."""
    if count > most:
        raise LinkError(f"has {count:,} {what}; at most {most:,} fit.")


def decompressed(data: bytes, most: int = MAX_BYTES) -> bytes:
    """Decompress with zlib; raises `LinkError` beyond `most` bytes, without unpacking the rest."""
    _check_size(len(data), most, "bytes")
    unpacking = zlib.decompressobj()
    try:
        unpacked = unpacking.decompress(data, most + 1)  # a few bytes can stand for gigabytes
    except zlib.error as error:
        raise LinkError(_CHANGED_ON_ITS_WAY) from error
    if len(unpacked) > most:
        raise LinkError(f"is too large: it unpacks to more than {most:,} bytes, the limit.")
    if not unpacking.eof or unpacking.unused_data:
        raise LinkError(_CHANGED_ON_ITS_WAY)
    return unpacked


def _check_size(size: int, most: int, what: str) -> None:
    if size > most:
        raise LinkError(f"is too large: it has {size:,} {what}; the limit is {most:,}.")


def _no_such_number(name: str) -> None:
    raise ValueError(name)
