"""A link or small file: the corpus, rules and position that make up what is on screen."""

from collections.abc import Container, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from bpe_core import BPEConfig
from bpe_ui.visit.registry.pages import settings_class
from bpe_ui.visit.training.training import Source, Training

VERSION = 1
"""The format that is written; others are refused."""
PARAMETER = "s"
"""The parameter of the address that holds the text."""
FILE_SUFFIX = ".bpestep"
"""The ending of a file's name."""

MAX_LINK = 4_000
"""The longest link, in characters, address included; chat programs cut longer ones."""
MAX_KEPT = 20_000_000
"""The largest corpus, and the longest content, that a browser keeps, in characters; Streamlit takes 25 MB."""
MAX_ITEMS = 100_000
"""The most words or documents."""
MAX_FORCED_MERGES = 1_000
"""The most merges chosen by hand."""


@dataclass(frozen=True)
class ForcedMerge:
    """A merge that was chosen by hand."""

    rank: int
    """How many merges came before it."""

    left: str
    """The left symbol, as printed."""

    right: str
    """The right symbol, as printed."""


@dataclass(frozen=True)
class Link:
    """Everything that is on screen."""

    source: Source
    """The corpus, and where it came from. A file's name is not part of a link."""

    config: BPEConfig
    """The rules."""

    forced_merges: tuple[ForcedMerge, ...] = ()
    """The merges chosen by hand, undone ones too; ranks ascend."""

    position: int = 0
    """How many merges have been made."""

    page: str = "train"
    """The name of the page in `registry.pages`."""

    predict: bool = False
    """Whether predict mode is on."""

    present: bool = False
    """Whether present mode is on."""

    settings: Mapping[str, Any] = field(default_factory=dict)
    """The settings of pages, by the page's name: of this one at least, in an address also of others."""

    @classmethod
    def of(cls, training: Training, **place: Any) -> "Link":
        """The link for a training; `place` gives page, modes and settings."""
        stepper, source, columns = training.stepper, training.source, training.stepper.history
        forced = (ForcedMerge(rank, *columns.pair(rank)) for rank in columns.by_user(len(columns)))
        nameless = Source(source.kind, source.corpus, source.name if source.kind == "example" else "")
        return cls(nameless, stepper.config, tuple(forced), stepper.position, **place)

    def without(self, names: Container[str]) -> "Link":
        """The same link without the settings of these pages."""
        return replace(self, settings={name: on for name, on in self.settings.items() if name not in names})

    def on(self, page: str, **changes: Any) -> "Link":
        """The same link with other settings of a page."""
        before = self.settings.get(page) or settings_class(page)()
        return replace(self, settings={**self.settings, page: replace(before, **changes)})
