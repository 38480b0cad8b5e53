"""How many merges each cause changed, as a frame and a chart.

In: the steps of a walk through the causes. Out: a pandas frame, and an Altair chart of it.
"""

from collections.abc import Sequence

import pandas as pd

from bpe_core.studies.causes import CauseStep
from bpe_ui.compare.columns.panes.charts import ELSEWHERE, IN_SOME, NOT_ALL, Layered, stacked_bars

MOVED, NEW, GONE = "moved to another step", "new", "gone"
"""What a cause does to a merge."""


def cause_frame(steps: Sequence[CauseStep]) -> pd.DataFrame:
    """What each cause did: cause, what, merges, order."""
    rows = []
    for number, step in enumerate(steps, start=1):
        counts = step.effect.moved, len(step.effect.new), len(step.effect.gone)
        for order, (what, merges) in enumerate(zip((MOVED, NEW, GONE), counts, strict=True)):
            rows.append((f"{number}. {step.cause.title}", what, merges, order))
    return pd.DataFrame(rows, columns=["cause", "what", "merges", "order"])


def cause_chart(frame: pd.DataFrame, *, ink: str) -> Layered:
    """How many merges each cause moved, how many it added, and how many it removed."""
    colors = {MOVED: ELSEWHERE, NEW: NOT_ALL, GONE: IN_SOME}
    return stacked_bars(frame, ("cause", "what", "merges"), colors, "Merges that each cause changed", ink)
