"""How each column shortens the corpus, as a chart; a click on a merge goes there."""

from functools import partial
from typing import Any

from bpe_core.studies.comparison import Comparison
from bpe_ui.charts.comparison import frame_of_columns, symbols_by_column
from bpe_ui.charts.look import PICKED
from bpe_ui.frame.widgets.charts import draw_chart
from bpe_ui.pages.compare.settings.state import Compare
from bpe_ui.pages.compare.settings.titles import fitting_titles
from bpe_ui.stage.text.sentences import say_plainly, words_listed
from bpe_ui.visit.session import session


def draw_curves(comparison: Comparison) -> None:
    """A line for each column."""
    titles = fitting_titles([column.title for column in comparison.columns])
    position = min(session().state(Compare).position, comparison.length)
    frame = frame_of_columns(comparison, titles)
    draw = partial(symbols_by_column, frame, position, comparison.first_divergence)
    ends = [
        say_plainly(
            "{title} {symbols:,}", title=title, symbols=stepper.history.symbols(comparison.length)[-1]
        )
        for title, stepper in zip(titles, comparison.steppers, strict=True)
    ]
    alt = say_plainly("Symbols at the end of each column: {ends}.", ends=words_listed(ends))
    title = "Symbols over the merges"
    draw_chart(draw, "chart_columns", title, frame, alt=alt, picked=PICKED, hear=_go_to, height=420)


def _go_to(point: dict[str, Any]) -> None:
    if isinstance(point.get("merges"), int | float):
        session().state(Compare).position = int(point["merges"])
