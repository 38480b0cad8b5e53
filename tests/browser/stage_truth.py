"""What the stage must show at a position according to the core, and what it does show.

Both are `Picture`s, whose difference pytest prints. Nothing here uses the modules that draw the stage.
"""

import json
import re
from decimal import ROUND_HALF_UP, Decimal
from typing import Any, NamedTuple

from playwright.sync_api import Page

from bpe_core import BPEStepper
from bpe_core.merges import Pair
from bpe_core.queries.records import PairChange
from bpe_core.symbol_texts import BYTE_OF_CHARACTER
from bpe_ui.stage.text.visible import beginning

ROWS = 30
"""Pairs in the table."""
GONE_ROWS = 12
"""Pairs that are gone, at most, below it."""
MERGES = 20
"""The newest merges of a long history; the stage may have more."""


class Picture(NamedTuple):
    """One position as a person sees it."""

    title: str  # `5 words after 2 merges`
    words: list[list[tuple[str, str]]]  # each word's tokens, with "", "learned" or "new"
    about_to_merge: list[list[str]]  # each word's tokens that the next merge takes
    rows: list[tuple[str, str, str, str, str]]  # the pair table: pair, count, share, change, state
    gone: list[str]  # the pairs below it that the last merge ended
    history: list[tuple[str, str, str]]  # the newest merges so far: number, count, whether picked
    statistics: list[str]  # the line of numbers


def picture_of(stepper: BPEStepper, words: list[str]) -> Picture:
    """What these words' stage must show at the stepper's position."""
    at, counted = stepper.position, f"{len(stepper.words):,} word{'s' * (len(stepper.words) != 1)}"
    splits = stepper.splits(words)
    return Picture(
        title=f"{counted} after {at:,} merge{'s' * (at != 1)}",
        words=[[(_shown(token, stepper), _kind(token, stepper)) for token in splits[word]] for word in words],
        about_to_merge=[_about_to_merge(splits[word], stepper) for word in words],
        rows=_rows(stepper),
        gone=_gone(stepper),
        history=[
            (f"{merge.rank + 1:,}", f"{merge.count:,}", "your pick" if merge.chosen_by == "user" else "")
            for merge in reversed(stepper.merges[-MERGES:])
        ],
        statistics=_statistics(stepper),
    )


def _shown(token: str, stepper: BPEStepper) -> str:
    """A token's beginning; of bytes their characters, and the number of a byte that is in none."""
    if stepper.config.alphabet != "bytes":
        return beginning(token)
    text = bytes(BYTE_OF_CHARACTER[sign] for sign in token).decode(errors="surrogateescape")
    parts = re.split("([\udc80-\udcff])", text)
    return "".join(
        f"[{ord(part) - 0xDC00:02X}]" if at % 2 else beginning(part) for at, part in enumerate(parts)
    )


def _kind(token: str, stepper: BPEStepper) -> str:
    if stepper.merges and token == stepper.merges[-1].token:
        return "new"
    return "learned" if any(token == merge.token for merge in stepper.merges) else ""


def _about_to_merge(tokens: tuple[str, ...], stepper: BPEStepper) -> list[str]:
    found: list[str] = []
    at, pair = 0, stepper.next_pair()
    while at + 1 < len(tokens):
        if (tokens[at], tokens[at + 1]) == pair:
            found += [_shown(token, stepper) for token in pair]
            at += 1
        at += 1
    return found


def _rows(stepper: BPEStepper) -> list[tuple[str, str, str, str, str]]:
    in_all = sum(row.count for row in stepper.pair_counts())
    changes = {change.pair: change for change in stepper.view.changes()}
    tied = set(stepper.tied_pairs())
    rows = []
    for row in stepper.pair_counts(limit=ROWS):
        is_next = row.pair == stepper.next_pair()
        state = "next" if is_next else "tied" if len(tied) > 1 and row.pair in tied else ""
        share = Decimal(100 * row.count / in_all).quantize(Decimal("0.1"), ROUND_HALF_UP)
        change = _change(changes.get(row.pair))
        rows.append((_name(row.pair, stepper), f"{row.count:,}", f"{share}%", change, state))
    return rows


def _change(change: PairChange | None) -> str:
    if change is None:
        return ""
    if change.kind in ("new", "gone"):
        return change.kind
    difference = change.after - change.before
    return f"+{difference:,}" if difference > 0 else f"−{-difference:,}"


def _gone(stepper: BPEStepper) -> list[str]:
    at = stepper.position
    if not at:
        return []
    stepper.goto(at - 1)
    before = [row.pair for row in stepper.pair_counts(limit=ROWS)]
    stepper.goto(at)
    gone = {change.pair for change in stepper.view.changes() if change.kind == "gone"}
    return [_name(pair, stepper) for pair in before if pair in gone][:GONE_ROWS]


def _statistics(stepper: BPEStepper) -> list[str]:
    now = stepper.view.statistics()
    start = now.symbols_at_start
    shorter = f" down from {start:,} ({start / now.symbols:.2f}× compression)" if now.symbols < start else ""
    return [
        f"Vocabulary {now.vocabulary_size:,}",
        f"Symbols in the corpus {now.symbols:,}{shorter}",
        f"Distinct pairs {len(stepper.pair_counts()):,}",
        f"Ties (=) decided {sum(1 for merge in stepper.merges if merge.tied_count):,}",
    ]


def _name(pair: Pair, stepper: BPEStepper) -> str:
    return f"{_shown(pair[0], stepper)} + {_shown(pair[1], stepper)}"


# ---- what the stage shows

READ = """stage => {
    const all = (selector, under = stage) => [...under.querySelectorAll(selector)];
    const kind = chip => chip.matches('.new') ? 'new' : chip.matches('.learned') ? 'learned' : '';
    const about = /, (base symbol|made by merge [\\d,]+)(, about to be merged)?$/;
    const token = chip => chip.title.replace(about, '');
    const words = all('[data-role=words] > li').map(word => all('.chip', word));
    const name = row => row.querySelector('button.pair').title;
    const texts = (row, cells) => cells.map(cell => row.querySelector(cell)?.textContent ?? '');
    const pairs = body => all(`[data-role=pairs] ${body} > tr:has(button.pair)`);
    return JSON.stringify({  // one long text crosses to Python sooner than many small parts
        title: stage.querySelector('.words-panel h2').textContent,
        words: words.map(chips => chips.map(chip => [token(chip), kind(chip)])),
        about_to_merge: words.map(chips => chips.filter(chip => chip.matches('.next')).map(token)),
        rows: pairs('tbody:not(.gone)').map(row =>
            [name(row), ...texts(row, ['td.count', 'td.share', 'td.change .delta', 'td.state .state-name'])]),
        gone: all('[data-role=pairs] tbody.gone button.pair').map(pair => pair.title),
        history: all('[data-role=history] tbody tr:not(.undone)').map(row =>
            texts(row, ['th', 'td.number', '.you'])),
        statistics: all('[data-role=statistics] > span').map(each => each.textContent.trim()),
    });
}"""


def picture_on(page: Page) -> Picture:
    """What the stage shows now, read at one moment."""
    read: dict[str, Any] = json.loads(page.locator("[data-role=stage]").evaluate(READ))
    return Picture(
        title=read["title"],
        words=[[tuple(token) for token in tokens] for tokens in read["words"]],
        about_to_merge=read["about_to_merge"],
        rows=[tuple(row) for row in read["rows"]],
        gone=read["gone"],
        history=[tuple(row) for row in read["history"][:MERGES]],
        statistics=read["statistics"],
    )
