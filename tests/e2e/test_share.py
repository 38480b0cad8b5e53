"""Links, files and exports in a real browser, as one person sends them and another opens them."""

import base64
import json
import zlib

from playwright.sync_api import expect

from bpe_core import EXAMPLES, BPEStepper
from tests.browser.stage_truth import picture_of, picture_on
from tests.browser.view_page import expect_at, pair_row, part, press, step
from tests.e2e.app_page import open_app, wait_until_idle
from tests.e2e.train_page import link_in_share, open_train, panel

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
    panel(sender).get_by_role("button", name="Copy link").click()
    expect(sender.locator(".copying [role=status]")).to_have_text("Copied.")
    assert sender.evaluate("navigator.clipboard.readText()") == link
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
    assert [by for _, _, by in sent.history] == ["", "your pick", "", ""]
    stepper = BPEStepper(HUG.corpus, HUG.config)
    stepper.goto(2)
    stepper.step(("p", "un"))
    stepper.step()
    assert sent == picture_of(stepper, HUG_WORDS)
    expect(part(receiver, "notice")).to_have_text("Opened from a link.")
    press(receiver, "ArrowLeft", 3)
