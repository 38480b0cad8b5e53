"""The pages. Each says once what it is, as `PAGE` in the module `entry` of its own folder.

>>> pages()["hood"].title
'Under the hood'

A page that is added has its folder, its file for Streamlit, and its line in `FOLDERS`. No other module names
it; a test, `tests/ui/test_floors.py`, says on which floor its folder stands.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from importlib import import_module
from typing import Any, Literal, NamedTuple, Protocol

from bpe_ui.registry.schema import Form, settings_form

FOLDERS = ("learn", "train", "tokenize", "compare", "charts", "hood", "quiz", "glossary")
"""The folders of the pages in the order of the header. A page's folder is its name in links, too."""


class Moving(Protocol):
    """What moves on a page, as far as the page's address has to know."""

    @property
    def history_id(self) -> str:
        """Another one for each history."""

    @property
    def jump(self) -> int:
        """Goes up when the position changes other than in the browser."""


TokenSource = Callable[[Any, str, int | None], Any]
"""The tokens of a view (`ancestry.stories.Tokens`): of a visit, the detail in the view's name, and the
position of the view where it has one. None where the page has no such view any more."""


class Shared(NamedTuple):
    """What a page has to share."""

    what: str
    """What its link is called: "step"."""

    link_holds: str
    """What a link to it holds, in sentences."""

    files: Callable[[Any], Sequence[Any]]
    """The files that it offers for a visit, beside those of the training (`share_files.File`)."""

    about_files: str
    """What is said below the files, where it offers some."""


@dataclass(frozen=True)
class Page:
    """A page."""

    title: str
    """What its link in the header says."""

    path: str
    """Its file, as Streamlit has it."""

    draw: Callable[[], None]
    """Draws what is below the header."""

    prepare: Callable[[], None] = lambda: None
    """Does what has to be done before the address can say what is on the page."""

    is_in_header: bool = True
    """Whether the header has a link to it."""

    has_panels: bool = True
    """Whether the header has the panels for the corpus and the rules, or works on words of its own."""

    progress: Literal["", "above", "below"] = ""
    """Where the progress of the training shows, while that takes long; empty where it does not go on here."""

    settings: type[Any] | None = None
    """What can be set on it: a dataclass with annotated fields (see `schema`). None: nothing."""

    state: type[Any] | None = None
    """What a visit keeps of it; None: what can be set on it."""

    name_of_settings: str = ""
    """The name of the settings in a link, where that is not the page's."""

    at: str = ""
    """The field of its settings that says where its view stands; empty: where the training does."""

    token_sources: Mapping[str, TokenSource] = field(default_factory=dict)
    """Whose tokens its views show, by the names that the views have for them."""

    tokens: str = ""
    """Whose tokens those in no view of their own are (a name in `token_sources`); empty: nobody's."""

    shared: Shared | None = None
    """What Share says and offers beside what it does on every page."""

    on_page: Callable[[Any], tuple[str, Moving | None]] = lambda visit: ("", visit.training)
    """For a visit, what is on screen of it, by a name, and what moves there."""

    @property
    def kept(self) -> type[Any]:
        """The class of what a visit keeps of it."""
        kind = self.state or self.settings
        assert kind is not None
        return kind


@cache
def pages() -> dict[str, Page]:
    """All pages by their names, in the order of the header."""
    return {name: import_module(f"bpe_ui.{name}.entry").PAGE for name in FOLDERS}


def pages_with_settings() -> list[str]:
    """The names of the pages on which something can be set."""
    return [name for name, page in pages().items() if page.settings is not None]


def settings_class(name: str) -> type[Any]:
    """The class of what can be set on a page; it must be one on which something can."""
    settings = pages()[name].settings
    assert settings is not None
    return settings


def new_settings(name: str) -> Any:
    """The settings of a page on which nothing was set yet."""
    return settings_class(name)()


class SettingsInLinks(NamedTuple):
    """How a link holds what is set on a page."""

    page: str
    """The name of the page."""

    form: Form
    """How its settings are read and written."""


@cache
def settings_in_links() -> Mapping[str, SettingsInLinks]:
    """The settings of pages by the names that they have in a link."""
    return {
        page.name_of_settings or name: SettingsInLinks(name, settings_form(page.settings))
        for name, page in pages().items()
        if page.settings is not None
    }
