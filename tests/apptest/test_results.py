"""Class results: how the votes went, which mistakes they show, the quiz's table, and the file with both."""

import re

import pytest

from bpe_core.studies.quiz import Quiz
from bpe_ui.classroom.voting.asking import tell_class
from bpe_ui.classroom.voting.class_vote import ClassVote
from bpe_ui.pages.quiz.class_quiz import ClassQuiz
from bpe_ui.pages.quiz.places import sheet
from bpe_ui.pages.quiz.state import QuizSettings
from bpe_ui.pages.results import report
from bpe_ui.pages.results.handed_in import HandedIn
from bpe_ui.pages.results.marks import by_quiz, first_shown, marks_of, names_of, topics_of
from bpe_ui.pages.results.sentences import MISTAKES
from bpe_ui.visit.links.link import encode, link_text
from tests.apptest.page_run import open_app

RESULTS = "pages/class_results.py"


def ask(visit, position, *votes):
    """The class votes on the merge after a position, and the teacher shows the answer."""
    visit.move(position)
    room = visit.state(ClassVote).room
    tell_class(visit)
    for number, pair in enumerate(votes):
        ballot = room.ballot(f"student {number}")
        assert room.vote(f"student {number}", ballot.moment, ballot.question.pairs.index(pair))
    visit.predictions.reveal(visit.training)
    tell_class(visit)


def shown_by_name(page):
    """The page after the teacher has asked for names and marks."""
    [toggle] = [each for each in page.app.toggle if each.label == "Show names and marks"]
    toggle.set_value(True)
    return page.run()


@pytest.fixture
def page():
    page = open_app()
    visit = page.session
    visit.state(ClassVote).open()
    visit.state(ClassVote).shows_how_to_join = False
    visit.predictions.turn(True)
    # u + n is right with 16; p + u had 17 before u + g took its u, and h + ug has 15.
    ask(visit, 1, ("u", "n"), ("p", "u"), ("p", "u"), ("h", "ug"))
    ask(visit, 2)  # nobody votes
    # A tie of p + ug and hug + s.
    ask(visit, 4, ("hug", "s"), ("p", "ug"), ("b", "un"))
    return page.go_to_page(RESULTS)


def handed_in(answers, name, seed=7):
    settings = QuizSettings(seed, answers=answers, name=name)
    settings.hand_in()
    return settings


def link_to(settings):
    return f"http://127.0.0.1/quiz?s={link_text(sheet(settings))}"


def test_each_question_says_how_it_went_and_what_its_wrong_votes_show(page):
    text = page.text()

    assert "2 of 7 votes were right, in 2 questions." in text
    assert "u + n is right: 1 of 4 chose it. 4 were in the room." in text
    assert "p + u2Went by the counts before the last merge. p + u: pun 12. u + n: pun 12 + bun 4." in text
    assert f"h + ug1{MISTAKES['close']}." in text
    assert "hug + s1Half right: hug + s and p + ug both occur 5 times; the rules take p + ug." in text
    assert "merge 3" not in text


def test_the_results_outlive_the_room_until_they_are_forgotten_or_another_class_begins(page):
    vote = page.session.state(ClassVote)
    vote.close()
    assert "2 of 7 votes were right" in page.run().text()

    assert "No question has been answered yet." in page.press("results_forget").text()

    vote.open()
    ask(page.session, 1, ("u", "n"))
    vote.close()
    vote.open()
    assert vote.outcomes == ()


def test_the_quiz_stands_beside_the_votes_and_both_in_the_file(page):
    answers = tuple(question.right for question in Quiz.of_seed(7).questions)
    sheets = [handed_in(answers, name) for name in ("Ada", "<b>Bob")]
    page.app.text_area(key="quiz_links").set_value("\n".join([*map(link_to, sheets), "hello"]))
    page.run()

    assert page.app.text_area(key="quiz_links").value == "hello"  # what was read needs no box
    assert page.errors() == ["Link 1 is not a link to a sheet."]
    assert "Ada" not in page.text()
    assert "Ada710 of 10✓" in shown_by_name(page).text()
    file = report.html_page(page.session.state(ClassVote).outcomes, sheets).decode()
    for said in ("Went by the counts", "Ada", "&lt;b&gt;Bob", "Right, of 2 sheets", "20 of 20"):
        assert said in file
    assert "<b>Bob" not in file
    assert "<script" not in file
    csv = report.quiz_csv(sheets).decode().splitlines()
    assert csv[0].startswith("name,quiz,right,questions,Frequency,Frequency: answer,Ties,")
    assert csv[1].startswith(
        "Ada,7,10,10,1,u + t,1,The one that the tie rule of the program takes,1,n ut s </w>,"
    )


