"""The charts beside Train's stage, as the browser reads them: a click on a figure below the stage opens them.

A line holds no more points than are seen, whatever the length of the training, but every position of the
window. So the browser follows each step by itself, as with everything else on the stage.
"""

from collections.abc import Callable, Sequence
from typing import Any, Literal

from bpe_ui.stage.text.sentences import say_plainly, words_listed
from bpe_ui.visit.training.training import Training

Chart = Literal["", "vocabulary", "symbols"]
"""The figure whose charts are open; empty: none."""

LENGTHS = "Tokens by length in base symbols"
POINTS_SHOWN = 400
"""About how many points a line has beside those of the window."""
LENGTHS_SHOWN = 12
"""Tokens of this many base symbols or more are counted together."""


def charts(training: Training, chart: Chart, first: int, last: int) -> list[dict[str, Any]]:
    """The charts of a figure, for the positions of a window from `first` to `last`."""
    return [draw(training, first, last) for draw in _CHARTS.get(chart, ())]


def _symbols(training: Training, first: int, last: int) -> dict[str, Any]:
    values = training.stepper.history.symbols(training.stepper.known_merges)
    said = [
        (f"{now:,}", say_plainly("of {start:,} at the start", start=values[0]))
        for now in values[first : last + 1]
    ]
    return _line("Symbols in the corpus", values, values[0], said, first, terms=["symbol", "compression"])


def _whole_words(training: Training, first: int, last: int) -> dict[str, Any]:
    whole = training.stepper.history.whole_words(training.stepper.known_merges)
    shares = whole.shares[first : last + 1]
    said = [
        (f"{share:.0%}", say_plainly("({one:,} of {all:,})", one=one, all=whole.words))
        for share, one in zip(shares, whole.whole[first : last + 1], strict=True)
    ]
    return _line("Words that are one symbol", whole.whole, whole.words, said, first, terms=["whole word"])


def _line(
    title: str,
    values: Sequence[int],
    most: int,
    said: Sequence[tuple[str, str]],
    first: int,
    *,
    terms: list[str],
) -> dict[str, Any]:
    """A line over the merges; `said` has the value and the rest at each position of the window."""
    step = -(-len(values) // POINTS_SHOWN)
    window = range(first, first + len(said))
    shown = sorted({*range(0, len(values), step), *window, len(values) - 1})
    points = [[position, values[position]] for position in shown]
    over = "{title} over the merges: {value} {rest}."
    here = [[*each, say_plainly(over, title=title, value=each[0], rest=each[1])] for each in said]
    return {"kind": "line", "title": title, "terms": terms, "most": most, "points": points, "here": here}


def _lengths(training: Training, first: int, last: int) -> dict[str, Any]:
    lengths = training.stepper.at(last).token_lengths()
    longest, start = max(lengths), len(lengths) - last - 1  # the last base symbol, before any merge
    names = [f"{length}" for length in range(1, min(longest, LENGTHS_SHOWN) + 1)]
    if longest > LENGTHS_SHOWN:
        names[-1] += "+"
    tokens, longest, here = [0] * len(names), 0, []
    for position, length in enumerate(lengths, -start):
        bar, longest = min(length, LENGTHS_SHOWN) - 1, max(longest, length)
        tokens[bar] += 1
        if position >= first:
            rest = say_plainly("base {n:symbol|symbols} in the longest", n=longest)
            here.append([f"{longest:,}", rest, _bars(names, tokens), [*tokens], bar if position else -1])
    return {"kind": "bars", "title": LENGTHS, "terms": ["token", "base symbol"], "names": names, "here": here}


def _bars(names: Sequence[str], tokens: Sequence[int]) -> str:
    bars = [
        say_plainly("{n:,} of {name}", n=number, name=name)
        for name, number in zip(names, tokens, strict=True)
        if number
    ]
    return say_plainly("{title}: {bars}", title=LENGTHS, bars=words_listed(bars))


_CHARTS: dict[str, tuple[Callable[[Training, int, int], dict[str, Any]], ...]] = {
    "vocabulary": (_lengths,),
    "symbols": (_symbols, _whole_words),
}
"""The charts of each figure."""
CHARTS: tuple[Chart, ...] = ("vocabulary", "symbols")
"""The figures with charts."""
