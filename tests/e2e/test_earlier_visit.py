"""A tab whose visit is gone says so; a fresh tab, and one in which nothing was done, say nothing."""

from playwright.sync_api import expect

from tests.browser.view_page import expect_at, step
from tests.e2e.app_page import wait_until_idle
from tests.e2e.conftest import errors_of
from tests.e2e.streamlit_server import ROOT, free_port, streamlit_server
from tests.e2e.train_page import close_panel, open_panel, open_train, train_on_text

AWAY = ("ERR_CONNECTION_REFUSED", "/_stcore/", "WebSocket onerror", "Streamlit server is not responding")
"""Parts of the errors that a page reports while its server is away, and no others do."""


def said(page):
    return page.locator("#earlier-visit")


def reload(page):
    page.reload()
    expect_at(page, 0)
    wait_until_idle(page)


def test_after_a_reload_of_more_than_an_untouched_example_the_page_says_it_is_gone_until_the_next_step(
    page, server
):
    open_train(page, server)
    expect(said(page)).to_be_hidden()
    reload(page)
    expect(said(page)).to_be_hidden()
    step(page, 1)
    expect(said(page)).to_be_hidden()

    reload(page)

    expect(said(page)).to_be_visible()
    expect(said(page)).to_contain_text("Your earlier work in this tab is gone")
    open_panel(page, "Rules")  # the page is drawn anew, and goes on saying it
    expect(said(page)).to_be_visible()
    close_panel(page)
    step(page, 1)
    expect(said(page)).to_be_hidden()
    open_panel(page, "Charts")
    expect(said(page)).to_be_hidden()


def test_a_server_that_was_started_again_is_noticed_at_the_next_click(new_page, tmp_path):
    port = free_port()
    page = new_page()
    with streamlit_server(ROOT / "app.py", tmp_path / "first.log", port=port) as running:
        open_train(page, running.url)
        train_on_text(page, "low lower lowest")
        expect(page.locator(".setting").first).to_have_text("Your text")
        wait_until_idle(page)
    with streamlit_server(ROOT / "app.py", tmp_path / "second.log", port=port):
        app = page.get_by_test_id("stApp")
        expect(app).to_have_attribute("data-test-connection-state", "CONNECTED", timeout=60_000)
        page.locator(".st-key-header").get_by_role("button", name="Rules", exact=True).click()
        expect(said(page)).to_be_visible()
        expect(page.locator(".setting").first).to_have_text("hug, pug, pun")
    page.console_errors[:] = [error for error in errors_of(page) if not any(part in error for part in AWAY)]
