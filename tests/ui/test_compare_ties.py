"""Random ties: the view."""

import re

import pytest

from bpe_core import BPEConfig
from bpe_core.studies.random_ties import MergeShare, TieRun, TieStudy
from bpe_ui.pages.compare.settings.state import Compare
from tests.apptest.compare_visit import answer_of, open_compare


def made_up(runs_of_each, symbols=(20, *[21] * 9), at_start=42):
    """A study of 10 runs in which merge 1 is learned by so many runs, merge 2 by so many, and so on."""
    shares = [MergeShare(("a", f"{rank}"), f"a{rank}", of, rank) for rank, of in enumerate(runs_of_each)]
    lists = (b"one", *[b"other"] * 9)
    runs = [TieRun(5, 5, each, *[which] * 3) for each, which in zip(symbols, lists, strict=False)]
    merges = sorted(shares, key=lambda share: -share.runs)
    return TieStudy(BPEConfig(), tuple(runs), tuple(merges), at_start)


@pytest.mark.parametrize(
    ("low", "middle", "high", "said"),
    [
        (3.0, 3.0, 3.0, ("3.00", "3.00", "3.00")),
        (2.0, 2.05, 2.1, ("2.00", "2.05", "2.10")),
        (2.0011, 2.002, 2.0031, ("2.001", "2.002", "2.003")),
        (2.000001, 2.000001, 2.000002, ("2.000001", "2.000001", "2.000002")),
        (2.0, 2.0, 2.00000001, ("2.00", "2.00", "2.00")),
    ],
)
def test_compression_has_the_digits_that_tell_the_runs_apart(low, middle, high, said):
    study = made_up([10], (1 / low, 1 / middle, 1 / high), at_start=1)

    assert study.compressions == said
    assert set(re.findall(r"\d\.\d+", study.verdict)) == {said[0], said[2]}


# ---- the view


def study_on(visit):
    found: TieStudy = answer_of(visit, "ties")
    return found


def test_a_small_corpus_is_drawn_at_once_and_other_numbers_are_drawn_anew():
    visit = open_compare("ties", seeds=20, ties_merges=5)
    answer = visit.of_class("cmp-headline")
    assert answer == study_on(visit).verdict
    assert re.search(r"\b20 runs\b", answer)

    visit.app.number_input(key="compare_seeds").set_value(7)
    visit.app.number_input(key="compare_ties_merges").set_value(None)
    visit.run()

    assert visit.session.state(Compare).ties_merges is None
    assert (study_on(visit).runs, study_on(visit).merges_made[1]) == (7, 5)
    assert "Each run stops after 5 merges, about two thirds of the way" in visit.text()
