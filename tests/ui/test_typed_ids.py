"""Ids in the box of Tokenize, and the line on what comes back from ids."""

import json

import pytest

from bpe_ui.pages.tokenize.rules import component as rules
from bpe_ui.pages.tokenize.rules.sentences import comes_back
from bpe_ui.pages.tokenize.settings import typing
from bpe_ui.pages.tokenize.settings.state import Tokenize
from bpe_ui.pages.tokenize.settings.tokenize_input import TokenizeInput, read_ids, read_typed
from bpe_ui.stage.text.sentences import plain_text
from bpe_ui.visit.visit import Visit
from tests.ui.examples import stepper_of, training_of

# b g h n p s u have the ids 0 to 6 without an s; then ug 7, un 8, hug 9, pun 10.
TOKENIZER = stepper_of("hug_pug_pun", 4).tokenizer()


def line(text, **rules_of):
    tokenizer = stepper_of("hug_pug_pun", 4, **rules_of).tokenizer()
    read, ids, _ = read_typed(text, tokenizer, as_text=False)
    request = TokenizeInput(tokenizer, read, ids=ids)
    return plain_text(comes_back(request, request.encoding()))


def test_ids_of_the_tokenizer_are_read_as_the_text_that_they_stand_for():
    text, ids, note = read_typed("[9, 10]", TOKENIZER, as_text=False)

    assert (text, ids, "hugpun" in note) == ("hugpun", (9, 10), True)
    assert read_typed("[9, 10]", TOKENIZER, as_text=True)[:2] == ("[9, 10]", ())


def test_one_reading_leads_to_the_other_and_back():
    visit = Visit(training_of())
    visit.state(Tokenize).merges = "all"

    def box(number, **more):
        typing.hear_typed(visit, {"text": "0 1", "number": number, "place": 3} | more)
        data = json.loads(rules.data_of(visit, visit.state(Tokenize).request(visit.training))["json"])
        return data["box"]["other"], len(data["tokens"]["items"]), data["tokens"]["is_placed"]

    assert box(1) == ("Read as text", 2, False)  # b and g
    assert box(2, as_text=True)[0] == "Read as ids"
    assert visit.state(Tokenize).request(visit.training).text == "0 1"
    assert box(3) == ("Read as text", 2, False)


@pytest.mark.parametrize(
    ("rules", "said"),
    [
        ({"pre_tokenizer": "none"}, "With \\r\\n this text has 4 tokens, not 3."),  # hug, the line end, [UNK]
        ({}, ""),  # whitespace is dropped
    ],
)
def test_pasted_line_ends_that_a_box_changes_are_told_where_that_changes_tokens(rules, said):
    visit = Visit(training_of(**rules))
    visit.state(Tokenize).merges = "all"

    for had_returns in (True, False):
        pasted = {"text": "hug\nhug", "number": 1, "place": 7, "had_returns": had_returns}
        typing.hear_typed(visit, pasted)
        note = typing.box_data(visit, visit.state(Tokenize).request(visit.training))["said"]
        assert note.endswith(said if had_returns else "")
        assert bool(note) == bool(said and had_returns)


def test_the_line_says_whether_the_text_comes_back_and_what_is_unknown():
    assert line("hug pun", word_boundary="end_suffix") == "Decoding gives the text back."
    assert line("Hug  pun", normalizers=("lowercase",), word_boundary="end_suffix") == (
        "Decoding gives another text: hug␣pun."
    )
    assert line("bug mug thug unhug", unknown="drop") == (
        "Decoding gives another text: bugughugunhug. Not in the vocabulary: m t."
    )
    assert line("hug" * 30 + " hug").endswith(f": …{'ghughughughughughughug'[-20:]}hug.")


@pytest.mark.parametrize("text", ["1 2 3", "[1, 2, 3]", "1,2,3", " ([1,\n2,3]) "])
def test_ids_are_read_as_people_write_them(text):
    assert read_ids(text) == (1, 2, 3)


@pytest.mark.parametrize(
    "text",
    ["", "[]", "7", "[7]", "1 x 3", "-1 2", "1.5 2", "1 2 ?", "٣ ٤", "1 12345678901", "1,234", "12,345,678"],
)
def test_anything_else_is_a_text(text):
    assert read_ids(text) == ()


def test_the_line_says_where_the_text_of_typed_ids_has_others():
    assert line("9 10", pre_tokenizer="whitespace") == "Encoding their text gives these ids again."
    assert line("10 2 7") == (  # pun h ug
        "Encoding their text gives other ids, those above: number 2 is 9, not 2."
    )
    assert line("7 7 2 7 3").endswith("number 3 is 9, not 2.")
