"""A worksheet to print: the words as they are split now, pairs and merges to fill in, and the answers.

In: a stepper at a position. Out: one HTML page without a script. The answer key is on a page of
its own, so that it can be left out of the pile. ElementTree builds the page and escapes the corpus's text.
"""

import xml.etree.ElementTree as ET
from collections.abc import Sequence
from pathlib import Path

from bpe_core import TIE_BREAKS, BPEConfig, BPEStepper
from bpe_core.merges import Merge
from bpe_core.queries import PairFacts
from bpe_core.tie_breaks import TieBreak
from bpe_ui.charts import frames
from bpe_ui.charts.frames import WordRow
from bpe_ui.text.sentences import plural
from bpe_ui.text.visible import beginning, reads_right_to_left, visible_text

MERGES_ASKED = 5
"""So many merges are to be found."""
MADE_NAMED = 8
"""Merges that are made already and named."""
WORDS_SHOWN = 30
"""Words on the sheet, in the corpus's order."""
BLANK_ROWS = 10
"""Rows of the pair table to fill in."""
PAIRS_SHOWN = 15
"""Rows of the pair table in the answer key."""
NAME_LENGTH = 40
"""Longer tokens and words are cut in the answer key."""
IN_WORDS = "In which words, and how often"
TIED_NAMED = 4
"""So many of the pairs tied with a merged one are named."""

_STYLE = Path(__file__).with_suffix(".css")
_KINDS = {
    "Count": "number",
    "Merge": "number",
    "Pair": "token",
    "Left + right": "token",
    "New token": "token",
}


def worksheet(stepper: BPEStepper, corpus_title: str) -> str:
    """The sheet for the stepper's position; where fewer than five merges follow, for those.

    What the sheet asks for is what the rules do: a merge chosen by hand that was undone is not among it. The
    stepper trains on for the answers, and stands where it stood.
    """
    coming = _coming_merges(stepper)
    page = ET.Element("html", {"lang": "en"})
    _head(page)
    body = ET.SubElement(page, "body")
    if coming:
        _questions(body, stepper, corpus_title, len(coming))
        _answers(body, stepper, coming)
    else:
        _add(body, "h1", "Byte-pair encoding: no merge is left")
        merges = f"{stepper.position:,} {plural('merge', stepper.position)}"
        _add(body, "p", f"Training is over after {merges}. Go back a few and make the worksheet there.")
    return "<!DOCTYPE html>\n" + ET.tostring(page, encoding="unicode", method="html") + "\n"


def _coming_merges(stepper: BPEStepper) -> tuple[Merge, ...]:
    """The next merges by the rules."""
    start = stepper.position
    asker = stepper
    if any(rank >= start for rank in stepper.history.by_user(start + MERGES_ASKED)):
        asker = stepper.branch()
    try:
        asker.run(start + MERGES_ASKED)
        return asker.history[start : asker.position]
    finally:
        asker.goto(start)


def _head(page: ET.Element) -> None:
    head = ET.SubElement(page, "head")
    ET.SubElement(head, "meta", {"charset": "utf-8"})
    nothing_else = "default-src 'none'; style-src 'unsafe-inline'"
    ET.SubElement(head, "meta", {"http-equiv": "Content-Security-Policy", "content": nothing_else})
    _add(head, "title", "BPE worksheet")
    _add(head, "style", _STYLE.read_text(encoding="utf-8"))


# ---- the sheet


def _questions(body: ET.Element, stepper: BPEStepper, corpus_title: str, asked: int) -> None:
    who = _add(body, "div", kind="who")
    _add(who, "span", "Name")
    _add(who, "span", "Date")
    _add(body, "h1", f"Byte-pair encoding: the next {asked} {plural('merge', asked)}")
    merges = stepper.position
    task = _what_to_do(stepper.config, has_runs=_has_runs(stepper))
    _add(body, "p", f"{corpus_title}. {_made_so_far(stepper)} {task}")
    _add(body, "h2", "1. The words as they are split now")
    _words(body, stepper)
    _add(body, "h2", "2. Count the pairs, most frequent first")
    _table(body, ("Pair", IN_WORDS, "Count"), [("", "", "")] * BLANK_ROWS)
    _add(body, "h2", f"3. Make {asked} {plural('merge', asked)}, one after the other")
    numbers = range(merges + 1, merges + asked + 1)
    _table(body, ("Merge", "Left + right", "New token", "Count"), [(f"{n:,}", "", "", "") for n in numbers])


def _takes(tie_break: TieBreak) -> str:
    """What a rule takes, without who uses it."""
    takes = tie_break.explanation.removesuffix(".").partition(":")[0]
    return takes[0].lower() + takes[1:]


def _made_so_far(stepper: BPEStepper) -> str:
    """`2 merges have been made: u + g, u + n.`"""
    merges = stepper.position
    made = f"{merges:,} {plural('merge', merges)} {'has' if merges == 1 else 'have'} been made"
    if not merges:
        return "No merge has been made yet."
    newest = ", ".join(map(_pair, stepper.history.pairs(max(0, merges - MADE_NAMED), merges)))
    return f"{made}{', the last of them' if merges > MADE_NAMED else ''}: {newest}."


