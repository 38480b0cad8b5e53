"""The word counts as a table that is edited."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import pandas as pd

from bpe_core.queries import WordCount
from bpe_ui.visit.training.training import Source


@dataclass
class TableDraft:
    """A table that is edited, kept while the editor is not drawn, because Streamlit would forget it."""

    source: Source | None
    """The corpus that the table was made from."""

    base: pd.DataFrame
    """The editor's input: word, count. Changes are kept apart from it."""

    edited: pd.DataFrame
    """The table with all changes."""

    @classmethod
    def of(cls, source: Source | None, words: Sequence[WordCount]) -> "TableDraft":
        """A table with these words."""
        base = pd.DataFrame(
            {
                "word": pd.Series([row.word for row in words], dtype="object"),
                "count": pd.Series([row.count for row in words], dtype="Int64"),
            }
        )
        return cls(source, base, base)

    @property
    def key(self) -> str:
        """The editor's key, different for each table."""
        return f"table_{id(self.source)}"

    def come_back(self) -> None:
        """Begin the editor with the edited table when it is drawn again."""
        self.base = self.edited

    def entries(self) -> list[tuple[str, Any]]:
        """The words and counts as edited; empty rows are left out, and a missing count is None."""
        entries = []
        for word, number in zip(self.edited["word"], self.edited["count"], strict=True):
            text = "" if pd.isna(word) else str(word)
            count = None if pd.isna(number) else int(number)
            if text or count is not None:
                entries.append((text, count))
        return entries
