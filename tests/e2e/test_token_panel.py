"""On every page a token opens a panel on its parts; leaving the page closes it."""

from playwright.sync_api import expect

from tests.browser.view_page import chips, expect_at, part, press, step
from tests.e2e.app_page import open_app, wait_until_idle
from tests.e2e.train_page import open_train

HUG = "hug (id 9) was learned as merge 3: h + ug occurred 15 times."


def origin(page):
    return part(page, "origin")


def go_to(page, name):
    page.get_by_role("link", name=name, exact=True).click()
    wait_until_idle(page)


def test_a_token_opens_on_train_and_the_panel_goes_with_the_page(page, server):
    open_train(page, server)
    step(page, 4)
    chips(page, 0).first.click()
    expect(origin(page)).to_have_text(HUG)
    step(page, 1)
    expect(origin(page)).to_have_count(0)
    part(page, "vocabulary").get_by_role("button", name="ug 7").click()
    expect(part(page, "token-panel")).to_contain_text("A part of hug and pug.")
    page.keyboard.press("Escape")
    step(page, 1)
    page.get_by_role("region", name="Vocabulary").get_by_role(
        "button", name="hugs", exact=True
    ).click()  # the longest, beside the number of tokens
    expect(origin(page)).to_have_text("hugs (id 12) was learned as merge 6: hug + s occurred 5 times.")

    page.evaluate("document.querySelector('.st-key-link_hood a').click()")  # no press, which would close it
    expect(origin(page)).to_have_count(0)


def test_on_tokenize_a_token_shows_its_word_and_opens_and_in_what_if_too(page, server):
    open_train(page, server)
    step(page, 7)
    go_to(page, "Tokenize")
    part(page, "text").fill("bug hugs")
    tokens = part(page, "tokens").get_by_role("button")
    expect(tokens).to_have_count(3)
    tokens.last.click()
    expect(part(page, "subtitle")).to_contain_text("hugs begins as 4 symbols.")
    expect(origin(page)).to_have_text("hugs (id 12) was learned as merge 6: hug + s occurred 5 times.")
    page.keyboard.press("Escape")

    page.get_by_role("radio", name="Other algorithms").click()
    page.locator(".cuts [data-text=ug]").first.click()
    expect(origin(page)).to_have_text("ug (id 7) was learned as merge 1: u + g occurred 20 times.")


def test_under_the_hood_compare_and_a_lesson_open_the_tokens_of_what_they_show(page, server):
    open_app(page, f"{server}/under_the_hood")
    expect_at(page, 0)
    press(page, "End", 61)
    part(page, "hood").get_by_role("button", name="pug", exact=True).first.click()
    expect(origin(page)).to_have_text("pug (id 11) was learned as merge 5: p + ug occurred 5 times.")

    go_to(page, "Compare")
    part(page, "merges").locator("[data-rank='4'] .merge").nth(2).click()
    expect(part(page, "token-panel")).to_contain_text("In the column Smallest pair.")

    open_app(page, f"{server}/learn")
    page.get_by_role("button", name="hug, pug, pun").click()
    wait_until_idle(page)
    chips(page, 0).nth(1).click()
    expect(origin(page)).to_have_text("u (id 6) is a base symbol: words are spelled with it.")
    page.locator(".learn-prose [data-text=hug]").first.click()
    expect(origin(page)).to_have_text("hug is no token here.")
