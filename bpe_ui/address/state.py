"""What a visit knows of its address."""

from dataclasses import dataclass, field

from bpe_ui.address.kept import Kept


@dataclass
class AddressState:
    """How far the address was opened, and what the browser keeps for it."""

    kept: Kept | None = None
    """The corpus on screen, once it was too large for a link."""

    wanted: dict[str, str] = field(default_factory=dict)
    """What the address says, while the browser looks for the corpus of it; otherwise empty."""

    wanted_page: str = ""
    """The page that a link or file asks for, until it is on screen."""

    def training_changed(self, *, is_other_corpus: bool) -> None:
        """What is on screen is no longer what the browser looks for."""
        self.wanted = {}
