"""The Learn page without a browser: the path, a part and its question, progress, and what stays as it was."""

from bpe_ui.pages.learn import page as learn_page
from bpe_ui.pages.learn.page import LESSONS
from bpe_ui.pages.learn.state import Learn, LearnSettings
from bpe_ui.pages.tokenize.settings import typing
from bpe_ui.pages.tokenize.settings.state import Tokenize
from bpe_ui.pages.train.component import LISTENER
from bpe_ui.visit.links.link import link_text
from bpe_ui.visit.links.screen import Screen
from tests.apptest.page_run import LEARN, open_app, open_page_alone

HUG = "hug_pug_pun"
NEXT = "learn_next"


def open_part(part, lesson=HUG, **place):
    app = open_app()
    link = Screen.of(
        app.session.training, page="learn", settings={"learn": LearnSettings(lesson, part)}, **place
    )
    return open_page_alone(LEARN, link_text(link))


def dots(page):
    """What the dots of the lesson say."""
    [shown] = [markup for markup in page.markups() if "learn-dots" in markup.classes()]
    return shown.titles()[0]


def test_the_path_leads_into_each_lesson_and_back_with_progress():
    page = open_page_alone(LEARN)
    assert page.text().count("minutes") == len(LESSONS)

    page.press(f"learn_open_{HUG}")
    assert "Count the pairs" in page.text()
    page.press(NEXT).press("learn_path_button")

    assert page.session.state(Learn).answers == {f"{HUG}/0": "-"}
    page.press(f"learn_open_{HUG}")
    assert page.session.state(Learn).part == 1


def test_an_answer_is_right_at_once_right_in_the_end_or_not_right_yet():
    page = open_part(0)
    learn = page.session.state(Learn)
    learn.answer("0", is_right=False)
    assert dots(page.run()) == "7 parts: 1 not right yet and 6 to do"
    learn.answer("1")
    learn.go(HUG, 1)
    learn.answer("12")
    assert dots(page.run()) == "7 parts: 1 right, 1 right in the end and 5 to do"


def test_a_prediction_on_the_stage_is_the_answer_of_its_part():
    page = open_part(2)
    assert page.app.button(key=NEXT).label == "Skip"
    stage = page.session.state(Learn).parts[f"{HUG}/2"]
    ids = dict(stage.training.stepper.tokenizer().vocab)

    here = {"history_id": stage.training.history_id, "position": 1}
    LISTENER.hear_action(stage, {"name": "commit", "left": ids["b"], "right": ids["u"], **here})
    assert "1 not right yet" in dots(page.run())  # and not right in the end
    stage.predictions.begin_again()
    LISTENER.hear_action(stage, {"name": "commit", "left": ids["u"], "right": ids["n"], **here})

    assert page.run().app.button(key=NEXT).label == "Next"
    assert stage.predictions.score == 1


def test_a_persons_own_corpus_stays_while_one_learns_and_open_on_train_goes_on_with_the_view():
    page = open_app().step_to(2)
    own = page.session.training
    page.go_to_page(LEARN).press(f"learn_open_{HUG}")
    LISTENER.hear_place(
        page.session.state(Learn).parts[f"{HUG}/0"],
        {"history_id": page.session.state(Learn).parts[f"{HUG}/0"].training.history_id, "position": 5},
    )
    page.run()
    assert (page.session.training, own.stepper.position) == (own, 2)

    page.press("learn_out")

    assert page.position() == "merge 5 of 7"


def test_a_reload_keeps_where_the_stage_stood_also_at_its_start_until_it_is_reset():
    page = open_part(3)
    stage = page.session.state(Learn).parts[f"{HUG}/3"]
    for position in (5, 0):
        moved = {"history_id": stage.training.history_id, "position": position}
        LISTENER.hear_place(stage, moved)
        again = open_page_alone(LEARN, **page.run().address())
        assert again.session.state(Learn).parts[f"{HUG}/3"].training.stepper.position == position

    again = again.press("learn_again")
    assert again.session.state(Learn).parts[f"{HUG}/3"].training.stepper.position == 3
    assert again.press(NEXT).run().address()["at"] == "0"  # the next part begins where it does


def test_a_reload_keeps_the_text_that_was_typed_and_which_rules_of_which_word_had_fired():
    page = open_part(4)
    stage = page.session.state(Learn).parts[f"{HUG}/4"]
    typing.hear_typed(stage, {"text": "pug hug", "number": 1, "place": 7})
    stage.state(Tokenize).step = 1

    again = open_page_alone(LEARN, **page.run().address())

    found = again.session.state(Learn).parts[f"{HUG}/4"].state(Tokenize)
    assert (found.text, found.place, found.step) == ("pug hug", 6, 1)
    stage.state(Tokenize).hear_text("hug " * 100, 400, 2, "")  # more than a link keeps
    again = open_page_alone(LEARN, **page.run().address())
    assert again.session.state(Learn).parts[f"{HUG}/4"].state(Tokenize).text == "bug mug thug"


def test_a_text_of_ones_own_is_cut_in_three_ways_and_what_is_unknown_is_counted():
    page = open_part(0, "why_subwords")
    assert "33 tokens, 0 unknown; a vocabulary of 30" in page.text()
    assert "9 tokens, 2 unknown; a vocabulary of 195" in page.text()

    part = page.session.state(Learn).parts["why_subwords/0"]
    typing.hear_typed(part, {"text": "zoo fox 7", "number": 1, "place": 9})

    assert "3 tokens, 2 unknown" in page.run().text()


def test_rules_that_cannot_be_read_are_one_sentence_in_their_part():
    page = open_part(5, "what_goes_wrong")
    rules = {"text": "h", "number": 2, "place": 1}
    typing.hear_typed(page.session.state(Learn).parts["what_goes_wrong/5"], rules)
    assert "two symbols" in page.run().text()


def test_a_second_click_while_the_next_part_is_drawn_leaves_only_the_part_it_was_made_on(monkeypatch):
    page = open_part(0)
    monkeypatch.setattr(learn_page, "session", lambda: page.session)

    for _ in range(2):
        learn_page.leave(LESSONS[HUG], LESSONS[HUG].parts[0])

    assert [*page.session.state(Learn).answers] == [f"{HUG}/0"]
