"""What a visit knows about its address."""

from dataclasses import dataclass, field

from bpe_ui.frame.address.stored_corpus import Kept


@dataclass
class AddressState:
    """How far the address was opened, and what the browser keeps for it."""

    kept: Kept | None = None
    """The corpus on screen, if it was too large for a link."""

    wanted: dict[str, str] = field(default_factory=dict)
    """The parameters of the address, while the browser looks for its corpus; otherwise empty."""

    wanted_page: str = ""
    """The page that a link or file asks for, until it is on screen."""

    def training_changed(self, *, is_other_corpus: bool) -> None:
        """Forget what the browser was asked for: it belongs to the old training."""
        self.wanted = {}
