"""Trainings: several sets of rules trained on one corpus in turns, so that all progress about equally.

>>> from bpe_core import BPEConfig, Corpus
>>> corpus = Corpus.from_word_counts({"hug": 10, "pug": 5, "pun": 12, "bun": 4, "hugs": 5})
>>> trainings = train_in_turns(corpus, [("two", BPEConfig(max_merges=2)), ("all", BPEConfig())])
>>> [stepper.position for stepper in trainings.steppers], trainings.length, trainings.is_done
([2, 7], 7, True)

Words are counted once for all rules that cut the corpus in the same way.
"""

from collections.abc import Sequence
from contextlib import suppress
from functools import cached_property

from bpe_core.config import BPEConfig, cutting_rules
from bpe_core.corpus.corpus import Corpus
from bpe_core.errors import BPEError, ComparisonError
from bpe_core.progress import OnProgress, Progress, Stop, tell_nobody
from bpe_core.stepper import BPEStepper
from bpe_core.validation import shown

ROUND = 100
"""How many merges each stepper makes before the next one's turn."""

Titled = tuple[str, BPEConfig]
"""A title and its rules."""


class Trainings:
    """Steppers on one corpus, each at the end of its history."""

    def __init__(self, steppers: Sequence[BPEStepper]) -> None:
        """At least one stepper; they must not be trained further."""
        self.steppers = tuple(steppers)
        """The steppers, in the order in which their rules were given."""

    @property
    def corpus(self) -> Corpus:
        """The corpus of all steppers."""
        return self.steppers[0].corpus

    @cached_property
    def is_done(self) -> bool:
        """Whether all steppers are at their ends, and none was stopped before."""
        return not self._stopped

    @cached_property
    def length(self) -> int:
        """How many merges the longest training has; if some were stopped, how many all of these have."""
        return min(self._stopped or [max(stepper.known_merges for stepper in self.steppers)])

    @cached_property
    def _stopped(self) -> list[int]:
        return [stepper.known_merges for stepper in self.steppers if not stepper.is_done]


def train_in_turns(
    corpus: Corpus,
    titled: Sequence[Titled],
    *,
    so_far: Trainings | None = None,
    tell: OnProgress = tell_nobody,
) -> Trainings:
    """Train with every set of rules to its own end; steppers of a stopped `so_far` are trained on.

    If `tell` raises `Stop`, the merges made so far are returned; while words are still counted, the `Stop`
    passes. Raises `ComparisonError`, with the title in front, for what counting the words raised.
    """
    if not isinstance(corpus, Corpus):
        raise ComparisonError(f"`corpus` must be a Corpus, got {shown(corpus)}.")
    steppers = _count_words(corpus, titled, tell) if so_far is None else list(so_far.steppers)
    totals = [stepper.furthest for stepper in steppers]

    def tell_merges(_: object = None) -> None:
        total = None if None in totals else sum(filter(None, totals))
        tell(Progress(sum(stepper.known_merges for stepper in steppers), total, "merges"))

    goal, places = 0, [*range(len(steppers))]
    with suppress(Stop):
        while places:
            goal += ROUND
            for place in places:
                steppers[place].run(goal, tell=tell_merges)
                if steppers[place].position < goal:  # this one is at its end
                    totals[place] = steppers[place].known_merges
                tell_merges()
            places = [place for place in places if steppers[place].position >= goal]
        for stepper in steppers:  # count all ties now, so that later questions are fast
            stepper.history.tied(stepper.known_merges)
            tell_merges()
    return Trainings(steppers)


def _count_words(corpus: Corpus, titled: Sequence[Titled], tell: OnProgress) -> list[BPEStepper]:
    counts = len({cutting_rules(config) for _, config in titled})
    steppers: dict[object, BPEStepper] = {}  # the first stepper with each way to cut the corpus
    counted: list[BPEStepper] = []

    def tell_counts(_: object) -> None:
        tell(Progress(len(steppers), counts, "word counts"))

    for title, config in titled:
        try:
            if (alike := steppers.get(cutting_rules(config))) is not None:
                counted.append(alike.with_rules(config, tell=tell_counts))
            else:
                counted.append(BPEStepper(corpus, config, tell=tell_counts, short_texts=True))
                steppers[cutting_rules(config)] = counted[-1]
        except BPEError as error:
            raise ComparisonError(f"{title}: {error}") from error
    return counted
