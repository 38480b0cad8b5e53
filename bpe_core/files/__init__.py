"""Tokenizer files: reads what other libraries wrote, and writes what they can read.

A file is read as a tokenizer that encodes as the file's own library does. The kind of a file is known from
its content, not from its name: `FORMATS` has all kinds that can be read, `WRITERS` in `writing` all that can
be written, and a new format is one entry there. Anything else is refused with a `TokenizerFileError`.

`given_file` is a file with those beside it. Each format that is read has a module (`byte_tokens` those of
minbpe and tiktoken); `merge_lists`, with `list_kinds`, `vocabularies` and `written_merges`, reads all lists.
`other_files` says what a file is that is none of them.
"""

from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import NamedTuple

from bpe_core.encoding.hugging_face_tokenizer import HuggingFaceTokenizer
from bpe_core.encoding.parts import TokenizerParts
from bpe_core.encoding.sentencepiece import SentencePieceTokenizer
from bpe_core.errors import TokenizerFileError
from bpe_core.files.byte_tokens import is_minbpe, is_tiktoken, read_minbpe, read_tiktoken, tiktoken_lines
from bpe_core.files.given_file import GivenFile, as_given, check_size
from bpe_core.files.given_file import reading as reading
from bpe_core.files.hugging_face import hugging_face_tokenizer, is_hugging_face
from bpe_core.files.list_kinds import KINDS as KINDS
from bpe_core.files.list_kinds import cut_as as cut_as
from bpe_core.files.merge_lists import MergeList
from bpe_core.files.other_files import by_first_bytes
from bpe_core.files.sentencepiece import is_sentencepiece, read_sentencepiece
from bpe_core.files.tekken import is_tekken, read_tekken
from bpe_core.files.wordpiece import is_wordpiece, read_wordpiece
from bpe_core.files.writing import WRITERS as WRITERS
from bpe_core.validation import short_name

FileContent = TokenizerParts | HuggingFaceTokenizer | SentencePieceTokenizer
"""What is read from a file: the parts of a `BPETokenizer`, or a tokenizer with the same methods."""


@dataclass(frozen=True)
class FileFormat:
    """A kind of tokenizer file."""

    title: str
    """How an error names it."""

    matches: Callable[[GivenFile], bool]
    """Whether a file is of this kind."""

    read: Callable[[GivenFile], FileContent]
    """Reads the file. Raises `TokenizerFileError`, and `ConfigError` if the rules are invalid."""

    companions: tuple[str, ...] = ()
    """The names of files that belong to one of this kind; those in the same folder are read too."""

    is_binary: bool = False
    """Whether such files are not text."""

    takes_pattern: bool = False
    """Whether the caller may give the pattern for cutting text, because the file does not have it."""


TOKENIZER_JSON = FileFormat(
    "tokenizer.json", is_hugging_face, lambda file: hugging_face_tokenizer(file.root or {})
)

FORMATS = (
    FileFormat(
        "SentencePiece model",
        lambda file: is_sentencepiece(file.data),
        lambda file: read_sentencepiece(file.data),
        is_binary=True,
    ),
    TOKENIZER_JSON,
    FileFormat("tekken.json", lambda file: is_tekken(file.root), lambda file: read_tekken(file.root or {})),
    FileFormat("minbpe model", lambda file: is_minbpe(file.text), lambda file: read_minbpe(file.text)),
    FileFormat(
        "tiktoken file",
        lambda file: is_tiktoken(tiktoken_lines(file)),
        lambda file: read_tiktoken(tiktoken_lines(file), file.pattern),
        takes_pattern=True,
    ),
    FileFormat(
        "WordPiece's vocab.txt",
        lambda file: is_wordpiece(file.text),
        lambda file: read_wordpiece(file.text),
    ),
    FileFormat(
        "merges.txt of GPT-2 or codes of subword-nmt",
        lambda file: True,
        lambda file: MergeList(file).read(),
        companions=("merges.txt", "vocab.bpe", "vocab.json", "encoder.json", "added_tokens.json"),
    ),
)
"""The kinds of files that can be read. The first kind that matches counts; the last one takes any text."""


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
    whole = [each for each in known if each[1] is not FORMATS[-1]]
    # A repository has its tokenizer in older formats too, and files that are none.
    whole = [each for each in whole if each[1] is TOKENIZER_JSON] or whole
    lists = [(file, of_kind) for file, of_kind in known if not of_kind.companions or file.has_merges]
    read = [each for each in lists if (refused or len(lists) > 1) and _is_merge_list(each[0])]
    if refused and not (whole or read):
        raise refused[0]
    one, *others = whole or read or lists or known
    if others and (whole or lists):
        both = " and ".join(short_name(each.name) for each, _ in (one, others[0]))
        raise TokenizerFileError(f"{both} are two tokenizers; drop one at a time.")
    file, of_kind = one
    with reading(file.name):
        if of_kind is not FORMATS[-1]:
            return ReadFile(file.name, of_kind, of_kind.read(file))
        rules = MergeList(file)
        return ReadFile(file.name, of_kind, rules.read(), rules.kinds)


def _told_apart(
    files: Mapping[str, bytes], pattern: str | None, kind: str | None
) -> tuple[list[tuple[GivenFile, FileFormat]], list[TokenizerFileError]]:
    """The files that can belong to a tokenizer, each with all others beside it; and what others are."""
    known: list[tuple[GivenFile, FileFormat]] = []
    refused = []
    for name, data in unpacked_files(files).items():
        file = GivenFile(name, data, pattern, kind)
        try:
            with reading(name):
                known.append((file, kind_of(file)))
        except TokenizerFileError as error:
            refused.append(error)

    def beside(file: GivenFile) -> list[GivenFile]:
        return [other for other, _ in known if other is not file]

    return [(replace(file, companions=partial(beside, file)), of_kind) for file, of_kind in known], refused


def _is_merge_list(file: GivenFile) -> bool:
    with suppress(TokenizerFileError):
        return bool(MergeList(file))
    return False


def read_path(path: Path) -> FileContent:
    """What is in a file and in those next to it; raises `TokenizerFileError`, `ConfigError` and `OSError`."""
    given = GivenFile(path.name, as_given(_bytes_of(path)))
    kind = kind_of(given)

    def beside() -> list[GivenFile]:
        paths = [path.with_name(name) for name in kind.companions if name != path.name]
        others = {other.name: _bytes_of(other) for other in paths if other.is_file()}
        return [GivenFile(*each) for each in unpacked_files(others).items()]

    return kind.read(replace(given, companions=beside))


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
    kind = next((kind for kind in FORMATS if kind.is_binary is is_binary and kind.matches(file)), None)
    if kind is None:
        raise TokenizerFileError(
            "it is a binary file, but no SentencePiece model; bring tokenizer.json of the same repository."
        )
    return kind


def _bytes_of(path: Path) -> bytes:
    with path.open("rb") as file:
        check_size(path.stat().st_size, file.read(1_000))
        file.seek(0)
        return file.read()
