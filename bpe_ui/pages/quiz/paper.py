"""The quiz as one HTML file: a sheet that prints, or asks in a browser without this app; and its key.

On screen the sheet makes an answer file, a link's file with the answers, for which it needs no network. It
does not know which answers are right.
"""

import json
from pathlib import Path
from string import Template

from bpe_core.studies.quiz import Question
from bpe_ui.frame.share.typeface import embedded_face
from bpe_ui.pages.quiz import sentences
from bpe_ui.pages.quiz.places import homework
from bpe_ui.pages.quiz.state import MAX_ANSWER, QuizSettings
from bpe_ui.stage.html import markup, sheets
from bpe_ui.stage.html.chips import Html, in_html, join
from bpe_ui.stage.text.sentences import say_plainly
from bpe_ui.visit.links.link import FILE_SUFFIX, LINK
from bpe_ui.visit.links.packing import VERSION

_PAGE = Template(Path(__file__).with_suffix(".html").read_text(encoding="utf-8"))


def sheet_html(settings: QuizSettings) -> bytes:
    """The sheet, with the questions and room for the answers."""
    blank = settings.blank
    asked = enumerate(blank.quiz.questions)
    link = {"v": VERSION, **LINK.write(homework(blank))}
    title = say_plainly("Quiz {number:d}", number=blank.quiz.seed)
    return _page(blank, title, join(_asked(number, question) for number, question in asked), link)


def key_html(settings: QuizSettings) -> bytes:
    """The key: each right answer, and why."""
    answered = join(map(_answered, settings.quiz.questions))
    title = say_plainly("Quiz {number:d}, answer key", number=settings.quiz.seed)
    return _page(settings, title, answered, None)


def _page(settings: QuizSettings, title: str, questions: Html, link: object) -> bytes:
    return _PAGE.substitute(
        typeface=embedded_face(),
        title=in_html(title),
        hidden="" if link else "hidden",
        words=markup.sentence(sentences.words(settings.quiz.corpus)),
        questions=questions,
        link=json.dumps(link).replace("<", r"\u003c"),  # what stands in a script cannot end it
        suffix=FILE_SUFFIX,
    ).encode()


def _asked(number: int, question: Question) -> Html:
    if question.kind == "choose":
        offered = ((answer.text, sentences.marked(answer.text)) for answer in question.answers)
        room = sheets.options(number, offered)
    else:
        room = sheets.field(number, question.form.what, MAX_ANSWER)
    return sheets.question(question.topic, sentences.marked(question.prompt), room)


def _answered(question: Question) -> Html:
    right, why = sentences.right_answer(question), sentences.marked(question.explanation)
    below = join([markup.line(right), markup.line(why)])
    return sheets.question(question.topic, sentences.marked(question.prompt), below)
