"""A link to a comparison and its files, as one person sends them and another opens them."""

import csv
import json
from dataclasses import replace

from playwright.sync_api import expect

from bpe_core import PROFILES, TIE_BREAKS
from bpe_ui.compare.settings.choices import TIE_PICK
from tests.browser.columns_truth import columns_of, columns_on, trained
from tests.browser.view_page import expect_at, expect_position, part, press
from tests.e2e.app_page import open_app, wait_until_idle
from tests.e2e.compare_page import (
    HUG,
    choose_pane,
    headline,
    open_compare,
    pane,
    train_until,
)
from tests.e2e.train_page import downloaded, link_in_share, share

TIES = [choice.name for choice in TIE_PICK]
TITLES = [TIE_BREAKS[name].title for name in TIES]


def test_a_link_shows_somebody_else_the_same_comparison_and_its_files_hold_what_is_shown(server, new_page):
    sender = new_page()
    open_compare(sender, server)
    sender.get_by_role("button", name="Columns", exact=True).click()
    sender.get_by_role("button", name="Add the rules of Train").click()
    expect(sender.locator("[data-role=merges] thead .title")).to_have_count(5)
    wait_until_idle(sender)
    train_until(sender, "Merges", 6)
    expect_position(sender, 0, "of 6")
    part(sender, "against").select_option("Smallest pair")
    expect(part(sender, "legend")).to_contain_text("Smallest pair makes it too")
    choose_pane(sender, "Numbers")
    part(sender, "sentence").click()
    press(sender, "d", 5)
    sent, said = columns_on(sender), headline(sender).inner_text()
    link = link_in_share(sender)
    share(sender, "Downloads")
    table = list(csv.DictReader(downloaded(sender, "Comparison, CSV").splitlines()))
    value = json.loads(downloaded(sender, "Comparison, JSON"))

    receiver = new_page()
    open_app(receiver, link)

    expect_at(receiver, 5)
    assert columns_on(receiver) == sent
    expect(headline(receiver)).to_have_text(said)
    expect(pane(receiver).get_by_role("radio", name="Numbers", exact=True)).to_have_attribute(
        "aria-checked", "true"
    )
    rules = [replace(HUG.config, tie_break=name) for name in (*TIES, "first_seen")]
    assert sent == columns_of(
        trained(HUG.corpus, rules, 6), [*TITLES, PROFILES["hf_course"].title], sent, against=2
    )
    press(receiver, "ArrowLeft", 4)
    made = [(f"{merge[0]}", merge[1]) for step in sent.steps for merge in step.merges]
    assert [(f"{row['left']} + {row['right']}", int(row["count"])) for row in table] == made
    assert {row["against"] for row in table} == {"Smallest pair"}
    assert [column["title"] for column in value["columns"]] == [*TITLES, PROFILES["hf_course"].title]
    assert (value["against"], value["limits"]["merges"]) == (2, 6)
    assert value["first_difference"]["number"] == sent.band == 5
