"""The worksheet: its questions, that the answers are the trainer's, and that any corpus can be printed."""

import re
from dataclasses import replace
from html import unescape

import pytest

from bpe_core import EXAMPLES, PROFILES, BPEStepper, Corpus
from bpe_ui.frame.share.worksheet import MOST_WORDS, worksheet
from tests.ui.examples import stepper_of

LARGE = {f"w{number:03}": 500 - number for number in range(200)}


def plain(text):
    """Without the marks that isolate a token from its neighbours, and as it was before it was escaped."""
    return unescape(text).replace("\u2068", "").replace("\u2069", "")


def rows_of(page):
    """The rows of each table; symbols in boxes are joined by spaces."""
    tables = [re.findall("<tr>(<td.*?)</tr>", table) for table in page.split("<tbody>")[1:]]
    return [[[texts_of(cell) for cell in row.split("<td")[1:]] for row in table] for table in tables]


def texts_of(cell):
    return plain(" ".join(filter(None, re.findall(">([^<]*)", cell))))


sheet_of = worksheet


def key_of(stepper, *task):
    return worksheet(stepper, *task, is_key=True)


def lead_of(page):
    """The rules on top."""
    return [plain(sentence) for sentence in re.findall("<li>(.*?)</li>", page)]


def test_the_rules_name_the_characters_that_are_left_out():
    page = sheet_of(stepper_of({"hug": 3, "xhq": 1}, limit_alphabet=3))
    assert [plain(row) for row in lead_of(page) if " x and q" in row]
    assert rows_of(page)[0][1] == ["1 ×", "xhq", "h"]


def test_the_sheet_shows_the_words_and_leaves_the_rest_blank():
    words, pairs, merges, splits = rows_of(sheet_of(stepper_of(position=2)))

    assert words == [
        ["10 ×", "hug", "h ug"],
        ["5 ×", "pug", "p ug"],
        ["12 ×", "pun", "p un"],
        ["4 ×", "bun", "b un"],
        ["5 ×", "hugs", "h ug s"],
    ]
    assert pairs == [["", "", ""]] * 5  # as many as there are pairs
    assert merges == [[str(number), "", "", ""] for number in (3, 4, 5, 6, 7)]
    assert splits == [["hug", ""], ["pug", ""], ["pun", ""], ["bun", ""], ["hugs", ""]]


def test_the_answer_key_has_the_pairs_with_their_sums_and_the_merges_with_their_reasons():
    _, pairs, merges, _ = rows_of(key_of(stepper_of(position=2)))

    assert pairs == [
        ["h + ug", "hug 10 + hugs 5", "15"],
        ["p + un", "pun 12", "12"],
        ["p + ug", "pug 5", "5"],
        ["ug + s", "hugs 5", "5"],
        ["b + un", "bun 4", "4"],
    ]
    assert merges == [
        ["3", "h + ug", "hug", "15", "occurs most often"],
        ["4", "p + un", "pun", "12", "occurs most often"],
        ["5", "p + ug", "pug", "5", "tied with hug + s; first seen decides"],
        ["6", "hug + s", "hugs", "5", "occurs most often"],
        ["7", "b + un", "bun", "4", "occurs most often"],
    ]


def test_merges_and_words_to_tokenize_are_asked_for_as_wanted():
    task = 1, ("thug", "unhug")

    *_, merges, splits, tokens = rows_of(sheet_of(stepper_of(position=2), *task))
    assert merges == [["3", "", "", ""]]
    assert splits == [["hug", ""], ["pug", ""], ["pun", ""], ["bun", ""], ["hugs", ""]]
    assert tokens == [["thug", ""], ["unhug", ""]]

    *_, splits, tokens = rows_of(key_of(stepper_of(position=2), *task))
    assert splits == [["hug", "hug"], ["pug", "p ug"], ["pun", "p un"], ["bun", "b un"], ["hugs", "hug s"]]
    assert tokens == [["thug", "[UNK] hug"], ["unhug", "un hug"]]


@pytest.mark.parametrize("name", EXAMPLES)
def test_the_answers_are_what_the_trainer_then_does(name):
    stepper = stepper_of(name)
    answers = [(row[1], row[3]) for row in rows_of(key_of(stepper, 3))[2]]

    assert stepper.position == 0
    if len(stepper.words) <= MOST_WORDS:  # else the sheet has a part of them
        stepper.run(max_merges=3)
        assert answers == [(" + ".join(merge.pair), f"{merge.count:,}") for merge in stepper.merges]


def test_some_words_of_a_large_corpus_make_a_sheet_that_is_complete_in_itself():
    config = replace(PROFILES["textbook"].config, normalizers=("nfc",), vocab_size=20)
    stepper = BPEStepper(Corpus.from_word_counts(LARGE), config)
    stepper.run(3)

    words, pairs, merges, _ = rows_of(key_of(stepper, 2))

    assert words[::11] == [["500 ×", "w000", "w 0 0 0 </w>"], ["489 ×", "w011", "w 0 1 1 </w>"]]
    assert pairs[0][::2] == ["w + 0", "5,934"]  # 500 + 499 + ... + 489
    assert [row[1:4] for row in merges] == [["w + 0", "w0", "5,934"], ["w0 + 0", "w00", "4,955"]]
    assert "The sheet has 12 of 200 words; count in these alone." in lead_of(sheet_of(stepper, 2))
    assert "<h1>Byte-pair encoding: find the first 2 merges</h1>" in sheet_of(stepper, 2)
    assert stepper.position == 3


def test_an_undone_merge_chosen_by_hand_is_not_the_answer():
    stepper = stepper_of(position=1)
    stepper.step(("b", "u"))
    stepper.run()
    history = stepper.history
    stepper.goto(1)

    merges = rows_of(key_of(stepper))[2]

    assert [row[1] for row in merges] == ["u + n", "h + ug", "p + un", "p + ug", "hug + s"]
    assert (stepper.history, stepper.position) == (history, 1)


def test_where_training_ends_sooner_fewer_merges_are_asked_and_at_the_end_none():
    page = sheet_of(stepper_of(position=5))
    assert "<h1>Byte-pair encoding: find the next 2 merges</h1>" in page
    assert rows_of(page)[2] == [["6", "", "", ""], ["7", "", "", ""]]

    page = sheet_of(stepper_of(position=7))
    assert lead_of(page) == [
        "7 merges have been made: u + g, u + n, h + ug, p + un, p + ug, hug + s, b + un.",
        "Go back a few and make the worksheet there.",
    ]
    assert "<table" not in page
