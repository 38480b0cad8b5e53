"""Long work in a real browser: it shows progress, Stop ends it, and other clicks are answered meanwhile."""

import random
import re

import pytest
from playwright.sync_api import expect

from tests.browser.view_page import (
    part,
    positions_seen,
    press,
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
    words = ("".join(draw.choices(syllables, k=draw.randint(2, 6))) for _ in range(200_000))
    file = tmp_path_factory.mktemp("long") / "long.txt"
    file.write_text(" ".join(words), encoding="utf-8")
    return file


def test_a_long_training_goes_on_while_a_panel_is_opened_and_is_stopped_between_two_merges(
    page, server, long_text
):
    open_train(page, server)
    upload(page, long_text)
    expect(part(page, "notice")).to_have_text("Started over with your file.", timeout=60_000)
    wait_until_idle(page)
    expect(page.locator("[data-role=words] li")).to_have_count(60)
    expect(page.locator("[data-role=pairs] tbody:not(.gone) button.pair")).to_have_count(30)
    assert page.evaluate("() => document.documentElement.innerHTML.length") < 400_000
    assert part(page, "stage").evaluate("stage => stage.outerHTML.length") < 400_000
    watch_positions(page)
    part(page, "end").click()
    expect(button(page, "stop_job")).to_be_visible()
    expect(page.locator(".st-key-job")).to_contain_text(
        re.compile(r"So far: [1-9][\d,]* merges made; training ends when no pair is left"), timeout=60_000
    )
    # No step here may wait for an idle page: the page stays busy.
    page.locator(".st-key-header").get_by_role("button", name="Rules", exact=True).click()
    expect(panel(page)).to_be_visible(timeout=30_000)
    expect(part(page, "stage")).to_have_attribute("data-busy", "true")
    expect(button(page, "stop_job")).to_be_visible()
    page.keyboard.press("Escape")

    button(page, "stop_job").click()

    expect(part(page, "notice")).to_have_text(re.compile(r"^Stopped after [\d,]+ merges\.$"))
    expect(button(page, "stop_job")).to_have_count(0)
    expect(part(page, "stage")).not_to_have_attribute("data-busy", "true")
    wait_until_idle(page)
    stopped_at = where(page)
    assert stopped_at > 0
    assert positions_seen(page) == sorted(positions_seen(page))
    press(page, "ArrowRight", stopped_at + 1)
    press(page, "Home", 0)
    expect(part(page, "known")).to_have_text(re.compile(r"^of [\d,]+ so far$"))
