import pytest

from bpe_core import EXAMPLES, PROFILES, BPEConfig, Corpus
from bpe_core.studies.causes import CauseWalk
from bpe_ui.compare.causes import chart
from bpe_ui.compare.columns.panes import charts, ties
from tests.ui.comparisons import HUG, compared, rules_named
from tests.ui.hostile import HOSTILE

RULES = ("first_seen", "smallest_pair")
INK = "#1d2129"


@pytest.fixture(scope="module")
def eight():
    """Eight columns with the same rules, called a to h."""
    return compared(dict.fromkeys("abcdefgh", BPEConfig()))


def rows_of(frame):
    return [tuple(row) for row in frame.itertuples(index=False)]


def cause_frame(start, end, corpus=HUG, **limits):
    walk = CauseWalk(corpus, start, end, **limits)
    assert walk.advance(60)
    return chart.cause_frame(walk.steps())


def test_the_one_tie_of_hug_pug_pun_is_at_merge_5_between_two_pairs():
    frame = ties.tie_frame(compared(RULES).series(), RULES)

    assert rows_of(frame) == [("first_seen", 5, 5, 2), ("smallest_pair", 5, 5, 2)]


def test_bars_of_a_long_training_stand_for_several_merges_and_have_the_most_tied():
    comparison = compared(RULES, EXAMPLES["fox"].corpus)
    series, shown = comparison.series(), charts.POINTS_SHOWN
    long = [type(line)(line.symbols, line.compression, (line.tied * 3)[: 2 * shown + 1]) for line in series]

    frame = ties.tie_frame(long, RULES)

    first = frame[frame["column"] == "first_seen"]
    assert len(first) <= shown
    assert set(first["last"] - first["first"] + 1) <= {3, 2, 1}
    assert first["tied"].max() == max(long[0].tied)


def test_the_lines_of_compression_begin_at_1_and_end_where_the_column_ends():
    frame = charts.compression_frame(compared(RULES, merges=5).series(), RULES)

    first = frame[frame["column"] == "first_seen"]
    assert first.iloc[0]["compression"] == 1
    # After 5 merges: hug 10, pug 5, pun 12, b+un 4 x 2, hug+s 5 x 2 = 45 of 113 symbols.
    assert first.iloc[-1]["merges"] == 5
    assert first.iloc[-1]["compression"] == pytest.approx(113 / 45)


def test_after_five_merges_each_rule_has_one_token_of_its_own_and_after_seven_none():
    def parts(merges):
        return rows_of(charts.vocabulary_frame(compared(RULES, merges=merges).summaries(), RULES))

    assert parts(5)[:3] == [
        ("first_seen", "in all columns", 4, 0),
        ("first_seen", "in some columns", 0, 1),
        ("first_seen", "only here", 1, 2),
    ]
    assert [tokens for _, _, tokens, _ in parts(7)] == [7, 0, 0, 7, 0, 0]


def test_equal_titles_get_names_of_their_own_so_that_no_bar_hides_another():
    frame = charts.compression_frame(compared(RULES).series(), ("mine", "mine"))

    assert list(dict.fromkeys(frame["column"])) == ["mine", "mine (2)"]


def test_causes_stand_in_the_order_of_the_way_with_what_they_moved_and_brought():
    start, end = (PROFILES[name].config for name in ("minbpe_regex", "hf_tokenizers"))
    frame = cause_frame(start, end, Corpus.from_text("the cat the dog the end"), merges=5)

    changes_any = frame.groupby("cause", sort=False)["merges"].any()
    assert list(changes_any.items()) == [
        ("1. Special and unknown tokens", False),
        ("2. Pre-tokenization", True),
        ("3. Alphabet and ids", False),
        ("4. Tie rule", True),
    ]


def test_merges_that_a_cause_takes_away_have_a_bar_of_their_own_colour():
    frame = cause_frame(BPEConfig(), BPEConfig(min_frequency=6))

    assert rows_of(frame) == [
        ("1. Minimum frequency", "moved to another step", 0, 0),
        ("1. Minimum frequency", "new", 0, 1),
        ("1. Minimum frequency", "gone", 3, 2),
    ]
    bars = chart.cause_chart(frame, ink=INK).to_dict()["layer"][0]
    scale = bars["encoding"]["color"]["scale"]
    assert scale["domain"] == ["moved to another step", "new", "gone"]
    assert len(set(scale["range"])) == 3


