"""Why does mine differ? in a real browser: planted mistakes are named, and nothing typed is lost."""

import json
import re
from dataclasses import replace
from pathlib import Path

import pytest
from playwright.sync_api import expect
from tokenizers import Tokenizer, models, pre_tokenizers, trainers

from bpe_core import PROFILES, BPEStepper, Corpus
from bpe_ui.compare.state import Settings
from bpe_ui.training.training import Source
from tests.e2e.app_page import wait_until_idle
from tests.e2e.compare_page import (
    HUG,
    choose_view,
    columns,
    expect_at,
    headline,
    open_compare,
)
from tests.e2e.train_page import notice, part, stage
from tests.e2e.truth import picture_of, picture_on

GENESIS = Path(__file__).parents[1] / "golden" / "texts" / "english.txt"
TEXT = GENESIS.read_text(encoding="ascii")[:4_000]
SOURCE = Source("text", Corpus.from_text(TEXT))
MINE = Settings(view="diagnosis")
LIBRARY = PROFILES["hf_tokenizers"]
MERGES = 80
HUG_LINES = "\n".join(f"{left} {right}" for left, right, _ in HUG.outcome)
ALL_OF_HUG = f"All 7 merges are those of “{PROFILES['hf_course'].title}”."

WHAT = {
    "tied": ("it was tied", "tied"),
    "not_most_frequent": ("it was not the most frequent pair", "not the most frequent"),
    "not_there": ("one of its two symbols does not exist at this step", "not there"),
}
"""For each kind of mistake what the headline and the step's title say."""


def planted(kind, rank):
    """The library's merges with one mistake, and the stepper right before it."""
    stepper = BPEStepper(SOURCE.corpus, LIBRARY.config)
    stepper.run(rank)
    if kind == "not_there":
        wrong = ("qq", "e")
    else:
        pairs = (
            stepper.tied_pairs() if kind == "tied" else [row.pair for row in stepper.pair_counts(limit=12)]
        )
        wrong = pairs[-1]
        stepper.step(wrong)
    stepper.run(MERGES)
    merges = [merge.pair for merge in stepper.history]
    if kind == "not_there":
        merges.insert(rank, wrong)
    stepper.goto(rank)
    return merges[:MERGES], stepper


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
    """The pairs held against each other: whose, which, and how often."""
    return page.locator(".cmp-evidence tr").evaluate_all(
        """rows => rows.map(row => [
            row.cells[0].textContent, row.querySelector('.cmp-pair').title, row.cells[2].textContent])"""
    )


# ---- what is found


@pytest.mark.parametrize("written", ["lines", "python", "json", "plus"])
def test_pasted_merges_are_recognised_however_they_were_printed(page, server, written):
    pairs = [(left, right) for left, right, _ in HUG.outcome]
    text = {
        "lines": HUG_LINES,
        "python": repr([(left.encode(), right.encode()) for left, right in pairs]),
        "json": json.dumps(pairs),
        "plus": "\n".join(f"{left} + {right}" for left, right in pairs),
    }[written]
    open_compare(page, server, MINE)

    paste(page, text)

    expect(headline(page)).to_have_text(ALL_OF_HUG)
    expect(page.get_by_text("7 merges, read as:")).to_be_visible()


