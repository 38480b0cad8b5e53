"""Charts as specifications, the sentences over them, and the second training beside the one on Train."""

import pytest

from bpe_core import EXAMPLES, BPEStepper
from bpe_ui.charts import frames, sentences
from bpe_ui.charts.settings import SECOND_TRAININGS, second_training
from bpe_ui.plots import charts
from bpe_ui.text.sentences import plain_text
from tests.ui.examples import stepper_of, training_of

INK = charts.INKS["dark"]
LOOK = charts.Look(INK, height=450, font_size=14)
HUG = frames.Charted("On Train", stepper_of(position=None), position=4, length=7)
OTHER = frames.Charted("Other", stepper_of(position=None, tie_break="greatest_pair"), position=4, length=7)


def symbols_chart(*trainings):
    frame = frames.line_frame(trainings, [each.stepper.history.symbols(each.length) for each in trainings])
    return charts.line_chart(frame, "Symbols in the corpus", 4, look=LOOK).to_dict()


def layers_of(specification):
    """The marks of a chart by what they are drawn as."""
    return {layer["mark"]["type"]: layer for layer in specification["layer"]}


def test_a_line_chart_titles_both_axes_starts_at_zero_and_names_the_present_position():
    chart = symbols_chart(HUG)
    layers = layers_of(chart)

    encoding = layers["line"]["encoding"]
    assert [encoding[axis]["title"] for axis in "xy"] == ["Merges made", "Symbols in the corpus"]
    assert "scale" not in encoding["y"]
    assert layers["rule"]["mark"]["strokeDash"]
    assert [{"x": 4, "said": "position 4"}] in chart["datasets"].values()
    assert layers["text"]["mark"]["color"] == INK  # Vega would draw it black on the dark theme


def test_two_trainings_are_told_apart_by_more_than_colour_and_one_needs_no_legend():
    alone, both = (layers_of(symbols_chart(*each))["line"]["encoding"] for each in ([HUG], [HUG, OTHER]))

    assert alone["color"]["legend"] is None
    assert both["strokeDash"]["scale"] == {"domain": ["On Train", "Other"], "range": [[1, 0], [7, 4]]}
    marks = charts.tie_chart(frames.tie_frame([HUG, OTHER]), 4, 7, look=LOOK).to_dict()
    shapes = layers_of(marks)["point"]["encoding"]["shape"]
    assert shapes["scale"] == {"domain": ["On Train", "Other"], "range": ["circle", "diamond"]}


def test_ties_are_marks_on_an_axis_of_whole_numbers_and_a_click_names_the_position_before_one():
    chart = charts.tie_chart(frames.tie_frame([HUG]), 4, 7, look=LOOK).to_dict()

    marks = layers_of(chart)["point"]["encoding"]
    assert (marks["x"]["title"], marks["y"]["title"]) == ("Merge", "Pairs with the highest count")
    assert (marks["y"]["axis"]["format"], marks["y"]["axis"]["tickMinStep"]) == (",d", 1)
    assert marks["y"]["scale"]["domain"] == [1, 3]
    # A scale of one size has none.
    assert marks["size"] == {"field": "size", "type": "quantitative", "scale": None}
    [click] = chart["params"]
    assert (click["name"], click["select"]["fields"]) == (charts.PLACE, ["place"])


def test_large_ties_do_not_hide_small_ones():
    frame = frames.tie_frame([HUG]).assign(tied=charts.LINEAR_UP_TO + 1)

    marks = layers_of(charts.tie_chart(frame, 4, 7, look=LOOK).to_dict())["point"]["encoding"]

    assert marks["y"]["scale"] == {"domain": [1, 31], "type": "log"}


def test_the_lengths_of_tokens_are_bars_in_their_order_with_their_numbers():
    layers = layers_of(charts.length_chart(frames.length_frame([HUG, OTHER]), look=LOOK).to_dict())

    assert layers["bar"]["encoding"]["x"]["sort"] == ["1", "2", "3"]
    assert layers["bar"]["encoding"]["xOffset"]["field"] == "training"
    assert layers["text"]["encoding"]["text"]["field"] == "tokens"


