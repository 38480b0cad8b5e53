"""Links, files and exports in a real browser, as one person sends them and another opens them."""

import base64
import csv
import json
import random
import zlib

import pytest
from playwright.sync_api import expect

from bpe_core import EXAMPLES, BPEConfig, BPEStepper, Corpus
from bpe_ui.share.link_format import file_bytes, link_text
from bpe_ui.share.links import MAX_LINK, Link
from bpe_ui.training.training import Source
from tests.browser.stage_truth import picture_of, picture_on
from tests.browser.view_page import expect_at, notice, pair_row, press, step
from tests.e2e.app_page import open_app, wait_until_idle
from tests.e2e.train_page import open_panel, open_train, panel

HUG = EXAMPLES["hug_pug_pun"]
HUG_WORDS = ["hug", "pug", "pun", "bun", "hugs"]


@pytest.fixture
def train(page, server):
    open_train(page, server)
    return page


def link_in(page):
    """The link that Share shows."""
    open_panel(page, "Share")
    return panel(page).get_by_test_id("stCode").inner_text().strip()


def read(link):
    """What a link holds, read as docs/formats.md says it."""
    text = link.partition("?s=")[2]
    return json.loads(zlib.decompress(base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))))


# ---- links


def test_a_link_shows_the_same_picture_to_somebody_else_on_a_cold_server(server, cold_server, new_page):
    sender = new_page()
    open_train(sender, server)
    step(sender, 2)
    pair_row(sender, "p + un").hover()
    sender.get_by_role("button", name="Merge p + un instead").click()
    expect_at(sender, 3)
    wait_until_idle(sender)
    step(sender, 1)
    sent = picture_on(sender)
    link = link_in(sender)

    receiver = new_page()
    open_app(receiver, link.replace(server, cold_server))
    expect_at(receiver, 4)

    assert picture_on(receiver) == sent
    assert [by for _, _, by in sent.history] == ["rule", "you", "rule", "rule"]
    stepper = BPEStepper(HUG.corpus, HUG.config)
    stepper.goto(2)
    stepper.step(("p", "un"))
    stepper.step()
    assert sent == picture_of(stepper, HUG_WORDS)
    expect(notice(receiver)).to_have_text("Opened from a link.")
    press(receiver, "ArrowLeft", 3)


def test_the_copy_button_copies_the_link(server, new_page):
    page = new_page(permissions=["clipboard-read", "clipboard-write"])
    open_train(page, server)
    link = link_in(page)

    code = panel(page).get_by_test_id("stCode")
    code.hover()
    code.get_by_role("button").first.click()

    page.wait_for_function("async link => (await navigator.clipboard.readText()) === link", arg=link)
    assert read(link) == {
        "v": 1,
        "corpus": {"example": "hug_pug_pun"},
        "rules": {"unknown": "unk", "unk_token": "[UNK]"},
    }


def test_a_broken_link_opens_the_first_example_and_says_so_in_one_line(page, server):
    open_app(page, f"{server}/?s=<script>alert(1)</script>")

    expect(page.get_by_role("alert")).to_have_text(
        "The link is broken: it was cut short or changed on its way. The first example is shown instead."
    )
    expect_at(page, 0)
    press(page, "ArrowRight", 1)
    expect(page.get_by_role("alert")).to_have_count(0)


def test_a_link_to_tokenize_opens_there_on_a_cold_server(cold_server, page):
    link = link_text(Link(Source.from_example("hug_pug_pun"), HUG.config, position=2, page="tokenize"))
    open_app(page, f"{cold_server}/tokenize?s={link}")

    expect(page.get_by_label("Text to tokenize")).to_be_visible()
    page.get_by_role("link", name="Train").click()
    expect_at(page, 2)


# ---- the file


@pytest.fixture(scope="module")
def book():
    """A text that no link can hold."""
    draw = random.Random(5)
    return " ".join("".join(draw.choices("abcdefghijklmnop", k=draw.randint(3, 8))) for _ in range(1500))