@pytest.mark.parametrize(("kind", "rank"), [("tied", 40), ("not_most_frequent", 25), ("not_there", 60)])
def test_a_planted_mistake_is_found_at_its_step_with_its_kind_and_counts(page, server, kind, rank):
    rank = first_rank_of_a_tie(rank) if kind == "tied" else rank
    merges, stepper = planted(kind, rank)
    open_compare(page, server, MINE, SOURCE)

    paste(page, "\n".join(f"{left} {right}" for left, right in merges))

    said, short = WHAT[kind]
    expect(headline(page)).to_have_text(
        re.compile(rf"^The first {rank} of your {MERGES} merges .*; merge {rank + 1} differs: {said}")
    )
    expect(page.locator(".cmp-card h3")).to_have_text(f"Merge {rank + 1}: {short}")
    counts = {row.pair: row.count for row in stepper.pair_counts()}
    best = BPEStepper(SOURCE.corpus, LIBRARY.config)
    best.run(rank + 1)
    yours, rules = evidence(page)
    assert yours[:2] == ["Yours", " + ".join(merges[rank])]
    assert rules[:2] == ["The rules take", " + ".join(best.history_id[rank].pair)]
    count = counts.get(merges[rank], 0)
    assert yours[2].startswith(f"{count} times: " if count else "does not occur")
    assert rules[2].startswith(f"{best.history_id[rank].count} times: ")
    agreeing = re.compile(rf"^Given your merges before each step, these rules pick \d+ of {MERGES}")
    expect(page.get_by_text(agreeing)).to_be_visible()


def test_overlapping_pairs_that_were_counted_are_named(page, server):
    corpus = Corpus.from_text(" ".join(["aaaa"] * 5 + ["ab"] * 12))
    expected = PROFILES["textbook"].config
    other = BPEStepper(corpus, replace(expected, count_overlaps=not expected.count_overlaps))
    other.run()
    right = BPEStepper(corpus, expected)
    right.run()
    assert (right.history_id[0].pair, other.history[0].pair) in (
        (("a", "b"), ("a", "a")),
        (("a", "a"), ("a", "b")),
    )
    settings = replace(MINE, diagnosis_expected="profile:textbook")
    open_compare(page, server, settings, Source("text", corpus))

    paste(page, "\n".join(f"{left} {right}" for left, right in (merge.pair for merge in other.history)))

    expect(page.locator(".cmp-card h3")).to_have_text("Merge 1: overlaps")
    expect(headline(page)).to_have_text(
        f"Compared with “{PROFILES['textbook'].title}”, merge 1 differs: overlapping pairs are counted in"
        " another way."
    )


def test_a_tokenizer_json_of_the_real_library_is_recognised(page, server):
    tokenizer = Tokenizer(models.BPE())
    tokenizer.pre_tokenizer = pre_tokenizers.WhitespaceSplit()
    trainer = trainers.BpeTrainer(vocab_size=150, special_tokens=[], show_progress=False)
    tokenizer.train_from_iterator([TEXT], trainer)
    count = len(json.loads(tokenizer.to_str())["model"]["merges"])
    open_compare(page, server, MINE, SOURCE)

    upload(page, "tokenizer.json", tokenizer.to_str().encode())

    expect(headline(page)).to_have_text(f"All {count} merges are those of “{LIBRARY.title}”.")
    expect(page.get_by_text(f"{count} merges, read as: Hugging Face tokenizer.json.")).to_be_visible()
    expect(page.get_by_text("Your merges are those in the file tokenizer.json.")).to_be_visible()


def test_one_can_say_what_to_hold_them_against_and_fill_in_the_merges_of_train(page, server):
    open_compare(page, server, MINE)
    page.get_by_role("button", name="Fill in the merges on Train").click()
    expect(merges_box(page)).to_have_value(re.compile(r'^\[\["u", "g"\]'))

    # Train knows the merges up to where it stands and some ahead; here that is all of them or none.
    expect(headline(page)).to_have_text(ALL_OF_HUG)
    page.get_by_role("combobox", name="Compared with").click()
    page.get_by_role("option", name=PROFILES["textbook"].title, exact=True).click()

    expect(headline(page)).to_contain_text(f"“{PROFILES['textbook'].title}”")
    expect(headline(page)).to_contain_text("differs")


# ---- what can be done with it


