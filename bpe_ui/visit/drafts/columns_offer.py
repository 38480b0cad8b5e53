"""What uploaded files leave to choose: the columns of a table, and the encoding of texts."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from bpe_core import Corpus
from bpe_core.corpus import Table, TableColumns, encoding_in, open_table
from bpe_core.progress import OnProgress, Progress, tell_nobody

LONGEST_SAMPLE = 100
"""How many characters of a value are kept."""


@dataclass(frozen=True)
class Offer:
    """What could hold the corpus, and what is chosen."""

    texts: dict[str, str] = field(default_factory=dict)
    """The columns of texts, each with the beginning of one value; empty if there is no choice."""

    counts: tuple[str, ...] = ()
    """The columns of counts."""

    chosen: TableColumns | None = None
    """The columns to train on; None if a person has to choose them."""

    encoding: str | None = None
    """How the texts that are not UTF-8 are read; None if all are UTF-8."""

    @property
    def must_choose(self) -> bool:
        """Whether nothing can be read yet."""
        return bool(self.texts) and self.chosen is None

    @classmethod
    def of_files(cls, files: Mapping[str, bytes], encoding: str | None = None) -> "Offer | None":
        """The choices in some files; None if there are none. Raises a `BPEError`.

        The columns are those of the first table.
        """
        found = (encoding_in(name, files[name]) for name in sorted(files))
        encoding = encoding or next((each for each in found if each not in (None, "utf-8")), None)
        tables = (open_table(name, files[name], encoding) for name in sorted(files))
        table = next(filter(None, tables), None)
        if table is None or len(table.columns) == 1:
            return None if encoding is None else cls(encoding=encoding)
        return cls.of(table, encoding)

    @classmethod
    def of(cls, table: Table, encoding: str | None = None) -> "Offer":
        """The columns of a table. Raises a `BPEError`."""
        chosen, texts = table.guess(), table.text_columns()
        samples = {name: _first_text(table.columns[name])[:LONGEST_SAMPLE] for name in texts}
        return cls(samples, tuple(table.count_columns()), chosen, encoding)


def read_corpus_files(
    files: Mapping[str, bytes],
    offer: Offer | None,
    encoding: str | None = None,
    *,
    tell: OnProgress = tell_nobody,
) -> tuple[Corpus | None, Offer | None]:
    """The corpus in files, by name, and what is left to choose; raises a `BPEError`.

    With an offer, its columns and its encoding are taken, without one the given encoding or those that fit.
    The corpus is None if a person must choose first.
    """
    if offer is None:
        offer = Offer.of_files(files, encoding)
    else:
        encoding = offer.encoding
    if offer is None:
        return Corpus.from_uploads(files, None, lambda rows: tell(Progress(rows, None, "rows read"))), None
    if offer.must_choose:
        return None, offer
    corpus = Corpus.from_uploads(
        files, offer.chosen, lambda rows: tell(Progress(rows, None, "rows read")), encoding
    )
    return corpus, offer


def _first_text(values: Iterable[Any]) -> str:
    """The first text that is not empty; other values of such a column are rows that cannot be read."""
    return next((value for value in values if value and isinstance(value, str)), "")
