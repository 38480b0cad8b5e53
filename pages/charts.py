"""The Charts page: what a training does to its corpus and its vocabulary, merge after merge."""

from bpe_ui import long_work
from bpe_ui.charts import page as charts_page
from bpe_ui.shell import shell

with shell.page("charts"):
    bar = long_work.bar_if_needed()
    charts_page.draw()
    long_work.work_on(bar)