def test_a_teacher_sees_who_thought_what_and_nobody_else_does(page):
    """Of question 4 `bun` is [UNK] un; Grace left the b out, and Ada did not answer."""
    given = page.session.state(HandedIn)
    for name, answer in (("Ada", ""), ("Alan", "[UNK] un"), ("Grace", "un"), ("Edsger", "b b")):
        given.take_links(link_to(handed_in((*"   ", answer, *"      "), name)))
    frame = report.frame(report.questions(Quiz.of_seed(7), given.sheets)[3])
    assert frame[["answer", "count", "share", "mark", "thought"]].values.tolist() == [
        ["[UNK] un", 1, 0.25, "right", ""],
        ["un", 1, 0.25, "", "b is replaced by [UNK], not left out."],
        ["b b", 1, 0.25, "", "It fits no known mistake."],
        ["no answer", 1, 0.25, "", ""],
    ]
    page.app.session_state["results_pick"] = {3: "un"}  # a click on its bar
    assert "Grace" not in page.run().text()
    assert "un: Grace" in shown_by_name(page).text()
    page.session.present = True  # the wall
    assert "Grace" not in page.run().text()


def test_files_are_read_once_and_their_names_which_may_be_surnames_are_gone():
    given = HandedIn()
    ada = encode(sheet(handed_in(("4",) * 10, "Ada")))
    given.take_files({"Lovelace.bpe": ada, "Turing.bpe": b"hello", "again.bpe": ada})
    assert len(given.sheets) == 1
    assert [fault.said(by_name=False)[:7] for fault in given.faults] == ["File 2 "]
    assert given.faults[0].said(by_name=True).startswith("The file Turing.bpe ")
    given.take_links("\n".join(link_to(handed_in(("4",) * 10, f"student {at}")) for at in range(301)))
    assert len(given.sheets) == 300
    assert given.faults[0].said(by_name=False) == "Link 1 was not read: 300 sheets are here already."


def test_a_sheet_of_another_quiz_is_not_counted_as_this_ones_and_a_second_of_one_name_is_marked():
    sheets = [handed_in(("4",) * 10, *of) for of in (("Ada",), ("Bob", 8), ("ada",), ("Alan",))]
    groups = by_quiz(sheets)
    assert [(group.title, len(group.sheets)) for group in groups] == [
        *(("Quiz 7: 3 sheets", 3), ("Quiz 8: 1 sheet", 1), ("All quizzes: 4 sheets", 4)),
    ]
    assert first_shown(groups) == 0
    assert names_of(groups[0].sheets) == ["Ada, sheet 1 of 2", "ada, sheet 2 of 2", "Alan"]
    assert first_shown(by_quiz([handed_in(("4",) * 10, "Ada", seed) for seed in (1, 2, 3)])) == 3  # all


def test_the_sheets_that_phones_handed_in_stand_there_until_they_are_forgotten(page):
    vote = page.session.state(ClassVote)
    quiz = ClassQuiz(QuizSettings(7))
    vote.room.send(quiz)
    said = {"handout": quiz.number, "question": 4, "answer": "4"}
    for name in ("Ada", "<b>Bob", ""):
        assert vote.room.take(f"browser of {name}", said)
        assert vote.room.take(f"browser of {name}", {"handout": quiz.number, "hand_in": name})
    assert "Right, of" not in page.run().text()  # others are still at work
    vote.room.send(None)
    row = "71 of 10––––✓–––––"
    assert f"Ada{row}" in shown_by_name(page.run()).text()

    vote.close()
    page.run()
    assert not {"Ada", "✓"} & {*re.findall("Ada|✓", page.text())}  # until they are asked for again
    text = page.text()
    assert "Right, of 3 sheets" in text
    assert "3 of 30––––3–––––" in text
    assert "Name" not in text.partition("Right, of 3 sheets")[2]
    text = shown_by_name(page).text()

    for name in ("Ada", "<b>Bob", "no name"):
        assert f"{name}{row}" in text
    file = report.html_page(vote.outcomes, [*vote.sheets]).decode()
    assert "&lt;b&gt;Bob" in file
    assert "browser of" not in repr(vote)
    assert "Ada" not in page.press("results_forget").text()
    assert vote.sheets == ()


def test_topics_that_were_asked_again_stand_in_the_order_of_their_numbers():
    words = "ab 30, cd 28, ef 26, gh 24, ij 22, kl 20, mn 18, op 16, qr 14, st 12, uv 10, wx 8"
    marks = marks_of(handed := QuizSettings(7, ("Frequency",), words, how_many=10))
    asked = [question.topic for question in handed.quiz.questions]
    assert len(asked) == 10
    assert topics_of([{topic: marks[topic] for topic in reversed(asked)}]) == asked
