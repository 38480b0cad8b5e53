"""What a visit keeps of the columns side by side."""

from dataclasses import dataclass

from bpe_ui.compare.columns.message import Columns


@dataclass
class ColumnsOnScreen:
    """The columns that the browser was told of."""

    columns: Columns | None = None
    """What it was told; None until they are drawn."""

    def forget_answers(self) -> None:
        """Another comparison comes."""
        self.columns = None
