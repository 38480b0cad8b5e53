"""The settings of the Compare page, as values: which view, which columns, how far, and what was typed.

No Streamlit here; the visit holds one `Compare`, a link one `Settings`.

>>> [column.title for column in Compare().compared(BPEConfig())]
['First seen', 'Smallest ids', 'Smallest pair', 'Greatest pair']
"""

from dataclasses import dataclass, replace
from typing import Annotated, ClassVar

from bpe_core import BPEConfig, BPEError, Corpus
from bpe_core.studies.comparison import MAX_COLUMNS, MAX_TEXT, ColumnRules
from bpe_core.studies.random_ties import MAX_SEEDS, MIN_SEEDS
from bpe_core.studies.user_merges import UserMerges
from bpe_ui.pages.compare.settings.choices import (
    COLUMNS,
    EXPECTED_BY_KEY,
    MAX_TITLE,
    TIE_PICK,
    TRAIN,
    ColumnChoice,
    own_choice,
)
from bpe_ui.stage.text.visible import free_name, shortened
from bpe_ui.visit.registry.page_state import PageSettings
from bpe_ui.visit.registry.schema import integer, longest, one_of

VIEWS = ("columns", "diagnosis", "tokens", "ties", "base")
"""The views of the page, in the order of their buttons; `page.VIEWS` draws each."""
PANES = ("why", "text", "end", "chart")
"""What can be shown next to the columns; `page.PANES` draws each."""
MAX_TOKENS_TEXT = 30_000
"""The longest text of which your tokens are compared, in characters."""
MAX_STEPS = 10_000
"""The most steps of your own merges to choose from."""

MAX_CHARACTERS = 5_000_000
"""The largest corpus that is compared, in characters to read."""
SMALL_CHARACTERS = 20_000
"""A corpus of up to this many characters is trained to the end, unless a person says otherwise."""
USUAL_MERGES = 500
"""How far the columns of a larger corpus train, unless a person says otherwise."""
MAX_MERGES = 10_000
"""The most merges of a column, also of a small corpus."""


@dataclass
class Settings(PageSettings):
    """All settings of the page, as a link holds them."""

    takes_content: ClassVar[bool] = True

    view: Annotated[str, one_of(VIEWS)] = "columns"
    """The view on screen: one of `VIEWS`."""

    choices: Annotated[tuple[ColumnChoice, ...], COLUMNS] = TIE_PICK
    """The columns from left to right, each once, `MIN_COLUMNS` to `MAX_COLUMNS`."""

    merges: Annotated[int | None, integer(1, MAX_MERGES)] = None
    """How many merges each column makes at most; None for the usual number (`usual_merges`)."""

    position: Annotated[int, integer(0, MAX_MERGES)] = 0
    """The position of all columns, in merges."""

    pane: Annotated[str, one_of(PANES)] = "why"
    """The pane next to the columns: one of `PANES`."""

    text: Annotated[str | None, longest(MAX_TEXT)] = None
    """The text that is tokenized in every column; None until a person has typed one."""

    seeds: Annotated[int, integer(MIN_SEEDS, MAX_SEEDS)] = 100
    """Do ties matter? How many seeds are drawn."""

    ties_merges: Annotated[int | None, integer(1, MAX_MERGES)] = None
    """Do ties matter? How many merges each seed makes; None for the usual number (`usual_merges`)."""

    diagnosis_text: Annotated[str, longest()] = ""
    """Your own merges, as they were pasted, or as text from a file."""

    diagnosis_expected: Annotated[str, EXPECTED_BY_KEY] = ""
    """What they are compared with: "" (to be found), `TRAIN`, or the key of a profile."""

    diagnosis_step: Annotated[int, integer(0, MAX_STEPS)] = 0
    """Which of the differing steps is shown, from 0."""

    tokens_meant: Annotated[str, longest(100)] = TRAIN
    """The tokenizer of your tokens: `TRAIN`, "opened" on Tokenize, or the name of a ready one."""

    tokens_text: Annotated[str | None, longest(MAX_TOKENS_TEXT)] = None
    """The text of your tokens; None until a person has typed one."""

    tokens_given: Annotated[str, longest()] = ""
    """Your own tokens of it, as they were pasted."""

    @property
    def content_size(self) -> int:
        """How much text a person gave, in characters."""
        return len(self.diagnosis_text) + len(self.tokens_text or "") + len(self.tokens_given)


