"""A worksheet to print and its answer key: the same tables, left blank or filled in.

In: a stepper, and what the worksheet asks. Out: two HTML pages without a script. The words on the sheet are
all that is needed to find the answers. ElementTree builds the pages and escapes the corpus's text.
"""

import xml.etree.ElementTree as ET
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import NamedTuple

from bpe_core import TIE_BREAKS, BPEConfig, BPEStepper, Corpus
from bpe_core.merges import Merge
from bpe_core.normalizers import normalize
from bpe_core.queries import PairFacts, WordCount
from bpe_ui.text.sentences import plural
from bpe_ui.text.visible import beginning, reads_right_to_left, shortened, visible_text

MOST_WORDS = 30
"""The most words on a sheet."""
LONGEST_WORD = 40
"""Words with more characters are on no sheet: nobody splits them by hand."""
MADE_NAMED = 8
"""Merges that are made already and named."""
BLANK_ROWS = 10
"""Rows of the pair table to fill in."""
PAIRS_SHOWN = 15
"""Rows of the pair table in the answer key."""
NAME_LENGTH = 40
"""Longer tokens and words are cut in tables."""
TIED_NAMED = 4
"""The most pairs tied with a merged one that are named."""

IN_WORDS = "In which words, and how often"

Cell = str | tuple[str, ...]
"""A text, or symbols that stand in a box each."""

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


@dataclass(frozen=True)
class Task:
    """What a worksheet asks."""

    first: int = 1
    """Where its words begin in a corpus of more than `MOST_WORDS`: 1 is the most frequent word."""

    words: int = 12
    """How many words of such a corpus."""

    merges: int = 5
    """How many merges to make."""

    split_again: bool = False
    """Whether to split the words after these merges."""

    why: bool = False
    """Whether to say why each merge is the next."""

    tokenize: tuple[str, ...] = ()
    """Words to tokenize with the merges."""


class Exercise(NamedTuple):
    """A table of the answer key. The sheet has its first columns, and room for the others."""

    title: str
    columns: tuple[str, ...]
    rows: Sequence[tuple[Cell, ...]]
    given: int = 1  # columns from the left that are filled in on the sheet
    blank_rows: int = 0  # on the sheet, where the number of rows would tell something
    key_only: int = 0  # columns from the right that are in the answer key alone


class Page(NamedTuple):
    """What a worksheet and its answer key say."""

    title: str
    lead: str
    exercises: Sequence[Exercise] = ()


def sheet(stepper: BPEStepper, corpus_title: str, task: Task) -> str:
    """The page to fill in. It begins where the stepper stands; with some of the words, before any merge."""
    return _html(_page(stepper, corpus_title, task), is_key=False)


def answer_key(stepper: BPEStepper, corpus_title: str, task: Task) -> str:
    """The answers: what the rules do, also where a person chose another merge and undid it."""
    return _html(_page(stepper, corpus_title, task), is_key=True)


def words_of(stepper: BPEStepper, task: Task) -> list[WordCount]:
    """The words on the sheet: all of a small corpus in its order, else those that the task names."""
    words = [row for row in stepper.words if len(row.word) <= LONGEST_WORD]
    if len(words) <= MOST_WORDS:
        return words
    first = min(task.first, len(words)) - 1
    return sorted(words, key=lambda row: -row.count)[first : first + task.words]


# ---- what the pages say


