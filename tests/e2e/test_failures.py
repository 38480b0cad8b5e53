"""Whatever fails, a person sees one sentence and keeps what was typed; the traceback is in the log."""

import pytest
from playwright.sync_api import expect

from bpe_core import EXAMPLES
from bpe_ui.frame.failures import SENTENCE
from bpe_ui.visit.links.link import link_text
from bpe_ui.visit.links.screen import Screen
from bpe_ui.visit.training.training import Source
from tests.browser.view_page import expect_at, part
from tests.e2e.app_page import open_app, wait_until_idle
from tests.e2e.failing_server import IN_CALLBACK, IN_FRAGMENT, IN_JOB, ON_PAGE
from tests.e2e.streamlit_server import streamlit_server
from tests.e2e.train_page import (
    BOX,
    button,
    close_panel,
    open_panel,
    panel,
    train_on_text,
    upload,
)


@pytest.fixture(scope="module")
def failing(tmp_path_factory):
    log = tmp_path_factory.mktemp("failing") / "streamlit.log"
    with streamlit_server("tests/e2e/failing_server.py", log) as running:
        yield running


@pytest.fixture
def train(page, failing):
    """After the first merge. The first thing that the server is asked is another page's address."""
    hug = Source.from_example("hug_pug_pun"), EXAMPLES["hug_pug_pun"].config
    open_app(page, f"{failing.url}/tokenize?s={link_text(Screen(*hug, position=1, page='tokenize'))}")
    expect(page.get_by_label("Text to tokenize")).to_be_visible()
    page.get_by_role("link", name="Train").click()
    expect_at(page, 1)
    return page


def expect_our_sentence_alone(page):
    expect(page.locator(".st-key-failure").get_by_role("alert")).to_have_text(SENTENCE)
    wait_until_idle(page)
    expect(page.get_by_test_id("stException")).to_have_count(0)
    assert "planted" not in page.locator("body").inner_text()
    assert "Traceback" not in page.locator("body").inner_text()


def test_after_a_fault_in_a_callback_or_a_job_all_is_as_it_was_and_what_was_typed_is_there(
    train, failing, tmp_path
):
    train_on_text(train, f"{IN_CALLBACK} and more")
    expect_our_sentence_alone(train)
    button(train, "failure_go_on").click()
    expect_at(train, 1)
    expect(panel(train).get_by_role("textbox", name=BOX)).to_have_value(f"{IN_CALLBACK} and more")
    assert "ValueError: planted" in failing.log.read_text(encoding="utf-8")
    wait_until_idle(train)
    close_panel(train)
    file = tmp_path / "long.txt"
    file.write_text(f"{IN_JOB} {'word ' * 200_000}", encoding="utf-8")

    upload(train, file)  # the job runs out of memory
    expect_our_sentence_alone(train)
    button(train, "failure_go_on").click()

    expect(train.locator(".st-key-failure")).to_have_count(0)
    expect_at(train, 1)
    expect(part(train, "stage")).not_to_have_attribute("data-busy", "true")
    expect(button(train, "stop_job")).to_have_count(0)


def test_a_page_that_fails_each_time_can_be_left_for_the_first_example(train):
    for text in (ON_PAGE, IN_FRAGMENT):
        train_on_text(train, text)
        expect_our_sentence_alone(train)
        button(train, "failure_go_on").click()
        expect_our_sentence_alone(train)

        button(train, "failure_begin_again").click()

        expect_at(train, 0)
        expect(train.locator(".st-key-failure")).to_have_count(0)
        wait_until_idle(train)
        opened = open_panel(train, "Corpus", "Words")
        expect(opened.get_by_role("textbox", name=BOX)).to_have_value(text)
        close_panel(train)
