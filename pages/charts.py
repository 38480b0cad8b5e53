"""The Charts page: what a training does to its corpus and its vocabulary, merge after merge."""

from bpe_ui.charts import page as charts_page
from bpe_ui.long_work import visit_task
from bpe_ui.shell import shell

with shell.page("charts"):
    bar = visit_task.bar_if_needed()
    charts_page.draw()
    visit_task.work_on(bar)
