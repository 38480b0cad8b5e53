"""Every page by its own address, and the way between them."""

import pytest
from playwright.sync_api import expect

from tests.browser.view_page import fits_the_window, sentence, step, width_of_page
from tests.e2e.app_page import open_app, wait_until_idle
from tests.e2e.train_page import open_tokenize, open_train


@pytest.mark.parametrize(
    ("path", "here"), [("/", "Train"), ("/tokenize", "Tokenize"), ("/compare", "Compare")]
)
def test_a_page_opens_at_its_address_on_a_server_that_nobody_has_used(cold_server, page, path, here):
    open_app(page, cold_server + path)

    expect(page.locator(".st-key-header .name")).to_have_text("BPE Stepper")
    expect(page.locator(".st-key-header").get_by_role("link")).to_have_text(["Train", "Tokenize", "Compare"])
    expect(page).to_have_title(f"{here} · BPE Stepper")
    expect(page.get_by_test_id("stException")).to_have_count(0)
    expect(page.get_by_test_id("stSidebar")).to_have_count(0)


def test_tokenize_uses_the_position_of_train_and_can_use_all_merges(page, server):
    open_train(page, server)
    step(page, 1)
    page.get_by_role("link", name="Tokenize").click()
    expect(page.get_by_label("Text to tokenize")).to_have_value("bug mug thug unhug")
    wait_until_idle(page)
    page.get_by_label("Text to tokenize").fill("hugs")
    page.get_by_label("Text to tokenize").press("Control+Enter")
    expect(page.locator(".token-ids .chip")).to_have_text(["h2", "ug71", "s5"])

    page.get_by_text("All 7 known").click()

    expect(page.locator(".token-ids .chip")).to_have_text(["hugs126"])
    expect(page.locator(".trace li")).to_have_count(4)
    page.get_by_role("link", name="Train").click()
    expect(sentence(page)).to_contain_text("u + n is next")


def test_tokenize_fits_the_window_and_never_scrolls_sideways_on_a_phone(page, server):
    open_tokenize(page, server)
    expect(page.locator(".trace")).to_have_count(4)
    assert fits_the_window(page)

    page.set_viewport_size({"width": 390, "height": 844})

    assert width_of_page(page) <= 390
