"""How a notebook shows a report: with the app's chips, and with a link to the app if a server is running.

All text is escaped. The core does not know any app. An app that is installed can name a function under the
entry point `bpe_core.address`: from a report it returns the address that shows the same, or an empty text.
"""

from html import escape
from importlib.metadata import entry_points

from bpe_core.notebook import chip, note, table, title
from bpe_core.studies.grading.report import ABOUT_QUESTION, ABOUT_TEST, Report, printable

_MOST_TOKENS = 60
_PRE = "margin: 0.4em 0; white-space: pre-wrap; background: transparent"
_COLOURS = {"-": "217, 119, 6", "+": "13, 148, 136"}  # amber and teal; the signs say the same


def report_html(report: Report) -> str:
    """The headline, the evidence, the causes with their code, and the test."""
    parts = [title(printable(report.headline))]
    rows = []
    for row in report.rows:
        between = "" if row.count is None else " + "
        tokens = between.join(map(chip, row.tokens[:_MOST_TOKENS])) or "nothing"
        rows.append([escape(row.label), tokens, escape(row.occurs)])
    if rows:
        parts.append(table(("", "", ""), rows, "rows", len(rows)))
    parts += [note(printable(fact)) for fact in report.facts]
    for cause in report.causes:
        parts.append(f"<div>{escape(printable(cause.sentence))}</div>")
        for code in cause.code:
            lines = "\n".join(map(_coloured, code.split("\n")))
            parts.append(f'<pre style="{_PRE}">{lines}</pre>')
        parts.append(note(cause.hint))
    parts += [note(printable(fact)) for fact in report.more]
    if report.test:
        parts += [note(ABOUT_TEST), f'<pre style="{_PRE}">{escape(report.test)}</pre>']
    if report.question:
        parts += [note(ABOUT_QUESTION), f'<pre style="{_PRE}">{escape(report.question)}</pre>']
    if address := next((each.load()(report) for each in entry_points(group="bpe_core.address")), ""):
        link = f'<a href="{escape(address)}" target="_blank" rel="noopener">Open it in the app</a>'
        parts.append(f"<div>{link}</div>")
    return "".join(parts)


Report._repr_html_ = report_html  # type: ignore[attr-defined]


def _coloured(line: str) -> str:
    colour = _COLOURS.get(line[:1])
    shown = escape(line)
    return shown if colour is None else f'<span style="background: rgba({colour}, 0.22)">{shown}</span>'