def _page(stepper: BPEStepper, corpus_title: str, task: Task) -> Page:
    words, total = words_of(stepper, task), len(stepper.words)
    if not words:
        return Page(
            "No word fits", f"Every word has more than {LONGEST_WORD} characters. Bring shorter ones."
        )
    trained = stepper.branch() if len(words) == total else _trained_on(words, stepper.config)
    start = trained.position
    made = _made_so_far(trained)
    splits = trained.splits()
    pairs = _pairs(trained)
    trained.run(start + task.merges)
    merges = trained.history[start : trained.position]
    if not merges:
        return Page("No merge is left", f"{made} Go back a few and make the worksheet there.")
    of_total = "" if len(words) == total else f", {len(words)} of {total:,}; count in these alone"
    how_many = f"{len(merges)} {plural('merge', len(merges))}"
    exercises = [
        Exercise(
            "The words as they are split now",
            ("Times", "Symbols"),
            [(f"{row.count:,} ×", splits[row.word]) for row in words],
            given=2,
        ),
        Exercise(
            "Count the pairs, most frequent first",
            ("Pair", IN_WORDS, "Count"),
            pairs,
            0,
            blank_rows=BLANK_ROWS,
        ),
        Exercise(
            f"Make {how_many}, one after the other",
            ("Merge", "Left + right", "New token", "Count", "Why?"),
            [_merge_row(merge, TIE_BREAKS[stepper.config.tie_break].title) for merge in merges],
            key_only=0 if task.why else 1,
        ),
    ]
    if task.split_again:
        splits = trained.splits()
        rows = [(_shown(row.word), splits[row.word]) for row in words]
        exercises.append(Exercise("Split the words again", ("Word", "Symbols"), rows))
    if task.tokenize:
        tokenizer = trained.tokenizer()
        texts = [normalize(text, stepper.config.normalizers) for text in task.tokenize]
        rows = [(_shown(text), tokenizer.encode(text).tokens) for text in texts]
        exercises.append(Exercise("Tokenize with all merges made", ("Text", "Tokens"), rows))
    task_text = _what_to_do(stepper.config, has_runs=_has_runs(splits.values()))
    return Page(
        f"Find the next {how_many}", f"Words: {corpus_title}{of_total}. {made} {task_text}", exercises
    )


def _trained_on(words: Iterable[WordCount], config: BPEConfig) -> BPEStepper:
    """A training on these words as they were counted, without the corpus's limits."""
    rules = replace(
        config, normalizers=(), special_tokens=(), template=None, max_merges=None, vocab_size=None
    )
    return BPEStepper(Corpus.from_word_counts([(row.word, row.count) for row in words]), rules)


def _made_so_far(stepper: BPEStepper) -> str:
    """`2 merges have been made: u + g, u + n.`"""
    merges = stepper.position
    if not merges:
        return "No merge has been made yet."
    newest = ", ".join(map(_pair, stepper.history.pairs(max(0, merges - MADE_NAMED), merges)))
    made = f"{merges:,} {plural('merge', merges)} {'has' if merges == 1 else 'have'} been made"
    return f"{made}{', the last of them' if merges > MADE_NAMED else ''}: {newest}."


def _has_runs(splits: Iterable[tuple[str, ...]]) -> bool:
    """Whether a word has one symbol three times in a row."""
    return any(
        first == second == third
        for symbols in splits
        for first, second, third in zip(symbols, symbols[1:], symbols[2:], strict=False)
    )


def _what_to_do(config: BPEConfig, *, has_runs: bool) -> str:
    tie_break = TIE_BREAKS[config.tie_break]
    takes = tie_break.explanation.removesuffix(".").partition(":")[0]  # without who uses it
    twice = "twice" if config.count_overlaps else "once"
    overlaps = f" In aaa the pair a + a counts {twice}." if has_runs else ""
    bytes_shown = " Symbols are bytes, printed as GPT-2 prints them: Ġ is a space."
    minimum = f" Pairs that occur less than {config.min_frequency:,} times are never merged."
    return (
        "At each step byte-pair encoding merges the pair that occurs most often, in all words at once; a word"
        " that occurs 10 times counts 10 times."
        f" Where pairs are tied, the rule “{tie_break.title.lower()}” decides: it"
        f" {takes[0].lower()}{takes[1:]}.{overlaps}{minimum if config.min_frequency > 1 else ''}"
        f"{bytes_shown if config.alphabet == 'bytes' else ''}"
    )