def test_a_text_too_long_for_a_link_goes_into_a_file_that_open_takes_back(server, new_page, book, tmp_path):
    first = tmp_path / "first.bpestep"
    source = Source("file", Corpus.from_text(book))
    first.write_bytes(file_bytes(Link(source, BPEConfig(tie_break="smallest_pair"), position=5)))
    sender = new_page()
    open_train(sender, server)
    open_panel(sender, "Corpus", "Open").locator("input[type=file]").set_input_files(first)
    expect_at(sender, 5)
    expect(panel(sender)).to_have_count(0)
    wait_until_idle(sender)
    step(sender, 2)
    open_panel(sender, "Share")
    expect(panel(sender)).to_contain_text(f"many programs cut links longer than {MAX_LINK:,}")

    with sender.expect_download() as download:
        panel(sender).get_by_role("button", name="Download the file").click()
    saved = tmp_path / download.value.suggested_filename
    download.value.save_as(saved)
    assert saved.name == "picture.bpestep"

    receiver = new_page()
    open_train(receiver, server)
    open_panel(receiver, "Corpus", "Open").locator("input[type=file]").set_input_files(saved)
    expect_at(receiver, 7)
    stepper = BPEStepper(source.corpus, BPEConfig(tie_break="smallest_pair"))
    stepper.goto(7)
    assert picture_on(receiver) == picture_of(stepper, [row.word for row in stepper.words[:60]])


# ---- what is downloaded


def taken(page, label):
    """The file behind a button of Share, as text."""
    with page.expect_download() as download:
        panel(page).get_by_role("button", name=label).click()
    return download.value.path().read_bytes().decode("utf-8")


def test_tables_and_steps_are_downloaded_and_hold_what_the_stage_shows(train):
    press(train, "End", 7)
    press(train, "ArrowLeft", 6)
    open_panel(train, "Share")
    history = list(csv.DictReader(taken(train, "History, CSV").splitlines()))
    pairs = list(csv.DictReader(taken(train, "Pairs, CSV").splitlines()))
    vocabulary = list(csv.DictReader(taken(train, "Vocabulary, CSV").splitlines()))
    steps = [json.loads(line) for line in taken(train, "Steps, JSON lines").splitlines()]

    assert [(row["left"], row["right"], int(row["count"])) for row in history] == list(HUG.outcome[:6])
    assert (history[4]["tied_with"], history[4]["chosen_by"]) == ("1", "rule")
    assert pairs == [{"left": "b", "right": "un", "token": "bun", "count": "4", "words": "1"}]
    assert [row["token"] for row in vocabulary][-6:] == ["ug", "un", "hug", "pun", "pug", "hugs"]
    assert [line.get("token") for line in steps[2:]] == ["ug", "un", "hug", "pun", "pug", "hugs"]
    assert steps[-1]["symbols"] == 113 - 20 - 16 - 15 - 12 - 5 - 5


def test_the_picture_and_the_worksheet_are_files_that_a_browser_shows(train, new_page, tmp_path):
    step(train, 4)
    open_panel(train, "Share")
    picture, sheet = tmp_path / "picture.svg", tmp_path / "worksheet.html"
    picture.write_text(taken(train, "Picture, SVG"), encoding="utf-8")
    sheet.write_text(taken(train, "Worksheet"), encoding="utf-8")

    shown = new_page()
    shown.goto(picture.as_uri())
    assert shown.evaluate("document.documentElement.getBoundingClientRect().width") > 300
    told = " ".join(shown.locator("text").all_text_contents())
    assert "A tie:" in told
    assert "Vocabulary" in told

    shown.goto(sheet.as_uri())
    expect(shown.get_by_role("heading", level=1).first).to_be_visible()
    answers = shown.locator("body").inner_text().replace("\u2068", "").replace("\u2069", "")
    for merge in ("p + ug\tpug\t5", "hug + s\thugs\t5", "b + un\tbun\t4"):
        assert merge in answers
