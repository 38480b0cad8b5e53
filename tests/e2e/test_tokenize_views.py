"""Views of Tokenize in a browser: they update at each key, and the address with each choice."""

import re

from playwright.sync_api import expect

from tests.browser.view_page import fits_the_window, width_of_page
from tests.e2e.app_page import open_app, wait_until_idle


def test_other_algorithms_and_two_tokenizers_follow_each_key_fit_and_are_in_the_address(page, server):
    open_app(page, f"{server}/tokenize")
    page.get_by_text("Other algorithms", exact=True).click()
    first_word = page.locator(".cuts tbody th").first
    expect(first_word).to_have_text("bug")
    page.get_by_label("Text to tokenize").press("Home")
    before = page.evaluate("location.search")
    page.keyboard.type("hu")
    expect(first_word).to_have_text("hubug")
    page.wait_for_function("before => location.search !== before", arg=before)

    page.get_by_text("BPE-dropout", exact=True).click()
    expect(page.get_by_text("seed 8")).to_be_visible()
    wait_until_idle(page)
    before = page.evaluate("location.search")
    page.get_by_role("button", name="Sample again").click()
    expect(page.get_by_text("seed 9")).to_be_visible()
    page.wait_for_function("before => location.search !== before", arg=before)

    page.get_by_text("Compare tokenizers", exact=True).click()
    wait_until_idle(page)
    page.locator(".passages .differs").nth(1).click()
    expect(page.get_by_label("Why do they differ on")).to_have_value(re.compile(r"^2\."))
    assert fits_the_window(page)
    page.set_viewport_size({"width": 390, "height": 844})
    assert width_of_page(page) <= 390


def test_a_sentence_in_two_languages_is_compared_key_by_key_and_its_address_opens_with_both(
    page, server, new_page
):
    open_app(page, server)
    page.get_by_role("link", name="Tokenize").click()
    page.get_by_role("radio", name="Compare texts").click()
    expect(page.get_by_label("Second text")).to_be_visible()  # until then the box is that of another view
    page.get_by_label("Text to tokenize").fill("hug pug")
    page.get_by_label("Second text").fill("hugs pun bun")
    said = page.locator(".cmp-headline")
    expect(said).to_have_text("The first text takes 2 tokens, the second 3: 1.50 times as many.")
    page.wait_for_timeout(1_500)  # the address follows a pause
    wait_until_idle(page)

    other = new_page()
    open_app(other, page.url)
    expect(other.locator(".cmp-headline")).to_have_text(said.inner_text())
    expect(other.get_by_label("Second text")).to_have_value("hugs pun bun")
    assert fits_the_window(page)
    page.set_viewport_size({"width": 390, "height": 844})
    assert width_of_page(page) <= 390
