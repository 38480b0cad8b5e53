"""A visit's long work: reading files, counting a large corpus, training to a far position."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from bpe_core import Corpus
from bpe_core.merges import Pair
from bpe_core.progress import Progress
from bpe_ui.machine.worker_pool.work import Work
from bpe_ui.stage.text.sentences import plain_text, say, say_plainly
from bpe_ui.visit.training.training import Source, Training, make_merges

QUICK_CHARACTERS = 500_000
"""The largest corpus, in characters to read, that is counted or studied without a worker process."""
QUICK_SYMBOLS = 2_000_000
"""The same for training on words, in base symbols, each word counted once."""


def source_of_files(names: Iterable[str], corpus: Corpus) -> Source:
    """The source for a corpus from files with these names."""
    first, *others = sorted(names)
    name = say_plainly("{first} and {more:,} more", first=first, more=len(others)) if others else first
    return Source("file", corpus, name)


@dataclass
class VisitTask:
    """Work that a visit waits for; nothing changes until its result is there."""

    doing: str
    """What is done, as a verb: "reading", "counting"."""

    work: Work
    """The work."""

    place: str
    """The place where the files, the corpus or the rules were given."""

    take: Callable[[Any], None]
    """Called with the result."""


@dataclass
class MergeTask:
    """Merges to make up to a position."""

    place: ClassVar[str] = "merges"
    """The visit's key for the reason why no more could be made."""

    training: Training
    """The training."""

    target: int | None
    """The position; None for the end."""

    before: Sequence[Pair] = ()
    """The pairs merged up to there under the previous rules, if the rules were changed."""

    was_stopped: bool = False
    """Whether the person stopped it."""

    def __post_init__(self) -> None:
        stepper = self.training.stepper
        is_quick = stepper.history.symbols_once <= QUICK_SYMBOLS
        self.work = None if is_quick else Work(make_merges, stepper, self.target)

    @property
    def progress(self) -> Progress:
        """Its progress; the total is unknown without a limit."""
        reported = self.work.progress if self.work is not None else None
        made = self.training.stepper.position if reported is None else reported.done
        target = self.training.furthest() if self.target is None else self.target
        if target is not None:
            return Progress(made, target, "merges made")
        what = "merges made; training ends when no pair is left"
        if made and self.work is None:
            what = (
                "merges made, the last of a pair that occurred {n:,} {n:time|times};"
                " training ends when no pair is left"
            )
        return Progress(made, None, say_plainly(what, n=self.training.last_count))

    @property
    def outcome(self) -> str:
        """The notice when it is over."""
        if self.was_stopped:
            return say_plainly("Stopped after {n:,} {n:merge|merges}.", n=self.training.stepper.position)
        if self.before:
            return what_rules_changed(self.before, self.training)
        return say_plainly("Trained up to merge {n:,}.", n=self.training.stepper.position)

    def advance(self, seconds: float) -> bool:
        """Train, or wait, for about this long; returns whether it is over."""
        if self.work is None:
            return self.training.run_for(seconds, self.target)
        is_over = self.work.wait(seconds)
        if is_over and self.work.result is not None:
            self.training.take(self.work.result)
        return is_over

    def stop(self) -> bool:
        """Keep the merges made so far; True if they are there already, otherwise `advance` takes them."""
        self.was_stopped = True
        if self.work is not None:
            self.work.stop()
        return self.work is None


def what_rules_changed(before: Sequence[Pair], after: Training) -> str:
    """Where the training is under the other rules, and the first merge up to there that differs.

    >>> from dataclasses import replace
    >>> from bpe_core import EXAMPLES
    >>> from bpe_ui.visit.training.training import start_training
    >>> source, config = Source.from_example("hug_pug_pun"), EXAMPLES["hug_pug_pun"].config
    >>> rules = (replace(config, tie_break=rule) for rule in ("first_seen", "smallest_pair"))
    >>> before, after = (start_training(source, each) for each in rules)
    >>> after.go_to(6)
    >>> what_rules_changed(before.stepper.history.pairs(0, 6), after)
    'Still at merge 6. The first difference is at merge 5: hug + s instead of p + ug.'
    """
    position = after.stepper.position
    where = "Still at merge {n:,}." if position == len(before) else "Training ends at merge {n:,}."
    there = say(where, n=position)
    for rank, (then, now) in enumerate(zip(before, after.stepper.history.pairs(0, position), strict=False)):
        if then != now:
            differs = " The first difference is at merge {rank:rank}: {now:pair} instead of {then:pair}."
            return plain_text(there + say(differs, rank=rank, now=now, then=then))
    return plain_text(there + say(" All merges so far are the same."))
