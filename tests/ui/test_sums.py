"""Every sum on screen and on paper adds up to the count beside it, also where a word holds a pair twice."""

import re
from html import unescape

import pytest

from bpe_core.queries import WordShare, sum_terms
from bpe_ui.frame.share.html_file import held
from bpe_ui.frame.share.worksheet import worksheet
from bpe_ui.pages.learn.figures import Figures
from bpe_ui.pages.quiz.paper import key_html
from bpe_ui.pages.quiz.state import QuizSettings
from bpe_ui.stage.text.sentences import next_merge, plain_text
from bpe_ui.stage.text.verdicts import beneath
from tests.ui.examples import training_of
from tests.ui.stage import named, plain_texts

TWICE = {"banana": 6, "bandana": 4, "cabana": 3, "canal": 2, "banal": 5}
"""Banana and bandana hold a + n twice: 6 × 2 + 4 × 2 + 3 + 2 + 5 = 30."""
TERM = r"(?:\w+ )?(\d+)(?: × (\d+))?(?: in \d+ more words?)?"


def added_up(text):
    """The values of all sums of two terms or more in a text."""
    sums = re.finditer(rf"{TERM}(?: \+ {TERM})+", text)
    return [sum(int(one) * int(times or 1) for one, times in re.findall(TERM, it[0])) for it in sums]


def plain(html):
    return unescape(re.sub("<[^>]*>", "", html)).replace("\u2068", "").replace("\u2069", "")


def on_stage(training):
    """What the stage, also a phone's, says of the first pair of the table."""
    data = held(training, predict=False, stories=False)["message"]
    pair = named(data, "pair", data["pairs"][data["snapshots"][0]["rows"][0]])
    texts = plain_texts(data)
    return " + ".join(added if word is None else f"{texts[word]} {added}" for word, added in pair["sum"])


def shown():
    """What shows a sum -> the text."""
    training = training_of(TWICE)
    view = training.stepper.view
    facts = view.pair_facts(("a", "n"))
    words = ", ".join(f"{word} {count}" for word, count in TWICE.items())
    quiz = QuizSettings(7, ("Frequency",), words)
    return {
        "stage": on_stage(training),
        "headline": plain_text(next_merge(view.decision(), facts, "first_seen")),
        "verdict": plain_text(beneath(view.judge(("b", "a")))).partition("a + n: ")[2],
        "lesson": plain_text(Figures(training, 0).value("sum a+n")),
        "quiz": plain(quiz.quiz.questions[0].explanation.replace("`", "")),
        "answer key of the quiz": plain(key_html(quiz).decode()),
        "answer key of the worksheet": plain(worksheet(training.stepper, 1, is_key=True)),
    }


@pytest.mark.parametrize("where", shown())
def test_a_sum_is_what_it_says(where):
    assert 30 in added_up(shown()[where])


def test_a_sum_that_is_not_the_count_is_not_shown():
    with pytest.raises(ArithmeticError):
        sum_terms(20, [WordShare("banana", 6, 2, 12)], 1)
