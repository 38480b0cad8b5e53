"""Views of Tokenize in a browser: the address follows each choice."""

import re

from playwright.sync_api import expect

from tests.browser.view_page import expect_no_wider
from tests.e2e.app_page import open_app, wait_until_idle


def test_compare_fits_and_is_in_the_address(page, server, new_page):
    open_app(page, f"{server}/tokenize")
    page.get_by_role("radio", name="Several", exact=True).click()
    page.get_by_role("button", name="Add GPT-4o", exact=True).click()
    expect(page.locator(".cell")).to_have_count(2)
    wait_until_idle(page)
    page.get_by_role("textbox", name="Text 1").fill("hugging pug bunny")
    page.get_by_role("textbox", name="Text 1").press("Control+Enter")
    wait_until_idle(page)
    for cell in range(2):
        page.locator(".cell").nth(cell).click()
        expect(page.locator(".cell").nth(cell)).to_have_attribute("aria-pressed", "true")
    page.locator(".passages .differs").nth(1).click()
    expect(page.get_by_label("Why do they differ on")).to_have_value(re.compile(r"^2\."))
    earlier = page.evaluate("location.search")
    page.get_by_role("textbox", name="Text 2").fill("pun hug")
    page.get_by_role("textbox", name="Text 2").press("Control+Enter")
    cells = page.locator(".cell")
    expect(cells).to_have_count(4)
    page.wait_for_function("earlier => location.search !== earlier", arg=earlier)
    wait_until_idle(page)
    before = page.evaluate("location.search")
    cells.nth(3).focus()
    page.keyboard.press("Enter")
    expect(cells.nth(3)).to_have_attribute("aria-pressed", "true")
    page.wait_for_function("before => location.search !== before", arg=before)
    wait_until_idle(page)

    other = new_page()
    open_app(other, page.url)
    expect(other.get_by_role("textbox", name="Text 2")).to_have_value("pun hug")
    expect(other.locator(".cell").nth(3)).to_have_attribute("aria-pressed", "true")
    page.set_viewport_size({"width": 390, "height": 844})
    expect_no_wider(page, 390)
    assert page.locator(".st-key-tokenize_views").evaluate("row => row.scrollWidth - row.clientWidth") == 0
