"""The picture on screen as an SVG file: the sentence, the words as chips, the pair table, the statistics.

ElementTree builds it and escapes the text of the corpus; invisible characters are named, as in `visible`.
"""

import xml.etree.ElementTree as ET
from collections.abc import Iterable

from bpe_core import BPEStepper
from bpe_core.merges import Merge
from bpe_core.queries import Snapshot
from bpe_ui.frame.share.picture_layout import (
    CELL,
    CHIP_FONT,
    WordRow,
    among_others,
    cells,
    groups_shown,
    placed_chips,
    plain,
    word_rows,
    wrapped,
)
from bpe_ui.stage.plots.colours import COLOURS, THEMES
from bpe_ui.stage.text import sentences
from bpe_ui.stage.text.headline import headline, statistics
from bpe_ui.stage.text.sentences import Sentence, Token, say, say_plainly
from bpe_ui.stage.text.visible import reads_right_to_left

WIDTH = 1280
WORDS_SHOWN = 24
"""How many words the picture shows, in the corpus's order."""
PAIRS_SHOWN = 14
"""How many rows of the pair table it shows."""
STATISTICS_SHOWN = 2
"""How many of the stage's statistics it shows."""
QUESTION = "Which pair is merged next?"
"""The sentence in predict mode."""

_MARGIN = 32
_WORDS_WIDTH = 720
_PAIRS_LEFT = _MARGIN + _WORDS_WIDTH + 24
_PAIRS_WIDTH = WIDTH - _MARGIN - _PAIRS_LEFT
_LINE = 40
_CHIP_HEIGHT = 32
_SANS = "Source Sans Pro, Segoe UI, Helvetica, Arial, sans-serif"
_MONO = "DejaVu Sans Mono, Noto Sans Mono, Menlo, Consolas, monospace"


def picture(stepper: BPEStepper, theme: str = "light", *, predicting: bool = False) -> str:
    """The picture at the stepper's position; in predict mode without what would reveal the next pair."""
    position = stepper.position
    snapshot = stepper.history.snapshots(position, position, rows=PAIRS_SHOWN)[0]
    drawing = _Drawing(theme)
    following = stepper.history.get(position)
    sentence = say(QUESTION) if predicting else headline(snapshot, following, stepper.config)
    top = drawing.sentence(sentence)
    words = word_rows(stepper, stepper.words[:WORDS_SHOWN])
    title = "{words:,} {words:word|words} after {merges:,} {merges:merge|merges}"
    if len(stepper.words) > WORDS_SHOWN:
        title = "{words:,} {words:word|words} after {merges:,} {merges:merge|merges}, the first {shown:d}"
    above = say_plainly(title, words=len(stepper.words), merges=position, shown=WORDS_SHOWN)
    bottom = drawing.words(top, above, words, mark_next=not predicting)
    if not predicting:
        bottom = max(bottom, drawing.pairs(top, snapshot, following))
    shown = [" ".join(filter(None, each)) for each in statistics(snapshot)[:STATISTICS_SHOWN]]
    return drawing.finished(bottom, "  ·  ".join([*shown, "BPE Stepper"]), sentences.plain_text(sentence))


