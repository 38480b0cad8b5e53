"""What a person does with a fit of their merges: see it as columns, and open a step of theirs on Train.

In: a fit, the merges, and a step. Out: columns for Side by side; a training that made the person's merges
up to that step and knows the one that follows.
"""

import time
from dataclasses import replace

from bpe_core import BPEConfig, BPEStepper
from bpe_core.merges import Pair
from bpe_core.progress import Progress
from bpe_core.studies.diagnosis import Deviation, Findings, RuleFit
from bpe_ui.compare.choices import ColumnChoice, own_choice, without_limits
from bpe_ui.training.training import Source, Training, new_stepper


class OpenedStep:
    """Makes a person's merges up to a step, as long work: first the rules' own, then each as it was given."""

    def __init__(self, source: Source, fit: RuleFit, rank: int) -> None:
        """Up to the merge of this rank, which is one of the list that the fit is about."""
        self._source = source
        self._config = without_limits(fit.config)
        self._merges = fit.made
        self._rank = rank
        self._by_rule = min(fit.prefix, rank)
        self._stepper: BPEStepper | None = None
        self._done = 0
        self.skipped = 0
        """How many merges before the step could not be made: their pair did not occur."""

    @property
    def progress(self) -> Progress:
        """How many merges are made."""
        return Progress(self._done, self._rank, "merges")

    @property
    def is_done(self) -> bool:
        """Whether all merges before the step are made."""
        return self._stepper is not None and self._done == self._rank

    def advance(self, seconds: float) -> bool:
        """Work for about `seconds`; the first call counts the words, however long that takes."""
        deadline = time.monotonic() + seconds
        if self._stepper is None:
            self._stepper = new_stepper(self._source.corpus, self._config)
        stepper = self._stepper
        if self._done < self._by_rule:
            stepper.run(self._by_rule, on_progress=lambda made, wanted: time.monotonic() < deadline)
            self._done = self._by_rule if stepper.is_done else stepper.position
        while self._by_rule <= self._done < self._rank and time.monotonic() < deadline:
            self.skipped += not _make(stepper, self._merges[self._done])
            self._done += 1
        return self.is_done

    def training(self) -> Training:
        """The training at the step, the person's own merge being the history's next where it can be made.

        To be asked once all is done.
        """
        stepper = self._stepper or new_stepper(self._source.corpus, self._config)
        if _make(stepper, self._merges[self._rank]):
            stepper.undo()
        training = Training(self._source, stepper)
        training.look_ahead()
        return training


def columns(findings: Findings, deviation: Deviation | None, on_train: BPEConfig) -> tuple[ColumnChoice, ...]:
    """The closest fit, and the rules that tell what the step is about; none where no rules do.

    Where all merges agree, the nearest profile or the rules on Train come next to it.
    """
    if findings.skipped_merge is not None:  # no rules would leave a merge out
        return ()
    closest = _column(findings.closest)
    others = _that_take(findings.closest.config, deviation)
    if findings.fits_most is not None:
        others.append(_column(findings.fits_most))
    if deviation is None and findings.nearest is not None:
        others.append(_column(findings.nearest))
    elif deviation is None:
        others.append(own_choice(on_train))
    rules = closest.rules(on_train)
    different = [other for other in others if other.rules(on_train) != rules]
    if not different:
        if deviation is not None:
            return ()
        tie_break = "smallest_ids" if rules.tie_break == "first_seen" else "first_seen"
        different = [own_choice(replace(rules, tie_break=tie_break))]
    return closest, *different


def _that_take(config: BPEConfig, deviation: Deviation | None) -> list[ColumnChoice]:
    """The rules with the one thing changed that would make the merge of a step."""
    config = without_limits(config)
    if deviation is None:
        return []
    if deviation.rules:
        return [own_choice(replace(config, tie_break=deviation.rules[0]))]
    if deviation.kind == "overlaps":
        return [own_choice(replace(config, count_overlaps=not config.count_overlaps))]
    if deviation.elsewhere_rules is not None:
        return [own_choice(deviation.elsewhere_rules)]
    return []


def _column(fit: RuleFit) -> ColumnChoice:
    return ColumnChoice("profile", fit.profile) if fit.profile else own_choice(fit.config)


def _make(stepper: BPEStepper, pair: Pair | None) -> bool:
    """Make a merge, as the rule's where the rule picks it; False where it cannot be made."""
    if pair is not None:
        stepper.step(None if stepper.next_pair() == pair else pair)
    return pair is not None
