"""A corpus of some MB in the columns: progress, Stop, Go on, and other people's clicks meanwhile."""

import random
import re
from statistics import median

import pytest
from playwright.sync_api import expect

from bpe_core import PROFILES, BPEStepper, Corpus
from tests.browser.columns_truth import columns_on
from tests.browser.view_page import expect_at, part, press
from tests.e2e.app_page import wait_until_idle
from tests.e2e.compare_page import headline, open_compare, profiles
from tests.e2e.train_page import button, upload

NAMES = ("hf_tokenizers", "textbook", "minbpe_regex")
PANES = {"Numbers": "All columns learn", "Why": "The first 4 merges"}
A_FEW_HUNDRED_MS = 400


@pytest.fixture(scope="module")
def text():
    """2 MB in a great many different words."""
    draw = random.Random(1)
    syllables = [a + b for a in "bdfgklmnprstvz" for b in "aeiou"]
    return " ".join("".join(draw.choices(syllables, k=draw.randint(2, 6))) for _ in range(100_000))


def milliseconds_to_answer(page, name):
    """How long the server takes to show a pane, from the click on."""
    begun = page.evaluate("performance.now()")
    page.locator(".st-key-compare_pane").get_by_role("radio", name=name, exact=True).click()
    expect(headline(page).filter(has_text=PANES[name])).to_be_visible()
    return page.evaluate("performance.now()") - begun


def answers(page):
    return [milliseconds_to_answer(page, name) for _ in range(2) for name in PANES]


def test_a_corpus_of_some_mb_shows_progress_can_be_stopped_and_lets_others_click(
    server, new_page, text, tmp_path
):
    other, page = new_page(), new_page()
    open_compare(other, server)
    answers(other)  # each pane is drawn for the first time
    alone = median(answers(other))
    open_compare(page, server, profiles(*NAMES, until="merges", merges=10_000))
    file = tmp_path / "large.txt"
    file.write_text(text, encoding="ascii")

    upload(page, file)

    progress = re.compile(r"\b\d+,\d{3} of 30,000 merges")  # enough for a round of every column
    expect(page.locator(".st-key-job")).to_contain_text(progress, timeout=60_000)
    beside = median(answers(other))
    assert beside < max(alone + A_FEW_HUNDRED_MS, 3 * alone)  # on a busy machine even alone it takes long
    expect(button(page, "stop_work")).to_be_visible()

    button(page, "stop_work").click()

    stopped = page.locator(".st-key-stopped_work")
    expect(stopped).to_contain_text(re.compile(r"Stopped at [\d,]+ of 30,000 merges\."), timeout=60_000)
    expect(page.locator(".st-key-job")).to_have_count(0)
    wait_until_idle(page)
    expect(part(page, "known")).to_have_text(re.compile(r"^of [\d,]+ so far$"))
    for number in range(1, 4):
        press(page, "ArrowRight", number)
    steppers = [BPEStepper(Corpus.from_text(text), PROFILES[name].config) for name in NAMES]
    for stepper in steppers:
        stepper.run(3)
    shown = [step.merges for step in columns_on(page).steps[:3]]
    assert [[merge[:2] for merge in merges] for merges in shown] == [
        [(" + ".join(stepper.history[rank].pair), stepper.history[rank].count) for stepper in steppers]
        for rank in range(3)
    ]
    made = int(re.search(r"Stopped at ([\d,]+)", stopped.inner_text())[1].replace(",", ""))

    page.get_by_role("button", name="Go on").click()

    expect(button(page, "stop_work")).to_be_visible()
    expect_at(page, 3)
    expect(stopped).to_have_count(0)
    expect(page.locator(".st-key-job")).to_contain_text(progress)
    expect(page.locator(".st-key-job")).not_to_contain_text(f"{made:,} of")
    button(page, "stop_work").click()
    expect(stopped).to_be_visible(timeout=60_000)
    now = int(re.search(r"Stopped at ([\d,]+)", stopped.inner_text())[1].replace(",", ""))
    assert now > made
