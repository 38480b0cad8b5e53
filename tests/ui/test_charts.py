"""The charts as specifications: what they draw of which figures. Counts of hug, pug, pun by hand."""

import csv
import io
from functools import partial

import pytest

from bpe_core import EXAMPLES, BPEConfig, BPEStepper, Corpus
from bpe_core.studies.comparison import ColumnRules, compare
from bpe_core.studies.random_ties import random_ties
from bpe_core.studies.text_counts import text_counts
from bpe_ui.charts import answers, comparison, saving, tokenizers
from bpe_ui.charts import training as charts
from bpe_ui.charts.distributions import (
    counts_by_place,
    frame_by_place,
    frame_of_lengths,
    lengths_said,
    token_lengths,
)
from bpe_ui.charts.look import PAPER, SCREEN, WALL
from bpe_ui.pages.train.state import OnTrain
from tests.ui.examples import CONFIG, stepper_of, training_of


def hug(position=3):
    stepper = stepper_of(position=None)
    stepper.goto(position)
    return stepper


def long_training():
    words = {f"{a}{b}{c}{d}": 1 for a in "abcdef" for b in "ghijkl" for c in "mnopqr" for d in "stuvwx"}
    stepper = BPEStepper(Corpus.from_word_counts(words), CONFIG)
    stepper.run()
    return stepper


def data_of(chart, layer):
    spec = chart.to_dict()
    return spec["datasets"][spec["layer"][layer]["data"]["name"]]


def pairs_of(stepper):
    return frame_by_place(stepper.pair_counts(), lambda row: (row.count, charts.pair_text(row.pair)), "pair")


def lengths_of(stepper):
    return frame_of_lengths(stepper.token_lengths())


def titles_in(spec):
    """Every title: of the chart, its axes and its tooltips."""
    return {
        each["encoding"][axis]["title"]
        for each in spec["layer"]
        for axis in "xy"
        if "title" in each["encoding"].get(axis, {})
    }


def test_hug_pug_pun_over_its_merges_as_counted_by_hand():
    frame = charts.frame_of_training(hug())

    assert frame["symbols"].tolist() == [113, 93, 77, 62, 50, 45, 40, 36]
    assert frame["whole_words"].tolist() == [0, 0, 0, 10, 22, 27, 32, 36]
    assert frame["vocabulary"].tolist() == [7, 8, 9, 10, 11, 12, 13, 14]
    assert frame["count"].tolist()[1:] == [20, 16, 15, 12, 5, 5, 4]
    assert frame["merges"][frame["tie"]].tolist() == [5]


def test_a_line_has_a_rule_at_the_position_its_value_there_and_a_sign_at_ties():
    stepper = hug()
    chart = charts.over_merges(charts.frame_of_training(stepper), charts.frame_at(stepper), "symbols", PAPER)

    [here] = data_of(chart, 2)
    assert (here["merges"], here["symbols"]) == (3, 62)
    assert [row["merges"] for row in data_of(chart, 1)] == [5]
    assert [layer["mark"]["type"] for layer in chart.to_dict()["layer"]] == [
        "line",
        "text",
        "rule",
        "point",
        "text",
        "point",
    ]


def test_the_specification_stays_the_same_from_step_to_step_but_for_the_data_of_the_rule():
    stepper = hug()
    frame = charts.frame_of_training(stepper)

    def spec(position):
        stepper.goto(position)
        made = charts.over_merges(frame, charts.frame_at(stepper), "symbols", SCREEN).to_dict()
        del made["datasets"]
        for layer in made["layer"]:
            del layer["data"]
        return made

    assert spec(2) == spec(5)


def test_of_a_long_training_at_most_500_points_are_drawn_with_both_ends_and_the_chart_says_so():
    stepper = long_training()
    known = stepper.known_merges
    assert known > 1_000
    frame = charts.frame_of_training(stepper)
    chart = charts.over_merges(frame, charts.frame_at(stepper), "count", PAPER).to_dict()

    assert len(frame) <= 500
    assert frame["merges"].iloc[[0, -1]].tolist() == [0, known]
    every = frame["merges"].iloc[1]
    assert chart["title"]["subtitle"] == [f"One point for every {every} of {known:,} merges"]
    assert len(pairs_of(stepper.at(0))) <= 500


def test_the_pairs_by_their_counts_on_two_logarithmic_axes_the_next_one_named():
    stepper = stepper_of()
    chart = counts_by_place(pairs_of(stepper), "pair", "Pairs", PAPER, has_next=True).to_dict()

    frame = pairs_of(stepper)
    assert frame["count"].tolist() == [20, 17, 16, 15, 5, 4]
    assert frame["pair"].iloc[0] == "u + g"
    encoding = chart["layer"][0]["encoding"]
    assert (encoding["x"]["scale"]["type"], encoding["y"]["scale"]["type"]) == ("log", "log")


def test_the_tokens_by_length():
    assert lengths_of(hug(2)).to_dict("list") == {"length": ["1", "2"], "tokens": [7, 2]}
    assert lengths_of(hug(6))["tokens"].tolist() == [7, 2, 3, 1]  # hug pun pug, hugs


