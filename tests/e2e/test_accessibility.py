"""axe-core finds no serious or critical violation on Train, its panels and Tokenize, in both themes."""

from tests.browser.axe import violations
from tests.e2e.app_page import wait_until_idle
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
