"""Training turns: several steppers on one corpus, trained column by column in slices.

In: a corpus and titled configs. Out: one stepper for each, all the same number of merges along, until every
one of them has come to its end.

>>> from bpe_core import BPEConfig, Corpus
>>> corpus = Corpus.from_word_counts({"hug": 10, "pug": 5, "pun": 12, "bun": 4, "hugs": 5})
>>> turns = TrainingTurns(corpus, [("two", BPEConfig(max_merges=2)), ("all", BPEConfig())])
>>> turns.advance(10), turns.progress
(True, Progress(done=9, total=9, what='merges'))
>>> [stepper.position for stepper in turns.steppers], turns.length
([2, 7], 7)

Words are counted once for all rules that cut the corpus alike.
"""

import time
from collections.abc import Sequence

from bpe_core.config import BPEConfig
from bpe_core.corpus.corpus import Corpus
from bpe_core.errors import BPEError, ComparisonError
from bpe_core.limits import most_merges
from bpe_core.progress import Progress
from bpe_core.stepper import BPEStepper, cutting_rules
from bpe_core.validation import shown

ROUND = 100
"""How many merges each stepper makes before it is the next one's turn."""


class TrainingTurns:
    """Trains several steppers in turns."""

    def __init__(self, corpus: Corpus, titled: Sequence[tuple[str, BPEConfig]]) -> None:
        """Nothing is counted or trained yet; an error about rules begins with their title."""
        if not isinstance(corpus, Corpus):
            raise ComparisonError(f"`corpus` must be a Corpus, got {shown(corpus)}.")
        self.corpus = corpus
        """What all are trained on."""
        self._titled = tuple(titled)
        self._steppers: list[BPEStepper] = []
        self._turn = 0  # whose turn it is
        self._goal = ROUND  # where this round leads
        self._settled = 0  # of how many steppers the ties have been counted

    @property
    def steppers(self) -> tuple[BPEStepper, ...]:
        """The steppers, each at the end of its history; empty until the words have been counted for all."""
        return tuple(self._steppers) if self._are_open else ()

    @property
    def is_done(self) -> bool:
        """Whether all steppers are at their ends."""
        return self._settled == len(self._titled)

    @property
    def length(self) -> int:
        """How many merges the longest has made; in between, only full rounds of all steppers count."""
        longest = max((stepper.known_merges for stepper in self.steppers), default=0)
        return longest if self._is_trained else min(longest, self._goal - ROUND)

    @property
    def progress(self) -> Progress:
        """First the word counts, then the merges of all steppers together."""
        if not self._are_open:
            cuts = {cutting_rules(config) for _, config in self._titled}
            opened = {cutting_rules(stepper.config) for stepper in self._steppers}
            return Progress(len(opened), len(cuts), "word counts")
        totals = [
            stepper.known_merges
            if stepper.is_done
            else most_merges(stepper.config, len(stepper.base_symbols))
            for stepper in self._steppers
        ]
        known = [total for total in totals if total is not None]
        done = sum(stepper.known_merges for stepper in self._steppers)
        return Progress(done, sum(known) if len(known) == len(totals) else None, "merges")

    def advance(self, seconds: float) -> bool:
        """Work for about this many seconds; True when done.

        Counting the words of one set of rules is never cut short. Raises `ComparisonError` with what counting
        the words raised, the title in front; asked again, it tries again.
        """
        deadline = time.monotonic() + seconds
        while not self.is_done:
            if not self._are_open:
                self._open()
            elif not self._is_trained:
                self._train(deadline)
            else:
                self._settle()
            if time.monotonic() >= deadline:
                break
        return self.is_done

    @property
    def _are_open(self) -> bool:
        return len(self._steppers) == len(self._titled)

    @property
    def _is_trained(self) -> bool:
        return self._are_open and self._turn == len(self._steppers)

    def _open(self) -> None:
        title, config = self._titled[len(self._steppers)]
        try:
            for stepper in self._steppers:
                if cutting_rules(stepper.config) == cutting_rules(config):
                    self._steppers.append(stepper.with_rules(config))
                    return
            self._steppers.append(BPEStepper(self.corpus, config, short_texts=True))
        except BPEError as error:
            raise ComparisonError(f"{title}: {error}") from error

    def _train(self, deadline: float) -> None:
        """Let the stepper whose turn it is go on, and pass the turn when it has come to the round's end."""
        stepper = self._steppers[self._turn]
        stepper.run(self._goal, on_progress=lambda made, wanted: time.monotonic() < deadline)
        if stepper.position < self._goal and not stepper.is_done:
            return
        self._turn += 1
        if self._turn == len(self._steppers) and not all(each.is_done for each in self._steppers):
            self._turn, self._goal = 0, self._goal + ROUND

    def _settle(self) -> None:
        """Count the ties of one stepper's merges, all at once, so that no later question has to."""
        stepper = self._steppers[self._settled]
        stepper.history.tied(stepper.known_merges)
        self._settled += 1
