"""What the columns must show at a position according to the core, and what they do show.

Both are `Columns`, whose difference pytest prints. Nothing here uses the comparison or the modules that draw
it: the columns are compared once more. The corpora are ASCII, so every alphabet prints a character as one.
"""

import json
from collections.abc import Sequence
from itertools import accumulate
from typing import Any, NamedTuple

from playwright.sync_api import Page

from bpe_core import BPEConfig, BPEStepper, Corpus
from bpe_core.merges import Merge
from bpe_ui.stage.text.visible import visible_text

MARKERS = (" ", "\n", "Ġ", "Ċ", "▁", "</w>")
"""What libraries join to a word."""

Merged = tuple[str, int, int, str]
"""A merge of one column: pair, count, how many were tied with it, and how it is classed beside another."""
Token = tuple[str, str, bool]
"""A token of a word: its text, "" or "learned" or "new" or "next", and whether it is marked as different."""


class Step(NamedTuple):
    """A row of the merges."""

    number: int
    merges: tuple[Merged | None, ...]  # one a column; None where it has ended
    state: str  # "made", "here" (the last one made) or "ahead"


class Word(NamedTuple):
    """A row of the words."""

    core: str  # the word without what a library glues to it
    count: int
    differs: bool  # whether the columns cut it differently
    columns: tuple[tuple[Token, ...] | None, ...]  # its tokens in each column; None where it is no word


class Columns(NamedTuple):
    """One position as a person sees it."""

    position: tuple[str, str]  # `4`, `of 7`
    titles: list[tuple[str, str]]  # each column's, and how many merges it makes
    band: int | None  # the number of the merge over which the first difference is announced
    steps: list[Step]
    words: list[Word]


def trained(corpus: Corpus, configs: Sequence[BPEConfig], merges: int | None = None) -> list[BPEStepper]:
    """A stepper for each of these rules, at its end or after so many merges."""
    steppers = [BPEStepper(corpus, config) for config in configs]
    for stepper in steppers:
        stepper.run(merges)
    return steppers


def columns_of(
    steppers: Sequence[BPEStepper], titles: Sequence[str], seen: Columns, against: int = 0
) -> Columns:
    """What the columns must show at the position, rows and words of `seen`."""
    at, length = int(seen.position[0].replace(",", "")), max(len(each.history) for each in steppers)
    histories = [stepper.history for stepper in steppers]
    first = next((rank for rank in range(length) if len(_pairs(histories, rank)) > 1), None)
    numbers = [step.number for step in seen.steps]
    words = [_word(steppers, word.core, at, against) for word in seen.words]
    return Columns(
        position=(f"{at:,}", f"of {length:,}"),
        titles=[
            (title, f"{len(history):,} merge{'s' * (len(history) != 1)}")
            for title, history in zip(titles, histories, strict=True)
        ],
        band=None if first is None or first + 1 not in numbers else first + 1,
        steps=[_step(histories, number - 1, at, against) for number in numbers],
        words=sorted(words, key=lambda word: not word.differs),
    )


# ---- merges


def _pairs(histories: Sequence[Sequence[Merge]], rank: int) -> set[tuple[str, str] | None]:
    return {history[rank].pair if rank < len(history) else None for history in histories}


def _step(histories: Sequence[Sequence[Merge]], rank: int, at: int, against: int) -> Step:
    agree = len(_pairs(histories, rank)) == 1
    there = {merge.pair: merge.rank for merge in histories[against]}
    merges: list[Merged | None] = []
    for column, history in enumerate(histories):
        if rank >= len(history):
            merges.append(None)
            continue
        merge = history[rank]
        beside = "" if agree or column == against else _beside(rank, there.get(merge.pair))
        name = f"{visible_text(merge.pair[0])} + {visible_text(merge.pair[1])}"
        merges.append((name, merge.count, merge.tied_count, beside))
    return Step(rank + 1, tuple(merges), "here" if rank == at - 1 else "made" if rank < at else "ahead")


def _beside(rank: int, there: int | None) -> str:
    if there is None:
        return "◆ only here"
    return "= same" if there == rank else f"↕ as merge {there + 1:,}"


# ---- words


def bare(text: str) -> str:
    """A text without what libraries join to a word."""
    for marker in MARKERS:
        text = text.replace(marker, "")
    return text


def _word(steppers: Sequence[BPEStepper], core: str, at: int, against: int) -> Word:
    found = [_most_frequent(stepper, core) for stepper in steppers]
    cuts: list[list[Token] | None] = [None] * len(steppers)
    for column, (stepper, word) in enumerate(zip(steppers, found, strict=True)):
        if word is not None:
            stepper.goto(min(at, len(stepper.history)))
            cuts[column] = _tokens(stepper, stepper.splits([word[0]])[word[0]])
    spans = [None if cut is None else _spans(cut) for cut in cuts]
    base = against if spans[against] is not None else None
    marked = tuple(
        None if cut is None else _marked(cut, [s for s in _others(spans, column, base) if s is not None])
        for column, cut in enumerate(cuts)
    )
    counts = found[against] or next(word for word in found if word is not None)
    differs = any(token[2] for cut in marked if cut is not None for token in cut)
    return Word(core, counts[1], differs, marked)


