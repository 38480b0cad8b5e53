"""Links to a comparison and the files of one, as one person sends them and another opens them."""

import csv
import json
import random
import re
from dataclasses import replace

import pytest
from playwright.sync_api import expect

from bpe_core import EXAMPLES, PROFILES, TIE_BREAKS
from bpe_ui.compare.choices import TIE_PICK
from bpe_ui.compare.state import Settings
from bpe_ui.share.links import FILE_SUFFIX
from bpe_ui.training.training import Source
from tests.e2e.app_page import open_app, wait_until_idle
from tests.e2e.compare_page import (
    HUG,
    PANES,
    cards,
    choose_pane,
    choose_view,
    enter_number,
    expect_at,
    headline,
    open_compare,
    pane,
    press,
    profiles,
    train_until,
)
from tests.e2e.compare_truth import columns_of, columns_on, trained
from tests.e2e.train_page import open_panel, panel, part, position, sentence

TIES = [choice.name for choice in TIE_PICK]
TITLES = [TIE_BREAKS[name].title for name in TIES]
FOX = EXAMPLES["fox"]


def link_in(page):
    """The link that Share shows."""
    open_panel(page, "Share")
    return panel(page).get_by_test_id("stCode").inner_text().strip()


def taken(page, label):
    """The file behind a button of Share, as text."""
    with page.expect_download() as download:
        panel(page).get_by_role("button", name=label).click()
    return download.value.path().read_bytes().decode("utf-8")


def test_a_link_shows_the_same_comparison_to_somebody_else_on_a_cold_server(server, cold_server, new_page):
    sender = new_page()
    open_compare(sender, server)
    sender.get_by_role("button", name="Pin the rules on Train").click()
    expect(sender.locator("[data-role=merges] thead .title")).to_have_count(5)
    wait_until_idle(sender)
    train_until(sender, "Merges", 6)
    expect(position(sender)).to_have_text("merge 0 of 6")
    part(sender, "against").select_option("Smallest pair")
    expect(part(sender, "legend")).to_contain_text("also made by Smallest pair")
    choose_pane(sender, "Ties")
    sentence(sender).click()
    press(sender, "d", 5)
    sent, said = columns_on(sender), headline(sender).inner_text()
    link = link_in(sender)

    receiver = new_page()
    open_app(receiver, link.replace(server, cold_server))

    expect_at(receiver, 5)
    assert columns_on(receiver) == sent
    expect(headline(receiver)).to_have_text(said)
    expect(pane(receiver).get_by_role("radio", name="Ties", exact=True)).to_have_attribute(
        "aria-checked", "true"
    )
    rules = [replace(HUG.config, tie_break=name) for name in (*TIES, "first_seen")]
    assert sent == columns_of(trained(HUG.corpus, rules, 6), [*TITLES, "Rules 1"], sent, against=2)
    press(receiver, "ArrowLeft", 4)


def test_a_link_brings_ones_own_merges_and_the_settings_of_the_other_views(server, new_page):
    sender = new_page()
    text = "u g\nu n\nh ug\nb un"
    open_compare(sender, server, Settings(view="diagnosis"))
    sender.get_by_label("Your merges, in the order learned").fill(text)
    choose_view(sender, "Random ties")
    enter_number(sender, "compare_seeds", 12)
    expect(headline(sender)).to_contain_text("12 runs")
    enter_number(sender, "compare_random_ties_merges", 5)
    expect(headline(sender)).not_to_contain_text("same 7 merges")
    choose_view(sender, "Tree of worlds")
    enter_number(sender, "compare_depth", 5)
    expect(headline(sender)).to_contain_text("2 merge lists of 5 merges")
    choose_view(sender, "Why does mine differ?")
    expect(headline(sender)).to_contain_text("The first 3 of your 4 merges")
    said = headline(sender).inner_text()
    link = link_in(sender)

    receiver = new_page()
    open_app(receiver, link)

    expect(receiver.get_by_label("Your merges, in the order learned")).to_have_value(text)
    expect(headline(receiver)).to_have_text(said)
    choose_view(receiver, "Random ties")
    expect(receiver.locator(".st-key-compare_seeds input")).to_have_value("12")
    expect(headline(receiver)).to_contain_text("12 runs")
    expect(receiver.locator(".st-key-compare_random_ties_merges input")).to_have_value("5")
    choose_view(receiver, "Tree of worlds")
    expect(headline(receiver)).to_contain_text("Ties allow 2 merge lists of 5 merges")


