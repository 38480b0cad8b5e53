"""A worksheet to print and its answer key: the same tables, blank or filled in.

The words on the sheet are all that is needed to find the answers. ElementTree builds the pages and escapes
the text of the corpus.
"""

import xml.etree.ElementTree as ET
from collections.abc import Iterable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

from bpe_core import TIE_BREAKS, BPEStepper, Corpus
from bpe_core.merges import Merge
from bpe_core.normalizers import normalize
from bpe_core.queries import PairFacts, WordCount, sum_terms
from bpe_ui.frame.share.typeface import embedded_face
from bpe_ui.frame.share.worksheet_rules import made_so_far, pair_shown, rules_for, text_shown
from bpe_ui.stage.text.sentences import say_plainly
from bpe_ui.stage.text.visible import beginning, isolated, reads_right_to_left

MOST_WORDS = 30
"""A corpus of more words ..."""
WORDS_OF_LARGE = 12
"""... has so many on its sheet."""
LONGEST_WORD = 40
"""Words with more characters are left out: nobody splits them by hand."""
MOST_PAIRS = 60
"""The most rows of the pair table."""
TIED_NAMED = 4
"""How many pairs tied with a merged one are named at most."""

IN_WORDS = "In which words, and how often"

Cell = str | tuple[str, ...]
"""A text, or symbols, each in its own box."""

_STYLE = Path(__file__).with_suffix(".css")
_KINDS = {
    "Times": "number",
    "Count": "number",
    "Merge": "number",
    "Pair": "token",
    "Left + right": "token",
    "New token": "token",
    "Word": "word",
    "Text": "word",
    "Why?": "why",
}


class Exercise(NamedTuple):
    """A table of the answer key. The sheet has its first columns, and empty space for the others."""

    title: str
    columns: tuple[str, ...]
    rows: Sequence[tuple[Cell, ...]]
    given: int = 1  # how many columns from the left are filled in on the sheet
    blank_rows: int = 0  # on the sheet, if the number of rows would reveal something
    is_last_in_key_only: bool = False  # whether the last column is only in the answer key


class Sheet(NamedTuple):
    """What a worksheet and its answer key say."""

    title: str
    lead: Sequence[str]
    exercises: Sequence[Exercise] = ()


def worksheet(
    stepper: BPEStepper, merges: int = 5, texts: Sequence[str] = (), *, is_key: bool = False
) -> str:
    """The page to fill in, or its answer key: so many merges to find, and texts to tokenize with them.

    It begins at the stepper's position; with only some of the words, at the start. The answers are what the
    rules do, even if a person chose another merge and undid it.
    """
    return _html(_page(stepper, merges, texts), is_key=is_key)


def _title(made: int, merges: int) -> str:
    """The title of a worksheet that begins after this many merges.

    >>> _title(0, 5), _title(2, 1)
    ('Byte-pair encoding: find the first 5 merges', 'Byte-pair encoding: find the next merge')
    """
    if merges == 1:
        next_one = "Byte-pair encoding: find the next merge"
        return say_plainly(next_one if made else "Byte-pair encoding: find the first merge")
    next_ones = "Byte-pair encoding: find the next {n} merges"
    return say_plainly(next_ones if made else "Byte-pair encoding: find the first {n} merges", n=merges)


def words_of(stepper: BPEStepper) -> list[WordCount]:
    """The words on the sheet: all of a small corpus in its order, of another the most frequent."""
    words = [row for row in stepper.words if len(row.word) <= LONGEST_WORD]
    if len(words) <= MOST_WORDS:
        return words
    return sorted(words, key=lambda row: -row.count)[:WORDS_OF_LARGE]


# ---- what the pages say


def _page(stepper: BPEStepper, most: int, texts: Sequence[str]) -> Sheet:
    words, total = words_of(stepper), len(stepper.words)
    if not words:
        too_long = "Every word has more than {longest} characters. Bring shorter ones."
        return Sheet("No word fits", [say_plainly(too_long, longest=LONGEST_WORD)])
    trained = stepper.branch() if len(words) == total else _trained_on(words, stepper)
    start, splits = trained.position, trained.splits()
    lead = rules_for(trained, words)
    if len(words) < total:
        some = "The sheet has {words} of {total:,} words; count in these alone."
        lead.append(say_plainly(some, words=len(words), total=total))
    made, pairs, distinct = made_so_far(trained), *_pairs(trained)
    trained.run(start + most)
    merges = trained.history[start : trained.position]
    if not merges:
        go_back = "Go back a few and make the worksheet there."
        return Sheet("No merge is left", [*made, go_back])
    count = say_plainly(
        "Count the {most} most frequent of {n:,} pairs"
        if distinct > MOST_PAIRS
        else "Count the {n:,} {n:pair|pairs}, most frequent first",
        n=distinct,
        most=MOST_PAIRS,
    )
    exercises = [
        Exercise(
            "The words as they are split now",
            ("Times", "Word", "Symbols"),
            [(f"{row.count:,} ×", text_shown(row.word), splits[row.word]) for row in words],
            given=3,
        ),
        Exercise(count, ("Pair", IN_WORDS, "Count"), pairs, 0, blank_rows=min(distinct, MOST_PAIRS)),
        Exercise(
            say_plainly("Make {n} {n:merge|merges}, one after the other", n=len(merges)),
            ("Merge", "Left + right", "New token", "Count", "Why?"),
            [_merge_row(merge, TIE_BREAKS[stepper.config.tie_break].title) for merge in merges],
            is_last_in_key_only=True,
        ),
        Exercise(
            "Split the words again, with these merges made",
            ("Word", "Symbols"),
            [(text_shown(word), symbols) for word, symbols in trained.splits().items()],
        ),
    ]
    if texts:
        tokenizer = trained.tokenizer()
        texts = [normalize(text, stepper.config.normalizers) for text in texts]
        rows = [(text_shown(text), tokenizer.encode(text).tokens) for text in texts]
        exercises.append(Exercise("Tokenize with all merges made", ("Text", "Tokens"), rows))
    return Sheet(_title(start, len(merges)), [*made, *lead], exercises)


