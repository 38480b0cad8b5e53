"""axe-core finds no serious or critical violation on any page as a whole, in both themes."""

import pytest
from playwright.sync_api import expect

from bpe_ui.compare.state import Settings
from tests.browser.axe import OF_SIZES, violations
from tests.e2e.app_page import wait_until_idle
from tests.e2e.compare_page import PANES, VIEWS, choose_pane, choose_view, headline, open_compare
from tests.e2e.train_page import close_panel, open_panel, open_tokenize, open_train


def test_axe_finds_nothing_on_train_in_the_panels_of_its_header_and_on_tokenize(page, server):
    open_train(page, server)
    for name in ("Corpus", "Rules", "Share"):
        open_panel(page, name)
        wait_until_idle(page)
        assert violations(page) == [], name
        close_panel(page)
    open_tokenize(page, server)

    assert violations(page) == []


@pytest.mark.parametrize("viewport", [{"width": 1280, "height": 720}, {"width": 390, "height": 844}])
def test_axe_finds_nothing_in_any_view_of_compare_and_any_pane_beside_the_columns(page, server, viewport):
    is_phone = viewport["width"] < 1000  # with the same parts in the same colours
    looked_at = {"themes": ["light"], "rules": OF_SIZES} if is_phone else {}
    mine = "u g\nu n\nh ug\nb un"
    settings = Settings(position=5, until="merges", merges=6, text="hugs mug", diagnosis_text=mine)
    open_compare(page, server, settings)
    for name in PANES:
        choose_pane(page, name)
        assert violations(page, **looked_at) == [], name
    for name in list(VIEWS)[1:]:
        choose_view(page, name)
        expect(headline(page)).to_be_visible()
        assert violations(page, **looked_at) == [], name
