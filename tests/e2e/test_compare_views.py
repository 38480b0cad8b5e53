"""The panes beside the columns and the other views, drawn by a real browser as the core has them."""

import re
from dataclasses import replace

from playwright.sync_api import expect

from bpe_core import EXAMPLES, TIE_BREAKS
from bpe_core.studies.random_ties import random_ties
from bpe_ui.compare.settings.choices import TIE_PICK
from bpe_ui.compare.settings.state import Settings
from tests.browser.columns_truth import trained
from tests.browser.view_page import press
from tests.e2e.app_page import wait_until_idle
from tests.e2e.compare_page import (
    HUG,
    cards,
    choose_pane,
    enter_number,
    headline,
    open_compare,
    pane,
    picture,
    wait_until_drawn,
)

TIES = [choice.name for choice in TIE_PICK]
TITLES = [TIE_BREAKS[name].title for name in TIES]
FOX = EXAMPLES["fox"]


def cells(page, table):
    """The body of a table of numbers, by its caption."""
    rows = page.get_by_role("region", name=table).locator("tbody tr")
    return rows.evaluate_all("rows => rows.map(row => [...row.cells].map(cell => cell.textContent))")


def tokens_shown(card):
    return card.locator(".cmp-token").evaluate_all(
        "tokens => tokens.map(token => [token.firstElementChild.textContent, token.matches('.differs')])"
    )


def test_every_pane_draws_what_the_core_says_of_the_columns(page, server):
    steppers = trained(HUG.corpus, [replace(HUG.config, tie_break=name) for name in TIES])
    open_compare(page, server, Settings(text="hugs pug mug"))
    choose_pane(page, "Numbers")
    assert cells(page, "The columns in numbers") == [[title, "113 → 36", "3.14×", "14"] for title in TITLES]
    expect(picture(page, "Symbols in the corpus, a line a column.")).to_be_visible()

    choose_pane(page, "Your text")
    expect(cards(page)).to_have_count(4)
    press(page, "End", 7)
    expect(pane(page)).to_contain_text("After 7 merges:")
    wait_until_drawn(page)
    for card, stepper in zip(cards(page).all(), steppers, strict=True):
        tokens = stepper.tokenizer().encode("hugs pug mug").tokens
        assert tokens_shown(card) == [[token, False] for token in tokens]


def test_random_ties_are_drawn_with_the_cores_numbers(page, server):
    open_compare(page, server, Settings(view="ties", seeds=30))
    enter_number(page, "compare_ties_merges", 5)
    meant = random_ties(HUG.corpus, HUG.config, seeds=30, merges=5)
    expect(headline(page)).to_have_text(meant.verdict)
    wait_until_idle(page)
    told = dict(cells(page, "The runs in numbers"))
    assert (told["Different vocabularies"], meant.vocabularies) == ("2", 2)
    assert told["Merges that every run learns"] == str(meant.always)
    bars = picture(page, "Bars: in how many of 30 runs each merge is learned.")
    expect(bars).to_be_visible()
    drawn = " ".join(bars.locator("text").all_text_contents())
    counts = {" + ".join(share.pair): share.runs for share in meant.merges if share.runs < 30}
    assert set(counts) == {"p + ug", "hug + s"}
    for pair, runs in counts.items():
        assert pair in drawn
        assert re.search(rf"\b{runs}\b", drawn)
