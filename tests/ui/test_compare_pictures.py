import pytest

from bpe_core import EXAMPLES, BPEConfig
from bpe_ui.compare.columns.panes import charts, ties
from bpe_ui.plots.charts import LINEAR_UP_TO
from tests.ui.comparisons import compared, rules_named
from tests.ui.hostile import HOSTILE

RULES = ("first_seen", "smallest_pair")


@pytest.fixture(scope="module")
def eight():
    """Eight columns with the same rules, called a to h."""
    return compared(dict.fromkeys("abcdefgh", BPEConfig()))


def test_bars_of_a_long_training_stand_for_several_merges_and_have_the_most_tied():
    comparison = compared(RULES, EXAMPLES["fox"].corpus)
    series, shown = comparison.series(), charts.POINTS_SHOWN
    long = [type(line)(line.symbols, (line.tied * 3)[: 2 * shown + 1]) for line in series]

    frame = ties.tie_frame(long, RULES)

    first = frame[frame["column"] == "first_seen"]
    assert len(first) <= shown
    assert set(first["last"] - first["first"] + 1) <= {3, 2, 1}
    assert first["tied"].max() == max(long[0].tied)


def test_the_charts_of_numbers_are_what_the_columns_hold_to_their_end():
    symbols, words, lengths = charts.plots(compared(RULES, merges=5))

    # After 5 merges: hug 10, pug 5, pun 12, b+un 4 x 2, hug+s 5 x 2 = 45 of 113 symbols.
    assert [line[-1] for line in symbols.lines] == [(5, 45), (5, 45)]
    assert [line[-1] for line in words.lines] == [(5, 27 / 36), (5, 27 / 36)]
    assert lengths.lines == [[(1, 7), (2, 2), (3, 3)], [(1, 7), (2, 2), (3, 2), (4, 1)]]


def test_a_long_line_has_few_points_and_both_ends_and_equal_lines_are_one_without_a_legend():
    long = [(at, at) for at in range(10_000)]
    frame = charts.line_frame([long, long], RULES)

    assert {*frame["column"]} == {"All columns"}
    assert len(frame) <= charts.POINTS_SHOWN + 1
    assert (frame["x"].min(), frame["x"].max()) == (0, 9_999)
    plotted = charts.Plotted("Symbols in the corpus", "merges", [long, long])
    assert charts.line_chart(frame, plotted).to_dict()["encoding"]["color"]["legend"] is None


def test_equal_titles_get_names_of_their_own_so_that_no_line_hides_another():
    frame = charts.line_frame([[(0, 1)], [(0, 2)]], ("mine", "mine"))

    assert list(dict.fromkeys(frame["column"])) == ["mine", "mine (2)"]


def tie_chart(frame, names, titles=None, *, height=400):
    columns = list(zip(names, titles or names, strict=True))
    return ties.tie_chart(frame, columns, 7, height=height).to_dict()


def test_the_tie_chart_has_a_row_a_column_with_its_title_and_numbers_the_merges_from_1():
    frame = ties.tie_frame(compared(RULES).series(), RULES)
    titles = [f"{name}: 1 of 7 merges tied" for name in RULES]

    rows = tie_chart(frame, RULES, titles)["vconcat"]

    assert [row["title"]["text"] for row in rows] == titles
    assert rows[0]["encoding"]["x"]["scale"]["domain"] == [0.5, 7.5]
    assert rows[0]["encoding"]["y"]["scale"]["domain"] == rows[0]["encoding"]["y"]["axis"]["values"] == [0, 2]


def test_columns_with_the_same_ties_share_one_row_of_bars():
    same, other = compared(RULES).series()[0].tied, compared(RULES, merges=5).series()[0].tied
    names = ["a", "b", "c"]

    assert charts.same_lines([same, same, same], names) == [(0, "All columns")]
    assert charts.same_lines([same, other, same], names) == [(0, "a, c"), (1, "b")]


def test_eight_rows_of_ties_are_high_enough_and_numbered_above_the_first_and_below_the_last(eight):
    rows = tie_chart(ties.tie_frame(eight.series(), "abcdefgh"), "abcdefgh")["vconcat"]

    assert min(row["height"] for row in rows) >= ties.LEAST_ROW
    axes = [row["encoding"]["x"]["axis"] for row in rows]
    assert [axis["labels"] for axis in axes] == [True, *[False] * 6, True]
    assert [axes[0]["orient"], axes[-1]["orient"]] == ["top", "bottom"]


def test_many_tied_pairs_are_drawn_on_a_logarithmic_axis():
    frame = ties.tie_frame(compared(RULES).series(), RULES)
    many = frame.assign(tied=LINEAR_UP_TO + 1)

    few_rows, many_rows = (tie_chart(each, RULES)["vconcat"] for each in (frame, many))

    scales = [rows[0]["encoding"]["y"]["scale"] for rows in (few_rows, many_rows)]
    assert [(scale["type"], scale["domain"][0]) for scale in scales] == [("linear", 0), ("log", 1)]


def test_every_line_has_a_colour_and_dashes_of_its_own():
    plotted = charts.Plotted("Symbols in the corpus", "merges", [[(0, number)] for number in range(8)])
    encoding = charts.line_chart(charts.line_frame(plotted.lines, "abcdefgh"), plotted).to_dict()["encoding"]

    for channel in ("color", "strokeDash"):
        assert len({str(entry) for entry in encoding[channel]["scale"]["range"]}) == 8


@pytest.mark.parametrize("text", HOSTILE)
def test_hostile_titles_never_enter_an_expression(text):
    titles = (f"one {text}", f"two {text}")
    comparison = compared(dict(zip(titles, map(rules_named, RULES), strict=True)))
    names, series = charts.column_names(titles), comparison.series()
    drawn = (
        *(
            charts.line_chart(charts.line_frame(each.lines, titles), each).to_dict()
            for each in charts.plots(comparison)
        ),
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