def _has_runs(stepper: BPEStepper) -> bool:
    """Whether a word on the sheet has one symbol three times in a row."""
    words = [row.word for row in stepper.words[:WORDS_SHOWN]]
    return any(
        first == second == third
        for symbols in stepper.splits(words).values()
        for first, second, third in zip(symbols, symbols[1:], symbols[2:], strict=False)
    )


def _what_to_do(config: BPEConfig, *, has_runs: bool) -> str:
    tie_break = TIE_BREAKS[config.tie_break]
    twice = "twice" if config.count_overlaps else "once"
    overlaps = f" In aaa the pair a + a counts {twice}." if has_runs else ""
    minimum = f" Pairs that occur less than {config.min_frequency:,} times are never merged."
    return (
        "Each step merges the pair that occurs most often, in all words at once; a word that occurs 10 times"
        f' counts 10 times. Where pairs are tied, the rule "{tie_break.title.lower()}" decides: it'
        f" {_takes(tie_break)}.{overlaps}"
        f"{minimum if config.min_frequency > 1 else ''}"
    )


def _words(body: ET.Element, stepper: BPEStepper) -> None:
    rows = frames.word_rows(stepper, stepper.words[:WORDS_SHOWN])
    table = _add(body, "table", kind="words")
    for row in rows:
        line = _add(table, "tr")
        _add(line, "td", f"{row.count:,} ×", kind="number")
        _symbols(_add(line, "td"), row)
    total = len(stepper.words)
    if total > len(rows):
        _add(
            body,
            "p",
            f"These are the first {len(rows)} of {total:,} words. The answer key counts all of them.",
        )


def _symbols(cell: ET.Element, row: WordRow) -> None:
    if reads_right_to_left(row.word):
        cell.set("dir", "rtl")
    for group in row.groups:
        for chip in group:
            _add(cell, "span", beginning(chip.token), kind="symbol")
    if row.not_shown:
        _add(cell, "span", f"and {row.not_shown:,} more symbols")


# ---- the answer key


def _answers(body: ET.Element, stepper: BPEStepper, coming: Sequence[Merge]) -> None:
    key = _add(body, "section", kind="key")
    _add(key, "h1", "Answer key")
    snapshot = stepper.history.snapshots(stepper.position, stepper.position, rows=PAIRS_SHOWN)[0]
    rows, distinct = snapshot.rows, snapshot.statistics.distinct_pairs
    part = f", the first {len(rows)} of {distinct:,}" if distinct > len(rows) else ""
    _add(key, "h2", f"2. The pairs{part}")
    _table(key, ("Pair", IN_WORDS, "Count"), [_pair_row(row) for row in rows])
    _add(key, "h2", "3. The merges")
    title = TIE_BREAKS[stepper.config.tie_break].title
    merges = [_merge_row(merge, title) for merge in coming]
    _table(key, ("Merge", "Left + right", "New token", "Count", "Why"), merges)
    if len(coming) < MERGES_ASKED:
        _add(key, "p", f"Then training is over after {stepper.position + len(coming):,} merges.")


def _pair_row(row: PairFacts) -> tuple[str, ...]:
    terms = []
    for share in row.shares:
        times = f" × {share.times:,}" if share.times > 1 else ""
        terms.append(f"{_shown(share.word)} {share.word_count:,}{times}")
    others = row.words - len(row.shares)
    if others:
        terms.append(f"{others:,} more {plural('word', others)}")
    return _pair(row.pair), " + ".join(terms), f"{row.count:,}"


def _merge_row(merge: Merge, rule: str) -> tuple[str, ...]:
    why = "occurs most often"
    if merge.tied_count:
        named = ", ".join(_pair(pair) for pair in merge.tied[:TIED_NAMED])
        others = merge.tied_count - TIED_NAMED
        more = f" and {others:,} more" if others > 0 else ""
        why = f"tied with {named}{more}; {rule.lower()} decides"
    number = f"{merge.rank + 1:,}"
    return number, _pair(merge.pair), _shown(merge.token), f"{merge.count:,}", why


def _pair(pair: tuple[str, str]) -> str:
    return " + ".join(map(_shown, pair))


def _shown(text: str) -> str:
    # Isolated, so that what reads from right to left does not turn its neighbours round.
    return f"\u2068{frames.shortened(visible_text(text), NAME_LENGTH)}\u2069"


# ---- elements


def _table(parent: ET.Element, header: Sequence[str], rows: Sequence[Sequence[str]]) -> None:
    table = _add(parent, "table")
    line = _add(table, "tr")
    for name in header:
        _add(line, "th", name, kind=_KINDS.get(name, ""))
    for row in rows:
        line = _add(table, "tr")
        for name, text in zip(header, row, strict=True):
            _add(line, "td", text, kind=_KINDS.get(name, ""))


def _add(parent: ET.Element, tag: str, text: str = "", *, kind: str = "") -> ET.Element:
    element = ET.SubElement(parent, tag, {"class": kind} if kind else {})
    element.text = text
    return element
