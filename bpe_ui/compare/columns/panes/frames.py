"""What the charts of a comparison show, as data frames.

In: lines, figures and causes from the core, with the columns' titles. Out: pandas frames for `pictures`, none
longer than a screen can take.
"""

from collections.abc import Container, Sequence

import pandas as pd

from bpe_core.studies.causes import CauseStep
from bpe_core.studies.comparison import ColumnSeries, ColumnSummary
from bpe_ui.charts.frames import shortened
from bpe_ui.compare.titles import shown_title

POINTS_SHOWN = 200
"""Points of one line, or bars of one column."""
TITLE_LENGTH = 40

ALL_COLUMNS = "All columns"
SHARED, SOME_OTHERS, ONLY_HERE = "in all columns", "in some columns", "only here"
"""Who learns a token."""
MOVED, NEW, GONE = "moved to another step", "new", "gone"
"""What a cause does to a merge."""


def column_names(titles: Sequence[str]) -> list[str]:
    """The titles as a chart may show them, each different from the others.

    >>> column_names(["minbpe", "minbpe"])
    ['minbpe', 'minbpe (2)']
    """
    names: list[str] = []
    for title in titles:
        names.append(free_name(shortened(shown_title(title), TITLE_LENGTH), names))
    return names


def free_name(name: str, taken: Container[str]) -> str:
    """The name, or one that differs: what a chart calls by the same name it draws as one.

    >>> free_name("minbpe", ["minbpe", "minbpe (2)"])
    'minbpe (3)'
    """
    number = 1
    while (found := name if number == 1 else f"{name} ({number})") in taken:
        number += 1
    return found


def alike(series: Sequence[ColumnSeries], names: Sequence[str]) -> list[tuple[int, str]]:
    """Columns whose ties differ, by number, each under the names of all that have the same ties."""
    found: dict[tuple[int, ...], list[int]] = {}
    for number, line in enumerate(series):
        found.setdefault(tuple(line.tied), []).append(number)
    if len(found) == 1 and len(names) > 1:
        return [(0, ALL_COLUMNS)]
    return [(own[0], ", ".join(names[number] for number in own)) for own in found.values()]


def tie_frame(series: Sequence[ColumnSeries], titles: Sequence[str]) -> pd.DataFrame:
    """How many pairs were tied: column, first and last merge (counted from 1), tied; only where some were.

    Where one bar stands for several merges, it has the most pairs that were tied at one of them.
    """
    length = max((len(line.tied) for line in series), default=0)
    step = max(1, -(-length // POINTS_SHOWN))
    rows = []
    for name, line in zip(column_names(titles), series, strict=True):
        for first in range(0, len(line.tied), step):
            tied = max(line.tied[first : first + step])
            if tied > 1:
                rows.append((name, first + 1, min(first + step, len(line.tied)), tied))
    return pd.DataFrame(rows, columns=["column", "first", "last", "tied"])


def compression_frame(series: Sequence[ColumnSeries], titles: Sequence[str]) -> pd.DataFrame:
    """The compression over the merges: column, merges, compression; with the first and the last point."""
    rows = []
    for name, line in zip(column_names(titles), series, strict=True):
        step = max(1, -(-(len(line.compression) - 1) // (POINTS_SHOWN - 1)))
        chosen = sorted({*range(0, len(line.compression), step), len(line.compression) - 1})
        rows += [(name, merges, line.compression[merges]) for merges in chosen]
    return pd.DataFrame(rows, columns=["column", "merges", "compression"])


def vocabulary_frame(summaries: Sequence[ColumnSummary]) -> pd.DataFrame:
    """The learned tokens of each column by who learns them: column, who, tokens, order."""
    rows: list[tuple[str, str, int, int]] = []
    for name, side in zip(column_names([side.title for side in summaries]), summaries, strict=True):
        tokens = side.tokens_shared, side.tokens_in_some, side.tokens_only_here
        parts = zip((SHARED, SOME_OTHERS, ONLY_HERE), tokens, strict=True)
        rows += [(name, who, number, order) for order, (who, number) in enumerate(parts)]
    return pd.DataFrame(rows, columns=["column", "who", "tokens", "order"])


def cause_frame(steps: Sequence[CauseStep]) -> pd.DataFrame:
    """What each cause did: cause, what, merges, order."""
    rows = []
    for number, step in enumerate(steps, start=1):
        done = step.effect
        parts = (MOVED, done.moved), (NEW, len(done.new)), (GONE, len(done.gone))
        for order, (what, merges) in enumerate(parts):
            rows.append((f"{number}. {step.cause.title}", what, merges, order))
    return pd.DataFrame(rows, columns=["cause", "what", "merges", "order"])
