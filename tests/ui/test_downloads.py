"""The files behind Share: each is made from the visit without changing its position."""

import re

import pytest

from bpe_ui.frame.share.downloads import FILES
from bpe_ui.visit.visit import Visit
from tests.ui.examples import training_of

MAKERS = {file.name: file.make for row in FILES for file in row}


def made(name, visit):
    return MAKERS[name](visit).decode()


@pytest.fixture
def visit():
    return Visit(training_of(position=3))


@pytest.mark.parametrize(
    ("name", "begins"),
    [
        ("history.csv", "number,left,right,"),
        ("pairs.csv", "left,right,token,"),
        ("vocabulary.csv", "id,token\r\n0,b"),
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
        "training.html",
    }
    assert (visit.training.stepper.position, visit.training.stepper.history) == (3, history)


def test_the_html_file_begins_at_the_position_and_has_the_title_of_the_corpus(visit):
    page = made("training.html", visit)

    assert visit.training.source.title in re.search("<title>(.*)</title>", page)[1]
    assert '"position":3,' in page
    assert visit.training.stepper.position == 3