def tie_chart(frame, names, titles=None, *, height=400):
    columns = list(zip(names, titles or names, strict=True))
    return ties.tie_chart(frame, columns, 7, height=height).to_dict()


def test_the_tie_chart_has_a_row_a_column_with_its_title_and_numbers_the_merges_from_1():
    frame = ties.tie_frame(compared(RULES).series(), RULES)
    titles = [f"{name}: 1 of 7 merges tied" for name in RULES]

    rows = tie_chart(frame, RULES, titles)["vconcat"]

    assert [row["title"]["text"] for row in rows] == titles
    assert rows[0]["encoding"]["x"]["scale"]["domain"] == [0.5, 7.5]


def test_columns_with_the_same_ties_share_one_row_of_bars():
    same, other = compared(RULES).series()[0], compared(RULES, merges=5).series()[0]
    names = ["a", "b", "c"]

    assert ties.same_ties([same, same, same], names) == [(0, "All columns")]
    assert ties.same_ties([same, other, same], names) == [(0, "a, c"), (1, "b")]


def test_eight_rows_of_ties_are_high_enough_and_numbered_above_the_first_and_below_the_last(eight):
    rows = tie_chart(ties.tie_frame(eight.series(), "abcdefgh"), "abcdefgh")["vconcat"]

    assert min(row["height"] for row in rows) >= ties.LEAST_ROW
    axes = [row["encoding"]["x"]["axis"] for row in rows]
    assert [axis["labels"] for axis in axes] == [True, *[False] * 6, True]
    assert [axes[0]["orient"], axes[-1]["orient"]] == ["top", "bottom"]


def test_many_tied_pairs_are_drawn_on_a_logarithmic_axis():
    frame = ties.tie_frame(compared(RULES).series(), RULES)
    many = frame.assign(tied=ties.LINEAR_UP_TO + 1)

    few_rows, many_rows = (tie_chart(each, RULES)["vconcat"] for each in (frame, many))

    assert "type" not in few_rows[0]["encoding"]["y"]["scale"]
    assert many_rows[0]["encoding"]["y"]["scale"]["type"] == "log"


def test_every_line_of_compression_has_a_colour_and_dashes_of_its_own(eight):
    frame = charts.compression_frame(eight.series(), "abcdefgh")
    encoding = charts.compression_chart(frame, "abcdefgh").to_dict()["encoding"]

    for channel in ("color", "strokeDash"):
        assert len({str(entry) for entry in encoding[channel]["scale"]["range"]}) == 8


def test_stacked_bars_say_their_numbers_at_their_ends():
    frame = charts.vocabulary_frame(compared(RULES, merges=5).summaries(), RULES)

    drawn = charts.vocabulary_chart(frame, ink=INK).to_dict()

    texts = drawn["layer"][1]
    assert [row["label"] for row in drawn["datasets"][texts["data"]["name"]]] == ["4 · 0 · 1", "4 · 0 · 1"]
    assert texts["mark"]["color"] == INK


@pytest.mark.parametrize("text", HOSTILE)
def test_hostile_titles_never_enter_an_expression(text):
    titles = (f"one {text}", f"two {text}")
    comparison = compared(dict(zip(titles, map(rules_named, RULES), strict=True)))
    names, series = charts.column_names(titles), comparison.series()
    drawn = (
        charts.compression_chart(charts.compression_frame(series, titles), names).to_dict(),
        charts.vocabulary_chart(charts.vocabulary_frame(comparison.summaries(), titles), ink=INK).to_dict(),
        tie_chart(ties.tie_frame(series, titles), names),
    )

    found = [expression for each in drawn for expression in expressions(each)]
    assert not [name for name in names if name in "\n".join(found)]


def expressions(node):
    """Every string of a specification that Vega would evaluate."""
    if isinstance(node, dict):
        for key, value in node.items():
            if isinstance(value, str) and (key in {"expr", "calculate", "filter", "test"} or "Expr" in key):
                yield value
            else:
                yield from expressions(value)
    elif isinstance(node, list):
        for value in node:
            yield from expressions(value)
