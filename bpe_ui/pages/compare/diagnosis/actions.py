"""What a person can do with a diagnosis: see it as columns, and open one of its steps on Train."""

from collections.abc import Sequence
from dataclasses import replace

from bpe_core import BPEConfig, BPEStepper, Corpus
from bpe_core.merges import Pair
from bpe_core.progress import OnProgress, Progress, tell_nobody
from bpe_core.studies.diagnosis import Deviation, Findings, RuleFit
from bpe_ui.machine.worker_pool.work import Call
from bpe_ui.pages.compare.settings.choices import ColumnChoice, own_choice, without_limits
from bpe_ui.visit.training.training import new_stepper


def train_to_step(
    corpus: Corpus,
    config: BPEConfig,
    merges: Sequence[Pair | None],
    by_rule: int,
    *,
    tell: OnProgress = tell_nobody,
) -> tuple[BPEStepper, int]:
    """Make a person's merges, so that the last of them is the history's next one, if it can be made.

    The first `by_rule` of them are the rules' own. Also returns how many of those before the last could not
    be made, because their pair did not occur.
    """
    *before, last = merges
    stepper = new_stepper(corpus, config, tell)
    stepper.run(by_rule, tell=tell)
    skipped = 0
    for done, pair in enumerate(before[by_rule:], start=by_rule):
        tell(Progress(done, len(before), "merges"))
        skipped += not _make(stepper, pair)
    if _make(stepper, last):
        stepper.undo()
    return stepper, skipped


def question(fit: RuleFit, rank: int, corpus: Corpus) -> Call:
    """Training up to the merge of this rank in the list that the fit is about."""
    merges = tuple(fit.made[: rank + 1])
    return Call(train_to_step, (corpus, without_limits(fit.config), merges, min(fit.prefix, rank)))


def columns(findings: Findings, deviation: Deviation | None, on_train: BPEConfig) -> tuple[ColumnChoice, ...]:
    """The closest fit, and rules that show what the step is about; empty if no rules do.

    If all merges agree, the rules on Train come next to it.
    """
    if findings.skipped_merge is not None:  # no rules leave out a merge
        return ()
    closest = _column(findings.closest)
    others = _that_take(findings.closest.config, deviation)
    if deviation is None:
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
    """Rules with one change that would make the merge of a step."""
    config = without_limits(config)
    if deviation is None:
        return []
    if deviation.rules:
        return [own_choice(replace(config, tie_break=deviation.rules[0]))]
    return []


def _column(fit: RuleFit) -> ColumnChoice:
    return ColumnChoice("profile", fit.profile) if fit.profile else own_choice(fit.config)


def _make(stepper: BPEStepper, pair: Pair | None) -> bool:
    """Make a merge, as the rule's if the rule picks it; False if it cannot be made."""
    if pair is not None:
        stepper.step(None if stepper.next_pair() == pair else pair)
    return pair is not None
