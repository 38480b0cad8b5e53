"""What a link or small file holds: the corpus, rules and place that make up what is on screen.

In: a training, and what is set on its page. Out: a `Link`; `link_format` writes it as text and reads it.
"""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any

from bpe_core import BPEConfig
from bpe_ui.charts.settings import ChartSettings
from bpe_ui.compare.state import Settings
from bpe_ui.hood.state import HoodSettings
from bpe_ui.learn.state import LearnSettings
from bpe_ui.quiz.state import QuizSettings
from bpe_ui.tokenize.state import TokenizeSettings
from bpe_ui.training.training import Source, Training

VERSION = 1
"""The format that is written; older ones are read too, newer ones refused."""
PARAMETER = "s"
"""The parameter of the address that holds the text."""
FILE_SUFFIX = ".bpestep"
"""How the name of a file ends."""

MAX_LINK = 4_000
"""The longest link, in characters, its address included; chat programs cut longer ones."""
MAX_ITEMS = 100_000
"""The most words or documents."""
MAX_FORCED_MERGES = 1_000
"""The most merges chosen by hand."""


PAGE_SETTINGS: dict[str, type[Any]] = {
    "tokenize": TokenizeSettings,
    "compare": Settings,
    "charts": ChartSettings,
    "learn": LearnSettings,
    "hood": HoodSettings,
    "quiz": QuizSettings,
}
"""What can be set on a page, by the page's name: so its settings are called in a link and in a visit too."""


@dataclass(frozen=True)
class ForcedMerge:
    """A merge that was chosen by hand."""

    rank: int
    """How many merges came before it."""

    left: str
    """The left symbol, as it is printed."""

    right: str
    """The right symbol."""


@dataclass(frozen=True)
class Link:
    """Everything that is on screen."""

    source: Source
    """The corpus, and where it came from. A file's name is not part of a link."""

    config: BPEConfig
    """The rules."""

    forced_merges: tuple[ForcedMerge, ...] = ()
    """The merges chosen by hand, also undone ones after the position; ranks ascend."""

    position: int = 0
    """How many merges have been made."""

    page: str = "train"
    """One of `shell.pages.PAGES`."""

    predict: bool = False
    """Whether predict mode is on."""

    present: bool = False
    """Whether present mode is on."""

    tokenize: TokenizeSettings | None = None
    """What is set on the Tokenize page, where that is the page."""

    compare: Settings | None = None
    """What is set on the Compare page, where that is the page."""

    charts: ChartSettings | None = None
    """What is set on the Charts page, where that is the page."""

    learn: LearnSettings | None = None
    """Where one is on the Learn page, where that is the page."""

    hood: HoodSettings | None = None
    """What is set on the page Under the hood, where that is the page."""

    quiz: QuizSettings | None = None
    """What was done on the Quiz page, where that is the page."""

    @classmethod
    def of(cls, training: Training, **place: Any) -> "Link":
        """What is on screen of a training; `place` says page, modes and what is set."""
        stepper, source, columns = training.stepper, training.source, training.stepper.history
        forced = (ForcedMerge(rank, *columns.pair(rank)) for rank in columns.by_user(len(columns)))
        nameless = Source(source.kind, source.corpus, source.name if source.kind == "example" else "")
        return cls(nameless, stepper.config, tuple(forced), stepper.position, **place)

    def without(self, pages: Iterable[str]) -> "Link":
        """The same without what is set on these pages."""
        nothing: dict[str, Any] = dict.fromkeys(pages)
        return replace(self, **nothing)
