"""The worksheet: what it asks, that the answers are the trainer's, and that any corpus can be printed."""

from html import unescape

import pytest

from bpe_core import EXAMPLES, BPEConfig, BPEStepper, Corpus
from bpe_ui.share.worksheet import worksheet
from tests.ui.examples import stepper_of
from tests.ui.hostile import HOSTILE
from tests.ui.markup import read_markup


def plain(text):
    """Without the marks that isolate a token from its neighbours, and as it was before it was escaped."""
    return unescape(text).replace("\u2068", "").replace("\u2069", "")


def sheet_and_key(page):
    """The cells of the sheet to fill in, and those of the answer key."""
    sheet, key = page.split('<section class="key">')
    return cells_of(sheet), cells_of(key)


def cells_of(page):
    rows = []
    for row in page.split("<tr>")[1:]:
        cells = row.split("</tr>")[0].split("<td")[1:]
        rows.append([plain(cell.partition(">")[2].split("</td>")[0]) for cell in cells])
    return [row for row in rows if row]


def test_the_sheet_shows_the_words_and_leaves_the_rest_blank():
    sheet, _ = sheet_and_key(worksheet(stepper_of(position=2), "hug, pug, pun"))

    assert sheet[0] == ["10 ×", '<span class="symbol">h</span><span class="symbol">ug</span>']
    assert [row[0] for row in sheet[:5]] == ["10 ×", "5 ×", "12 ×", "4 ×", "5 ×"]
    assert sheet[5:15] == [["", "", ""]] * 10
    assert sheet[15:] == [[str(number), "", "", ""] for number in (3, 4, 5, 6, 7)]


def test_the_answer_key_has_the_pairs_with_their_sums_and_the_next_five_merges():
    _, key = sheet_and_key(worksheet(stepper_of(position=2), "hug, pug, pun"))

    assert key == [
        ["h + ug", "hug 10 + hugs 5", "15"],
        ["p + un", "pun 12", "12"],
        ["p + ug", "pug 5", "5"],
        ["ug + s", "hugs 5", "5"],
        ["b + un", "bun 4", "4"],
        ["3", "h + ug", "hug", "15", "occurs most often"],
        ["4", "p + un", "pun", "12", "occurs most often"],
        ["5", "p + ug", "pug", "5", "tied with hug + s; first seen decides"],
        ["6", "hug + s", "hugs", "5", "occurs most often"],
        ["7", "b + un", "bun", "4", "occurs most often"],
    ]


@pytest.mark.parametrize("name", EXAMPLES)
def test_the_answers_are_what_the_trainer_then_does(name):
    stepper = stepper_of(name)
    _, key = sheet_and_key(worksheet(stepper, name))
    answers = [(row[1], row[3]) for row in key if len(row) == 5]

    assert stepper.position == 0
    stepper.run(max_merges=5)
    assert answers == [(" + ".join(merge.pair), f"{merge.count:,}") for merge in stepper.merges]


def test_an_undone_merge_chosen_by_hand_is_not_the_answer():
    stepper = stepper_of(position=1)
    stepper.step(("b", "u"))
    stepper.run()
    history = stepper.history
    stepper.goto(1)

    _, key = sheet_and_key(worksheet(stepper, "hug, pug, pun"))

    assert [row[1] for row in key if len(row) == 5] == ["u + n", "h + ug", "p + un", "p + ug", "hug + s"]
    assert stepper.history == history
    assert stepper.position == 1


def test_where_training_ends_sooner_fewer_merges_are_asked():
    page = worksheet(stepper_of(position=5), "hug, pug, pun")

    sheet, key = sheet_and_key(page)

    assert "the next 2 merges" in read_markup(page.partition("\n")[2]).text
    assert [row for row in sheet if row[0] in {"6", "7", "8"}] == [["6", "", "", ""], ["7", "", "", ""]]
    assert [row[0] for row in key if len(row) == 5] == ["6", "7"]
    assert "Then training is over after 7 merges." in page


def test_at_the_end_the_sheet_says_that_nothing_follows():
    page = worksheet(stepper_of(position=7), "hug, pug, pun")

    assert "Training is over after 7 merges. Go back a few" in page
    assert "<table" not in page


def test_the_rules_for_ties_and_overlaps_stand_on_the_sheet():
    config = BPEConfig(tie_break="greatest_pair", count_overlaps=False, min_frequency=3)
    page = worksheet(BPEStepper(Corpus.from_text("aaa aaa aaa"), config), "Your text")

    takes = "takes the last pair in character order (small letters after capitals)."
    assert f'Where pairs are tied, the rule "greatest pair" decides: it {takes} In aaa' in unescape(page)
    assert "the pair a + a counts once" in page
    assert "less than 3 times are never merged" in page


def test_nothing_is_said_of_aaa_where_no_word_has_it_and_the_answer_key_has_its_own_page():
    page = worksheet(stepper_of(), "hug, pug, pun")

    assert "aaa" not in page
    assert ".key { break-before: page; }" in page
    assert page.count('class="key"') == 1


def test_the_merges_made_so_far_are_named():
    assert "No merge has been made yet." in worksheet(stepper_of(), "hug, pug, pun")
    assert "1 merge has been made: u + g." in plain(worksheet(stepper_of(position=1), "hug, pug, pun"))
    assert "2 merges have been made: u + g, u + n." in plain(
        worksheet(stepper_of(position=2), "hug, pug, pun")
    )
    many = plain(worksheet(stepper_of("fox", 10), "fox"))
    assert "10 merges have been made, the last of them: " in many


def test_of_a_large_corpus_the_sheet_shows_the_first_words_and_says_so():
    page = worksheet(stepper_of({f"w{number:03}": 1 for number in range(200)}), "Your table")

    sheet, _ = sheet_and_key(page)

    assert len([row for row in sheet if len(row) == 2]) == 30
    assert "These are the first 30 of 200 words. The answer key counts all of them." in page


@pytest.mark.parametrize("text", HOSTILE)
def test_any_text_is_printed_as_text(text):
    page = worksheet(stepper_of({text: 2}), "Your table")

    markup = read_markup(page.partition("\n")[2])

    assert page.startswith("<!DOCTYPE html>\n<html")
    head = {"html", "head", "meta", "title", "style"}
    body = {"body", "section", "div", "span", "h1", "h2", "p"}
    assert set(markup.tags) <= head | body | {"table", "tr", "th", "td"}
    attributes = {"lang", "charset", "http-equiv", "content", "class", "dir"}
    assert {name for _, name, _ in markup.attributes} <= attributes
    assert "script-src" not in page  # default-src 'none' forbids every script
