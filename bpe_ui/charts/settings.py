"""The settings of the page Charts, and the second training next to the one on Train."""

from dataclasses import dataclass, replace
from typing import Annotated

from bpe_core import EXAMPLES, BPEConfig, Corpus
from bpe_ui.compare.settings.choices import PROFILE_CHOICES, TIE_CHOICES, choice_of, without_limits
from bpe_ui.compare.settings.state import usual_merges
from bpe_ui.registry.schema import FLAG, one_of
from bpe_ui.training.training import Training

CHARTS = ("size", "ties", "lengths", "words")
"""The charts, in the order of their buttons; `page.TABS` draws each."""

SECOND_TRAININGS = {
    **{f"example:{name}": f"Corpus: {example.title}" for name, example in EXAMPLES.items()},
    **{choice.key: choice.label for choice in (*TIE_CHOICES, *PROFILE_CHOICES)},
}
"""The second trainings to choose from: name in a link -> title."""


@dataclass
class ChartSettings:
    """All settings of the page, as a link holds them."""

    chart: Annotated[str, one_of(CHARTS)] = "size"
    """The chart on screen: one of `CHARTS`."""

    second: Annotated[
        str, one_of(("", *SECOND_TRAININGS), "an empty text, example:, tie: or profile: with a name")
    ] = ""
    """The second training: one of `SECOND_TRAININGS`, or empty for none."""

    distinct: Annotated[bool, FLAG] = False
    """Whether each distinct word counts once, not as often as it occurs."""


def second_training(second: str, training: Training) -> tuple[Corpus, BPEConfig]:
    """The corpus and the rules of the training with this name, with as many merges as the rules on Train
    allow, at most as many as Compare makes."""
    kind, _, name = second.partition(":")
    if kind == "example":
        corpus, rules = EXAMPLES[name].corpus, without_limits(training.config)
    else:
        corpus, rules = training.source.corpus, choice_of(second).rules(training.config)
    most, furthest = usual_merges(corpus), training.furthest()
    most = most if furthest is None else min(most, furthest)
    return corpus, replace(rules, max_merges=most)
