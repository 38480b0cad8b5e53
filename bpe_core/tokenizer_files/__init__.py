"""Tokenizer files: read what other libraries wrote, and write what Hugging Face's tokenizers reads.

In: the content of a file. Out: a `BPETokenizer` that encodes as the file's own library does. What a file is
comes from its content, not from its name:

Hugging Face   `tokenizer.json` with a BPE model
GPT-2          `merges.txt` (or `vocab.bpe`), with `vocab.json` (or `encoder.json`) beside it if there is one
subword-nmt    codes, version 0.2 or 0.1
minbpe         `.model`
tiktoken       lines `base64 rank`

Everything else is refused with a `TokenizerFileError` that says what is wrong and what is allowed.
"""

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from bpe_core.errors import ConfigError, TokenizerFileError
from bpe_core.tokenizer import BPETokenizer
from bpe_core.tokenizer_files.byte_tokens import MINBPE_HEADER, is_tiktoken, read_minbpe, read_tiktoken
from bpe_core.tokenizer_files.contents import (
    FileContents,
    json_of_text,
    text_of_file,
    token_ids,
    tokenizer_of,
)
from bpe_core.tokenizer_files.hugging_face import check_ignore_merges, read_hugging_face
from bpe_core.tokenizer_files.hugging_face_writer import hugging_face_json
from bpe_core.tokenizer_files.merge_lists import read_merge_list

MAX_FILE_BYTES = 64 * 2**20
"""The largest file that is read, in bytes."""

COMPANION_NAMES = ("merges.txt", "vocab.bpe", "vocab.json", "encoder.json")
"""The files that belong together and are looked for beside each other."""


def read_path(path: Path, *, pattern: str | None = None) -> BPETokenizer:
    """The tokenizer in a file, with what lies beside it; raises `TokenizerFileError` and `OSError`."""

    def beside() -> list[bytes]:
        paths = [path.with_name(name) for name in COMPANION_NAMES if name != path.name]
        return [_bytes_of(other) for other in paths if other.is_file()]

    return _reported(path.name, lambda: _read(path.name, _bytes_of(path), beside, pattern))


def read_bytes(
    name: str, data: bytes, companions: Mapping[str, bytes], *, pattern: str | None = None
) -> BPETokenizer:
    """The tokenizer in a file's content, with other files that came along; raises `TokenizerFileError`."""
    return _reported(name, lambda: _read(name, data, lambda: list(companions.values()), pattern))


def write_bytes(tokenizer: BPETokenizer) -> bytes:
    """The content of a Hugging Face `tokenizer.json`; raises `TokenizerFileError`."""
    try:
        return hugging_face_json(tokenizer)
    except TokenizerFileError as error:
        raise TokenizerFileError(f"A tokenizer.json cannot be written: {error}") from error


def _reported(name: str, read: Callable[[], BPETokenizer]) -> BPETokenizer:
    try:
        return read()
    except (TokenizerFileError, ConfigError) as error:
        raise TokenizerFileError(f"{name} cannot be read: {_cut_short(str(error))}") from error


def _cut_short(reason: str) -> str:
    """A reason without the middle of what it quotes, where a file has something very long in it."""
    return reason if len(reason) <= 500 else f"{reason[:250]} ... {reason[-250:]}"


def _read(name: str, data: bytes, beside: Callable[[], list[bytes]], pattern: str | None) -> BPETokenizer:
    text = _checked_text(data)
    is_json = text.lstrip()[:1] == "{"
    if pattern is not None and (is_json or not is_tiktoken(text)):
        raise TokenizerFileError("a pattern was given; it is allowed for a tiktoken file only.")
    if not is_json:
        return tokenizer_of(_text_contents(name, text, beside, pattern))
    root = json_of_text(text)
    if "model" not in root:
        return tokenizer_of(_from_vocabulary(name, root, beside()))
    tokenizer = tokenizer_of(read_hugging_face(root))
    check_ignore_merges(root, tokenizer)
    return tokenizer


def _text_contents(
    name: str, text: str, beside: Callable[[], list[bytes]], pattern: str | None
) -> FileContents:
    """A file that is not JSON."""
    if text.split("\n", 1)[0].rstrip("\r") == MINBPE_HEADER:
        return read_minbpe(text)
    if is_tiktoken(text):
        return read_tiktoken(text, pattern)
    vocabularies = [other for other in map(_checked_text, beside()) if other.lstrip()[:1] == "{"]
    roots = [root for root in map(json_of_text, vocabularies) if "model" not in root]
    return read_merge_list(name, text, token_ids(roots[0]) if roots else None)


def _from_vocabulary(name: str, root: dict[str, Any], beside: list[bytes]) -> FileContents:
    """A `vocab.json` says nothing without the merge rules that came with it."""
    ids = token_ids(root)
    merge_lists = [other for other in map(_checked_text, beside) if other.lstrip()[:1] != "{"]
    if not merge_lists:
        raise TokenizerFileError("a vocabulary needs its merge rules; bring merges.txt with it.")
    return read_merge_list(name, merge_lists[0], ids)


def _bytes_of(path: Path) -> bytes:
    if path.stat().st_size > MAX_FILE_BYTES:
        raise _too_large(path.stat().st_size)
    return path.read_bytes()


def _checked_text(data: bytes) -> str:
    if len(data) > MAX_FILE_BYTES:
        raise _too_large(len(data))
    if not data.strip():
        raise TokenizerFileError("it is empty.")
    if b"\0" in data:
        raise TokenizerFileError(
            "it is a binary file, perhaps a SentencePiece model; allowed are tokenizer.json, merges.txt,"
            " subword-nmt codes, minbpe models and tiktoken files."
        )
    return text_of_file(data)


def _too_large(size: int) -> TokenizerFileError:
    return TokenizerFileError(f"it has {size:,} bytes; at most {MAX_FILE_BYTES:,} are allowed.")
