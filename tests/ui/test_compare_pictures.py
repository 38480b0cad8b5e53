from bpe_ui.pages.compare.columns.panes import charts
from tests.ui.comparisons import compared

RULES = ("first_seen", "smallest_pair")


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


def test_columns_with_the_same_ties_share_one_row_of_bars():
    same, other = compared(RULES).series()[0].tied, compared(RULES, merges=5).series()[0].tied
    names = ["a", "b", "c"]

    assert charts.same_lines([same, same, same], names) == [(0, "All columns")]
    assert charts.same_lines([same, other, same], names) == [(0, "a, c"), (1, "b")]


def test_every_line_has_a_colour_and_dashes_of_its_own():
    plotted = charts.Plotted("Symbols in the corpus", "merges", [[(0, number)] for number in range(8)])
    encoding = charts.line_chart(charts.line_frame(plotted.lines, "abcdefgh"), plotted).to_dict()["encoding"]

    for channel in ("color", "strokeDash"):
        assert len({str(entry) for entry in encoding[channel]["scale"]["range"]}) == 8
