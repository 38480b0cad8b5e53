"""The results of a class as markup: the same on the page and in the file that a teacher keeps."""

from collections.abc import Sequence
from html import escape
from pathlib import Path

from bpe_ui.classroom.voting.outcome import VoteOutcome, mistakes_in
from bpe_ui.pages.quiz.state import QuizSettings
from bpe_ui.pages.results import quiz_sheets, sentences
from bpe_ui.stage.html import chips, markup, tables
from bpe_ui.stage.html.chips import Html, join
from bpe_ui.stage.text.sentences import plain_text, the_pair

TITLE = "Class results"
STYLE = Path(__file__).with_name("report.css")
QUESTION_HEADS = ("Pair", "Votes", "What it shows")
MISTAKE_HEADS = ("What the wrong votes show", "Votes", "Questions")


def votes(outcomes: Sequence[VoteOutcome]) -> Html:
    """How the votes went: all of them, the mistakes, and each question."""
    parts = [chips.panel_title("Votes"), markup.headline(sentences.summary(outcomes))]
    mistakes = [
        (sentences.MISTAKES[each.kind], f"{each.votes:,}", f"{each.questions:,}")
        for each in mistakes_in(outcomes)
    ]
    if mistakes:
        parts.append(
            tables.table(
                "The mistakes, most frequent first", MISTAKE_HEADS, tables.written(mistakes), "numbers"
            )
        )
    parts += map(_question, outcomes)
    return join(parts)


def _question(outcome: VoteOutcome) -> Html:
    rows = [
        (plain_text(the_pair(each.pair)), f"{each.count:,}", sentences.of_votes(each))
        for each in outcome.votes
    ]
    said = markup.line(sentences.of_question(outcome))
    table = tables.table(f"The votes: {outcome.title}", QUESTION_HEADS, tables.written(rows), "numbers")
    return markup.card(outcome.title, join([said, table]))


def quiz(sheets: Sequence[QuizSettings], *, by_name: bool) -> Html:
    """The sheets of the quiz: how the class did, question by question; and who did what, `by_name`."""
    judged = quiz_sheets.judged_answers(sheets)
    parts = [chips.panel_title("Quiz"), markup.headline(sentences.marks(list(map(sum, judged))))]
    if hardest := sentences.hardest(list(map(sum, zip(*judged, strict=True))), len(sheets)):
        parts.append(markup.line(hardest))
    rows = [*quiz_sheets.rows_by_name(sheets, judged)] if by_name else []
    rows.append(quiz_sheets.row_of_class(sheets, judged))
    parts.append(
        tables.table("The sheets, question by question", quiz_sheets.HEADS, tables.written(rows), "numbers")
    )
    return join(parts)


def html_page(outcomes: Sequence[VoteOutcome], sheets: Sequence[QuizSettings]) -> str:
    """All results as a page of its own."""
    parts = [quiz(sheets, by_name=True)] if sheets else []
    parts += [votes(outcomes)] * bool(outcomes)
    style = STYLE.read_text(encoding="utf-8")
    return (
        '<!doctype html>\n<html lang="en">\n<meta charset="utf-8">\n'
        f"<title>{escape(TITLE)}</title>\n<style>\n{style}</style>\n"
        f"<h1>{escape(TITLE)}</h1>\n{join(parts)}\n</html>\n"
    )
