"""Links, files and exports in a real browser, as one person sends them and another opens them."""

import base64
import csv
import json
import zlib

from playwright.sync_api import expect

from bpe_core import EXAMPLES, BPEStepper
from tests.browser.stage_truth import picture_of, picture_on
from tests.browser.view_page import expect_at, pair_row, part, press, step
from tests.e2e.app_page import open_app, wait_until_idle
from tests.e2e.train_page import close_panel, downloaded, link_in_share, open_panel, open_train, panel, share

HUG = EXAMPLES["hug_pug_pun"]
HUG_WORDS = ["hug", "pug", "pun", "bun", "hugs"]


def read(link):
    """What a link holds, read as docs/formats.md says it."""
    text = link.partition("?s=")[2]
    return json.loads(zlib.decompress(base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))))


# ---- links


def test_a_link_is_copied_and_shows_the_same_picture_to_somebody_else(server, new_page):
    sender = new_page()
    sender.context.grant_permissions(["clipboard-read", "clipboard-write"])
    open_train(sender, server)
    step(sender, 2)
    pair_row(sender, "p + un").hover()
    sender.get_by_role("button", name="Merge p + un instead").click()
    expect_at(sender, 3)
    wait_until_idle(sender)
    step(sender, 1)
    sent = picture_on(sender)
    link = link_in_share(sender)
    code = panel(sender).get_by_test_id("stCode").first
    code.hover()
    code.get_by_role("button").first.click()
    sender.wait_for_function("async link => (await navigator.clipboard.readText()) === link", arg=link)
    assert read(link) == {
        "v": 1,
        "corpus": {"example": "hug_pug_pun"},
        "rules": {"unknown": "unk", "unk_token": "[UNK]"},
        "picks": [[2, "p", "un"]],
        "position": 4,
        "train": {},
    }

    receiver = new_page()
    open_app(receiver, link)
    expect_at(receiver, 4)

    assert picture_on(receiver) == sent
    assert [by for _, _, by in sent.history] == ["rule", "you", "rule", "rule"]
    stepper = BPEStepper(HUG.corpus, HUG.config)
    stepper.goto(2)
    stepper.step(("p", "un"))
    stepper.step()
    assert sent == picture_of(stepper, HUG_WORDS)
    expect(part(receiver, "notice")).to_have_text("Opened from a link.")
    press(receiver, "ArrowLeft", 3)


# ---- what is downloaded


def test_tables_steps_the_picture_and_the_worksheet_are_downloaded_and_hold_what_the_stage_shows(
    page, server, new_page, tmp_path
):
    open_train(page, server)
    press(page, "End", 7)
    press(page, "ArrowLeft", 6)
    open_panel(page, "Share", "Downloads")
    history, pairs, vocabulary = (
        list(csv.DictReader(downloaded(page, f"{name}, CSV").splitlines()))
        for name in ("History", "Pairs", "Vocabulary")
    )
    steps = [json.loads(line) for line in downloaded(page, "Steps, JSON lines").splitlines()]
    assert [(row["left"], row["right"], int(row["count"])) for row in history] == list(HUG.outcome[:6])
    assert (history[4]["tied_with"], history[4]["chosen_by"]) == ("1", "rule")
    assert pairs == [{"left": "b", "right": "un", "token": "bun", "count": "4", "words": "1"}]
    assert [row["token"] for row in vocabulary][-6:] == ["ug", "un", "hug", "pun", "pug", "hugs"]
    assert [line.get("token") for line in steps[2:]] == ["ug", "un", "hug", "pun", "pug", "hugs"]
    assert steps[-1]["symbols"] == 113 - 20 - 16 - 15 - 12 - 5 - 5
    close_panel(page)
    press(page, "ArrowLeft", 5)
    press(page, "ArrowLeft", 4)
    open_panel(page, "Share")
    picture, key, sheet = (tmp_path / name for name in ("picture.svg", "answer_key.html", "worksheet.html"))
    picture.write_text(downloaded(page, "Picture, SVG"), encoding="utf-8")
    share(page, "Worksheet")
    key.write_text(downloaded(page, "Answer key"), encoding="utf-8")
    panel(page).get_by_label("Title").fill("Class 7b")
    panel(page).get_by_label("Title").press("Enter")
    wait_until_idle(page)
    sheet.write_text(downloaded(page, "Worksheet"), encoding="utf-8")

    shown = new_page()  # they are files that a browser shows
    shown.goto(picture.as_uri())
    assert shown.evaluate("document.documentElement.getBoundingClientRect().width") > 300
    told = " ".join(shown.locator("text").all_text_contents())
    assert "A tie:" in told
    assert "Vocabulary" in told

    shown.goto(key.as_uri())
    expect(shown.get_by_role("heading", level=1).first).to_be_visible()
    answers = shown.locator("body").inner_text().replace("\u2068", "").replace("\u2069", "")
    for merge in ("p + ug\tpug\t5", "hug + s\thugs\t5", "b + un\tbun\t4"):
        assert merge in answers

    shown.goto(sheet.as_uri())
    expect(shown.get_by_role("heading", level=1)).to_have_text("Class 7b")
    heights = {round(box.bounding_box()["height"]) for box in shown.locator("td:empty").all()}
    assert heights == {round(9 / 25.4 * 96)}  # 9 mm
