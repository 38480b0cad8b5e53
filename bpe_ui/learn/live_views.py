"""What a lesson's stage shows beside the stages of Train and Tokenize.

In: the part's visit and its stage. Out: a view, by its name in `VIEWS`.
"""

from collections.abc import Callable
from functools import cache

from bpe_core.merges import Merge
from bpe_ui.html import chips, cuts, markup
from bpe_ui.html.chips import Html
from bpe_ui.html.display import show
from bpe_ui.learn.lesson import Stage
from bpe_ui.learn.part_stage import choice
from bpe_ui.training.training import new_stepper
from bpe_ui.visit import Visit


def _merges(visit: Visit, stage: Stage) -> None:
    """The first merges of several sets of rules, side by side."""
    columns = _columns(stage)
    rows = [
        [cuts.label(f"merge {number}"), *(_merge(merges[number - 1 : number]) for merges in columns.values())]
        for number in range(1, stage.position + 1)
    ]
    show(cuts.table("First merges", ["", *columns], rows))


@cache
def _columns(stage: Stage) -> dict[str, tuple[Merge, ...]]:
    """The merges of each column, by its title."""
    made = {}
    for name in stage.columns:
        stepper = new_stepper(stage.source.corpus, choice(name).rules(stage.config))
        stepper.run(stage.position)
        made[choice(name).title] = stepper.merges
    return made


def _merge(made: tuple[Merge, ...]) -> Html:
    """A merge with its count, and whether it was a tie; nothing where training had ended."""
    if not made:
        return cuts.label("none left")
    tied = f"{made[0].count:,}, a tie" if made[0].tied else f"{made[0].count:,}"
    return chips.join([markup.pair_chip(made[0].pair, is_picked=False), cuts.label(f" {tied}")])


VIEWS: dict[str, Callable[[Visit, Stage], None]] = {
    "merges": _merges,
}
"""What draws a view, by its name in a lesson."""
