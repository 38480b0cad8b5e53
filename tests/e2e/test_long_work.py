"""Long work in a real browser: progress is shown, Stop stops it, and other clicks are answered meanwhile."""

import random
import re

import pytest
from playwright.sync_api import expect

from tests.e2e.app_page import wait_until_idle
from tests.e2e.train_page import aside, button, open_train, panel, position, press, sentence, step, upload


@pytest.fixture(scope="module")
def long_text(tmp_path_factory):
    """A text whose training takes many seconds: a great many different words."""
    draw = random.Random(1)
    syllables = [a + b for a in "bdfgklmnprstvz" for b in "aeiou"]
    words = ("".join(draw.choices(syllables, k=draw.randint(2, 6))) for _ in range(900_000))
    file = tmp_path_factory.mktemp("long") / "long.txt"
    file.write_text(" ".join(words), encoding="utf-8")
    return file


@pytest.fixture(scope="module")
def longer_text(long_text, tmp_path_factory):
    """A text whose counting alone takes seconds."""
    file = tmp_path_factory.mktemp("longer") / "longer.txt"
    file.write_text(long_text.read_text(encoding="utf-8") * 10, encoding="utf-8")
    return file


@pytest.fixture
def counted(page, server, long_text):
    open_train(page, server)
    upload(page, long_text)
    expect(aside(page)).to_contain_text("Started again at 0 with your file.", timeout=60_000)
    wait_until_idle(page)
    return page


def merges_made(page):
    return int(re.search(r"merge ([\d,]+)", position(page).inner_text())[1].replace(",", ""))


def test_stop_ends_a_long_training_between_two_merges_and_it_can_go_on(counted):
    button(counted, "to_end").click()
    expect(button(counted, "stop_job")).to_be_visible()
    expect(counted.locator(".st-key-film .note")).to_contain_text("merges made")

    button(counted, "stop_job").click()

    expect(aside(counted)).to_contain_text(re.compile(r"Stopped after [\d,]+ merges"))
    expect(button(counted, "stop_job")).to_have_count(0)
    wait_until_idle(counted)
    stopped_at = merges_made(counted)
    assert stopped_at > 0
    press(counted, "ArrowRight", f"merge {stopped_at + 1:,}")
    press(counted, "Home", f"merge 0 of {stopped_at + 1:,} known")


def test_training_goes_on_while_another_view_is_opened(counted):
    button(counted, "to_end").click()
    expect(button(counted, "stop_job")).to_be_visible()

    counted.get_by_role("radio", name="Progress").click()

    expect(counted.get_by_test_id("stVegaLiteChart")).to_be_visible(timeout=30_000)
    expect(button(counted, "stop_job")).to_be_visible()
    button(counted, "stop_job").click()
    expect(aside(counted)).to_contain_text("Stopped after")


def test_a_merge_far_ahead_is_reached_with_its_progress(counted):
    box = counted.get_by_label("Go to merge")
    box.fill("300")
    box.press("Enter")

    expect(position(counted)).to_have_text("merge 300", timeout=60_000)
    expect(aside(counted)).to_contain_text("Trained up to merge 300.")


def test_counting_a_large_file_can_be_stopped_and_changes_nothing(page, server, longer_text):
    open_train(page, server)
    step(page, 1)
    upload(page, longer_text)
    expect(page.get_by_test_id("stProgress")).to_be_visible()

    page.locator(".st-key-stop_job button").click()

    expect(aside(page)).to_contain_text("Stopped counting; everything is as it was.")
    expect(position(page)).to_have_text("merge 1 of 7")
    wait_until_idle(page)
    press(page, "ArrowRight", "merge 2 of 7")
    expect(sentence(page)).to_contain_text("h + ug is next")


def test_a_large_corpus_sends_one_page_of_words_and_pairs(counted):
    expect(counted.locator(".words > li")).to_have_count(50)
    expect(counted.locator(".pairs tbody tr")).to_have_count(50)
    assert counted.evaluate("() => document.documentElement.innerHTML.length") < 400_000
    expect(panel(counted)).to_have_count(0)
