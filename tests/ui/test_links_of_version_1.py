"""Links and a file of the app's first version still open, with the same content.

links_of_version_1.json has a link an entry: its text, the JSON in it, and the training that it must open to.
They were written by that version; nothing here writes them again.
"""

import json
import zlib
from dataclasses import replace
from pathlib import Path

import pytest

from bpe_core import BPEConfig
from bpe_ui.compare.settings.choices import ColumnChoice, choice_of
from bpe_ui.compare.settings.state import Compare
from bpe_ui.links.format import file_bytes, read_file, read_link
from bpe_ui.links.link import Link
from bpe_ui.links.retrain import retrain
from bpe_ui.tokenize.settings.state import TokenizeSettings

HERE = Path(__file__).parent
LINKS = {entry["name"]: entry for entry in json.loads((HERE / "links_of_version_1.json").read_text("utf-8"))}
OWN_RULES = BPEConfig(
    word_boundary="end_symbol",
    boundary_marker="§",
    tie_break="random",
    tie_seed=7,
    special_tokens=("<s>", "</s>"),
    unknown="unk",
    unk_token="[?]",
    fuse_unk=True,
    max_merges=12,
    min_frequency=2,
    count_overlaps=False,
)


def history_of(training):
    stepper = training.stepper
    merges = stepper.history
    return [[*merge.pair, merge.count, merge.chosen_by] for merge in merges]


def compare_of(name):
    return read_link(LINKS[name]["text"]).settings["compare"]


@pytest.mark.parametrize("name", LINKS)
def test_a_link_of_version_1_opens_and_is_sent_on_as_it_was(name):
    entry = LINKS[name]
    link = read_link(entry["text"])

    training = retrain(link, seconds=60).training

    assert training.source.title == entry["title"]
    assert training.stepper.position == entry["holds"].get("position", 0)
    assert history_of(training) == entry["history"]
    modes = {"page": link.page, "predict": link.predict, "present": link.present}
    settings = dict(link.settings)
    if "compare" in settings:
        opened = Compare()
        opened.take(settings["compare"])
        settings["compare"] = opened.settings()
    sent_on = Link.of(training, **modes, settings=settings)
    assert json.loads(zlib.decompress(file_bytes(sent_on))) == entry["holds"]


def test_a_file_of_version_1_opens():
    data = (HERE / "file_of_version_1.bpestep").read_bytes()

    link = read_file(data)

    assert link == read_link(LINKS["merges chosen by hand, one of them undone"]["text"])
    assert zlib.decompress(file_bytes(link)) == zlib.decompress(data)


def test_the_rules_of_a_link_of_version_1_are_those_that_were_sent():
    link = read_link(LINKS["a text with rules of its own"]["text"])

    assert link.config == OWN_RULES
    assert link.present


def test_the_tokenize_page_of_a_link_of_version_1_has_what_was_typed():
    link = read_link(LINKS["tokenize"]["text"])

    assert (link.page, link.predict) == ("tokenize", True)
    assert link.settings["tokenize"] == TokenizeSettings("a thug's bug ", "in_order", "all")


def test_the_columns_of_a_link_of_version_1_are_those_that_were_sent():
    compare = compare_of("compare, its columns")

    assert compare.choices == (
        choice_of("tie:random"),
        choice_of("profile:cs336"),
        ColumnChoice("own", "Rules 1", replace(OWN_RULES, max_merges=None)),
    )
    assert (compare.against, compare.until, compare.merges, compare.position) == (2, "merges", 40, 6)
    assert (compare.pane, compare.text) == ("text", "bug hugs")
    until_size = compare_of("compare, columns to a vocabulary size")
    assert (until_size.until, until_size.vocab_size, len(until_size.choices)) == ("vocab_size", 120, 8)


def test_the_studies_of_a_link_of_version_1_are_set_as_they_were_sent():
    ties, worlds = compare_of("compare, random ties"), compare_of("compare, tree of worlds")
    causes, own = compare_of("compare, causes"), compare_of("compare, your own merges")

    assert (ties.view, ties.seeds, ties.random_ties_merges) == ("random_ties", 25, 30)
    assert (worlds.view, worlds.depth) == ("worlds", 4)
    assert (causes.view, causes.cause_from, causes.cause_to) == ("causes", "train", "tie:greatest_pair")
    assert list(causes.cause_order) == LINKS["compare, causes"]["holds"]["compare"]["cause_order"]
    assert causes.cause_merges == 50
    assert (own.view, own.diagnosis_text, own.diagnosis_expected) == (
        "diagnosis",
        "u g\nu n\nh ug\n",
        "profile:textbook",
    )
