"""What a visit keeps of a part of the app, and what each such part is told. The defaults do nothing.

@dataclass
class OnTrain(PageState):           kept of a part: caches, what the browser was told
@dataclass
class TrainSettings(PageSettings):  set on a page: all that a link holds of it
"""

from dataclasses import fields
from typing import Any, ClassVar, Protocol, Self


class PageState(Protocol):
    """What a visit keeps of a part of the app."""

    def training_changed(self, *, is_other_corpus: bool) -> None:
        """Drop what was about the training on screen, or only about its corpus: another one comes."""
        return None  # a default, which mypy would take for a missing body

    def would_be_lost(self) -> bool:
        """Whether other people take part in it, so that it must outlive the tab of the browser."""
        return False


class PageSettings(PageState, Protocol):
    """What is set on a page. What a visit keeps of the page may be a subclass with more fields."""

    takes_content: ClassVar[bool] = False
    """Whether a person can give it a long text or a file."""

    @property
    def content_size(self) -> int:
        """The size of these texts and files, in characters and bytes."""
        return 0

    def without_content(self) -> Self:
        """The same settings with only the names of files."""
        return self

    def check(self) -> None:
        """Raise a `LinkError` if the fields do not fit together."""
        return None

    def settings(self) -> Any:
        """The settings, as a link holds them."""
        kind: Any = next(each for each in type(self).__mro__ if PageSettings in each.__bases__)
        return kind(**{entry.name: getattr(self, entry.name) for entry in fields(kind)})

    def take(self, settings: Any) -> None:
        """Set everything as in a link."""
        for entry in fields(settings):
            setattr(self, entry.name, getattr(settings, entry.name))
