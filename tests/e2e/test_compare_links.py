"""Links to a comparison and the files of one, as one person sends them and another opens them."""

import csv
import json
from dataclasses import replace

from playwright.sync_api import expect

from bpe_core import EXAMPLES, PROFILES, TIE_BREAKS
from bpe_ui.compare.choices import TIE_PICK
from bpe_ui.training.training import Source
from tests.browser.columns_truth import columns_of, columns_on, trained
from tests.browser.view_page import expect_at, part, position, press, sentence
from tests.e2e.app_page import open_app, wait_until_idle
from tests.e2e.compare_page import (
    HUG,
    choose_pane,
    headline,
    open_compare,
    pane,
    profiles,
    train_until,
)
from tests.e2e.train_page import open_panel, panel

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


def test_the_files_of_a_comparison_hold_what_the_core_says(page, server):
    names, against = ("hf_tokenizers", "textbook", "hf_byte_level"), 2
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
