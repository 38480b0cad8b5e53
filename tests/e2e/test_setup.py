"""Bringing a corpus and setting rules in a real browser."""

from playwright.sync_api import expect

from bpe_core.corpus.file_reader import MAX_UPLOAD_BYTES
from tests.browser.view_page import expect_at, part, step
from tests.e2e.train_page import open_train, panel, upload


def test_a_bad_and_a_too_large_file_say_so_where_they_were_dropped_and_file_after_file_is_trained_on(
    page, server, tmp_path
):
    open_train(page, server)
    step(page, 1)
    picture, large, words = (tmp_path / name for name in ("picture.png", "large.txt", "words.csv"))
    picture.write_bytes(b"\x89PNG\r\n\x1a\n")
    with large.open("wb") as file:
        file.truncate(MAX_UPLOAD_BYTES + 1)
    words.write_text("word,count\nlow,5\nlower,2\n", encoding="utf-8")
    upload(page, picture)
    expect(panel(page).get_by_role("alert")).to_contain_text("'picture.png'")
    drop = panel(page).locator("input[type=file]")
    expect(drop).to_have_count(1)  # the one of the refused file is gone

    drop.set_input_files(large)

    too_large = panel(page).get_by_text("File must be 100.0MB or smaller.")
    expect(too_large).to_be_visible()
    assert too_large.bounding_box()["width"] > 150
    expect_at(page, 1)

    drop.set_input_files(words)

    expect(part(page, "sentence")).to_contain_text("l + o and o + w both occur 7 times.")
    expect(part(page, "notice")).to_have_text("Started over with your file.")
    expect(panel(page)).to_have_count(0)
    files = [tmp_path / f"words-{number}.txt" for number in range(30)]
    for turn in range(2):
        expect(panel(page)).to_have_count(0)
        for file in files:
            file.write_text(f"hug pug {turn}", encoding="utf-8")
        upload(page, *files)
        expect(part(page, "words")).to_contain_text(str(turn))
