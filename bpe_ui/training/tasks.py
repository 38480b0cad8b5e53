"""Long work of a visit: reading files, counting a large corpus, and training to a far position.

In: what is to be done. Out: tasks as `long_work` has them, and a corpus or a training once they are done.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar

from bpe_core import BPEConfig, Corpus
from bpe_core.merges import Pair
from bpe_core.progress import Progress
from bpe_ui.setup.columns_offer import Offer
from bpe_ui.training import rule_change
from bpe_ui.training.training import Source, Training
from bpe_ui.workers import work
from bpe_ui.workers.job import Job

QUICK_CHARACTERS = 500_000
"""The largest corpus, in characters to be read, that no worker process is needed to count or to study."""
QUICK_SYMBOLS = 2_000_000
"""The same for training on words: their base symbols, each word once."""


def source_of_files(names: Iterable[str], corpus: Corpus) -> Source:
    """Where a corpus from files with these names came from."""
    first, *others = sorted(names)
    return Source("file", corpus, f"{first} and {len(others)} more" if others else first)


@dataclass
class ReadTask:
    """Files to be read as a corpus, whose words then are counted."""

    files: Mapping[str, bytes]
    """Their names and what is in them."""

    offer: Offer | None
    """The columns of a table with those that are chosen; None: not known before they are read."""

    place: str
    """Where the files were given."""

    source: Source | None = None
    """The corpus, once it is read."""

    def __post_init__(self) -> None:
        self.job = Job(None, work.read_files, self.files, self.offer)

    @property
    def progress(self) -> Progress:
        """How far it is."""
        return self.job.progress or Progress(0, None, "rows read")

    def advance(self, seconds: float) -> bool:
        """Wait for about this long; True when all is read. Raises a `BPEError`."""
        if self.job.wait(seconds):
            corpus, self.offer = self.job.result
            self.source = source_of_files(self.files, corpus)
        return self.source is not None


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

    training: Training | None = None
    """The training, once its words are counted."""

    def __post_init__(self) -> None:
        self.job = Job(self.source.corpus, work.count_words, self.source.corpus, self.config)

    @property
    def progress(self) -> Progress:
        """How far it is."""
        return self.job.progress or Progress(0, self.source.corpus.characters_to_read, "characters read")

    def advance(self, seconds: float) -> bool:
        """Wait for about this long; True when all is counted. Raises a `BPEError`."""
        if self.job.wait(seconds):
            self.training = Training(self.source, self.job.result)
            self.training.look_ahead()
        return self.training is not None


@dataclass
class MergeTask:
    """Merges to be made up to a position."""

    place: ClassVar[str] = "merges"
    """Under this name the visit keeps why no more could be made."""

    training: Training
    """What is trained."""

    target: int | None
    """The position; None: the end."""

    before: Sequence[Pair] = ()
    """The pairs merged up to there under the rules before, where other rules follow them."""

    was_stopped: bool = False
    """Whether the person does not want to wait for all of them."""

    def __post_init__(self) -> None:
        stepper = self.training.stepper
        is_quick = stepper.history.symbols_once <= QUICK_SYMBOLS
        self.job = None if is_quick else Job(stepper.corpus, work.make_merges, stepper, self.target)

    @property
    def progress(self) -> Progress:
        """How far it is; without a limit nobody knows of how much."""
        told = self.job.progress if self.job is not None else None
        made = self.training.stepper.position if told is None else told.done
        target = self.training.furthest() if self.target is None else self.target
        if target is not None:
            return Progress(made, target, "merges made")
        is_here = made and self.job is None
        last = f", the last of a pair that occurred {self.training.last_count:,} times" if is_here else ""
        return Progress(made, None, f"merges made{last}; training ends when no pair is left")

    @property
    def outcome(self) -> str:
        """What is said once it is over."""
        if self.was_stopped:
            return f"Stopped after {self.training.stepper.position:,} merges."
        if self.before:
            return rule_change.sentence(self.before, self.training)
        return f"Trained up to merge {self.training.stepper.position:,}."

    def advance(self, seconds: float) -> bool:
        """Train, or wait, for about this long; True when it is done. Raises a `BPEError`."""
        if self.job is None:
            return self.training.run_for(seconds, self.target)
        is_done = self.job.wait(seconds)
        if is_done and self.job.result is not None:
            self.training.take(self.job.result)
        return is_done

    def stop(self) -> bool:
        """Keep the merges made until now; True where they are there already, else `advance` takes them."""
        self.was_stopped = True
        if self.job is not None:
            self.job.stop()
        return self.job is None