@dataclass
class Compare(Settings):
    """The Compare page in one person's visit."""

    pinned: tuple[ColumnChoice, ...] = ()
    """The rules that were pinned, whether or not they are a column now; the newest first."""

    diagnosis_name: str = ""
    """The name of the file with your own merges."""

    diagnosis_data: bytes | None = None
    """The content of the file; None for pasted merges. A link holds it as `diagnosis_text`, if it is text."""

    read: tuple[tuple[bytes | str, str], UserMerges | BPEError] | None = None
    """What was read last and its file's name; and the merges, or why they could not be read."""

    def settings(self) -> Settings:
        """The settings, as a link holds them: merges from a file as text, without the file's name."""
        text = self.text if self.text is None else self.text[:MAX_TEXT]  # only this much is tokenized
        made: Settings = super().settings()
        return replace(made, diagnosis_text=self._merges_as_text(), text=text)

    def take(self, settings: Settings) -> None:
        """Set everything as in a link."""
        super().take(settings)
        self.diagnosis_name, self.diagnosis_data = "", None
        self.pinned = tuple(choice for choice in settings.choices if choice.kind == "own")

    def training_changed(self, *, is_other_corpus: bool) -> None:
        """With another corpus, the columns go back to the start."""
        if is_other_corpus:
            self.position = self.diagnosis_step = 0

    def stand_before(self, rank: int, corpus: Corpus) -> None:
        """Put the columns before a merge, and let them train at least to it, within their limits."""
        self.position = min(rank, MAX_MERGES)
        if self.most_merges(corpus) <= self.position:
            self.merges = min(max(USUAL_MERGES, rank + 1), MAX_MERGES)

    def show_columns(self, choices: tuple[ColumnChoice, ...]) -> None:
        """Compare other columns, with the first as the reference; pin the custom ones among them."""
        unique = tuple({choice.key: choice for choice in choices}.values())[:MAX_COLUMNS]
        own = {choice.key: choice for choice in unique if choice.kind == "own"}
        kept = (choice for choice in self.pinned if choice.key not in own)
        self.pinned = (*own.values(), *kept)[:MAX_COLUMNS]
        self.choices = unique

    def pin(self, config: BPEConfig) -> ColumnChoice:
        """Add rules as a column, or instead of the last if there are eight already."""
        choice, taken = own_choice(config), {each.name for each in (*self.pinned, *self.choices)}
        if choice.name in taken:
            choice = replace(choice, name=free_name(shortened(choice.name, MAX_TITLE - len(" (9)")), taken))
        self.pinned = (choice, *self.pinned)[:MAX_COLUMNS]
        self.choices = (*self.choices[: MAX_COLUMNS - 1], choice)
        return choice

    def _merges_as_text(self) -> str:
        if self.diagnosis_data is None:
            return self.diagnosis_text
        try:
            return self.diagnosis_data.decode("utf-8-sig")
        except UnicodeDecodeError:  # not a readable list of merges
            return ""

    def compared(self, base: BPEConfig) -> tuple[ColumnRules, ...]:
        """The columns as the core compares them; `base` are the rules on Train."""
        return tuple(choice.column(base) for choice in self.choices)

    def most_merges(self, corpus: Corpus) -> int:
        """How many merges each column makes at most."""
        return usual_merges(corpus) if self.merges is None else self.merges


def is_small(corpus: Corpus) -> bool:
    """Whether the page trains on it to the end, and studies it, without being asked."""
    return corpus.characters_to_read <= SMALL_CHARACTERS


def usual_merges(corpus: Corpus) -> int:
    """How many merges a column makes at most, unless a person says otherwise.

    >>> usual_merges(Corpus.from_text("hug pug")), usual_merges(Corpus.from_text("hug " * 10_000))
    (10000, 500)
    """
    return MAX_MERGES if is_small(corpus) else USUAL_MERGES
