"""What a visit keeps of the columns side by side."""

from dataclasses import dataclass

from bpe_ui.compare.columns.message import Columns


@dataclass
class ColumnsOnScreen:
    """The columns on screen."""

    columns: Columns | None = None
    """What the browser was told; None until they are drawn."""

    def forget_answers(self) -> None:
        """Forget the columns: there will be another comparison."""
        self.columns = None