def _most_frequent(stepper: BPEStepper, core: str) -> tuple[str, int] | None:
    words = [row for row in stepper.words if row.word.strip(" \t\r\n▁") == core]
    return max(((row.word, row.count) for row in words), key=lambda word: word[1], default=None)


def _tokens(stepper: BPEStepper, split: Sequence[str]) -> list[Token]:
    learned = {merge.token for merge in stepper.merges}
    newest = stepper.merges[-1].token if stepper.merges else None
    coming = _coming(split, stepper.next_pair() if stepper.position < len(stepper.history) else None)
    kinds = ["new" if token == newest else "learned" if token in learned else "" for token in split]
    return [
        (visible_text(token), "next" if index in coming else kind, False)
        for index, (token, kind) in enumerate(zip(split, kinds, strict=True))
    ]


def _coming(split: Sequence[str], pair: tuple[str, str] | None) -> set[int]:
    """The indexes of the tokens that the next merge takes."""
    found: set[int] = set()
    index = 0
    while index + 1 < len(split):
        is_taken = (split[index], split[index + 1]) == pair
        found |= {index, index + 1} if is_taken else set()
        index += 2 if is_taken else 1
    return found


def _spans(cut: Sequence[Token]) -> list[tuple[int, int]]:
    ends = list(accumulate(len(bare(token)) for token, _, _ in cut))
    return list(zip([0, *ends], ends, strict=False))


def _others(
    spans: Sequence[list[tuple[int, int]] | None], column: int, base: int | None
) -> list[list[tuple[int, int]] | None]:
    """The columns beside which a column is marked: the one it is compared with, for that one all others."""
    if base is None or column == base:
        return list(spans)
    return [spans[base]]


def _marked(cut: Sequence[Token], others: Sequence[list[tuple[int, int]]]) -> tuple[Token, ...]:
    marked = []
    for (text, kind, _), span in zip(cut, _spans(cut), strict=True):
        differs = span[0] < span[1] and any(span not in other for other in others)
        marked.append((text, kind, differs))
    return tuple(marked)


# ---- what the columns show

READ = r"""columns => {
    const all = (selector, under = columns) => [...under.querySelectorAll(selector)];
    const text = (selector, under) => under.querySelector(selector)?.textContent ?? '';
    const number = text => Number(text.replaceAll(',', ''));
    const is = (element, name) => element.classList.contains(name);
    const made = about => /^[\d,]+ merges?/.exec(about)[0];
    const merge = cell => is(cell, 'ended') ? null : [
        cell.title.split(' becomes ')[0],
        number(text('.count', cell).replace('=', '')),
        number(/tied with ([\d,]+) other/.exec(cell.title)?.[1] ?? '0'),
        text('.tag', cell),
        text('.tie-mark', cell),
    ];
    const kind = chip => ['next', 'new', 'learned'].find(name => is(chip, name)) ?? '';
    const about = /, (base symbol|made by merge [\d,]+)(; not every column has this token here)?$/;
    const token = chip => [chip.title.replace(about, ''), kind(chip), is(chip, 'unlike')];
    const word = cell => all('.chip', cell).length ? all('.chip', cell).map(token) : null;
    return JSON.stringify({  // one long text crosses to Python sooner than many small parts
        position: [columns.querySelector('[data-role=go-to]').value, text('[data-role=known]', columns)],
        titles: all('[data-role=merges] thead th:not(.corner)').map(head =>
            [head.querySelector('.title').title.split('. In a tie: ')[0],
             made(head.querySelector('.under .quiet').title)]),
        band: all('[data-role=band]').map(band => Number(band.nextSibling.dataset.rank) + 1)[0] ?? null,
        steps: all('[data-role=merges] tbody tr[data-rank]').map(row => [
            number(text('th', row)), all('td', row).map(merge),
            is(row, 'here') ? 'here' : is(row, 'made') ? 'made' : 'ahead',
        ]),
        words: all('[data-role=words] tbody tr').map(row => [
            row.querySelector('th').title, number(/([\d,]+) ×/.exec(text('th', row))[1]),
            getComputedStyle(row.querySelector('.unequal')).visibility === 'visible',
            all('td', row).map(word),
        ]),
    });
}"""


def columns_on(page: Page) -> Columns:
    """What the columns show now, read at one moment."""
    read: dict[str, Any] = json.loads(page.locator("[data-role=columns]").evaluate(READ))
    return Columns(
        position=tuple(read["position"]),
        titles=[tuple(title) for title in read["titles"]],
        band=read["band"],
        steps=[Step(number, tuple(map(_merged, merges)), state) for number, merges, state in read["steps"]],
        words=[
            Word(core, count, differs, tuple(None if cut is None else tuple(map(tuple, cut)) for cut in cuts))
            for core, count, differs, cuts in read["words"]
        ],
    )


def _merged(read: list[Any] | None) -> Merged | None:
    """A merge as it was read; its sign for a tie says the same as its tooltip."""
    if read is None:
        return None
    pair, count, tied, beside, mark = read
    assert (mark == "=") == (tied > 0)
    return pair, count, tied, beside
