"""The Quiz page without a browser: answering, handing in, and a sheet that somebody sent."""

import re
from html import escape

import pytest

from bpe_core.studies.quiz import Quiz
from bpe_ui.pages.quiz.paper import key_html, sheet_html
from bpe_ui.pages.quiz.places import homework, sheet
from bpe_ui.pages.quiz.state import QuizSettings
from bpe_ui.visit.links.link import link_text, read_link
from tests.apptest.page_run import QUIZ, open_page_alone

QUESTIONS = Quiz.of_seed(7).questions
RIGHT = tuple(question.right for question in QUESTIONS)
WRONG = tuple(next(answer.text for answer in question.answers if answer.mistake) for question in QUESTIONS)


def opened(settings):
    return open_page_alone(QUIZ, link_text(sheet(settings)))


def plain(text):
    return text.replace("`", "")


def answer(page, number, given):
    key = f"quiz_7_{number}"
    if QUESTIONS[number].kind == "choose":
        page.app.radio(key=key).set_value(given)
    else:
        page.app.text_input(key=key).set_value(given)
    return page.run()


def test_a_new_visit_draws_a_quiz_that_stays_and_a_number_draws_that_one():
    page = open_page_alone(QUIZ)
    first = page.session.state(QuizSettings).seed
    assert page.run().session.state(QuizSettings).seed == first
    answer_key = f"quiz_{first}_3"
    page.app.text_input(key=answer_key).set_value("x")
    page.run()

    page.app.number_input(key="quiz_seed").set_value(7)
    page.run()

    assert "The corpus: nun 3, pun 5, puns 3, rut 9, nut 15" in page.text()
    assert page.session.state(QuizSettings) == QuizSettings(7)
    assert page.press("quiz_another").session.state(QuizSettings).seed != 7


def test_topics_are_picked_singly_or_in_sets():
    page = opened(QuizSettings(7)).open_panel("quiz_questions_popover").press("quiz_no_topics")

    def topics():
        return page.app.button_group(key="quiz_topics")

    assert (topics().value, page.session.state(QuizSettings)) == ([], QuizSettings(7))
    page.app.text_input(key="quiz_own_words").set_value("hug 10, pug 5")
    page.run()
    assert topics().value == []  # they are still to be picked
    topics().set_value(["Ties"])
    page.run()
    assert page.session.state(QuizSettings).topics == ("Ties",)
    page.press("quiz_set_3")
    assert topics().value == [*page.session.state(QuizSettings).topics]


def test_nothing_tells_an_answer_before_the_sheet_is_handed_in():
    page = opened(QuizSettings(7, answers=WRONG))

    for question in QUESTIONS:
        assert plain(question.explanation) not in page.text()
    assert "Not right" not in page.text()
    assert not page.app.get("link_button")
    assert "10 of 10 questions are answered." in page.text()


def test_what_cannot_be_read_is_told_at_its_field_and_asked_once_before_it_is_handed_in():
    page = opened(QuizSettings(7))
    answer(page, 3, "no idea")
    answer(page, 4, "four")
    assert "'no' is not in the word. Type tokens, with spaces" in page.text()
    assert "Type one number, in digits." in page.text()
    assert "1 of 10 questions are answered." in page.text()

    page.press("quiz_done")
    asks = "8 questions have no answer yet. The answer to question 5 cannot be read, and counts as wrong."
    assert asks in page.text()
    assert not page.session.state(QuizSettings).handed_in

    page.press("quiz_done")
    assert "0 of 10 answers are right." in page.text()
    assert "Not right: no idea. The answer is [UNK] un." in page.text()
    assert "Not right: four. It cannot be read. The answer is 4." in page.text()


def test_a_checked_quiz_names_each_mistake_and_opens_elsewhere_as_the_same_sheet():
    page = opened(QuizSettings(7))
    for number in range(7):
        answer(page, number, (RIGHT if number < 4 else WRONG)[number])
    page.press("quiz_done").press("quiz_done")  # three answers are empty: that is asked once
    page.app.text_input(key="quiz_name").set_value("Ada")
    page.run()

    [code] = page.app.code
    teacher = open_page_alone(QUIZ, code.value.partition("?s=")[2])
    for each in (page, teacher):
        assert "Ada: 4 of 10 answers are right." in each.text()
        assert each.text().count("Not right:") == 3
        assert each.text().count("Not answered.") == 3
        assert plain(QUESTIONS[5].judge(WRONG[5]).mistake) in each.text()
        assert each.text().count("The answer is") == 3
        assert plain(QUESTIONS[9].explanation) in each.text()
        assert not each.app.radio
    assert read_link(code.value.partition("?s=")[2]).settings["quiz"] == teacher.session.state(QuizSettings)
    teacher.session.state(QuizSettings).answer(9, RIGHT[9])
    assert "Ada: 4 of 10" in teacher.run().text()


@pytest.mark.parametrize("shows_answers", [False, True])
def test_homework_is_a_students_page_with_the_answers_only_if_the_teacher_said_so(shows_answers):
    link = link_text(homework(QuizSettings(7, answers=RIGHT), shows_answers=shows_answers))
    page = open_page_alone(QUIZ, link)
    set_by_a_teacher = ("quiz_another", "quiz_quiz", "quiz_answer_key", "quiz_set_3")

    def shown():
        return [each.key for each in (*page.app.button, *page.app.get("download_button"))]

    assert not {*set_by_a_teacher, "present"} & {*shown()}
    assert [each.label for each in page.app.text_input][-1] == "Your name"
    assert not page.app.number_input
    panels = [each.proto.popover.label for each in page.app.get("popover")]
    assert panels == []
    answer(page, 0, RIGHT[0])
    page.press("quiz_done").press("quiz_done")
    assert "1 of 10 answers is right." in page.text()
    assert "Give your teacher this file or link." in page.text()
    assert not {*set_by_a_teacher} & {*shown()}
    solutions = [each for each in QUESTIONS if plain(each.explanation) in page.text()]
    assert len(solutions) == (len(QUESTIONS) if shows_answers else 0)
    assert ("Right: " in page.text()) == shows_answers


def test_the_printed_sheet_tells_no_answer_and_the_key_tells_all():
    settings = QuizSettings(7, words="banana 5, bandana 2, den 4")
    sheet_page, key = sheet_html(settings).decode(), key_html(settings).decode()
    for question in settings.quiz.questions:
        assert escape(question.explanation.split("`")[0]) in key
        assert all(escape(answer.mistake) not in sheet_page for answer in question.answers if answer.mistake)
        assert question.kind == "choose" or f">{question.right}<" not in sheet_page
    assert (
        "Type" not in re.sub("<script>.*</script>", "", sheet_page, flags=re.DOTALL).partition("</style>")[2]
    )
    assert "print()" in sheet_page
