"""Bringing a corpus and setting rules in a real browser."""

import pytest
from playwright.sync_api import expect

from tests.e2e.app_page import wait_until_idle
from tests.e2e.train_page import (
    aside,
    close_panel,
    fits_the_window,
    open_panel,
    open_train,
    panel,
    position,
    press,
    sentence,
    step,
    train_on_text,
    upload,
)
from tests.ui.hostile import HOSTILE


@pytest.fixture
def train(page, server):
    open_train(page, server)
    return page


def test_a_file_is_uploaded_and_trained_on(train, tmp_path):
    file = tmp_path / "words.csv"
    file.write_text("word,count\nlow,5\nlower,2\n", encoding="utf-8")

    upload(train, file)

    expect(sentence(train)).to_contain_text("l + o and o + w both occur 7 times.")
    expect(aside(train)).to_contain_text("Started again at 0 with your file.")
    expect(panel(train)).to_have_count(0)


def test_a_bad_file_is_refused_with_its_reason_and_the_training_stays(train, tmp_path):
    step(train, 1)
    file = tmp_path / "picture.png"
    file.write_bytes(b"\x89PNG\r\n\x1a\n")

    upload(train, file)

    expect(panel(train).get_by_role("alert")).to_have_text(
        "'picture.png' is not a kind of file that can be read; allowed are .txt, .md, .csv, .tsv, .json."
    )
    expect(position(train)).to_have_text("merge 1 of 7")


def test_a_cell_of_the_word_table_is_edited_in_place(train):
    open_panel(train, "Corpus", "Table")
    grid = panel(train).get_by_test_id("stDataFrame")
    expect(grid.locator("canvas").first).to_be_visible()
    box = grid.bounding_box()
    train.mouse.click(box["x"] + box["width"] - 60, box["y"] + 53)
    train.wait_for_timeout(400)  # the grid is drawn on a canvas: nothing tells when a cell is selected
    train.keyboard.type("100", delay=60)
    train.keyboard.press("Enter")
    train.wait_for_timeout(500)  # the editor sends a change only after a moment
    wait_until_idle(train)
    close_panel(train)

    open_panel(train, "Corpus", "Table")  # the change is still there
    panel(train).get_by_role("button", name="Train on this table").click()

    expect(sentence(train)).to_contain_text("u + g is next: it occurs 110 times, hug 100 + pug 5 + hugs 5.")
    expect(aside(train)).to_contain_text("Started again at 0 with your table.")


def test_typed_text_survives_other_pages_and_the_browsers_back(train):
    open_panel(train, "Corpus", "Text").get_by_label("Text", exact=True).fill("keep this text")
    close_panel(train)
    train.get_by_role("link", name="Tokenize").click()
    expect(train.get_by_label("Text to tokenize")).to_be_visible()
    wait_until_idle(train)
    train.go_back()
    expect(sentence(train)).to_be_visible()
    wait_until_idle(train)

    expect(open_panel(train, "Corpus", "Text").get_by_label("Text", exact=True)).to_have_value(
        "keep this text"
    )


def test_choosing_a_rule_leaves_the_panel_open_and_starts_again(train):
    step(train, 1)
    open_panel(train, "Rules", "Ties")

    panel(train).get_by_text("Smallest pair", exact=True).click()

    expect(position(train)).to_have_text("merge 0 of 7")
    expect(aside(train)).to_contain_text("Started again at 0, because the tie rule changed.")
    expect(panel(train)).to_be_visible()
    expect(train.locator(".setting").nth(1)).to_have_text("your own mixture")


def test_rules_that_do_not_go_together_are_refused_where_they_were_given(train):
    open_panel(train, "Rules", "Words")
    panel(train).get_by_text("A pattern of your own", exact=True).click()
    expect(panel(train).get_by_role("alert")).to_contain_text("needs a pattern")

    panel(train).get_by_label("Your pattern").fill("(")
    panel(train).get_by_label("Your pattern").press("Enter")

    expect(panel(train).get_by_role("alert")).to_contain_text("is not a regular expression")
    expect(panel(train).get_by_label("Your pattern")).to_have_value("(")
    expect(position(train)).to_have_text("merge 0 of 7")


def test_a_japanese_text_without_spaces_is_one_word_and_is_trained_to_its_end(train):
    train_on_text(train, "すもももももももものうち")
    expect(sentence(train)).to_have_text(
        "も + も is next: it occurs 7 times, すもももももももものうち 1 × 7."
    )

    press(train, "End", "merge 7 of 7")

    expect(train.locator(".words .chip")).to_have_text([r"すもももももももものうち7"])
    expect(sentence(train)).to_contain_text("The end")


def test_hostile_text_is_only_ever_shown(train):
    dialogs = []
    train.on("dialog", lambda dialog: (dialogs.append(dialog.message), dialog.dismiss()))
    text = " ".join(text[:60] for text in HOSTILE)
    train_on_text(train, f"{text} {text}")
    for number in range(1, 4):
        train.keyboard.press("ArrowRight")
        expect(position(train)).to_contain_text(f"merge {number} of")
        wait_until_idle(train)
    for name in ("Chart", "Progress", "History"):
        train.get_by_role("radio", name=name).click()
        wait_until_idle(train)
    train.get_by_role("button", name="Merge another").click()
    panel(train).get_by_role("combobox").click()
    train.keyboard.press("Escape")
    train.keyboard.press("Escape")
    wait_until_idle(train)
    train.get_by_role("link", name="Tokenize").click()
    train.get_by_label("Text to tokenize").fill(text)
    train.get_by_label("Text to tokenize").press("Control+Enter")
    expect(train.locator(".trace").first).to_be_visible()
    wait_until_idle(train)

    assert dialogs == []
    assert train.locator("[data-testid=stMain] img").count() == 0
    own = train.locator(":has(> #commit-before-escape) > script")
    assert train.locator("[data-testid=stMain] script").count() == own.count() == 1
    assert train.locator("[data-testid=stMain] [onerror], [data-testid=stMain] [onfocus]").count() == 0


def test_a_text_in_many_scripts_stays_inside_its_panels(train):
    train_on_text(train, "日本語 السلام עולם नमस्ते 👨‍👩‍👧‍👦 e\u0301 \u202eabc " + "x" * 400)

    assert fits_the_window(train)
    expect(train.locator(".symbols[dir=rtl]")).to_have_count(2)
    for key in ("words", "pairs", "vocabulary"):
        wide = train.locator(f".st-key-{key}").evaluate("panel => panel.scrollWidth - panel.clientWidth")
        assert wide <= 0