def test_the_step_opens_on_train_with_ones_own_merge_next(page, server):
    rank = first_rank_of_a_tie(40)
    merges, stepper = planted("tied", rank)
    text = "\n".join(f"{left} {right}" for left, right in merges)
    open_compare(page, server, replace(MINE, diagnosis_text=text), SOURCE)

    page.get_by_role("button", name="Open the step on Train").click()

    expect(stage(page)).to_have_attribute("data-position", str(rank))
    expect(notice(page)).to_have_text(f"Your merges up to {rank}; merge {rank + 1} is next.")
    assert stepper.position == rank
    shown, meant = picture_on(page), picture_of(stepper, [row.word for row in stepper.words[:60]])
    assert (shown.words, shown.history) == (meant.words, meant.history)
    assert [row[:3] for row in shown.rows] == [row[:3] for row in meant.rows]
    assert [row[0] for row in shown.rows if row[3] == "next"] == [" + ".join(merges[rank])]
    page.keyboard.press("ArrowRight")
    expect(part(page, "history").locator("tbody tr").first).to_contain_text("you")


def test_the_rules_are_shown_side_by_side_at_the_step(page, server):
    rank = first_rank_of_a_tie(25)
    merges = planted("tied", rank)[0]
    text = "\n".join(f"{left} {right}" for left, right in merges)
    open_compare(page, server, replace(MINE, diagnosis_text=text), SOURCE)
    expect(headline(page)).to_contain_text(f"merge {rank + 1} differs")

    page.get_by_role("button", name="Show the rules side by side").click()

    expect(columns(page)).to_be_visible()
    expect_at(page, rank)
    titles = page.locator("[data-role=merges] thead .title").all_text_contents()
    assert 2 <= len(titles) <= 8
    assert titles[0] == LIBRARY.title


# ---- what was typed


def test_nothing_typed_is_lost_by_an_error_another_view_or_another_page(page, server):
    open_compare(page, server, MINE)
    broken = HUG_LINES + "\nnot a pair at all"
    paste(page, broken)
    alert = page.get_by_role("alert")
    expect(alert).to_contain_text("8")  # the line
    expect(merges_box(page)).to_have_value(broken)

    merges_box(page).fill(HUG_LINES)  # and no Enter: the click alone
    choose_view(page, "Causes")
    choose_view(page, "Why does mine differ?")
    expect(merges_box(page)).to_have_value(HUG_LINES)
    expect(headline(page)).to_have_text(ALL_OF_HUG)
    expect(alert).to_have_count(0)

    merges_box(page).fill(HUG_LINES + "\n")
    # A finger takes its time: Streamlit loses a click on a link that comes with what was typed.
    page.get_by_role("link", name="Train").click(delay=100)
    expect(stage(page)).to_be_visible()
    wait_until_idle(page)
    page.get_by_role("link", name="Compare").click()

    expect(merges_box(page)).to_have_value(HUG_LINES + "\n")
    expect(headline(page)).to_have_text(ALL_OF_HUG)


def test_a_file_stays_when_one_looks_at_another_view_and_can_be_left_out(page, server):
    open_compare(page, server, replace(MINE, diagnosis_text="u g"))
    expect(headline(page)).to_contain_text("All 1 merge")
    upload(page, "merges.txt", HUG_LINES.encode())
    expect(headline(page)).to_have_text(ALL_OF_HUG)
    wait_until_idle(page)

    choose_view(page, "Tree of worlds")
    choose_view(page, "Why does mine differ?")
    expect(headline(page)).to_have_text(ALL_OF_HUG)
    page.get_by_role("button", name="Remove the file").click()

    expect(merges_box(page)).to_have_value("u g")
    expect(headline(page)).to_contain_text("All 1 merge")


@pytest.mark.parametrize(
    ("name", "data"), [("merges.txt", b"\xff\xfe\x00\xd8"), ("tokenizer.json", b'{"model": 1}')]
)
def test_a_file_that_holds_no_merges_says_so_in_one_sentence(page, server, name, data):
    open_compare(page, server, MINE)

    upload(page, name, data)

    expect(page.get_by_role("alert")).to_have_text(re.compile(rf"^{name}: This .*; .* allowed\."))
    expect(page.get_by_text(f"Your merges are those in the file {name}.")).to_be_visible()
