"""The results of a class as markup: the same on the page and in the file that a teacher keeps."""

from collections.abc import Sequence
from html import escape
from pathlib import Path

from bpe_ui.classroom.voting.outcome import VoteOutcome, mistakes_in
from bpe_ui.frame.share.csv_tables import csv_table
from bpe_ui.pages.quiz.state import QuizSettings
from bpe_ui.pages.results import quiz_sheets, sentences
from bpe_ui.stage.html import chips, markup, tables
from bpe_ui.stage.html.chips import Html, join
from bpe_ui.stage.html.sheets import mark
from bpe_ui.stage.text.sentences import plain_text, the_pair

TITLE = "Class results"
STYLE = Path(__file__).with_name("report.css")
QUIZ_HEADS = ("Name", "Quiz", "Right")
_MARKS = {
    quiz_sheets.RIGHT: mark(quiz_sheets.RIGHT, "right"),
    quiz_sheets.WRONG: mark(quiz_sheets.WRONG, "wrong"),
}
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
        parts.append(tables.numbers("The mistakes, most frequent first", MISTAKE_HEADS, mistakes))
    parts += map(_question, outcomes)
    return join(parts)


def _question(outcome: VoteOutcome) -> Html:
    rows = [
        (plain_text(the_pair(each.pair)), f"{each.count:,}", sentences.of_votes(each))
        for each in outcome.votes
    ]
    said = markup.line(sentences.of_question(outcome))
    table = tables.numbers(f"The votes: {outcome.title}", QUESTION_HEADS, rows)
    return markup.card(outcome.title, join([said, table]))


def quiz(sheets: Sequence[QuizSettings], *, by_name: bool) -> Html:
    """The sheets of the quiz: how the class did, question by question; and who did what, `by_name`."""
    marks = [*map(quiz_sheets.marks_of, sheets)]
    topics, right = quiz_sheets.topics_of(marks), quiz_sheets.right_by_topic(marks)
    parts = [chips.panel_title("Quiz"), markup.headline(sentences.marks([*map(quiz_sheets.right_on, marks)]))]
    if all(len(each) == len(topics) for each in marks):
        hardest = sentences.hardest({topic: right[topic] for topic in topics}, len(sheets))
        parts += [markup.line(hardest)] if hardest else []
    of_class, row_of_class = quiz_sheets.name_of_class_row(marks), quiz_sheets.row_of_class(marks)
    heads, rows = [of_class], [row_of_class]
    if by_name:
        heads, rows = [*QUIZ_HEADS], [*quiz_sheets.rows_by_name(sheets, marks), (of_class, "", *row_of_class)]
    cells = ([_MARKS.get(cell) or chips.escaped(cell) for cell in row] for row in rows)
    parts.append(tables.table("The sheets, question by question", [*heads, *topics], cells, "numbers"))
    return join(parts)


def quiz_csv(sheets: Sequence[QuizSettings]) -> bytes:
    """The sheets as a spreadsheet reads them: 1 for a right answer, 0 for a wrong one, nothing for none."""
    marks = [*map(quiz_sheets.marks_of, sheets)]
    topics, points = quiz_sheets.topics_of(marks), {quiz_sheets.RIGHT: 1, quiz_sheets.WRONG: 0}
    rows = (
        [
            name,
            sheet.seed,
            quiz_sheets.right_on(each),
            len(each),
            *(points.get(each.get(it, "")) for it in topics),
        ]
        for name, sheet, each in zip(quiz_sheets.names_of(sheets), sheets, marks, strict=True)
    )
    return csv_table(("name", "quiz", "right", "questions", *topics), rows)


def html_page(outcomes: Sequence[VoteOutcome], sheets: Sequence[QuizSettings]) -> bytes:
    """All results as a page of its own."""
    parts = [quiz(sheets, by_name=True)] if sheets else []
    parts += [votes(outcomes)] * bool(outcomes)
    style = STYLE.read_text(encoding="utf-8")
    return (
        '<!doctype html>\n<html lang="en">\n<meta charset="utf-8">\n'
        f"<title>{escape(TITLE)}</title>\n<style>\n{style}</style>\n"
        f"<h1>{escape(TITLE)}</h1>\n{join(parts)}\n</html>\n"
    ).encode()
