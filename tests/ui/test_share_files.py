"""The files behind Share: each is made from the visit and leaves it where it stands."""

import pytest

from bpe_core import EXAMPLES
from bpe_ui.share.share_files import FILES
from bpe_ui.training.training import Source, start_training
from bpe_ui.visit import Visit

MAKERS = {file.name: file.make for row in FILES for file in row}


def visit_at(position, name="hug_pug_pun"):
    training = start_training(Source.from_example(name), EXAMPLES[name].config)
    training.go_to(position)
    return Visit(training)


@pytest.mark.parametrize(
    ("name", "begins"),
    [
        ("history.csv", "number,left,right,"),
        ("pairs.csv", "left,right,token,"),
        ("vocabulary.csv", "id,token\r\n0,b"),
        ("steps.jsonl", '{"format": 1, '),
        ("picture.svg", "<svg "),
        ("worksheet.html", "<!DOCTYPE html>"),
    ],
)
def test_every_file_is_what_its_name_says_and_moves_nothing(name, begins):
    visit = visit_at(3)
    history = visit.training.stepper.history

    assert MAKERS[name](visit, "light").decode().startswith(begins)
    assert set(MAKERS) == {
        "history.csv", "pairs.csv", "vocabulary.csv", "steps.jsonl", "picture.svg", "worksheet.html"
    }  # fmt: skip
    assert (visit.training.stepper.position, visit.training.stepper.history) == (3, history)


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_the_picture_has_the_theme_of_the_page(theme):
    paper = {"light": "#fbfaf7", "dark": "#14161a"}

    assert f'fill="{paper[theme]}"' in MAKERS["picture.svg"](visit_at(3), theme).decode()


def test_in_predict_mode_the_picture_hides_the_answer_until_it_is_revealed():
    visit = visit_at(3)
    visit.predictions.turn(True)
    assert "Which pair does the rule merge next?" in MAKERS["picture.svg"](visit, "light").decode()

    visit.predictions.reveal(visit.training)

    assert "Which pair does the rule merge next?" not in MAKERS["picture.svg"](visit, "light").decode()


def test_the_worksheet_is_called_after_the_corpus():
    assert (
        "<p>hug, pug, pun. 3 merges have been made: "
        in MAKERS["worksheet.html"](visit_at(3), "light").decode()
    )
