"""The Charts page in the list of pages."""

from bpe_ui.charts import page
from bpe_ui.charts.settings import ChartSettings
from bpe_ui.registry.pages import Page

PAGE = Page("Charts", "pages/charts.py", page.draw, progress="above", settings=ChartSettings, tokens="train")
