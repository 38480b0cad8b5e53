"""A lesson on the phones of a class: what a phone is told of each part, and what it may answer.

The teacher sends a part; from there each student goes back and on through the lesson. A stage of Train is
sent with all its positions, so that a phone steps through it alone, and predicts where the part says so.
Other views need a page of the app: phones have their facts in lines (`still_views`).
"""

from collections.abc import Iterable, Mapping
from typing import Any

from bpe_ui.classroom.voting.handout import Handout
from bpe_ui.frame.share.html_file import held
from bpe_ui.pages.learn import question, still_views
from bpe_ui.pages.learn.figures import figures_at
from bpe_ui.pages.learn.lesson import FOR_TRAINERS, Lesson, Part
from bpe_ui.pages.learn.question import Given
from bpe_ui.pages.learn.state import MAX_ANSWER, MAX_PART, LearnSettings
from bpe_ui.stage.component.actions import RefusedActionError, integer, text
from bpe_ui.stage.html import prose
from bpe_ui.stage.text.sentences import Sentence, say, say_plainly
from bpe_ui.visit.messages.texts import Texts, as_json
from bpe_ui.visit.training.training import start_training

MOST_QUESTIONS = 500
"""How many questions with answers are kept as they are drawn: 1 to 5 ms a phone otherwise."""


class ClassLesson(Handout[LearnSettings]):
    """A lesson, with the place and the answers of each student."""

    def __init__(self, lesson: Lesson, part: int) -> None:
        """Begin at a part, by its number."""
        super().__init__()
        self.lesson, self.part = lesson, part
        # Here, and not when a phone asks: then it would hold up all phones.
        self._materials = {each.number: material(each, shows_ties=lesson.shows_ties) for each in lesson.parts}
        self._questions: dict[tuple[int, Given], dict[str, Any]] = {}

    @property
    def title(self) -> str:
        """The title of the lesson."""
        return say_plainly("Lesson: {title}", title=self.lesson.title)

    @property
    def how_to_end(self) -> str:
        """What the button says."""
        return "Bring the class back"

    def go(self, part: int) -> None:
        """Take everybody to a part; their answers stay."""
        self.part = part
        for sheet in list(self.sheets.values()):
            sheet.go(self.lesson.name, part)
        self._messages.clear()

    def blank(self) -> LearnSettings:
        """The part that the teacher has sent, without answers."""
        return LearnSettings(self.lesson.name, self.part)

    def do(self, sheet: LearnSettings, said: Mapping[str, Any]) -> None:
        """Go to a part, or answer the question of one; raises `RefusedActionError`."""
        if "answer" not in said:
            sheet.go(self.lesson.name, self._part(said, "part").number)
            return
        part, answer = self._part(said, "question"), text(said, "answer", MAX_ANSWER)
        if part.question is None or not question.can_be_given(part.question, answer):
            raise RefusedActionError("It is not an answer; nothing was done.")
        judged = question.judge(part.question, figures_at(part.stage), answer)
        sheet.answer(answer, is_right=judged is None or judged.is_right, part=part.number)

    def _part(self, said: Mapping[str, Any], field: str) -> Part:
        number = integer(said, field, MAX_PART)
        if number not in self._materials:
            raise RefusedActionError("It is not a part of the lesson; nothing was done.")
        return self.lesson.part(number)

    def finished(self) -> list[LearnSettings]:
        """None: the answers are the students' own."""
        return []

    def progress(self, people: int) -> Sentence:
        """What is on the phones."""
        template = "“{title}” is on the {people} {people:phone|phones} of the class."
        return say(template, title=self.lesson.title, people=people)

    def material(self, student: str) -> str:
        """The part where a student is."""
        return self._materials[self._here(student).part]

    def _here(self, student: str) -> LearnSettings:
        return self.sheets.get(student) or self.blank()

    def message_json(self, sheet: LearnSettings) -> str:
        """Where a student is, and the question there with the answer that was given."""
        part = self.lesson.part(sheet.part)
        fields = {
            "number": self.number,
            "kind": "lesson",
            "title": self.title,
            "part": part.number,
            "parts": [each.number for each in self.lesson.parts],
            "question": part.question and self._question(part, Given(sheet.answered, sheet.tries())),
        }
        return as_json(fields)

    def _question(self, part: Part, given: Given) -> dict[str, Any]:
        key = part.number, given
        if key not in self._questions and part.question is not None:
            if len(self._questions) >= MOST_QUESTIONS:
                self._questions.clear()
            figures = figures_at(part.stage)
            refused = question.refusal(part.question, figures, given.answer) if given.answer else ""
            self._questions[key] = question.fields(part.question, figures, given, part.number, refused)
        return self._questions[key]


def is_part(handout: Handout[Any], lesson: Lesson, part: Part) -> bool:
    """Whether it is this part of a lesson."""
    return isinstance(handout, ClassLesson) and (handout.lesson, handout.part) == (lesson, part.number)


def lesson_among(handouts: Iterable[Handout[Any]], lesson: Lesson, part: Part) -> Handout[Any]:
    """A lesson at this part, with the answers that it has if it was sent before."""
    for each in handouts:
        if isinstance(each, ClassLesson) and each.lesson == lesson:
            each.go(part.number)
            return each
    return ClassLesson(lesson, part.number)


def material(part: Part, *, shows_ties: bool) -> str:
    """A part's prose and stage, as JSON."""
    figures, texts = figures_at(part.stage), Texts()
    is_stage = part.stage.view == "train"
    blocks = prose.blocks(part.prose, figures.value)
    still = [] if is_stage else still_views.lines(part.stage)
    fields = {
        "part": part.number,
        "title": part.title,
        "aside": FOR_TRAINERS if part.for_trainers else "",
        "prose": [[block.is_list, [*map(texts.parts, block.lines)]] for block in blocks],
        "still": [*map(texts.parts, still)],
        "stage": _stage(part, shows_ties=shows_ties) if is_stage else None,
        "ties": "" if shows_ties else "none",
        **texts.fields,
    }
    return as_json(fields)


def _stage(part: Part, *, shows_ties: bool) -> dict[str, Any]:
    """The stage of Train for a phone, which begins as the part says."""
    training = start_training(part.stage.source, part.stage.config)
    training.go_to(part.stage.position)
    whole = held(training, predict=part.stage.predict, stories=False, shows_ties=shows_ties)
    whole["message"]["in_lesson"] = True
    whole["message"]["predict"]["on"] = part.stage.predict
    return whole
