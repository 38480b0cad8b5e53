"""On every page a token opens a panel on its parts; leaving the page closes it."""

from playwright.sync_api import expect

from tests.browser.view_page import chips, expect_at, part, press
from tests.e2e.app_page import open_app, wait_until_idle


def origin(page):
    return part(page, "origin")


def go_to(page, name):
    page.get_by_role("link", name=name, exact=True).click()
    wait_until_idle(page)


def test_each_page_opens_the_tokens_of_what_it_shows_and_closes_them_with_itself(page, server):
    open_app(page, f"{server}/under_the_hood")
    expect_at(page, 0)
    press(page, "End", 61)
    part(page, "hood").get_by_role("button", name="pug", exact=True).first.click()
    expect(origin(page)).to_have_text("pug (id 11) was learned as merge 5: p + ug occurred 5 times.")
    wait_until_idle(page)

    page.evaluate(
        "document.querySelector('.st-key-link_tokenize a').click()"
    )  # no press, which would close it
    expect(origin(page)).to_have_count(0)
    wait_until_idle(page)
    part(page, "tokens").get_by_role("button").last.click()
    expect(origin(page)).to_have_count(1)

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