def test_a_file_of_a_comparison_opens_at_the_same_place(server, new_page, tmp_path):
    draw = random.Random(3)
    text = " ".join("".join(draw.choices("hugspnb", k=5)) for _ in range(2_500))  # that no link can hold
    sender = new_page()
    open_compare(sender, server, Settings(pane="text", position=6))
    box = re.compile("^Your text")
    sender.get_by_label(box).fill(text)
    sender.get_by_label(box).press("Control+Enter")
    expect(cards(sender).first).to_contain_text("more")
    wait_until_idle(sender)
    open_panel(sender, "Share")
    with sender.expect_download() as download:
        panel(sender).get_by_role("button", name="Save the file").click()
    saved = tmp_path / f"sent{FILE_SUFFIX}"
    download.value.save_as(saved)

    receiver = new_page()
    open_app(receiver, server)
    open_panel(receiver, "Corpus", "Open").locator("input[type=file]").set_input_files(saved)

    expect_at(receiver, 6)
    expect(receiver.get_by_label(box)).to_have_value(text)
    assert columns_on(receiver) == columns_on(sender)


@pytest.mark.parametrize("against", [0, 2])
def test_the_files_of_a_comparison_hold_what_the_core_says(page, server, against):
    names = ("hf_tokenizers", "textbook", "hf_byte_level")
    settings = profiles(*names, until="merges", merges=70, against=against)
    open_compare(page, server, settings, Source.from_example("fox"), FOX.config)
    steppers = trained(FOX.corpus, [PROFILES[name].config for name in names], 70)
    titles = [PROFILES[name].title for name in names]
    open_panel(page, "Share")
    table = list(csv.DictReader(taken(page, "Comparison, CSV").splitlines()))
    value = json.loads(taken(page, "Comparison, JSON"))

    ranks = {merge.pair: merge.rank for merge in steppers[against].history}
    length = max(stepper.known_merges for stepper in steppers)
    merges = [
        (
            str(rank + 1),
            title,
            *merge.pair,
            merge.token,
            str(merge.token_id),
            str(merge.count),
            str(merge.tied_count),
        )
        for rank in range(length)
        for title, stepper in zip(titles, steppers, strict=True)
        for merge in stepper.history[rank : rank + 1]
    ]
    fields = ("number", "column", "left", "right", "token", "id", "count", "tied_with")
    assert [tuple(row[field] for field in fields) for row in table] == merges
    for row in table:
        there = ranks.get((row["left"], row["right"]))
        assert row["against"] == titles[against]
        if row["kind"] == "moved":
            assert row["number_there"] == str(there + 1) != row["number"]
        elif row["kind"] == "same":
            assert there == int(row["number"]) - 1
        else:
            assert row["kind"] == ("differs" if row["column"] == titles[against] else "only_here")
            assert (there is None) == (row["kind"] == "only_here")
    pairs = [
        [(merge["left"], merge["right"]) for merge in step["merges"] if merge] for step in value["steps"]
    ]
    histories = [stepper.history for stepper in steppers]
    assert pairs == [
        [history[rank].pair for history in histories if rank < len(history)] for rank in range(length)
    ]
    first = next(rank for rank in range(length) if len({history[rank].pair for history in histories}) > 1)
    assert value["first_difference"]["number"] == first + 1
    assert (value["is_done"], value["against"], value["limits"]["merges"]) == (True, against, 70)
    for column, stepper in zip(value["columns"], steppers, strict=True):
        figures = stepper.view.statistics()
        assert column["symbols"] == [point.symbols for point in stepper.history.series()]
        assert column["summary"]["symbols"] == figures.symbols
        assert column["summary"]["vocabulary_size"] == figures.vocabulary_size
    learned = {token["token"]: token["numbers"] for token in value["tokens"]}
    for number, history in enumerate(histories):
        assert {token: at[number] for token, at in learned.items() if at[number]} == {
            merge.token: merge.rank + 1 for merge in history
        }


def test_no_pane_or_view_asks_another_host_for_anything(server, new_page):
    page = new_page()
    asked = []
    page.on("request", lambda request: asked.append(request.url))
    open_compare(page, server)
    for name in PANES:
        choose_pane(page, name)
    for name in ("Random ties", "Causes", "Tree of worlds"):
        choose_view(page, name)
        expect(headline(page)).to_be_visible()
    expect(page.get_by_role("figure", name="A graph of states").locator("g.node").first).to_be_visible()

    own = (server, server.replace("http", "ws"), "data:", "blob:")
    assert [url for url in asked if not url.startswith(own)] == []