def _trained_on(words: Iterable[WordCount], stepper: BPEStepper) -> BPEStepper:
    """A training on these words with their counts, without the corpus's limits."""
    rules = replace(
        stepper.config, normalizers=(), special_tokens=(), template=None, max_merges=None, vocab_size=None
    )
    counted = Corpus.from_word_counts([(row.word, row.count) for row in words])
    return BPEStepper(counted, rules, base=stepper.base)


def _pairs(stepper: BPEStepper) -> tuple[list[tuple[Cell, ...]], int]:
    """The rows of the pair table, and how many different pairs there are."""
    snapshot = stepper.history.snapshots(stepper.position, stepper.position, rows=MOST_PAIRS)[0]
    distinct = snapshot.statistics.distinct_pairs
    rows: list[tuple[Cell, ...]] = [_pair_row(row) for row in snapshot.rows]
    if more := distinct - len(rows):
        rows.append(("…", say_plainly("{n:,} more {n:pair|pairs}", n=more), ""))
    return rows, distinct


def _pair_row(row: PairFacts) -> tuple[Cell, ...]:
    terms = (
        f"{text_shown(term.word)} {term.times}" if term.word else term.times
        for term in sum_terms(row.count, row.shares, row.words, len(row.shares))
    )
    return pair_shown(row.pair), " + ".join(terms), f"{row.count:,}"


def _merge_row(merge: Merge, rule: str) -> tuple[Cell, ...]:
    why = "occurs most often"
    if merge.tied_count:
        named = ", ".join(pair_shown(pair) for pair in merge.tied[:TIED_NAMED])
        if (others := merge.tied_count - TIED_NAMED) > 0:
            named = say_plainly("{pairs} and {more:,} more", pairs=named, more=others)
        why = say_plainly("tied with {pairs}; {rule} decides", pairs=named, rule=rule.lower())
    return f"{merge.rank + 1:,}", pair_shown(merge.pair), text_shown(merge.token), f"{merge.count:,}", why


# ---- the page as HTML


def _html(page: Sheet, *, is_key: bool) -> str:
    root = ET.Element("html", {"lang": "en"})
    head = ET.SubElement(root, "head")
    ET.SubElement(head, "meta", {"charset": "utf-8"})
    nothing_else = "default-src 'none'; style-src 'unsafe-inline'; font-src data:"
    ET.SubElement(head, "meta", {"http-equiv": "Content-Security-Policy", "content": nothing_else})
    _add(head, "title", "BPE answer key" if is_key else "BPE worksheet")
    _add(head, "style", embedded_face() + _STYLE.read_text(encoding="utf-8"))
    body = ET.SubElement(root, "body")
    if not is_key:
        who = _add(body, "div", kind="who")
        _add(who, "span", "Name")
        _add(who, "span", "Date")
    _add(body, "h1", f"{'Answer key: ' if is_key else ''}{page.title}")
    lead = _add(body, "ul")
    for sentence in page.lead:
        _add(lead, "li", sentence)
    for number, exercise in enumerate(page.exercises, start=1):
        _add(body, "h2", f"{number}. {exercise.title}")
        columns, rows, given = exercise.columns, exercise.rows, exercise.given
        if not is_key:
            columns = columns[: len(columns) - exercise.is_last_in_key_only]
            rows = [row[:given] + ("",) * (len(columns) - given) for row in rows]
            rows = [("",) * len(columns)] * exercise.blank_rows or rows
        table = _add(body, "table")
        line = _add(_add(table, "thead"), "tr")  # repeated on every page of the table
        for name in columns:
            _add(line, "th", name, kind=_KINDS.get(name, ""))
        lines = _add(table, "tbody")
        for row in rows:
            line = _add(lines, "tr")
            for name, cell in zip(columns, row, strict=True):
                entry = _add(line, "td", cell if isinstance(cell, str) else "", kind=_KINDS.get(name, ""))
                if isinstance(cell, tuple):
                    if reads_right_to_left("".join(cell)):
                        entry.set("dir", "rtl")
                    for symbol in cell:
                        _add(entry, "span", isolated(beginning(symbol)), kind="symbol")
    return "<!DOCTYPE html>\n" + ET.tostring(root, encoding="unicode", method="html") + "\n"


def _add(parent: ET.Element, tag: str, text: str = "", *, kind: str = "") -> ET.Element:
    element = ET.SubElement(parent, tag, {"class": kind} if kind else {})
    element.text = text
    return element