def _pairs(stepper: BPEStepper) -> list[tuple[Cell, ...]]:
    snapshot = stepper.history.snapshots(stepper.position, stepper.position, rows=PAIRS_SHOWN)[0]
    rows: list[tuple[Cell, ...]] = [_pair_row(row) for row in snapshot.rows]
    more = snapshot.statistics.distinct_pairs - len(rows)
    return [*rows, ("…", f"{more:,} more {plural('pair', more)}", "")] if more else rows


def _pair_row(row: PairFacts) -> tuple[Cell, ...]:
    terms = []
    for share in row.shares:
        times = f" × {share.times:,}" if share.times > 1 else ""
        terms.append(f"{_shown(share.word)} {share.word_count:,}{times}")
    others = row.words - len(row.shares)
    if others:
        terms.append(f"{others:,} more {plural('word', others)}")
    return _pair(row.pair), " + ".join(terms), f"{row.count:,}"


def _merge_row(merge: Merge, rule: str) -> tuple[Cell, ...]:
    why = "occurs most often"
    if merge.tied_count:
        named = ", ".join(_pair(pair) for pair in merge.tied[:TIED_NAMED])
        others = merge.tied_count - TIED_NAMED
        more = f" and {others:,} more" if others > 0 else ""
        why = f"tied with {named}{more}; {rule.lower()} decides"
    return f"{merge.rank + 1:,}", _pair(merge.pair), _shown(merge.token), f"{merge.count:,}", why


def _pair(pair: tuple[str, str]) -> str:
    return " + ".join(map(_shown, pair))


def _shown(text: str) -> str:
    # Isolated, so that what reads from right to left does not turn its neighbours round.
    return f"\u2068{shortened(visible_text(text), NAME_LENGTH)}\u2069"


# ---- the page as HTML


def _html(page: Page, *, is_key: bool) -> str:
    root = ET.Element("html", {"lang": "en"})
    head = ET.SubElement(root, "head")
    ET.SubElement(head, "meta", {"charset": "utf-8"})
    nothing_else = "default-src 'none'; style-src 'unsafe-inline'"
    ET.SubElement(head, "meta", {"http-equiv": "Content-Security-Policy", "content": nothing_else})
    _add(head, "title", "BPE answer key" if is_key else "BPE worksheet")
    _add(head, "style", _STYLE.read_text(encoding="utf-8"))
    body = ET.SubElement(root, "body")
    if not is_key:
        who = _add(body, "div", kind="who")
        _add(who, "span", "Name")
        _add(who, "span", "Date")
    _add(body, "h1", f"{'Answer key: ' if is_key else ''}{page.title}")
    _add(body, "p", page.lead)
    for number, exercise in enumerate(page.exercises, start=1):
        _add(body, "h2", f"{number}. {exercise.title}")
        _table(body, exercise, is_key=is_key)
    return "<!DOCTYPE html>\n" + ET.tostring(root, encoding="unicode", method="html") + "\n"


def _table(body: ET.Element, exercise: Exercise, *, is_key: bool) -> None:
    columns, rows, given = exercise.columns, exercise.rows, exercise.given
    if not is_key:
        columns = columns[: len(columns) - exercise.key_only]
        rows = [row[:given] + ("",) * (len(columns) - given) for row in rows]
        rows = [("",) * len(columns)] * exercise.blank_rows or rows
    table = _add(body, "table")
    line = _add(table, "tr")
    for name in columns:
        _add(line, "th", name, kind=_KINDS.get(name, ""))
    for row in rows:
        line = _add(table, "tr")
        for name, cell in zip(columns, row, strict=True):
            _cell(line, cell, _KINDS.get(name, ""))


def _cell(line: ET.Element, cell: Cell, kind: str) -> None:
    if isinstance(cell, str):
        _add(line, "td", cell, kind=kind)
        return
    split = _add(line, "td", kind=kind)
    if reads_right_to_left("".join(cell)):
        split.set("dir", "rtl")
    for symbol in cell:
        _add(split, "span", beginning(symbol), kind="symbol")


def _add(parent: ET.Element, tag: str, text: str = "", *, kind: str = "") -> ET.Element:
    element = ET.SubElement(parent, tag, {"class": kind} if kind else {})
    element.text = text
    return element
