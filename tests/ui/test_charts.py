import pytest

from bpe_ui.charts import charts, frames
from tests.ui.examples import stepper_of
from tests.ui.hostile import HOSTILE

INK = charts.INKS["dark"]


def tied_chart():
    stepper = stepper_of(position=4)
    frame = frames.pair_frame(stepper.pair_counts(), stepper.view.decision())
    return charts.pair_chart(frame, ink=INK).to_dict()


def data_of(specification):
    [rows] = specification["datasets"].values()
    return rows


def test_the_pair_chart_names_the_state_of_a_bar_so_that_no_colour_is_needed():
    chart = tied_chart()

    assert data_of(chart) == [
        {"pair": "p + ug", "count": 5, "words": 1, "state": "next"},
        {"pair": "hug + s", "count": 5, "words": 1, "state": "tied"},
        {"pair": "b + un", "count": 4, "words": 1, "state": ""},
    ]
    text = next(layer for layer in chart["layer"] if layer["mark"]["type"] == "text")
    assert text["encoding"]["text"]["field"] == "label"
    assert text["mark"]["color"] == INK  # Vega would draw it black on the dark theme
    assert text["transform"][0]["calculate"].endswith("(datum.state ? ' ' + datum.state : '')")


def test_the_pair_chart_keeps_the_order_of_the_table_has_a_title_and_dashes_around_a_tied_bar():
    chart = tied_chart()
    bars = next(layer for layer in chart["layer"] if layer["mark"]["type"] == "bar")

    assert chart["layer"][0]["encoding"]["y"]["sort"] is None
    assert chart["layer"][0]["title"]["text"] == "The most frequent pairs"
    [condition] = bars["encoding"]["strokeDash"]["condition"]
    assert (condition["value"], condition["test"]) == ([4, 3], "(datum.state === 'tied')")


def test_the_progress_chart_shows_both_lines_and_the_position():
    stepper = stepper_of(position=None)
    stepper.goto(2)

    chart = charts.progress_chart(
        frames.progress_frame(stepper.history.symbols(7), 7), stepper.position
    ).to_dict()

    symbols, vocabulary = chart["vconcat"]
    assert [symbols["layer"][0]["title"]["text"], vocabulary["layer"][0]["title"]["text"]] == [
        "Symbols in the corpus",
        "Tokens in the vocabulary",
    ]
    here = symbols["layer"][1]
    assert here["mark"]["type"] == "rule"
    assert chart["datasets"][here["data"]["name"]] == [{"position": 2, "symbols": 77, "vocabulary": 9}]


@pytest.mark.parametrize("text", HOSTILE)
def test_hostile_text_stays_data(text):
    stepper = stepper_of({text: 2})
    frame = frames.pair_frame(stepper.pair_counts(limit=8), stepper.view.decision())
    chart = charts.pair_chart(frame, ink=INK).to_dict()

    labels = {row["pair"] for row in data_of(chart)}
    del chart["datasets"]

    assert labels
    assert not [label for label in labels if label in str(chart)]