class _Drawing:
    """An SVG in the making: each method draws one part below `top` and returns where it ends."""

    def __init__(self, theme: str) -> None:
        self._colours = {name: colours[THEMES.index(theme)] for name, colours in COLOURS.items()}
        self._colours["none"] = "none"
        self._root = ET.Element("svg", {"xmlns": "http://www.w3.org/2000/svg", "role": "img"})
        self._title = ET.SubElement(self._root, "title")
        self._paper = self._box(0, 0, WIDTH, 0, fill="paper")
        self._paper.set("rx", "0")

    def sentence(self, parts: Sentence) -> int:
        """The big sentence, on as many lines as it needs."""
        y = _MARGIN
        for line in wrapped(parts):
            y += 34
            written = self._text(_MARGIN, y, "", size=25)
            for part in line:
                span = ET.SubElement(written, "tspan")
                span.text = plain(part)
                if isinstance(part, Token):
                    span.set("font-family", _MONO)
                if not isinstance(part, str):
                    span.set("font-weight", "bold")
        return y + 20

    def words(self, top: int, title: str, rows: Iterable[WordRow], *, mark_next: bool) -> int:
        """The words with their symbols as chips."""
        panel = self._panel(_MARGIN, top, _WORDS_WIDTH, title)
        y = top + 44
        for row in rows:
            y = self._word(y, row, mark_next=mark_next)
        return _close(panel, y + 10)

    def pairs(self, top: int, snapshot: Snapshot, following: Merge | None) -> int:
        """The pair table; the next pair is marked, and those tied with it unless a person chose it."""
        chosen = following.pair if following is not None and following.chosen_by == "user" else None
        rows, distinct = len(snapshot.rows), snapshot.statistics.distinct_pairs
        title = "Pairs, most frequent first" + (f", {rows} of {distinct:,}" if distinct > rows else "")
        panel = self._panel(_PAIRS_LEFT, top, _PAIRS_WIDTH, title)
        y = top + 44
        for index, row in enumerate(snapshot.rows):
            state = "" if index >= snapshot.tied else "tied" if index else "next"
            if chosen is not None:
                state = "next" if row.pair == chosen else ""
            x = _PAIRS_LEFT + 14
            if state:
                fill = "next-fill" if state == "next" else "none"
                mark = self._box(x - 6, y, _PAIRS_WIDTH - 16, 28, fill=fill, stroke="next")
                if state == "tied":
                    mark.set("stroke-dasharray", "4 3")
            left, right, made = map(among_others, (*row.pair, row.token))
            written = f"{left} + {right} → {made}"
            size = min(16.0, 250 / (CELL * cells(written)))
            self._text(x, y + 20, written, size=size, font=_MONO)
            bar = "next" if state == "next" else "bar"
            self._box(x + 262, y + 8, max(2.0, 60 * (row.count / snapshot.rows[0].count)), 12, fill=bar)
            self._text(x + 392, y + 20, f"{row.count:,}", size=16, anchor="end")
            self._text(x + 400, y + 20, state, size=14, fill="next")
            y += _LINE - 8
        return _close(panel, y + 10)

    def finished(self, bottom: int, statistics: str, title: str) -> str:
        """The whole, with the line of statistics under it."""
        self._text(_MARGIN, bottom + 34, statistics, size=16, fill="soft")
        height = bottom + 34 + 22
        self._title.text = title
        self._paper.set("height", str(height))
        for name, value in (("width", WIDTH), ("height", height), ("viewBox", f"0 0 {WIDTH} {height}")):
            self._root.set(name, str(value))
        return ET.tostring(self._root, encoding="unicode") + "\n"

    def _word(self, top: int, row: WordRow, *, mark_next: bool) -> int:
        """One word; returns where the next begins."""
        start = _MARGIN + 100
        count = f"{row.count:,} ×"
        self._text(start - 16, top + 22, count, size=16, fill="soft", anchor="end")
        groups, not_shown = groups_shown(row)
        if not mark_next:  # then the next pair's chips must not stand closer together either
            groups = [(chip,) for group in groups for chip in group]
        placed = placed_chips(
            groups,
            start,
            _MARGIN + _WORDS_WIDTH - 16,
            reads_right_to_left("".join(chip.token for group in groups for chip in group)),
        )
        for group in placed:
            if mark_next and len(group) == 2:
                left = min(here.x for here in group) - 3
                width = max(here.x + here.width for here in group) + 3 - left
                y = top + group[0].line * _LINE - 3
                self._box(left, y, width, _CHIP_HEIGHT + 6, fill="next-fill", stroke="next")
            for here in group:
                chip, y = here.chip, top + here.line * _LINE
                fill = "quiet-fill" if chip.merge_number is None else "learned-fill"
                stroke = "learned" if chip.is_new else "none"
                self._box(here.x, y, here.width, _CHIP_HEIGHT, fill=fill, stroke=stroke)
                middle, token = here.x + here.width / 2, among_others(chip.token)
                self._text(middle, y + 22, token, size=CHIP_FONT, font=_MONO, anchor="middle")
        lines = max((here.line for group in placed for here in group), default=0) + 1
        if not_shown:
            more = say_plainly("and {n:,} more {n:symbol|symbols}", n=not_shown)
            self._text(start, top + lines * _LINE + 22, more, size=16, fill="soft")
            lines += 1
        return top + lines * _LINE

    def _panel(self, x: int, y: int, width: int, title: str) -> ET.Element:
        panel = self._box(x, y, width, 0, fill="panel", stroke="line")
        self._text(x + 16, y + 27, title, size=15, fill="soft", bold=True)
        return panel

    def _text(
        self,
        x: float,
        y: float,
        text: str,
        *,
        size: float,
        fill: str = "ink",
        font: str = _SANS,
        anchor: str = "start",
        bold: bool = False,
    ) -> ET.Element:
        placed = {"x": _number(x), "y": _number(y), "font-size": _number(size), "font-family": font}
        element = ET.SubElement(self._root, "text", placed)
        element.set("fill", self._colours[fill])
        element.set("text-anchor", anchor)
        if bold:
            element.set("font-weight", "bold")
        # Keeps double spaces, and spaces at the edges.
        element.set("style", "white-space:pre")
        element.text = text
        return element

    def _box(
        self, x: float, y: float, width: float, height: float, *, fill: str, stroke: str = "none"
    ) -> ET.Element:
        sides = {"x": x, "y": y, "width": width, "height": height, "rx": 6}
        placed = {name: _number(value) for name, value in sides.items()}
        return ET.SubElement(
            self._root, "rect", {**placed, "fill": self._colours[fill], "stroke": self._colours[stroke]}
        )


def _close(panel: ET.Element, bottom: int) -> int:
    """Let a panel end at `bottom`."""
    panel.set("height", _number(bottom - float(panel.get("y", "0"))))
    return bottom


def _number(value: float) -> str:
    return f"{value:.1f}".removesuffix(".0")
