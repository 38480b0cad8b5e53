"""What the sheets of a class are worth: by name, question by question, and quiz by quiz."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from bpe_core.studies.quiz import TOPICS
from bpe_ui.pages.quiz.state import QuizSettings
from bpe_ui.stage.text.sentences import say_plainly

RIGHT, WRONG, NO_ANSWER, NOT_ASKED = "✓", "✗", "–", ""

Marks = Mapping[str, str]
"""What the answer to the question on each topic was: `RIGHT`, `WRONG` or `NO_ANSWER`."""


class SheetsOfQuiz(NamedTuple):
    """The sheets of one quiz, or of several."""

    title: str
    """Which quiz, and how many sheets."""

    quiz: QuizSettings | None
    """The quiz without answers; None for all quizzes."""

    sheets: tuple[QuizSettings, ...]


def by_quiz(sheets: Sequence[QuizSettings]) -> list[SheetsOfQuiz]:
    """The sheets of each quiz, in the order of their arrival, and of all together if there are several."""
    quizzes: list[QuizSettings] = []
    for sheet in sheets:
        if sheet.blank not in quizzes:
            quizzes.append(sheet.blank)
    titles = "{title}: {n} {n:sheet|sheets}"
    found = []
    for quiz in quizzes:
        own = tuple(sheet for sheet in sheets if sheet.blank == quiz)
        title = say_plainly("Quiz {number:d}", number=quiz.seed)
        found.append(SheetsOfQuiz(say_plainly(titles, title=title, n=len(own)), quiz, own))
    if len(found) > 1:
        title = say_plainly(titles, title="All quizzes", n=len(sheets))
        found.append(SheetsOfQuiz(title, None, tuple(sheets)))
    return found


def first_shown(groups: Sequence[SheetsOfQuiz]) -> int:
    """Which of these a teacher sees first: the one with the most sheets; all, if each student has another."""
    sizes = [len(group.sheets) for group in groups if group.quiz is not None]
    return sizes.index(max(sizes)) if max(sizes) > 1 or len(groups) == 1 else len(groups) - 1


def marks_of(sheet: QuizSettings) -> Marks:
    """The marks of a sheet."""
    quiz = sheet.quiz
    judged = zip(quiz.questions, quiz.judged(sheet.answers), sheet.answers, strict=False)
    return {
        question.topic: NO_ANSWER if not given else RIGHT if answer.is_right else WRONG
        for question, answer, given in judged
    }


def topics_of(marks: Sequence[Marks]) -> list[str]:
    """What was asked on any sheet, in the order of the topics; a topic that is asked again has a number."""
    asked = {topic for each in marks for topic in each}
    order = [*TOPICS]
    return sorted(asked, key=lambda topic: (order.index(topic.partition(" (")[0]), len(topic), topic))


def right_on(marks: Marks) -> int:
    """How many answers on a sheet are right."""
    return sum(each == RIGHT for each in marks.values())


def names_of(sheets: Sequence[QuizSettings]) -> list[str]:
    """The names on the sheets; where several of a quiz have the same, which of these it is.

    >>> names_of([QuizSettings(7, name="Ada"), QuizSettings(7, name="ada "), QuizSettings(8, name="Ada")])
    ['Ada, sheet 1 of 2', 'ada, sheet 2 of 2', 'Ada']
    """
    whose = [((sheet.name.strip() or "no name").casefold(), sheet.blank) for sheet in sheets]
    names = []
    for at, sheet in enumerate(sheets):
        name, number, n = (
            sheet.name.strip() or "no name",
            whose[: at + 1].count(whose[at]),
            whose.count(whose[at]),
        )
        names.append(name if n == 1 else say_plainly("{name}, sheet {at} of {n}", name=name, at=number, n=n))
    return names


def repeated(sheets: Sequence[QuizSettings]) -> int:
    """How many names are on several sheets of a quiz."""
    named = [(sheet.name.strip().casefold(), sheet.blank) for sheet in sheets if sheet.name.strip()]
    return sum(1 for at, each in enumerate(named) if named.index(each) == at and named.count(each) > 1)


def rows_by_name(sheets: Sequence[QuizSettings], marks: Sequence[Marks]) -> Iterator[Sequence[str]]:
    """A row for each sheet, with its name."""
    for name, sheet, each in zip(names_of(sheets), sheets, marks, strict=True):
        right = say_plainly("{right} of {asked}", right=right_on(each), asked=len(each))
        yield name, f"{sheet.seed}", right, *(each.get(topic, NOT_ASKED) for topic in topics_of(marks))


def right_by_topic(marks: Sequence[Marks]) -> Counter[str]:
    """How many answers on each topic are right."""
    return Counter(topic for each in marks for topic, mark in each.items() if mark == RIGHT)


def name_of_class_row(marks: Sequence[Marks]) -> str:
    """What `row_of_class` counts."""
    return say_plainly("Right, of {n} {n:sheet|sheets}", n=len(marks))


def row_of_class(marks: Sequence[Marks]) -> Sequence[str]:
    """The right answers in all and to each question, of nobody in particular; a dash if nobody answered."""
    right, asked = right_by_topic(marks), sum(map(len, marks))
    answered = {topic for each in marks for topic, mark in each.items() if mark != NO_ANSWER}
    return (
        say_plainly("{right} of {asked}", right=right.total(), asked=asked),
        *(f"{right[topic]}" if topic in answered else NO_ANSWER for topic in topics_of(marks)),
    )
