"""The results of a class as markup: the same on the page and in the file that a teacher keeps."""

from collections.abc import Sequence
from html import escape
from itertools import chain
from pathlib import Path
from typing import NamedTuple

import pandas as pd

from bpe_core.studies.quiz import AnswerGiven, Quiz, answers_given
from bpe_ui.charts.answers import Answered, frame_of_answers
from bpe_ui.classroom.voting.outcome import VoteOutcome, mistakes_in
from bpe_ui.frame.share.csv_tables import csv_table
from bpe_ui.frame.share.typeface import embedded_face
from bpe_ui.pages.quiz.sentences import marked
from bpe_ui.pages.quiz.state import QuizSettings
from bpe_ui.pages.results import marks, sentences
from bpe_ui.stage.html import chips, markup, tables
from bpe_ui.stage.html.chips import Html, join
from bpe_ui.stage.html.sheets import mark
from bpe_ui.stage.text.sentences import Sentence, plain_text, say_plainly, the_pair

TITLE = "Class results"
STYLE = Path(__file__).with_name("report.css")
QUIZ_HEADS = ("Name", "Quiz", "Right")
_MARKS = {
    marks.RIGHT: mark(marks.RIGHT, "right"),
    marks.WRONG: mark(marks.WRONG, "wrong"),
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
    of_each = [*map(marks.marks_of, sheets)]
    topics = marks.topics_of(of_each)
    of_class, row_of_class = marks.name_of_class_row(of_each), marks.row_of_class(of_each)
    heads, rows = [of_class], [row_of_class]
    if by_name:
        heads = [*QUIZ_HEADS]
        rows = [*marks.rows_by_name(sheets, of_each), (of_class, "", *row_of_class)]
    cells = ([_MARKS.get(cell) or chips.escaped(cell) for cell in row] for row in rows)
    table = tables.table("The sheets, question by question", [*heads, *topics], cells, "numbers")
    twice = marks.repeated(sheets)
    return join([table, chips.note(sentences.repeated(twice))] if twice else [table])


def how_it_went(sheets: Sequence[QuizSettings]) -> Html:
    """How the class did with a quiz, and which questions were the hardest."""
    of_each = [*map(marks.marks_of, sheets)]
    topics, right = marks.topics_of(of_each), marks.right_by_topic(of_each)
    parts = [markup.headline(sentences.marks([*map(marks.right_on, of_each)]))]
    if all(len(each) == len(topics) for each in of_each):
        hardest = sentences.hardest({topic: right[topic] for topic in topics}, len(sheets))
        parts += [markup.line(hardest)] if hardest else []
    return join(parts)


class AnsweredQuestion(NamedTuple):
    """A question, and who gave which answer."""

    title: str
    prompt: Sentence
    rows: list[AnswerGiven]
    """The answers, most given first, and last the sheets without one."""

    sheets: int
    """How many sheets there are."""


def questions(quiz: Quiz, sheets: Sequence[QuizSettings]) -> list[AnsweredQuestion]:
    """All questions; of answers that nobody gave, those that everybody had in sight, and the right one."""
    given = answers_given(quiz, [sheet.answers for sheet in sheets])
    found = []
    for number, question in enumerate(quiz.questions, 1):
        rows = [
            each
            for each in given
            if each.number == number and (each.count or each.is_right or question.kind == "choose")
        ]
        rows.sort(key=lambda each: (not each.answer, -each.count))
        title = say_plainly("{number:d}. {topic}", number=number, topic=question.topic)
        found.append(AnsweredQuestion(title, marked(question.prompt), rows, len(sheets)))
    return found


def frame(asked: AnsweredQuestion) -> pd.DataFrame:
    """The answers as a chart draws them."""
    rows = (
        Answered(
            plain_text(sentences.answer(each)),
            each.count,
            "right" if each.is_right else "",
            plain_text(sentences.of_answer(each)),
        )
        for each in asked.rows
    )
    return frame_of_answers(rows, asked.sheets)


def right_answers(quiz: Quiz, sheets: Sequence[QuizSettings]) -> pd.DataFrame:
    """How many got each question right, as a chart draws it."""
    right = {
        each.number: each.count
        for each in answers_given(quiz, [sheet.answers for sheet in sheets])
        if each.is_right
    }
    rows = [
        Answered(f"{number}. {question.topic}", right.get(number, 0))
        for number, question in enumerate(quiz.questions, 1)
    ]
    return frame_of_answers(rows, len(sheets))


def question_card(asked: AnsweredQuestion, names: Sequence[str]) -> Html:
    """A question in the file: its answers with who gave them."""
    heads = ("Answer", "Sheets", "What it shows", "Who")
    rows = [
        (
            plain_text(sentences.answer(each)),
            each.count,
            plain_text(sentences.of_answer(each)) or "✓ right" * each.is_right,
            ", ".join(names[at] for at in each.sheets),
        )
        for each in asked.rows
    ]
    table = tables.numbers(asked.title, heads, rows)
    return markup.card(asked.title, join([markup.line(asked.prompt), table]))


def quiz_csv(sheets: Sequence[QuizSettings]) -> bytes:
    """The sheets as a spreadsheet reads them: for each question 1 if it is right, 0 if not, nothing if there
    is no answer; and the answer."""
    of_each = [*map(marks.marks_of, sheets)]
    topics, points = marks.topics_of(of_each), {marks.RIGHT: 1, marks.WRONG: 0}
    rows = []
    for name, sheet, each in zip(marks.names_of(sheets), sheets, of_each, strict=True):
        given = zip(sheet.quiz.questions, sheet.answers, strict=False)
        texts = {question.topic: text.replace("`", "") for question, text in given}
        answered = [(points.get(each.get(topic, "")), texts.get(topic, "")) for topic in topics]
        rows.append([name, sheet.seed, marks.right_on(each), len(each), *chain(*answered)])
    heads = [head for topic in topics for head in (topic, f"{topic}: answer")]
    return csv_table(("name", "quiz", "right", "questions", *heads), rows)


def html_page(outcomes: Sequence[VoteOutcome], sheets: Sequence[QuizSettings]) -> bytes:
    """All results as a page of its own."""
    parts = []
    for group in marks.by_quiz(sheets):
        if group.quiz is not None:
            parts += [chips.panel_title(group.title), how_it_went(group.sheets)]
            names = marks.names_of(group.sheets)
            parts += [question_card(each, names) for each in questions(group.quiz.quiz, group.sheets)]
            parts.append(quiz(group.sheets, by_name=True))
    parts += [votes(outcomes)] * bool(outcomes)
    style = embedded_face() + STYLE.read_text(encoding="utf-8")
    return (
        '<!doctype html>\n<html lang="en">\n<meta charset="utf-8">\n'
        f"<title>{escape(TITLE)}</title>\n<style>\n{style}</style>\n"
        f'<h1>{escape(TITLE)} <button onclick="print()">Print</button></h1>\n{join(parts)}\n</html>\n'
    ).encode()
