"""A corpus: what a tokenizer is trained on, and how it becomes word counts.

>>> from bpe_core.config import BPEConfig
>>> Corpus.from_text("hug pug hug").count_words(BPEConfig())
{'hug': 2, 'pug': 1}
"""

import os
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property, partial
from itertools import accumulate, pairwise
from pathlib import Path
from typing import Any, cast

from bpe_core.config import BPEConfig
from bpe_core.corpus.counting import Document, count_documents, count_entries
from bpe_core.corpus.file_reader import ON_THIS_MACHINE, UPLOADED, content_of_files, naming
from bpe_core.corpus.long_text import Utf8Text
from bpe_core.corpus.readers import Content
from bpe_core.corpus.tables import OnRows, TableColumns
from bpe_core.corpus.word_count_text import read_word_counts
from bpe_core.errors import ConfigError, CorpusError
from bpe_core.progress import OnProgress, Progress, collector_paused, tell_nobody
from bpe_core.validation import (
    check_characters,
    checked_files,
    checked_integer,
    checked_path,
    is_listing,
    shown,
)

MAX_CHARACTERS = 10**14
"""The most characters, words times their counts: then no sum of counts overflows 64 bits."""


@dataclass(frozen=True, repr=False)
class Corpus:
    """A training corpus: made by one of the class methods, equal and hashable by content.

    All of them raise `CorpusError` for what is not a text or a count, and `TextError` for a lone surrogate.
    """

    kind: str
    """"text" (one document), "documents" or "word_counts"."""

    documents: tuple[Document, ...] = ()
    """The documents; empty for word counts. `str()` gives the text of each, even if it is a long file."""

    entries: tuple[tuple[str, int], ...] = ()
    """Each word once with its count, in the order first given; empty for documents."""

    @classmethod
    def from_text(cls, text: str) -> "Corpus":
        """A corpus of one document."""
        if not isinstance(text, str):
            raise CorpusError(f"The text must be a string, got {shown(text)}.")
        check_characters(text, "The text")
        return cls("text", documents=(text,))

    @classmethod
    def from_documents(cls, documents: Iterable[str]) -> "Corpus":
        """A corpus of several documents, which are normalized and pre-tokenized one by one."""
        if not is_listing(documents):
            raise CorpusError(f"The documents must be a list of strings, got {shown(documents)}.")
        given = tuple(documents)
        for number, document in enumerate(given, start=1):
            if isinstance(document, Utf8Text):  # checked when its file was read
                continue
            if not isinstance(document, str):
                raise CorpusError(f"Document {number} must be a string, got {shown(document)}.")
            check_characters(document, f"Document {number}")
        return cls("documents", documents=given)

    @classmethod
    def from_word_counts(cls, word_counts: Mapping[str, int] | Iterable[tuple[str, int]]) -> "Corpus":
        """A corpus of words with their counts (integers >= 1); the counts of repeated words are added up.

        >>> Corpus.from_word_counts([("hug", 10), ("pug", 5), ("hug", 1)]).word_counts
        {'hug': 11, 'pug': 5}
        """
        if not is_listing(word_counts):
            raise CorpusError(f"The word counts must be pairs of word and count, got {shown(word_counts)}.")
        pairs = word_counts.items() if isinstance(word_counts, Mapping) else word_counts
        with collector_paused():
            corpus = cls("word_counts", entries=_checked_entries(pairs))
        if corpus.characters > MAX_CHARACTERS:
            raise CorpusError(f"The words times their counts have more than {MAX_CHARACTERS:,} characters.")
        return corpus

    @classmethod
    def from_word_count_text(cls, text: str) -> "Corpus":
        """A corpus of word counts as people write them: `low x5, lower x2`, `low,5` or `("low", 5)`.

        See `bpe_core.corpus.word_count_text` for what is allowed; the `CorpusError` names the line.
        """
        if not isinstance(text, str):
            raise CorpusError(f"The text must be a string, got {shown(text)}.")
        return cls.from_word_counts(read_word_counts(text))

    @classmethod
    def from_uploads(
        cls,
        files: Mapping[str, bytes],
        columns: TableColumns | None = None,
        on_rows: OnRows | None = None,
        encoding: str | None = None,
    ) -> "Corpus":
        """One corpus of all files, in the order of their names; `columns` are those of a table.

        `encoding` is that of texts which are not UTF-8, as Python calls it; without it their bytes tell.
        See `bpe_core.corpus.file_reader` for what files may hold and how large they may be; the `CorpusError`
        says why one is refused. `on_rows(rows read)` is called now and then, and may raise.
        """
        content = checked_files(files, CorpusError)
        given = [(name, lambda name=name: content[name]) for name in sorted(content)]
        with naming() as on_file:
            return cls._from_content(content_of_files(given, columns, UPLOADED, on_rows, encoding, on_file))

    @classmethod
    def from_file(cls, path: str | os.PathLike[str], column: str | None = None) -> "Corpus":
        """The corpus in a file on this machine, or in all files of a folder, in the order of their names.

        Together they may have up to 4 GB; of a pipe, up to 100 MB are read. Hidden files are left out. In a
        table (.csv, .jsonl, .parquet) `column` holds the documents; without it the columns are guessed.
        """
        file = checked_path(path, CorpusError)
        if not isinstance(column, str | None):
            raise CorpusError(f"The name of a column must be a string, got {shown(column)}.")
        columns = None if column is None else TableColumns(column)
        paths = _files_in(file) if os.path.isdir(file) else {file.name: file}
        given = [(name, partial(_bytes_of, path)) for name, path in paths.items()]
        with naming() as on_file:
            return cls._from_content(content_of_files(given, columns, ON_THIS_MACHINE, on_file=on_file))

    @classmethod
    def _from_content(cls, content: Content) -> "Corpus":
        kind, held = content
        if kind == "text":
            return cls("text", documents=(held,))
        return cls.from_documents(held) if kind == "documents" else cls.from_word_counts(held)

    @property
    def word_counts(self) -> dict[str, int]:
        """Word -> count, in the order first given; empty for documents."""
        return dict(self.entries)

    @cached_property
    def characters(self) -> int:
        """How many characters the corpus has; a word counts as often as it occurs."""
        in_words = sum(len(word) * count for word, count in self.entries)
        return in_words + sum(map(len, self.documents))

    @cached_property
    def characters_to_read(self) -> int:
        """How many characters are read to count the words; a word with a count is read once.

        >>> Corpus.from_word_counts({"hug": 10, "pug": 5}).characters_to_read
        6
        """
        return sum(map(len, self.documents)) + sum(len(word) for word, _ in self.entries)

    def count_words(self, config: BPEConfig, tell: OnProgress = tell_nobody) -> dict[str, int]:
        """Word -> how often it occurs, in the order of first occurrence.

        Special tokens are cut out first; then each part between them is normalized and pre-tokenized by
        itself. The words of a word-count corpus are not pre-tokenized. Progress counts `characters_to_read`;
        the last report has all of them. Raises `PatternTimeoutError`, and `ConfigError` if `config` is no
        `BPEConfig`.
        """
        if not isinstance(config, BPEConfig):
            raise ConfigError(f"`config` must be a BPEConfig, got a {type(config).__name__}.")
        total = self.characters_to_read

        def on_read(read: int) -> None:
            if read < total:
                tell(Progress(read, total, "characters read"))

        if self.kind == "word_counts":
            counts = count_entries(self.entries, config, on_read)
        else:
            counts = count_documents(self.documents, config, on_read)
        tell(Progress(total, total, "characters read"))
        return counts

    # Pickled in a few large pieces, as in `MergeHistory`.

    def __getstate__(self) -> dict[str, Any]:
        words, counts = [word for word, _ in self.entries], [count for _, count in self.entries]
        return {**vars(self), "entries": ("".join(words), list(accumulate(map(len, words))), counts)}

    def __setstate__(self, state: dict[str, Any]) -> None:
        text, ends, counts = state["entries"]
        with collector_paused():
            words = (text[start:end] for start, end in pairwise([0, *ends]))
            entries = tuple(zip(words, counts, strict=True))
        vars(self).update({**state, "entries": entries})

    def __repr__(self) -> str:
        parts = self.entries or self.documents
        what = "words" if self.kind == "word_counts" else "documents"
        return f"<Corpus {self.kind}: {len(parts)} {what}, {self.characters} characters>"


