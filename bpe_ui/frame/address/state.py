"""What a visit knows about its address."""

import secrets
from dataclasses import dataclass, field

from bpe_core import BPEError
from bpe_ui.machine.limits.memory import MemoryClaim, ledger
from bpe_ui.visit.links.screen import Screen
from bpe_ui.visit.registry.page_state import PageState
from bpe_ui.visit.session import other_visits

MOST_KEPT = 5
"""How many corpora the server keeps for the addresses of one visit."""
BYTES_PER_CHARACTER = 2
"""What a character of a corpus takes, about: one of English takes 1, of other scripts 2 to 4."""


@dataclass
class OnServer:
    """A corpus, and the merges chosen on it, that an address only names."""

    screen: Screen
    """The link that has them."""

    memory: MemoryClaim
    """Its share of the server's memory."""


@dataclass
class AddressState(PageState):
    """How far the address was opened, and what the server keeps for it, as long as the visit."""

    read_in: str | None = None
    """Streamlit's name for the tab in which the address was opened; it is opened anew in another one."""

    kept: dict[str, OnServer] = field(default_factory=dict)
    """What was too large for an address, by the name that it has there; the newest last."""

    wanted_page: str = ""
    """The page that a link or file asks for, until it is on screen."""

    written: tuple[Screen, dict[str, str], bool] | None = None
    """The screen that was put into the address last, at its start; the parameters; whether they hold all."""

    class_held: str = ""
    """What the address says of the person's class, while one is held."""

    is_corpus_missing: bool = False
    """Whether the address that was opened last names a corpus that is not kept any more."""

    def keep(self, screen: Screen) -> str:
        """The name of a link's corpus and merges; empty if there is no memory to keep them."""
        source, merges = screen.source, screen.forced_merges
        for name, known in self.kept.items():
            if known.screen.source.corpus is source.corpus and known.screen.forced_merges == merges:
                return name
        self.kept = dict([*self.kept.items()][1 - MOST_KEPT :])
        try:
            memory = ledger.admit_bytes(source.corpus.characters_to_read * BYTES_PER_CHARACTER)
        except BPEError:
            return ""
        name = secrets.token_hex(4)
        self.kept[name] = OnServer(screen, memory)
        return name

    def find(self, name: str) -> Screen | None:
        """What an address names: of this visit, or of another in the same browser."""
        for state in (self, *(each.state(AddressState) for each in other_visits())):
            if name in state.kept:
                return state.kept[name].screen
        return None
