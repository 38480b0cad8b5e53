"""The list of pages. Each page describes itself once, as `PAGE` in the module `entry` of its folder.

>>> pages()["hood"].title
'Under the hood'

A new page has its folder, its file for Streamlit, and its name in `FOLDERS`. No other module has to name it;
the test `tests/ui/test_floors.py` says on which floor its folder is. This is the one place where an import
points up: `pages` imports the entries, by their names, when it is first called.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cache
from importlib import import_module
from typing import Any, Literal, NamedTuple, Protocol

from bpe_ui.visit.registry.page_state import PageSettings
from bpe_ui.visit.registry.schema import Codec, settings_codec

FOLDERS = ("learn", "train", "tokenize", "compare", "hood", "quiz", "results", "glossary")
"""The folders of the pages, in the order of the header. A page's folder is also its name in links."""


class Moving(Protocol):
    """Something with a position, as far as the page's address has to know it."""

    @property
    def history_id(self) -> str:
        """Identifies the history."""

    @property
    def jump(self) -> int:
        """Increases when the position changes other than in the browser."""


TokenSource = Callable[[Any, str, int | None], Any]
"""Returns the tokens of a view (`ancestry.stories.Tokens`), for a visit, the detail in the view's name, and
the view's position if it has one. None if the page no longer has such a view."""


class Shared(NamedTuple):
    """What Share says of a page."""

    what: str = "step"
    """The noun for its link."""

    link_holds: str = (
        "It contains the whole corpus, the rules, the merges you chose, the position, and whether Predict is"
        " on."
    )
    """What a link to it holds, in sentences."""


_STEP = Shared()


@dataclass(frozen=True)
class Page:
    """A page."""

    title: str
    """The text of its link in the header."""

    path: str
    """Its file for Streamlit."""

    draw: Callable[[], None]
    """Draws what is below the header."""

    prepare: Callable[[], None] = lambda: None
    """What must be done before the address can describe the page."""

    is_in_header: bool = True
    """Whether the header has a link to it."""

    has_panels: bool = True
    """Whether the header has the panels for corpus and rules; False if it works on words of its own."""

    is_a_students: Callable[[Any], bool] = lambda visit: False
    """Whether a teacher gave out what is on screen for a visit; then nothing there is for teachers."""

    uses_training: Callable[[Any], bool] = lambda visit: True
    """Whether corpus and rules have a say in what is on screen for a visit; if not, they are not shown."""

    progress: Literal["", "above", "below"] = ""
    """Where the progress of a long training is shown; empty if training does not go on here."""

    settings: type[PageSettings] | None = None
    """The class of its settings, with annotated fields (see `schema`); None if it has none."""

    state: type[PageSettings] | None = None
    """The class of what a visit keeps of it; None: its settings."""

    at: str = ""
    """The field of its settings with the position of its view; empty: the position of the training."""

    token_sources: Mapping[str, TokenSource] = field(default_factory=dict)
    """The sources of the tokens in its views, by the names that the views use."""

    tokens: str = ""
    """The source of tokens outside those views (a name in `token_sources`); empty: none."""

    shared: Shared = _STEP
    """What Share says of it."""

    in_share: Callable[[], None] = lambda: None
    """Draws, in the Share panel of Train, what this page can make of the training there."""

    on_page: Callable[[Any], tuple[str, Moving | None]] = lambda visit: ("", visit.training)
    """For a visit, the name of what is on screen, and the object that moves there."""

    @property
    def state_class(self) -> type[PageSettings]:
        """The class of what a visit keeps of the page."""
        kind = self.state or self.settings
        assert kind is not None
        return kind


@cache
def pages() -> dict[str, Page]:
    """All pages by name, in the order of the header."""
    return {name: import_module(f".{name}.entry", "bpe_ui.pages").PAGE for name in FOLDERS}


@cache
def base_codec() -> Codec:
    """How a link holds the tokenizer that a training begins with."""
    codec: Codec = import_module(".tokenize.settings.beside", "bpe_ui.pages").BASE
    return codec


def pages_with_settings() -> list[str]:
    """The names of the pages with settings."""
    return [name for name, page in pages().items() if page.settings is not None]


def settings_class(name: str) -> type[PageSettings]:
    """The class of a page's settings; the page must have some."""
    settings = pages()[name].settings
    assert settings is not None
    return settings


@cache
def settings_codecs() -> Mapping[str, Codec]:
    """How the settings of pages are read and written, by the names of the pages that have some."""
    return {
        name: settings_codec(page.settings, check=page.settings.check)
        for name, page in pages().items()
        if page.settings is not None
    }
