"""Long work in a real browser: progress is shown, Stop stops it, and other clicks are answered meanwhile."""

import random
import re

import pytest
from playwright.sync_api import expect

from tests.browser.view_page import (
    expect_at,
    notice,
    part,
    position,
    positions_seen,
    press,
    sentence,
    stage,
    step,
    watch_positions,
    where,
)
from tests.e2e.app_page import wait_until_idle
from tests.e2e.train_page import button, open_train, panel, upload


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
    expect(notice(page)).to_have_text("Started again at 0 with your file.", timeout=60_000)
    wait_until_idle(page)
    return page


def test_stop_ends_a_long_training_between_two_merges_and_it_can_go_on(counted):
    expect(counted.locator("[data-role=words] li")).to_have_count(60)
    expect(counted.locator("[data-role=pairs] tbody:not(.gone) button.pair")).to_have_count(30)
    assert counted.evaluate("() => document.documentElement.innerHTML.length") < 400_000
    assert stage(counted).evaluate("stage => stage.outerHTML.length") < 400_000
    watch_positions(counted)
    part(counted, "end").click()
    expect(button(counted, "stop_job")).to_be_visible()
    counted.wait_for_function("() => window.positionsSeen.length > 3", timeout=30_000)
    expect(counted.locator(".st-key-job")).to_contain_text("merges made")

    button(counted, "stop_job").click()

    expect(notice(counted)).to_have_text(re.compile(r"^Stopped after [\d,]+ merges\.$"))
    expect(button(counted, "stop_job")).to_have_count(0)
    wait_until_idle(counted)
    stopped_at = where(counted)
    assert stopped_at > 0
    assert positions_seen(counted) == sorted(positions_seen(counted))
    press(counted, "ArrowRight", stopped_at + 1)
    press(counted, "Home", 0)
    expect(position(counted)).to_have_text(re.compile(r"^merge 0 of [\d,]+\+$"))


def test_training_goes_on_while_a_panel_is_opened_and_the_stage_takes_no_other_step(counted):
    part(counted, "end").click()
    expect(button(counted, "stop_job")).to_be_visible()

    open_panel_while_working(counted, "Rules")

    expect(panel(counted)).to_be_visible(timeout=30_000)
    expect(stage(counted)).to_have_attribute("data-busy", "true")
    expect(button(counted, "stop_job")).to_be_visible()
    counted.keyboard.press("Escape")
    button(counted, "stop_job").click()
    expect(notice(counted)).to_contain_text("Stopped after")
    expect(stage(counted)).not_to_have_attribute("data-busy", "true")


def open_panel_while_working(page, name):
    """Open a panel of the header without waiting for the page to be idle, which it is not."""
    page.locator(".st-key-header").get_by_role("button", name=name, exact=True).click()


def test_counting_a_large_file_can_be_stopped_and_changes_nothing(page, server, longer_text):
    open_train(page, server)
    step(page, 1)
    upload(page, longer_text)
    expect(page.get_by_test_id("stProgress")).to_be_visible()

    button(page, "stop_job").click()

    expect(notice(page)).to_have_text("Stopped counting; nothing has changed.")
    expect_at(page, 1)
    wait_until_idle(page)
    press(page, "ArrowRight", 2)
    expect(sentence(page)).to_contain_text("h + ug is next")
