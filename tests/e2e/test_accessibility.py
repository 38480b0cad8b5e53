"""axe-core finds no serious or critical violation on any page, in any of its modes, in both themes."""

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

from bpe_core import EXAMPLES
from bpe_ui.compare.state import Settings
from bpe_ui.share.links import Link
from bpe_ui.training.training import Source
from tests.e2e.app_page import wait_until_idle
from tests.e2e.compare_page import (
    PANES,
    VIEWS,
    choose_pane,
    choose_view,
    headline,
    open_compare,
    wait_until_drawn,
)
from tests.e2e.train_page import (
    close_panel,
    expect_at,
    open_panel,
    open_tokenize,
    open_train,
    pair_row,
    part,
    sentence,
    step,
)

PHONE = {"width": 390, "height": 844}
LARGE = {"width": 1280, "height": 720}
HUG = EXAMPLES["hug_pug_pun"]
RULES = ("wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice")
PAPER = {"light": "rgb(251, 250, 247)", "dark": "rgb(20, 22, 26)"}


def violations(page):
    """Serious and critical ones: the theme, the rule, and where."""
    found = []
    for theme in ("dark", "light"):
        page.emulate_media(color_scheme=theme)
        found += violations_in(page, theme)
    return found


def violations_in(page, theme):
    expect(page.locator(".stApp")).to_have_css("background-color", PAPER[theme])
    wait_until_idle(page)
    # Half a transition has no contrast: they end first.
    page.wait_for_function(
        "() => document.getAnimations().every(animation => animation.playState !== 'running'"
        " || animation.effect.getComputedTiming().endTime === Infinity)"
    )
    found = Axe().run(page, options={"runOnly": list(RULES), "resultTypes": ["violations"]}).response
    return [
        (theme, each["id"], node["target"], node["failureSummary"])
        for each in found["violations"]
        if each["impact"] in ("serious", "critical")
        for node in each["nodes"]
    ]


@pytest.mark.parametrize("viewport", [LARGE, PHONE])
@pytest.mark.parametrize("mode", ["stepping", "predicting", "presenting"])
def test_axe_finds_nothing_on_train(page, server, viewport, mode):
    modes = {"predict": mode == "predicting", "present": mode == "presenting"}
    open_train(page, server, Link(Source.from_example("hug_pug_pun"), HUG.config, position=4, **modes))
    assert violations(page) == []

    if mode == "predicting":
        part(page, "predict-counts").check()
        pair_row(page, "hug + s").get_by_role("button").first.click()
        part(page, "commit").click()
        expect(sentence(page)).to_contain_text("Half right")
    else:
        pair_row(page, "hug + s").get_by_role("button").first.click()
        expect(part(page, "merge-instead")).to_be_visible()
    assert violations(page) == []


def test_axe_finds_nothing_beside_merges_by_hand_and_in_the_list_of_keys(page, server):
    open_train(page, server)
    pair_row(page, "p + u").hover()
    part(page, "merge-instead").click()
    expect_at(page, 1)
    expect(part(page, "cost")).to_be_visible()
    step(page, 1)
    assert violations(page) == []

    page.keyboard.press("?")
    expect(part(page, "help-dialog")).to_be_visible()
    assert violations(page) == []


@pytest.mark.parametrize("viewport", [LARGE, PHONE])
def test_axe_finds_nothing_on_tokenize(page, server, viewport):
    open_tokenize(page, server)

    assert violations(page) == []


@pytest.mark.parametrize("viewport", [LARGE, PHONE])
def test_axe_finds_nothing_in_any_view_of_compare_and_any_pane_beside_the_columns(page, server, viewport):
    mine = "u g\nu n\nh ug\nb un"
    open_compare(
        page, server, Settings(position=5, until="merges", merges=6, text="hugs mug", diagnosis_text=mine)
    )
    for name in PANES:
        choose_pane(page, name)
        assert violations(page) == [], name
    for name in list(VIEWS)[1:]:
        choose_view(page, name)
        expect(headline(page)).to_be_visible()
        wait_until_drawn(page)
        assert violations(page) == [], name


def test_axe_finds_nothing_in_the_panels_of_the_header(page, server):
    open_train(page, server)
    for name in ("Corpus", "Rules", "Charts", "Share"):
        open_panel(page, name)
        wait_until_idle(page)
        assert violations(page) == [], name
        close_panel(page)
