"""The view "Why does mine differ?" in a real browser: it names planted mistakes; nothing typed is lost."""

import json
import re
from pathlib import Path

from playwright.sync_api import expect
from tokenizers import Tokenizer, models, pre_tokenizers, trainers

from bpe_core import PROFILES, BPEStepper, Corpus
from bpe_ui.compare.settings.state import Settings
from bpe_ui.training.training import Source
from tests.browser.stage_truth import picture_of, picture_on
from tests.browser.view_page import part
from tests.e2e.app_page import wait_until_idle
from tests.e2e.compare_page import headline, open_compare

GENESIS = Path(__file__).parents[1] / "golden" / "texts" / "english.txt"
TEXT = GENESIS.read_text(encoding="ascii")[:4_000]
SOURCE = Source("text", Corpus.from_text(TEXT))
MINE = Settings(view="diagnosis")
LIBRARY = PROFILES["hf_tokenizers"]
MERGES = 80


def planted(rank):
    """The library's merges with another tied pair at a rank, and the stepper right before it."""
    stepper = BPEStepper(SOURCE.corpus, LIBRARY.config)
    stepper.run(rank)
    stepper.step(stepper.tied_pairs()[-1])
    stepper.run(MERGES)
    merges = [merge.pair for merge in stepper.history]
    stepper.goto(rank)
    return merges, stepper


def first_rank_of_a_tie(after):
    """The first step from there on that the tie rule decides."""
    stepper = BPEStepper(SOURCE.corpus, LIBRARY.config)
    stepper.run(MERGES)
    return next(merge.rank for merge in stepper.history if merge.rank >= after and merge.tied_count)


def merges_box(page):
    return page.get_by_label("Your merges, in the order learned")


def paste(page, text):
    merges_box(page).fill(text)
    merges_box(page).press("Control+Enter")


def upload(page, name, data):
    chooser = page.locator(".st-key-diagnosis_file input[type=file]")
    chooser.set_input_files({"name": name, "mimeType": "text/plain", "buffer": data})


def evidence(page):
    """The pairs that are compared: whose, which, and how often."""
    expect(page.locator(".cmp-evidence tr")).to_have_count(2)
    return page.locator(".cmp-evidence tr").evaluate_all(
        """rows => rows.map(row => [
            row.cells[0].textContent, row.querySelector('.cmp-pair').title, row.cells[2].textContent])"""
    )


# ---- what is found


def test_files_are_read_and_a_planted_mistake_is_found_with_its_counts_and_opens_on_train(page, server):
    open_compare(page, server, MINE, SOURCE)
    upload(page, "broken.json", b'{"model": 1}')
    expect(page.get_by_role("alert")).to_contain_text("broken.json: ")
    tokenizer = Tokenizer(models.BPE())
    tokenizer.pre_tokenizer = pre_tokenizers.WhitespaceSplit()
    trainer = trainers.BpeTrainer(vocab_size=150, special_tokens=[], show_progress=False)
    tokenizer.train_from_iterator([TEXT], trainer)
    count = len(json.loads(tokenizer.to_str())["model"]["merges"])
    upload(page, "tokenizer.json", tokenizer.to_str().encode())
    expect(headline(page)).to_have_text(f"All {count} merges are those of “{LIBRARY.title}”.")
    expect(page.get_by_text(f"{count} merges, read as: Hugging Face tokenizer.json.")).to_be_visible()
    expect(page.get_by_text("Your merges come from the file tokenizer.json.")).to_be_visible()
    wait_until_idle(page)
    page.get_by_role("button", name="Remove tokenizer.json").click()
    expect(page.get_by_text("Your merges come from the file")).to_have_count(0)
    wait_until_idle(page)

    rank = first_rank_of_a_tie(40)
    merges, stepper = planted(rank)
    paste(page, "\n".join(f"{left} {right}" for left, right in merges))
    found = rf"^The first {rank} of your {MERGES} merges .*\. Merge {rank + 1} differs: it was tied"
    expect(headline(page)).to_have_text(re.compile(found))
    yours, rules = evidence(page)
    count = stepper.pair_counts()[0].count
    assert yours[1] == " + ".join(merges[rank])
    assert rules[1] == " + ".join(stepper.tied_pairs()[0])
    assert yours[2].startswith(f"{count} times: ")
    assert rules[2].startswith(f"{count} times: ")

    page.get_by_role("button", name="Open the step on Train").click()

    expect(part(page, "stage")).to_have_attribute("data-position", str(rank))
    expect(part(page, "notice")).to_have_text(f"Your merges up to {rank}; merge {rank + 1} is next.")
    shown, meant = picture_on(page), picture_of(stepper, [row.word for row in stepper.words[:60]])
    assert (shown.words, shown.history) == (meant.words, meant.history)
    assert [row[:3] for row in shown.rows] == [row[:3] for row in meant.rows]
    assert [row[0] for row in shown.rows if row[3] == "next"] == [" + ".join(merges[rank])]
    page.keyboard.press("ArrowRight")
    expect(part(page, "history").locator("tbody tr").first).to_contain_text("you")


# ---- what was typed