@pytest.mark.parametrize("look", [PAPER, SCREEN, WALL])
def test_every_chart_has_a_title_axes_in_words_and_what_a_screen_reader_says(look):
    stepper = hug()
    frame, at = charts.frame_of_training(stepper), charts.frame_at(stepper)
    made = [charts.over_merges(frame, at, column, look) for column in charts.MEASURES]
    made.append(counts_by_place(pairs_of(stepper), "pair", "Pairs", look, has_next=True))
    made.append(token_lengths(lengths_of(stepper), look))

    for chart in made:
        spec = chart.to_dict()
        assert spec["title"]["text"]
        assert len(titles_in(spec)) == 2
        assert spec["config"]["axis"]["labelFontSize"] >= (20 if look is WALL else 13)
    said = [charts.measure_said(frame, at, column) for column in charts.MEASURES]
    assert said[0] == "Symbols in the corpus over the merges: 113 at first, 62 after 3 merges."
    assert lengths_said(lengths_of(stepper)) == "Tokens by length in base symbols: 7 of 1, 2 of 2 and 1 of 3."


def test_the_frame_of_a_visit_is_made_again_when_more_is_known_and_in_another_history():
    on_train, training = OnTrain(), training_of()
    first = on_train.frame(training)
    assert on_train.frame(training) is first
    training.merge_instead(("p", "u"))
    assert on_train.frame(training)["symbols"].iloc[1] == 113 - 17


def test_a_line_for_each_column_and_the_first_difference_marked():
    rules = ("first_seen", "smallest_pair")
    compared = compare(
        EXAMPLES["hug_pug_pun"].corpus, [ColumnRules(rule, BPEConfig(tie_break=rule)) for rule in rules]
    )
    frame = comparison.frame_of_columns(compared, rules)
    chart = comparison.symbols_by_column(frame, 2, compared.first_divergence, PAPER)

    lengths = frame.groupby("column")["symbols"].apply(list)
    assert lengths["first_seen"] == lengths["smallest_pair"] == [113, 93, 77, 62, 50, 45, 40, 36]
    assert [row["merges"] for row in data_of(chart, 1)] == [5]
    assert chart.to_dict()["layer"][2]["encoding"]["text"]["value"] == "first difference: merge 5"


def test_of_random_ties_a_bar_for_each_merge_says_how_many_runs_learn_it():
    study = random_ties(EXAMPLES["hug_pug_pun"].corpus, BPEConfig(), seeds=20, merges=5)
    frame = comparison.frame_of_ties(study)

    assert frame["pair"].tolist()[:4] == ["1.  u + g", "2.  u + n", "3.  h + ug", "4.  p + un"]
    assert frame["label"].tolist()[:4] == ["all 20"] * 4
    assert {*frame["pair"][4:]} == {"5.  p + ug", "5.  hug + s"}
    assert frame["runs"][4:].sum() == 20
    assert comparison.frame_of_compression(study).to_dict("list") == {
        "symbols": [45],
        "compression": [113 / 45],
        "runs": [20],
    }
    assert comparison.tie_shares(frame, PAPER).to_dict()["layer"][0]["encoding"]["x"]["scale"]["domain"] == [
        0,
        1.2,
    ]


def test_tokenizers_are_sorted_by_what_a_text_costs_and_keep_their_colours():
    few, many = hug(7).tokenizer(), hug(0).tokenizer()
    names = ["without merges", "with merges"]
    frame = tokenizers.frame_of_counts(names, [text_counts(each, "hugs pug") for each in (many, few)])
    chart = tokenizers.tokens_by_tokenizer(frame, names, "Text 1", 7, PAPER).to_dict()

    assert frame[["tokenizer", "tokens"]].values.tolist() == [["with merges", 2], ["without merges", 7]]
    assert chart["layer"][0]["encoding"]["color"]["scale"] == {
        "domain": names,
        "range": list(PAPER.series[:2]),
    }


def test_a_vocabulary_by_lengths_in_bytes():
    lengths = frame_of_lengths(map(len, [b"a", b"b", "ü".encode()]))
    assert lengths.to_dict("list") == {"length": ["1", "2"], "tokens": [2, 1]}


def test_answers_have_their_share_and_the_right_one_and_the_thought_behind_a_wrong_one_are_named():
    given = [
        answers.Answered("p ug", 9, "right"),
        answers.Answered("pug", 3, "", "the last merge was made twice"),
    ]
    frame = answers.frame_of_answers(given)
    chart = answers.answer_shares(frame, "pug", WALL).to_dict()

    assert frame["label"].tolist() == ["9 (75%), right", "3 (25%)"]
    texts = {layer["encoding"].get("text", {}).get("field") for layer in chart["layer"]}
    assert texts == {None, "said", "label", "shows"}
    assert answers.wrapped("the last merge was made twice", 14) == "the last merge\nwas made twice"
    assert answers.frame_of_answers(given, 24)["share"].tolist() == [0.375, 0.125]
    assert answers.frame_of_answers([])["share"].tolist() == []


def test_a_chart_is_saved_as_a_picture_in_two_ways_and_its_data_as_csv():
    frame = lengths_of(hug(2))
    draw = partial(token_lengths, frame)

    assert b"Tokens by length" in saving.svg(draw)
    assert b"var(--" not in saving.svg(draw)
    assert saving.png(draw).startswith(b"\x89PNG")
    rows = [*csv.reader(io.StringIO(saving.csv(frame).decode("utf-8-sig")))]
    assert rows == [["length", "tokens"], ["1", "7"], ["2", "2"]]
