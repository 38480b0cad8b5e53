"""axe-core finds no serious or critical violation on any page as a whole, in both themes."""

from playwright.sync_api import expect

from bpe_ui.compare.settings.state import Settings
from tests.browser.axe import violations
from tests.browser.view_page import fits_the_window
from tests.e2e.app_page import wait_until_idle
from tests.e2e.compare_page import PANES, VIEWS, choose_pane, choose_view, headline, open_compare
from tests.e2e.train_page import close_panel, open_panel, open_tokenize, open_train


def test_axe_finds_nothing_on_train_in_the_panels_of_its_header_and_on_tokenize(page, server):
    open_train(page, server)
    assert violations(page) == []
    for name in ("Corpus", "Rules", "Share"):
        open_panel(page, name)
        wait_until_idle(page)
        assert violations(page, within="[data-testid=stPopoverBody]") == [], name
        close_panel(page)
    open_tokenize(page, server)

    assert violations(page) == []


def test_axe_finds_nothing_in_any_view_of_compare_and_any_pane_beside_the_columns_and_all_panes_fit(
    page, server
):
    mine = "u g\nu n\nh ug\nb un"
    settings = Settings(position=5, until="merges", merges=6, text="hugs mug", diagnosis_text=mine)
    open_compare(page, server, settings)
    assert violations(page) == []
    for name in PANES:
        choose_pane(page, name)
        assert violations(page, within=".st-key-compare_panel") == [], name
        assert fits_the_window(page), name
    for name in list(VIEWS)[1:]:
        choose_view(page, name)
        expect(headline(page)).to_be_visible()
        assert violations(page) == [], name
