"""axe-core finds nothing serious in the panels of the header; test_pages.py has the pages themselves."""

from tests.browser.axe import violations
from tests.e2e.app_page import wait_until_idle
from tests.e2e.train_page import close_panel, open_panel, open_train


def test_axe_finds_nothing_in_the_panels_of_the_header(page, server):
    open_train(page, server)
    for name in ("Corpus", "Rules", "Share"):
        open_panel(page, name)
        wait_until_idle(page)
        assert violations(page, within="[data-testid=stPopoverBody]") == [], name
        close_panel(page)
