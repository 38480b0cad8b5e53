"""The files behind Share: each is made from the visit without changing its position."""

import re

import pytest

from bpe_ui.frame.share.downloads import FILES
from bpe_ui.visit.visit import Visit
from tests.ui.examples import training_of

MAKERS = {file.name: file.make for row in FILES for file in row}


def made(name, visit, theme="light"):
    return MAKERS[name](visit, theme).decode()


@pytest.fixture
def visit():
    return Visit(training_of(position=3))


@pytest.mark.parametrize(
    ("name", "begins"),
    [
        ("history.csv", "number,left,right,"),
        ("pairs.csv", "left,right,token,"),
        ("vocabulary.csv", "id,token\r\n0,b"),
        ("steps.jsonl", '{"format": 1, '),
        ("picture.svg", "<svg "),
        ("training.html", "<!doctype html>"),
    ],
)
def test_every_file_is_what_its_name_says_and_moves_nothing(visit, name, begins):
    history = visit.training.stepper.history

    assert made(name, visit).startswith(begins)
    assert set(MAKERS) == {
        "history.csv",
        "pairs.csv",
        "vocabulary.csv",
        "steps.jsonl",
        "picture.svg",
        "training.html",
    }
    assert (visit.training.stepper.position, visit.training.stepper.history) == (3, history)


def test_the_html_file_begins_at_the_position_and_has_the_title_of_the_corpus(visit):
    page = made("training.html", visit)

    assert visit.training.source.title in re.search("<title>(.*)</title>", page)[1]
    assert '"position":3,' in page
    assert visit.training.stepper.position == 3


@pytest.mark.parametrize(("theme", "paper"), [("light", "#fbfaf7"), ("dark", "#14161a")])
def test_the_picture_has_the_theme_of_the_page(visit, theme, paper):
    assert f'fill="{paper}"' in made("picture.svg", visit, theme)


def test_in_predict_mode_the_picture_hides_the_answer_until_it_is_revealed(visit):
    visit.predictions.turn(True)
    assert "Which pair is merged next?" in made("picture.svg", visit)

    visit.predictions.reveal(visit.training)
    assert "Which pair is merged next?" not in made("picture.svg", visit)
