"""A visit's long work: reading files, counting a large corpus, training to a far position."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from bpe_core import BPEStepper, Corpus
from bpe_core.merges import Pair
from bpe_ui.machine.worker_pool.work import Work
from bpe_ui.stage.text.sentences import plain_text, say, say_plainly
from bpe_ui.visit.training.training import QUICK_SYMBOLS, Source, Training, make_merges

QUICK_CHARACTERS = 500_000
"""The largest corpus, in characters to read, that is counted or studied without a worker process."""
MERGES = "merges"
"""The visit's key for the reason why no more merges could be made."""


def source_of_files(names: Iterable[str], corpus: Corpus) -> Source:
    """The source for a corpus from files with these names."""
    first, *others = sorted(names)
    name = say_plainly("{first} and {more:,} more", first=first, more=len(others)) if others else first
    return Source("file", corpus, name)


@dataclass
class Task:
    """Work that a visit waits for; nothing changes until its result is there."""

    doing: str
    """What is done, as a verb: "reading", "counting", "training"."""

    work: Work[Any]
    """The work."""

    place: str
    """The place where the files, the corpus or the rules were given."""

    take: Callable[[Any], None]
    """Called with the result, when the work is over."""

    show: Callable[[Any], None] | None = None
    """Called with what there is meanwhile, if a part is worth showing; then a part is also kept."""

    def stop(self) -> bool:
        """Stop, for the person; whether the task is over: otherwise what has been done is on its way."""
        self.work.stop()
        return self.show is None or self.work.is_over


def merging(
    training: Training, target: int | None, before: Sequence[Pair], say_so: Callable[[str], None]
) -> Task:
    """Make merges up to a position (None: the end), and say in a sentence what came of it.

    `before` are the pairs merged up to there under the previous rules, if the rules were changed.
    """
    work = Work(make_merges, training.stepper, target)
    if training.stepper.history.symbols_once <= QUICK_SYMBOLS:
        work.way = "here"

    def take(stepper: BPEStepper | None) -> None:
        if stepper is not None:
            training.take(stepper)
        position = training.stepper.position
        if work.is_stopped or work.error:
            say_so(say_plainly("Stopped after {n:,} {n:merge|merges}.", n=position))
        elif before:
            say_so(what_rules_changed(before, training))
        else:
            say_so(say_plainly("Trained up to merge {n:,}.", n=position))

    return Task("training", work, MERGES, take, training.take)


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
