"""Bringing a corpus and setting rules in a real browser."""

import pytest
from playwright.sync_api import expect

from bpe_core.corpus.file_reader import MAX_UPLOAD_BYTES
from bpe_ui.server.doorkeeper import VISIT_FILES
from tests.browser.view_page import expect_at, notice, press, sentence, step
from tests.e2e.app_page import again_until, wait_until_idle
from tests.e2e.train_page import close_panel, open_panel, open_train, panel, upload


@pytest.fixture
def train(page, server):
    open_train(page, server)
    return page


def test_a_bad_and_a_too_large_file_say_so_where_they_were_dropped_and_a_good_one_is_trained_on(
    train, tmp_path
):
    step(train, 1)
    picture, large, words = (tmp_path / name for name in ("picture.png", "large.txt", "words.csv"))
    picture.write_bytes(b"\x89PNG\r\n\x1a\n")
    with large.open("wb") as file:
        file.truncate(MAX_UPLOAD_BYTES + 1)
    words.write_text("word,count\nlow,5\nlower,2\n", encoding="utf-8")
    upload(train, picture)
    expect(panel(train).get_by_role("alert")).to_contain_text("'picture.png'")
    drop = panel(train).locator("input[type=file]")

    drop.set_input_files(large)

    too_large = panel(train).get_by_text("File must be 100.0MB or smaller.")
    expect(too_large).to_be_visible()
    assert too_large.bounding_box()["width"] > 150
    expect_at(train, 1)

    drop.set_input_files(words)

    expect(sentence(train)).to_contain_text("l + o and o + w both occur 7 times.")
    expect(notice(train)).to_have_text("Started again at 0 with your file.")
    expect(panel(train)).to_have_count(0)


def test_a_cell_of_the_word_table_is_edited_in_place(train):
    open_panel(train, "Corpus", "Table")
    grid = panel(train).get_by_test_id("stDataFrame")
    expect(grid.locator("canvas").first).to_be_visible()
    box = grid.bounding_box()
    field = train.locator("#portal input")

    def edit_cell():
        train.mouse.click(box["x"] + box["width"] - 60, box["y"] + 53)
        train.keyboard.press("Enter")  # the grid is a canvas: nothing tells when the cell has been selected

    again_until(edit_cell, expect(field).to_be_visible)
    # A digit typed now may be lost: the grid selects what its field holds once that has been drawn.
    field.fill("100")
    train.keyboard.press("Enter")
    train.wait_for_timeout(500)  # the editor sends a change only after a moment
    wait_until_idle(train)
    close_panel(train)

    open_panel(train, "Corpus", "Table")  # the change is still there
    panel(train).get_by_role("button", name="Train on this table").click()

    expect(sentence(train)).to_contain_text("u + g is next: it occurs 110 times, hug 100 + pug 5 + hugs 5.")
    expect(notice(train)).to_have_text("Started again at 0 with your table.")


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

    expect_at(train, 0)
    expect(notice(train)).to_have_text("Started again at 0, because the tie rule changed.")
    expect(panel(train)).to_be_visible()
    expect(train.locator(".setting").nth(1)).to_have_text("custom rules")


def test_the_charts_are_drawn_for_the_position_and_follow_it(train):
    open_panel(train, "Charts")
    charts = panel(train).get_by_test_id("stVegaLiteChart")
    expect(charts).to_have_count(2)
    for number in range(2):
        expect(charts.nth(number).get_by_role("img").first).to_be_visible()
    close_panel(train)

    press(train, "End", 7)
    open_panel(train, "Charts")

    expect(panel(train)).to_contain_text("No pairs are left.")
    expect(panel(train).get_by_test_id("stVegaLiteChart")).to_have_count(1)


def test_file_after_file_is_taken_in_one_visit(train, tmp_path):
    for number in range(VISIT_FILES + 2):
        file = tmp_path / f"words-{number}.txt"
        file.write_text(f"hug pug {number}", encoding="utf-8")

        upload(train, file)

        expect(panel(train)).to_have_count(0)
        expect(train.locator("[data-role=words]")).to_contain_text(str(number))
