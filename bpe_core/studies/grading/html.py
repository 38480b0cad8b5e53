"""How a notebook shows a report: with the app's chips, and with a link to the app if a server is running.

All text is escaped. The core does not know any app. An app that is installed can name a function under the
entry point `bpe_core.address`: from a report it returns the address that shows the same, or an empty text.
"""

from html import escape
from importlib.metadata import entry_points

from bpe_core.notebook import chip, note, table, title
from bpe_core.studies.grading.report import EvidenceRow, LikelyCause, Report, printable

_MOST_TOKENS = 60
_PRE = "margin: 0.4em 0; white-space: pre-wrap; background: transparent"
_WRONG, _RIGHT = "217, 119, 6", "13, 148, 136"  # amber and teal; a minus and a plus say the same


def report_html(report: Report) -> str:
    """The headline, the evidence, the causes with their code, and the test."""
    parts = [title(printable(report.headline))]
    if report.rows:
        rows = [[escape(row.label), _tokens(row), escape(row.occurs)] for row in report.rows]
        parts.append(table(("", "", ""), rows, "rows", len(rows)))
    parts += [note(printable(fact)) for fact in report.facts]
    for cause in report.causes:
        parts += [f"<div>{escape(printable(cause.sentence))}</div>", *_code(cause), note(cause.hint)]
    parts += [note(printable(fact)) for fact in report.more]
    if report.test:
        parts += [note(report.about_test), f'<pre style="{_PRE}">{escape(report.test)}</pre>']
    if address := _address(report):
        link = f'<a href="{escape(address)}" target="_blank" rel="noopener">Open it in the app</a>'
        parts.append(f"<div>{link}</div>")
    return "".join(parts)


Report._repr_html_ = report_html  # type: ignore[attr-defined]


def _tokens(row: EvidenceRow) -> str:
    between = "" if row.count is None else " + "
    return between.join(map(chip, row.tokens[:_MOST_TOKENS])) or "nothing"


def _code(cause: LikelyCause) -> list[str]:
    colours = {"-": _WRONG, "+": _RIGHT}
    return [
        f'<pre style="{_PRE}">'
        + "\n".join(
            f'<span style="background: rgba({colours[line[0]]}, 0.22)">{escape(line)}</span>'
            if line[:1] in colours
            else escape(line)
            for line in code.split("\n")
        )
        + "</pre>"
        for code in cause.code
    ]


def _address(report: Report) -> str:
    found: str = next((each.load()(report) for each in entry_points(group="bpe_core.address")), "")
    return found
