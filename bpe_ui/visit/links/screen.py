"""A screen: all that a link can hold, as one value. Whatever leaves the visit is a screen without some parts.

>>> screen = Screen(Source.from_example("hug_pug_pun"), EXAMPLES["hug_pug_pun"].config, present=True)
>>> screen.without(IN_PLAN).present
False
>>> [*replace(screen, page="quiz", settings={"quiz": ..., "train": ...}).without(SHARED).settings]
['quiz']
"""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field, replace
from enum import Enum, auto
from typing import Any

from bpe_core import EXAMPLES, BPEConfig
from bpe_ui.visit.registry.pages import settings_class
from bpe_ui.visit.training.training import Source, Training


class Part(Enum):
    """What can be left out of a screen."""

    CORPUS = auto()
    """The corpus, for the first example, and the merges chosen by hand."""
    PRESENT = auto()
    """Present mode."""
    OTHER_PAGES = auto()
    """The settings of the pages that are not on screen."""
    USUAL = auto()
    """Settings that are as on a new page."""
    CONTENT = auto()
    """What is in files, which are named: the server may still have them open."""
    TEXTS = auto()
    """The settings of pages to which a person can give a long text or a file."""


SHARED = (Part.OTHER_PAGES,)
"""What Share's links and files leave out."""
IN_PLAN = (Part.OTHER_PAGES, Part.PRESENT)
"""What a view of a lesson plan leaves out."""
IN_ADDRESS = (
    *((Part.USUAL,), (Part.USUAL, Part.OTHER_PAGES), (Part.USUAL, Part.CONTENT)),
    *((Part.USUAL, Part.OTHER_PAGES, Part.CONTENT), (Part.USUAL, Part.OTHER_PAGES, Part.TEXTS)),
)
"""What the address leaves out, the least first: it takes the first that is short enough."""
ON_SERVER = (Part.CORPUS,)
"""What the address leaves out as well, and the server keeps, if nothing else is short enough."""


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
class Screen:
    """Everything that is on screen."""

    source: Source
    """The corpus, and where it came from. A file's name is not part of it."""

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
    def of(cls, training: Training, **place: Any) -> "Screen":
        """The screen of a training; `place` gives page, modes and settings."""
        stepper, source, columns = training.stepper, training.source, training.stepper.history
        forced = (ForcedMerge(rank, *columns.pair(rank)) for rank in columns.by_user(len(columns)))
        nameless = replace(source, name=source.name if source.kind == "example" else "")
        return cls(nameless, stepper.config, tuple(forced), stepper.position, **place)

    @classmethod
    def of_new_visit(cls) -> "Screen":
        """The first example, at its start."""
        name = next(iter(EXAMPLES))
        return cls(Source.from_example(name), EXAMPLES[name].config)

    def on(self, page: str, **changes: Any) -> "Screen":
        """The same with other settings of a page."""
        before: Any = self.settings.get(page) or settings_class(page)()
        return replace(self, settings={**self.settings, page: replace(before, **changes)})

    def without(self, parts: Collection[Part]) -> "Screen":
        """The same without some parts."""
        settings = {name: on for name, on in self.settings.items() if not self._is_out(name, on, parts)}
        if Part.CONTENT in parts:
            settings = {name: on.without_content() for name, on in settings.items()}
        source, merges = self.source, self.forced_merges
        if Part.CORPUS in parts:
            source, merges = Screen.of_new_visit().source, ()
        present = self.present and Part.PRESENT not in parts
        return replace(self, source=source, forced_merges=merges, present=present, settings=settings)

    @property
    def characters(self) -> int:
        """The size of the corpus, and of the texts and files on pages, in characters and bytes."""
        given = sum(on.content_size for on in self.settings.values())
        return self.source.corpus.characters_to_read + given

    def _is_out(self, page: str, settings: Any, parts: Collection[Part]) -> bool:
        if page != self.page and Part.OTHER_PAGES in parts:
            return True
        if Part.USUAL in parts and settings == settings_class(page)():
            return True
        return Part.TEXTS in parts and settings.takes_content