def test_a_length_that_no_token_has_keeps_its_place_on_the_axis():
    training = frames.Charted(
        "On Train", stepper_of(corpus={"ab": 5, "cd": 4, "abcd": 1}, position=None), 3, 3
    )

    frame = frames.length_frame([training])
    assert list(frame.itertuples(index=False, name=None)) == [
        ("On Train", "1", 4),
        ("On Train", "2", 2),
        ("On Train", "3", 0),
        ("On Train", "4", 1),
    ]
    axis = layers_of(charts.length_chart(frame, look=LOOK).to_dict())["bar"]["encoding"]["x"]["axis"]
    assert axis["labelOverlap"] is False


@pytest.mark.parametrize(
    ("fact", "position", "said"),
    [
        (
            sentences.size,
            0,
            "Before the first merge, the corpus has 113 symbols, and the vocabulary has 7 tokens.",
        ),
        (
            sentences.size,
            7,
            "After 7 merges, the corpus has 36 symbols, down from 113 (3.14× compression), and the vocabulary"
            " has 14 tokens.",
        ),
        (sentences.ties, 4, "After 4 merges, no ties had to be broken."),
        (sentences.ties, 5, "After 5 merges, 1 tie had to be broken."),
        (sentences.lengths, 3, "After 3 merges, the longest of 10 tokens has 3 base symbols: hug."),
        (
            sentences.lengths,
            0,
            "Before the first merge, the longest of 7 tokens has 1 base symbol: b, g, h and 4 more.",
        ),
        (sentences.words, 3, "After 3 merges, 28% of the words are one token: 10 of 36."),
        (sentences.distinct_words, 3, "After 3 merges, 20% of the distinct words are one token: 1 of 5."),
    ],
)
def test_the_sentence_over_a_chart_has_the_numbers_of_the_position(fact, position, said):
    training = frames.Charted("On Train", HUG.stepper, position, 7)

    assert [plain_text(each) for each in sentences.found([training], fact)] == [said]


def test_a_chart_names_the_token_that_the_last_merge_made():
    assert plain_text(sentences.last_made(HUG)) == " Merge 4 made pun."
    assert sentences.last_made(frames.Charted("On Train", HUG.stepper, 0, 7)) == ()
    frame = frames.line_frame([HUG], [HUG.stepper.history.symbols(7)])
    assert list(frame["made"]) == ["", "ug", "un", "hug", "pun", "pug", "hugs", "bun"]
    assert list(frames.tie_frame([HUG])["made"]) == ["pug"]


def test_a_second_training_has_a_sentence_of_its_own():
    _, second = sentences.found([HUG, frames.Charted("Other", OTHER.stepper, 1, 7)], sentences.ties)

    assert plain_text(second) == "Other: After 1 merge, no ties had to be broken."


@pytest.mark.parametrize("second", SECOND_TRAININGS)
def test_every_second_training_can_be_drawn(second):
    training = training_of(position=4)
    stepper = _trained(*second_training(second, training))

    kind, _, name = second.partition(":")
    assert stepper.corpus is (EXAMPLES[name].corpus if kind == "example" else training.source.corpus)
    assert stepper.config.tie_break == (name if kind == "tie" else stepper.config.tie_break)
    charted = frames.Charted(SECOND_TRAININGS[second], stepper, 0, stepper.known_merges)
    assert not frames.line_frame([charted], [stepper.history.symbols(charted.length)]).empty


def test_a_second_training_goes_as_far_as_the_rules_on_train_allow():
    stepper = _trained(*second_training("tie:greatest_pair", training_of(max_merges=3)))

    assert stepper.known_merges == 3


def _trained(corpus, rules):
    stepper = BPEStepper(corpus, rules)
    stepper.run()
    return stepper
