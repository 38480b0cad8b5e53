"""A quiz on the phones of a class: what a phone is told of it, and what it may answer.

>>> quiz = ClassQuiz(QuizSettings(7))
>>> quiz.take("Ada", {"question": 4, "answer": "4"}), quiz.take("Ada", {"hand_in": "Ada"})
(True, True)
>>> [(sheet.name, sheet.answers[4]) for sheet in quiz.finished()]
[('Ada', '4')]
"""

from collections.abc import Iterable, Mapping
from typing import Any

from bpe_core.studies.quiz import Question
from bpe_ui.classroom.voting.handout import Handout
from bpe_ui.pages.quiz import sentences
from bpe_ui.pages.quiz.state import MAX_ANSWER, MAX_NAME, QuizSettings
from bpe_ui.stage.component.actions import RefusedActionError, integer, text
from bpe_ui.stage.html import markup
from bpe_ui.stage.html.chips import Html, join
from bpe_ui.stage.text.sentences import Sentence, say, say_plainly
from bpe_ui.visit.messages.texts import Texts, as_json

HANDED_IN = "Handed in. You will see the answers here when your teacher ends the quiz."


class ClassQuiz(Handout[QuizSettings]):
    """A quiz, with the sheet of each student."""

    page = "quiz"
    page_after = "results"
    stays = True

    def __init__(self, settings: QuizSettings) -> None:
        """The quiz of these settings."""
        super().__init__()
        self.settings, self.quiz = settings.blank, settings.quiz

    @property
    def title(self) -> str:
        """Its number."""
        return say_plainly("Quiz {number:d}", number=self.quiz.seed)

    @property
    def how_to_end(self) -> str:
        """What the button says."""
        return "End quiz"

    def blank(self) -> QuizSettings:
        """A sheet without answers."""
        return self.settings.blank

    def do(self, sheet: QuizSettings, said: Mapping[str, Any]) -> None:
        """Answer a question, write a name, or hand in with a name or without; raises `RefusedActionError`."""
        if self._is_closed(sheet):
            raise RefusedActionError("The sheet is handed in; nothing was done.")
        if "name" in said:
            sheet.name = text(said, "name", MAX_NAME).strip()
            return
        if "hand_in" in said:
            sheet.name = text(said, "hand_in", MAX_NAME).strip()
            sheet.hand_in()
            return
        number = integer(said, "question", len(self.quiz.questions) - 1)
        sheet.answer(number, _answer(self.quiz.questions[number], said))

    def _is_closed(self, sheet: QuizSettings) -> bool:
        """Whether a sheet takes no other answer; it is judged only once the quiz is over for everybody."""
        return sheet.handed_in or self.is_over

    def finished(self) -> list[QuizSettings]:
        """The sheets that were handed in; once the quiz is over, all that have an answer."""
        sheets = list(self.sheets.values())
        return [sheet for sheet in sheets if sheet.handed_in or (self.is_over and any(sheet.answers))]

    def progress(self, people: int) -> Sentence:
        """How many have handed in."""
        return say(
            "{title} is on the phones: {n} of {people} {n:has|have} handed it in.",
            title=self.title,
            n=len(self.finished()),
            people=people,
        )

    def asked(self) -> list[Html]:
        """Each question with what is offered, and no form."""
        words = markup.headline(sentences.words(self.quiz.corpus))
        return [join([words, _on_the_wall(*each)]) for each in enumerate(self.quiz.questions, 1)]

    def message_json(self, sheet: QuizSettings) -> str:
        """The words and all questions, with the answers and, once the quiz is over, their verdicts."""
        texts, is_closed = Texts(), self._is_closed(sheet)
        asked = zip(self.quiz.questions, sheet.answers, strict=False)
        if self.is_over:
            said = sentences.score(sheet.name, self.quiz.judged(sheet.answers))
        elif is_closed:
            said = say(HANDED_IN)
        else:
            said = sentences.answered(self.quiz, sheet.answers)
        fields = {
            "number": self.number,
            "kind": "quiz",
            "title": self.title,
            "words": texts.parts(sentences.words(self.quiz.corpus)),
            "questions": [self._drawn(question, given, sheet, texts) for question, given in asked],
            "is_closed": is_closed,
            "is_over": self.is_over,
            "ended": _at_the_end(sheet) if self.is_over else "",
            "name": sheet.name,
            "said": texts.parts(said),
            "asks": sentences.before_handing_in(self.quiz, sheet.answers),
            "longest_name": MAX_NAME,
            **texts.fields,
        }
        return as_json(fields)

    def _drawn(self, question: Question, given: str, sheet: QuizSettings, texts: Texts) -> dict[str, Any]:
        """A question as component/question draws it, with its topic."""
        offered = [answer.text for answer in question.answers] if question.kind == "choose" else []
        is_closed = self._is_closed(sheet)
        refused = "" if is_closed else question.refusal(given)
        if self.is_over:
            verdict = _verdict(question, given, texts)
        else:
            said = () if is_closed or not given else say("You can change it until you hand in.")
            verdict = {"right": None, "sentence": texts.parts(said)}
        return {
            "topic": question.topic,
            "ask": texts.parts(sentences.marked(question.prompt)),
            "options": [texts.parts(sentences.marked(option)) for option in offered],
            "answer": str(offered.index(given)) if given in offered else given,
            "verdict": verdict,
            "form": "" if offered else question.form.hint,
            "refused": texts.reason(refused) if refused else [],
            "longest": MAX_ANSWER,
            "closed": is_closed,
        }


def is_quiz(handout: Handout[Any], settings: QuizSettings) -> bool:
    """Whether it is the quiz of these settings."""
    return isinstance(handout, ClassQuiz) and handout.settings == settings.blank


def quiz_among(handouts: Iterable[Handout[Any]], settings: QuizSettings) -> Handout[Any]:
    """The quiz of these settings as it was sent before, or a new one."""
    return next((each for each in handouts if is_quiz(each, settings)), None) or ClassQuiz(settings)


def _at_the_end(sheet: QuizSettings) -> str:
    """What a student reads once the quiz is over: how many of the answers have arrived."""
    arrived = sum(map(bool, sheet.answers))
    if not arrived:
        return "The quiz has ended. Your teacher has no answer of yours."
    return say_plainly("The quiz has ended. Your teacher has your {n:answer|# answers}.", n=arrived)


def _answer(question: Question, said: Mapping[str, Any]) -> str:
    """The answer that a phone gives: the number of an option, or what was typed."""
    if question.kind == "choose":
        chosen = question.offered(text(said, "answer", 1))
        if chosen is None:
            raise RefusedActionError("It is none of the answers; nothing was done.")
        return chosen.text
    return text(said, "answer", MAX_ANSWER)


def _on_the_wall(number: int, question: Question) -> Html:
    """A question as the class reads it together."""
    title = say_plainly("{number:d}. {topic}", number=number, topic=question.topic)
    offered = (
        [answer.text for answer in question.answers] if question.kind == "choose" else [question.form.hint]
    )
    asked = [markup.line(sentences.marked(question.prompt)), markup.lines(map(sentences.marked, offered))]
    return markup.card(title, join(asked))


def _verdict(question: Question, given: str, texts: Texts) -> dict[str, Any]:
    """Whether an answer is right, and why."""
    if not given:
        said = say("Not answered. {right}", right=sentences.right_answer(question))
        return {"right": None, "sentence": texts.parts(said)}
    answer = question.judge(given)
    return {"right": answer.is_right, "sentence": texts.parts(sentences.why(question, answer))}
