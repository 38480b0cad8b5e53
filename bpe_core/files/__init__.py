"""Tokenizer files: reads what other libraries wrote, and writes what they can read.

A file is read as a tokenizer that encodes as the file's own library does. The kind of a file is known from
its content, not from its name. `FORMATS` has all kinds that can be read, and a new one is a module with a
`FORMAT` and its line there; `WRITERS` in `writing` has all that can be written. What is no tokenizer is
refused with a `TokenizerFileError`: `other_files` says what it is and what would do.

`given_file` is a file with those beside it. Where content does not decide, as for lists of merges
(`merge_lists`, with `list_kinds`, `subword_nmt` and `vocabularies`), the `kinds` that are left are for a
person to choose from. `printed_merges` has the table of what a printed list can look like.
"""

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import NamedTuple

from bpe_core.errors import TokenizerFileError
from bpe_core.files import (
    hugging_face,
    merge_lists,
    minbpe,
    sentencepiece,
    tekken,
    tiktoken,
    wordpiece,
)
from bpe_core.files.given_file import FileContent as FileContent
from bpe_core.files.given_file import FileFormat as FileFormat
from bpe_core.files.given_file import GivenFile, as_given, check_size
from bpe_core.files.given_file import reading as reading
from bpe_core.files.list_kinds import KINDS as KINDS
from bpe_core.files.list_kinds import cut_as as cut_as
from bpe_core.files.other_files import by_first_bytes
from bpe_core.files.writing import WRITERS as WRITERS
from bpe_core.validation import short_name

FORMATS = (
    sentencepiece.FORMAT,
    hugging_face.FORMAT,  # before those that parse JSON
    tiktoken.OBJECT,
    tekken.FORMAT,
    minbpe.FORMAT,
    tiktoken.LINES,
    wordpiece.FORMAT,
    merge_lists.FORMAT,
)
"""The kinds of files that can be read. The first kind that matches counts; the last one takes any text."""

_BESIDE = ("merges.txt", "vocab.bpe", "vocab.json", "encoder.json", "added_tokens.json")
"""The names of files that may belong to one in the same folder."""


class ReadFile(NamedTuple):
    """What was read, and from which file."""

    name: str
    """The name of the file."""

    kind: FileFormat
    """What kind of file it is."""

    found: FileContent
    """What is in it."""

    kinds: tuple[str, ...] = ()
    """The names in `KINDS` of what a merge list can be, the likeliest one first."""


def read_files(
    files: Mapping[str, bytes], *, pattern: str | None = None, kind: str | None = None
) -> ReadFile:
    """The tokenizer in several files, given by name; not all of them must belong to it.

    Pattern and kind are for files that do not say how a text is cut. Raises `TokenizerFileError`.
    """
    known, refused = _told_apart(files, pattern, kind)
    if not (known or refused):
        raise TokenizerFileError("There is no file.")
    # A merge list is the last kind; without one, the error for a vocabulary says what is missing.
    whole = [each for each in known if each[1] is not merge_lists.FORMAT]
    # A repository has its tokenizer in older formats too, and files that are none.
    whole = [each for each in whole if each[1] is hugging_face.FORMAT] or whole
    others_may_be = [] if whole else known
    lists = [each for each in others_may_be if not each[1].has_companions or each[0].has_merges]
    read = [each for each in lists if (refused or len(lists) > 1) and _is_merge_list(each[0])]
    if refused and not (whole or read):
        raise refused[0]
    one, *others = whole or read or lists or known
    if others and (whole or lists):
        both = " and ".join(short_name(each.name) for each, _ in (one, others[0]))
        raise TokenizerFileError(f"{both} are two tokenizers; drop one at a time.")
    file, of_kind = one
    with reading(file.name):
        if of_kind is not merge_lists.FORMAT:
            return ReadFile(file.name, of_kind, of_kind.read(file))
        rules = merge_lists.MergeList(file)
        return ReadFile(file.name, of_kind, rules.read(), rules.kinds)


def _told_apart(
    files: Mapping[str, bytes], pattern: str | None, kind: str | None
) -> tuple[list[tuple[GivenFile, FileFormat]], list[TokenizerFileError]]:
    """The files that can belong to a tokenizer, each with all others beside it; and what others are."""
    texts: list[GivenFile] = []
    known: list[tuple[GivenFile, FileFormat]] = []
    refused = []

    def beside(file: GivenFile) -> list[GivenFile]:
        return [other for other in texts if other.name != file.name]

    for name, data in unpacked_files(files).items():
        file = GivenFile(name, data, pattern, kind)
        texts.append(replace(file, companions=partial(beside, file)))
    for file in [*texts]:
        try:
            with reading(file.name):
                known.append((file, kind_of(file)))
        except TokenizerFileError as error:
            texts.remove(file)
            refused.append(error)
    return known, refused


def _is_merge_list(file: GivenFile) -> bool:
    with suppress(TokenizerFileError):
        return bool(merge_lists.MergeList(file))
    return False


def read_path(path: Path) -> FileContent:
    """What is in a file and in those next to it; raises `TokenizerFileError`, `ConfigError` and `OSError`."""

    def beside() -> list[GivenFile]:
        paths = [path.with_name(name) for name in _BESIDE if name != path.name]
        others = {other.name: _bytes_of(other) for other in paths if other.is_file()}
        return [GivenFile(*each) for each in unpacked_files(others).items()]

    given = GivenFile(path.name, as_given(_bytes_of(path)), companions=beside)
    return kind_of(given).read(given)


def unpacked_files(files: Mapping[str, bytes]) -> dict[str, bytes]:
    """The content of files by name, unpacked; raises `TokenizerFileError`, which names the file."""
    contents = {}
    for name, data in files.items():
        with reading(name):
            contents[name] = as_given(data)
    return contents


def kind_of(file: GivenFile) -> FileFormat:
    """The kind of a file; raises `TokenizerFileError`."""
    if (other := by_first_bytes(file.data)) is not None:
        raise TokenizerFileError(other)
    is_binary = b"\0" in file.data
    kind = next((kind for kind in FORMATS if kind.is_binary is is_binary and kind.recognises(file)), None)
    if kind is None:
        raise TokenizerFileError(
            "it is a binary file, but no SentencePiece model; bring tokenizer.json of the same repository."
        )
    return kind


def are_for_a_library(files: Mapping[str, bytes]) -> bool:
    """Whether all files are such that their library loads them: they are not parsed here."""
    of_libraries = (sentencepiece.FORMAT, hugging_face.FORMAT)
    given = [GivenFile(name, data) for name, data in files.items()]
    return all(any(each.recognises(file) for each in of_libraries) for file in given)


def _bytes_of(path: Path) -> bytes:
    with path.open("rb") as file:
        check_size(path.stat().st_size, file.read(1_000))
        file.seek(0)
        return file.read()
