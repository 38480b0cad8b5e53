"""The settings of the Compare page: the columns they make, how far these train, and what a link holds."""

from dataclasses import fields, replace
from pathlib import Path

import pytest

from bpe_core import EXAMPLES, PROFILES, TIE_BREAKS, BPEConfig, Corpus
from bpe_core.studies.comparison import MAX_COLUMNS
from bpe_ui.pages.compare import page
from bpe_ui.pages.compare.settings.choices import (
    LIBRARY_PICK,
    ColumnChoice,
)
from bpe_ui.pages.compare.settings.state import (
    MAX_MERGES,
    PANES,
    SMALL_CHARACTERS,
    USUAL_MERGES,
    VIEWS,
    Compare,
    Settings,
)
from bpe_ui.visit.registry.schema import members_of

BASE = BPEConfig(word_boundary="end_symbol", tie_break="last_seen", max_merges=3)
SMALL = EXAMPLES["hug_pug_pun"].corpus
LARGE = Corpus.from_text("hug " * SMALL_CHARACTERS)


def test_a_tie_column_has_the_rules_on_train_but_for_tie_rule_and_limits_a_library_its_own():
    tie, library = (
        ColumnChoice(kind, name).column(BASE)
        for kind, name in (("tie", "greatest_pair"), ("profile", "minbpe_regex"))
    )

    assert tie.title == TIE_BREAKS["greatest_pair"].title
    assert tie.config == BPEConfig(word_boundary="end_symbol", tie_break="greatest_pair")
    assert library.config == PROFILES["minbpe_regex"].config


def test_two_patterns_two_boundaries_or_bpe_and_wordpiece_are_columns_that_bring_what_they_need():
    gpt2, gpt4o = (ColumnChoice("cut", name).column(BASE) for name in ("gpt2", "gpt4o"))
    wordpiece = ColumnChoice("wins", "count_over_parts").column(BPEConfig(alphabet="bytes"))

    assert (gpt2.title, gpt4o.title) == ("GPT-2 pattern", "GPT-4o pattern")
    assert gpt2.config == replace(BASE, pre_tokenizer="gpt2", max_merges=None)
    assert (wordpiece.title, wordpiece.config.word_boundary) == ("WordPiece", "inside_prefix")
    assert wordpiece.config.alphabet == "characters"


def test_a_pinned_column_keeps_its_rules_when_those_on_train_change():
    compare = Compare()
    compare.pin(BASE)

    [column] = [column for column in compare.compared(BPEConfig()) if column.title == "Textbook + last seen"]

    assert column.config == BPEConfig(word_boundary="end_symbol", tie_break="last_seen")


def test_a_ninth_column_is_pinned_in_place_of_the_last_and_titles_never_repeat():
    compare = Compare(choices=LIBRARY_PICK)

    titles = [compare.pin(BASE).title for _ in range(20)]

    assert len(compare.choices) == MAX_COLUMNS
    assert compare.choices[:-1] == LIBRARY_PICK[:-1]
    assert compare.choices[-1].title == titles[-1]
    assert len(compare.pinned) == MAX_COLUMNS
    assert len({choice.title for choice in compare.pinned}) == MAX_COLUMNS


@pytest.mark.parametrize(
    ("merges", "corpus", "most"), [(None, SMALL, MAX_MERGES), (None, LARGE, USUAL_MERGES), (7, LARGE, 7)]
)
def test_how_far_the_columns_train(merges, corpus, most):
    assert Compare(merges=merges).most_merges(corpus) == most


def test_a_link_holds_the_text_of_a_file_of_merges_but_not_its_name_and_nothing_of_one_that_is_no_text():
    file = {"diagnosis_text": "old", "diagnosis_name": "secret.txt"}

    sent = Compare(**file, diagnosis_data="\ufeffu g\nu n\n".encode()).settings()

    assert sent.diagnosis_text == "u g\nu n\n"
    assert "secret" not in repr(sent)
    assert Compare(diagnosis_data=b"\xff\xfe").settings().diagnosis_text == ""


@pytest.mark.parametrize(
    ("merges", "rank", "most"),
    [(None, 400, 500), (None, 700, 701), (7, 700, 701), (7, 6, 7), (None, 40_000, MAX_MERGES)],
)
def test_the_columns_train_on_to_the_merge_that_they_stand_before(merges, rank, most):
    compare = Compare(merges=merges)

    compare.stand_before(rank, LARGE)

    assert compare.position == min(rank, MAX_MERGES)
    assert compare.most_merges(LARGE) == most


def test_every_view_and_pane_has_a_button_and_is_drawn_the_first_of_each_at_the_start():
    assert tuple(page.VIEWS) == VIEWS
    assert tuple(page.PANES) == PANES
    assert len({entry.title for entry in (*page.VIEWS.values(), *page.PANES.values())}) == 9
    assert (Settings().view, Settings().pane) == (VIEWS[0], PANES[0])


def test_the_page_about_formats_names_every_member_of_a_link():
    formats = (Path(__file__).parents[2] / "docs" / "formats.md").read_text(encoding="utf-8")
    members = members_of(Settings)

    assert {member.attribute for member in members.values()} == {entry.name for entry in fields(Settings)}
    assert {name for name in members if f"`{name}`" not in formats} == set()
