"""A tokenizer file as given: its text, its JSON, and the files that came with it.

>>> GivenFile("vocab.json", b'{"a": 0}').root
{'a': 0}
"""

import json
import re
from codecs import BOM_UTF16_BE, BOM_UTF16_LE
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from bpe_core.encoding.hosting import EndedError
from bpe_core.encoding.library_tokenizer import LibraryTokenizer
from bpe_core.encoding.parts import TokenizerParts
from bpe_core.errors import ConfigError, TokenizerFileError
from bpe_core.files.merge_rows import pair_in
from bpe_core.files.other_files import by_first_bytes
from bpe_core.files.printed_merges import merges_in
from bpe_core.packed_files import unpacked
from bpe_core.validation import check_characters, load_json, short_name

MAX_FILE_BYTES = 40 * 2**20
"""The largest file that is read, in bytes; a tokenizer.json of 260,000 tokens has 33 MB."""


_OBJECT = re.compile(r"\s*\{\s*(?:[\"}]|\Z)")  # not Python's `{(104, 117): 256}`
_OBJECTS = re.compile(r"\s*+\{[^\n]*+(?<=[}\r ])\n\s*+\{")
"""One JSON object a line."""
_HALF = re.compile(r"\\u[dD][89a-fA-F]")


FileContent = TokenizerParts | LibraryTokenizer
"""What is read from a file: the parts of a `BPETokenizer`, or a tokenizer with the same methods."""


class NamedFileError(TokenizerFileError):
    """An error that names the file it is about."""


@contextmanager
def reading(name: str) -> Iterator[None]:
    """Add the file's name to errors in it, and make each a `TokenizerFileError`."""
    try:
        yield
    except NamedFileError:
        raise
    except (TokenizerFileError, ConfigError, EndedError) as error:
        reason = str(error)  # without the middle of a very long quotation
        reason = reason if len(reason) <= 500 else f"{reason[:250]} ... {reason[-250:]}"
        raise NamedFileError(f"{short_name(name)} cannot be read: {reason}") from error


@dataclass(frozen=True)
class GivenFile:
    """A file to read."""

    name: str
    """Its name, without the folder."""

    data: bytes
    """Its content."""

    pattern: str | None = None
    """The pattern for cutting text into words, if the caller gives one."""

    kind: str | None = None
    """The kind of a merge list in `list_kinds.KINDS`, if the caller gives one."""

    companions: Callable[[], Iterable["GivenFile"]] = tuple
    """Reads the files that came with it; most files do not need them."""

    @cached_property
    def text(self) -> str:
        """Its content as text; raises `TokenizerFileError` if it is not text."""
        if not self.data.strip():
            raise TokenizerFileError("it is empty.")
        if b"\0" in self.data:
            raise TokenizerFileError("it is a binary file.")
        try:
            return self.data.decode("utf-8-sig")
        except UnicodeDecodeError as error:
            raise TokenizerFileError(f"byte {error.start + 1:,} is not UTF-8; save it as such.") from error

    @cached_property
    def root(self) -> dict[str, Any] | None:
        """The JSON object in the file; None if its text does not begin as one."""
        if not _OBJECT.match(self.text) or _OBJECTS.match(self.text):
            return None
        root: dict[str, Any] = load_json(self.text, "it", TokenizerFileError)
        # Half a character can only be written as an escape; no library reads it, and nothing can encode it.
        if _HALF.search(self.text):
            check_characters(json.dumps(root, ensure_ascii=False), "its JSON", TokenizerFileError)
        return root

    @cached_property
    def has_merges(self) -> bool:
        """Whether it can be a list of merges: a text that is no JSON object, or an object that has them."""
        root = self.root
        return root is None or merges_in(root) is not None or (bool(root) and all(map(pair_in, root)))


@dataclass(frozen=True)
class FileFormat:
    """A kind of tokenizer file."""

    title: str
    """How a person calls it."""

    recognises: Callable[[GivenFile], bool]
    """Whether a file is of this kind, by its content."""

    read: Callable[[GivenFile], FileContent]
    """Reads the file. Raises `TokenizerFileError`, and `ConfigError` if the rules are invalid."""

    is_binary: bool = False
    """Whether such files are not text."""

    takes_pattern: bool = False
    """Whether the caller may give the pattern for cutting text, because the file does not have it."""

    has_companions: bool = False
    """Whether such a file needs those beside it."""


def is_vocabulary(root: dict[str, Any]) -> bool:
    """Whether a JSON object is a vocabulary, not a tokenizer.json: its "model" is a token with an id."""
    return isinstance(root.get("model", 0), int)


def as_given(data: bytes) -> bytes:
    """The content of a file: unpacked, and in UTF-8 if it is text in UTF-16, as some programs save it.

    Raises `TokenizerFileError`.
    """
    check_size(len(data), data)
    data = unpacked("it", data, MAX_FILE_BYTES, TokenizerFileError)
    if not data.startswith((BOM_UTF16_LE, BOM_UTF16_BE)):
        return data
    try:
        return data.decode("utf-16").encode()
    except UnicodeError as error:
        raise TokenizerFileError("it begins as text in UTF-16, but is not.") from error


def check_size(size: int, beginning: bytes) -> None:
    """Raise `TokenizerFileError` if a file has more bytes than are read; it says what begins so, if known."""
    if size > MAX_FILE_BYTES:
        too_large = f"it has {size:,} bytes; at most {MAX_FILE_BYTES:,} are allowed."
        raise TokenizerFileError(by_first_bytes(beginning) or too_large)
