"""The columns of an uploaded table to choose from."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from bpe_core import Corpus
from bpe_core.corpus import Table, TableColumns, open_table
from bpe_core.progress import Progress, Tell, tell_nobody

LONGEST_SAMPLE = 100
"""How many characters of a value are kept."""


@dataclass(frozen=True)
class Offer:
    """The columns of a table that could hold the corpus, and the chosen ones."""

    texts: dict[str, str]
    """The columns of texts, each with the beginning of one value."""

    counts: tuple[str, ...]
    """The columns of counts."""

    chosen: TableColumns
    """The columns to train on."""

    @classmethod
    def of_files(cls, files: Mapping[str, bytes]) -> "Offer | None":
        """The columns in the first of some files; None if there is no choice. Raises a `BPEError`."""
        table = open_table(min(files), files[min(files)])
        return None if table is None else cls.of(table)

    @classmethod
    def of(cls, table: Table) -> "Offer | None":
        """The columns of a table; None if there is no choice. Raises a `BPEError`."""
        chosen, texts = table.guess(), table.text_columns()
        if len(table.columns) == 1:
            return None
        samples = {name: _first_text(table.columns[name])[:LONGEST_SAMPLE] for name in texts}
        return cls(samples, tuple(table.count_columns()), chosen)


def read_files(
    files: Mapping[str, bytes], offer: Offer | None, *, tell: Tell = tell_nobody
) -> tuple[Corpus, Offer | None]:
    """The corpus in files, by name, and the columns to choose from; raises a `BPEError`.

    With an offer, its chosen columns are read.
    """
    offer = offer or Offer.of_files(files)
    columns = None if offer is None else offer.chosen
    return Corpus.from_uploads(files, columns, lambda rows: tell(Progress(rows, None, "rows read"))), offer


def _first_text(values: Iterable[Any]) -> str:
    """The first text that is not empty; other values of such a column are rows that cannot be read."""
    return next((value for value in values if value and isinstance(value, str)), "")
