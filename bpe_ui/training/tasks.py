"""Long work of a visit: reading files, counting a large corpus, and training to a far position.

In: what is to be done. Out: tasks as `long_work` has them, and a training once they are done.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from bpe_core import BPEConfig, Corpus
from bpe_core.corpus import Columns
from bpe_core.merges import Pair
from bpe_core.progress import Progress
from bpe_ui.training import rule_change
from bpe_ui.training.training import Source, Training, start_training

QUICK_CHARACTERS = 500_000
"""The largest corpus, in characters, that is counted at once, without a progress bar."""


@dataclass
class ReadTask:
    """Files to be read as a corpus, whose words then are counted."""

    files: Mapping[str, bytes]
    """Their names and what is in them."""

    columns: Columns | None
    """The columns of a table; None: those that the core guesses."""

    place: str
    """Where the files were given."""

    report: Callable[[], object] = field(default=lambda: None, repr=False)
    """Called while rows are read, which is not done in slices; what it raises ends the reading."""

    progress: Progress = field(default=Progress(0, None, "rows read"))
    """How far it is."""

    source: Source | None = None
    """The corpus, once it is read."""

    @property
    def is_done(self) -> bool:
        """Whether all is read."""
        return self.source is not None

    def advance(self, seconds: float) -> bool:
        """Read everything, however long that takes; True. Raises a `BPEError`."""
        self._tell(0)
        corpus = Corpus.from_uploads(self.files, self.columns, self._tell)
        others = f" and {len(self.files) - 1} more" if len(self.files) > 1 else ""
        self.source = Source("file", corpus, f"{min(self.files)}{others}")
        return True

    def _tell(self, rows: int) -> None:
        self.progress = Progress(rows, None, "rows read")
        self.report()


@dataclass
class CountTask:
    """Words to be counted, for a training that then takes the place of the present one."""

    source: Source
    config: BPEConfig
    place: str
    """Where the corpus or the rules were given."""

    notice: str
    """What is said once the training is on screen."""

    follows: Training | None = None
    """The training under other rules whose position is taken over."""

    report: Callable[[], object] = field(default=lambda: None, repr=False)
    """Called while words are counted, which is not done in slices; what it raises ends the count."""

    progress: Progress = field(default=Progress(0, None, "characters"))
    """How far it is."""

    training: Training | None = None
    """The training, once its words are counted."""

    @property
    def is_done(self) -> bool:
        """Whether all is counted."""
        return self.training is not None

    def advance(self, seconds: float) -> bool:
        """Count everything, however long that takes; True. Raises a `BPEError`."""
        self._tell(0, self.source.corpus.characters)
        self.training = start_training(self.source, self.config, self._tell)
        return True

    def _tell(self, done: int, total: int) -> None:
        what = "characters read" if done < total else "characters read; counting pairs"
        self.progress = Progress(done, total, what)
        self.report()


@dataclass
class MergeTask:
    """Merges to be made up to a position."""

    training: Training
    """What is trained."""

    target: int | None
    """The position; None: the end."""

    before: Sequence[Pair] = ()
    """The pairs merged up to there under the rules before, where other rules follow them."""

    is_done: bool = False
    """Whether it is reached, or training is over."""

    @property
    def progress(self) -> Progress:
        """How far it is; without a limit nobody knows of how much."""
        made = self.training.stepper.position
        target = self.training.furthest() if self.target is None else self.target
        if target is not None:
            return Progress(made, target, "merges made")
        last = f", the last of a pair that occurred {self.training.last_count:,} times" if made else ""
        return Progress(made, None, f"merges made{last}; training ends when no pair is left")

    @property
    def outcome(self) -> str:
        """What is said once it is done."""
        if self.before:
            return rule_change.sentence(self.before, self.training)
        return f"Trained up to merge {self.training.stepper.position:,}."

    def advance(self, seconds: float) -> bool:
        """Train for about this long; True when it is done."""
        self.is_done = self.training.run_for(seconds, self.target)
        return self.is_done
