"""Random ties: the bars and the view."""

import re

import pytest

from bpe_core import EXAMPLES, BPEConfig
from bpe_core.studies.random_ties import MergeShare, TieRun, TieStudy, random_ties
from bpe_ui.pages.compare.settings.state import Compare
from bpe_ui.pages.compare.ties import bars
from tests.apptest.compare_visit import answer_of, open_compare
from tests.ui.markup import read_markup


def study_of(corpus, *, seeds=20, merges=None):
    return random_ties(corpus, BPEConfig(), seeds=seeds, merges=merges)


@pytest.fixture(scope="module")
def hug_study():
    return study_of(EXAMPLES["hug_pug_pun"].corpus, merges=5)


def made_up(runs_of_each, symbols=(20, *[21] * 9), at_start=42):
    """A study of 10 runs in which merge 1 is learned by so many runs, merge 2 by so many, and so on."""
    shares = [MergeShare(("a", f"{rank}"), f"a{rank}", of, rank) for rank, of in enumerate(runs_of_each)]
    lists = (b"one", *[b"other"] * 9)
    runs = [TieRun(5, 5, each, *[which] * 3) for each, which in zip(symbols, lists, strict=False)]
    merges = sorted(shares, key=lambda share: -share.runs)
    return TieStudy(BPEConfig(), tuple(runs), tuple(merges), at_start)


def test_the_bars_say_in_words_what_every_run_learns_and_what_some_do(hug_study):
    shown = bars.shown_merges(hug_study)
    assert [share.pair for share in shown[:4]] == [("u", "g"), ("u", "n"), ("h", "ug"), ("p", "un")]
    assert {share.pair for share in shown[4:]} == {("p", "ug"), ("hug", "s")}
    assert sum(share.runs for share in shown[4:]) == 20

    table = read_markup(bars.bars(hug_study)).text
    assert table.count("all 20") == 4
    assert all(f"{share.runs} of 20" in table for share in shown[4:])


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
