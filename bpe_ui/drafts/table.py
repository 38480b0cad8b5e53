"""The word counts under edit as a table."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import pandas as pd

from bpe_core.queries import WordCount
from bpe_ui.training.training import Source


@dataclass
class TableDraft:
    """A table under edit, kept while the editor is not drawn; Streamlit would forget it."""

    source: Source | None
    """The corpus that the table was filled from."""

    base: pd.DataFrame
    """What the editor was given: word, count. Its changes are kept apart from it."""

    edited: pd.DataFrame
    """The table with the changes made since."""

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
        """The editor's key: a new one for each table."""
        return f"table_{id(self.source)}"

    def come_back(self) -> None:
        """The editor is drawn again after an absence: it begins with what was edited."""
        self.base = self.edited

    def entries(self) -> list[tuple[str, Any]]:
        """The words and counts as edited; an empty row is left out, and a missing count is None."""
        entries = []
        for word, number in zip(self.edited["word"], self.edited["count"], strict=True):
            text = "" if pd.isna(word) else str(word)
            count = None if pd.isna(number) else int(number)
            if text or count is not None:
                entries.append((text, count))
        return entries
