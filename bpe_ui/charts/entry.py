"""The Charts page in the list of pages."""

from bpe_ui.ancestry.sources import tokens_at
from bpe_ui.ancestry.stories import Tokens
from bpe_ui.charts import page
from bpe_ui.charts.settings import ChartSettings
from bpe_ui.registry.pages import Page
from bpe_ui.visit.visit import Visit


def _second_training(visit: Visit, detail: str, position: int | None) -> Tokens | None:
    work = visit.works.get("charts")
    return None if work is None or work.result is None else tokens_at(work.result.steppers[0], position)


PAGE = Page(
    "Charts",
    "pages/charts.py",
    page.draw,
    progress="above",
    settings=ChartSettings,
    token_sources={"charted": _second_training},
    tokens="train",
)
