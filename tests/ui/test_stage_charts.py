"""The charts beside Train's stage: what the core counts, at every position of a window."""

import json

from bpe_ui.pages.train.state import TrainSettings, stage_json
from bpe_ui.visit.messages import charts
from bpe_ui.visit.visit import Visit
from tests.ui.examples import training_of


def hug():
    training = training_of()
    training.look_ahead()
    return training


def column(chart, field):
    return [row[field] for row in chart["here"]]


def test_hug_pug_pun_shrinks_and_its_words_become_tokens_as_counted_by_hand():
    symbols, words = charts.charts(hug(), "symbols", 0, 7)

    assert symbols["points"] == [[at, n] for at, n in enumerate([113, 93, 77, 62, 50, 45, 40, 36])]
    assert (symbols["most"], column(symbols, 0)[4]) == (113, "50")
    assert words["points"] == [[at, n] for at, n in enumerate([0, 0, 0, 10, 22, 27, 32, 36])]
    assert (words["most"], column(words, 0)[4], column(words, 1)[4]) == (36, "61%", "(22 of 36)")


def test_the_tokens_of_hug_pug_pun_by_length_and_the_bar_that_the_last_merge_made_longer():
    [lengths] = charts.charts(hug(), "vocabulary", 2, 6)

    assert lengths["names"] == ["1", "2", "3", "4"]
    assert column(lengths, 3)[0] == [7, 2, 0, 0]  # b g h n p s u, ug un
    assert column(lengths, 3)[-1] == [7, 2, 3, 1]  # and hug pun pug, hugs
    assert column(lengths, 4) == [1, 2, 2, 2, 3]


def test_in_a_long_training_few_points_are_sent_but_all_of_the_window_and_both_ends(monkeypatch):
    monkeypatch.setattr(charts, "POINTS_SHOWN", 5)
    training = training_of({f"{a}{b}{c}": 1 for a in "abcdefgh" for b in "abcdefgh" for c in "xyz"})
    training.stepper.run()
    known = training.stepper.known_merges

    for chart in charts.charts(training, "symbols", 20, 30):
        places = [at for at, _ in chart["points"]]
        assert {0, *range(20, 31), known} <= {*places}
        assert places == sorted(places)
        assert len(places) <= 5 + 11 + 1
        assert len(chart["here"]) == 11


def test_charts_are_made_only_while_they_are_open_and_never_beside_a_question_or_a_lesson():
    def sent(**changed):
        visit = Visit(hug(), **changed)
        visit.state(TrainSettings).chart = chart
        visit.predictions.on = is_asking
        return json.loads(stage_json(visit)["json"])["charts"]

    chart, is_asking = "", False
    assert sent() == {"open": "", "plots": []}
    chart = "symbols"
    assert len(sent()["plots"]) == 2
    assert sent(in_lesson="train") is None
    is_asking = True
    assert sent() == {"open": "", "plots": []}
