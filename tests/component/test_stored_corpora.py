"""The corpora that a browser keeps: the last few, whatever its clock says."""

import pytest
from playwright.sync_api import Page

from bpe_ui.stage.component import FOLDER
from tests.browser.pages import open_new_page

STORED_CORPORA_JS = (FOLDER / "address" / "stored_corpora.js").read_text(encoding="utf-8")
ADDRESS = "http://kept.test/"
BEGIN = """async source => {
  window.kept = await import(URL.createObjectURL(new Blob([source], { type: "text/javascript" })));
}"""
KEEP = """async ([key, now]) => {
  Date.now = () => now;
  return window.kept.keep(key, `corpus ${key}`);
}"""
DAY = 86_400_000


@pytest.fixture
def page(browser):
    """A page of an address, without which a browser keeps nothing."""
    page = open_new_page(browser)
    page.route(ADDRESS, lambda route: route.fulfill(body="<!doctype html>", content_type="text/html"))
    page.goto(ADDRESS)
    page.evaluate(BEGIN, STORED_CORPORA_JS)
    yield page
    page.context.close()


def found(page: Page, *keys: str) -> list[str | None]:
    return [page.evaluate("key => window.kept.find(key)", key) for key in keys]


def test_the_oldest_of_more_than_five_corpora_makes_room_also_where_the_clock_is_set_back(page):
    for number in range(5):
        assert page.evaluate(KEEP, [str(number), 30 * DAY])
    assert page.evaluate(KEEP, ["1", 30 * DAY]), "kept again, and so no longer old"

    for key in ("yesterday", "the day before"):
        assert page.evaluate(KEEP, [key, 28 * DAY])

    assert found(page, "yesterday", "the day before", "1") == [
        "corpus yesterday",
        "corpus the day before",
        "corpus 1",
    ]
    assert found(page, "0", "2") == [None, None]