def _files_in(folder: Path) -> dict[str, Path]:
    """The files in a folder and in those in it, by their names there, in the order of these."""
    found = {path.relative_to(folder): path for path in folder.rglob("*") if path.is_file()}
    visible = {
        str(name): path
        for name, path in sorted(found.items())
        if not any(part.startswith(".") for part in name.parts)
    }
    if not visible:
        raise CorpusError(f"The folder {str(folder)!r} has no files.")
    return visible


def _bytes_of(path: Path) -> bytes:
    """What a file holds; a pipe or a device may be endless, and is read up to the size of an upload."""
    most = ON_THIS_MACHINE.file if os.path.isfile(path) else UPLOADED.file
    try:
        with path.open("rb") as file:
            data = file.read(min(most, max(os.fstat(file.fileno()).st_size, UPLOADED.file)) + 1)
    except OSError as error:
        raise CorpusError(f"{str(path)!r} cannot be read: {error.strerror}.") from error
    if len(data) > most:
        raise CorpusError(f"{str(path)!r} has more than {most:,} bytes; no more are read.")
    return data


def _checked_entries(pairs: Iterable[Any]) -> tuple[tuple[str, int], ...]:
    """Each word once, with the sum of its counts; the `CorpusError` or `TextError` names the entry."""
    totals: dict[str, int] = {}
    for number, entry in enumerate(pairs, start=1):
        word, count = _checked_entry(number, entry)
        totals[word] = totals.get(word, 0) + count
    return tuple(totals.items())


def _checked_entry(number: int, entry: object) -> tuple[str, int]:
    pair = (
        entry if type(entry) is tuple else tuple(cast("Iterable[object]", entry)) if is_listing(entry) else ()
    )
    if len(pair) != 2:
        raise CorpusError(f"Entry {number} must be a pair of word and count, got {shown(entry)}.")
    word, count = pair
    if not isinstance(word, str) or not word:
        raise CorpusError(f"The word of entry {number} must be a non-empty string, got {shown(word)}.")
    if not word.isascii():
        check_characters(word, f"Entry {number}")
    if type(count) is not int or count < 1:
        count = checked_integer(f"The count of {shown(word)} (entry {number})", count, CorpusError, least=1)
    return word, count
