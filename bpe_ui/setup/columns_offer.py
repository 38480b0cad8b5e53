"""The columns of an uploaded table among which a person can choose.

In: a table. Out: an `Offer`, which the visit keeps while the file is there.
"""

from dataclasses import dataclass

from bpe_core.corpus import Columns, Table


@dataclass(frozen=True)
class Offer:
    """The columns of a table that could hold the corpus, and the chosen ones."""

    texts: dict[str, str]
    """The columns of texts, each with a value of it."""

    counts: tuple[str, ...]
    """The columns of counts."""

    chosen: Columns
    """The columns that are trained on."""

    @classmethod
    def of(cls, table: Table) -> "Offer | None":
        """What a table offers; None where there is no choice. Raises a `BPEError`."""
        chosen, texts = table.guess(), table.text_columns()
        if len(table.columns) == 1:
            return None
        samples = {name: next((value for value in table.columns[name] if value), "") for name in texts}
        return cls(samples, tuple(table.count_columns()), chosen)
