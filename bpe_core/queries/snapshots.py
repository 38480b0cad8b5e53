"""Scenes: all that a page shows of one position, for a window of positions at once.

In: a film and a range of positions. Out: one frozen `Scene` for each: the top rows of the pair table, why the
next pair is the next one, what the merge before changed, and the figures.

>>> from bpe_core import BPEStepper, EXAMPLES
>>> example = EXAMPLES["hug_pug_pun"]
>>> stepper = BPEStepper(example.corpus, example.config)
>>> stepper.run()
>>> before, after = stepper.scenes(3, 4)
>>> [(row.pair, row.count) for row in after.rows]
[(('p', 'ug'), 5), (('hug', 's'), 5), (('b', 'un'), 4)]
>>> [(change.pair, change.kind) for change in after.changes]
[(('p', 'un'), 'gone')]
>>> after.tied, after.choice.pair, after.stop_reason
(2, ('p', 'ug'), None)
>>> after.rows[0] is before.rows[1]
True
"""

from collections.abc import Callable
from dataclasses import dataclass

from bpe_core.engine.merge_history import MergeHistory
from bpe_core.queries.changes import PairChange
from bpe_core.queries.explain import Choice, tie_reason
from bpe_core.queries.pair_cache import PairMemory
from bpe_core.queries.pair_facts import PairFacts
from bpe_core.queries.pair_table import PairCount, count_of
from bpe_core.queries.rule_picks import MOST_TIED, RulePick, picks_among
from bpe_core.queries.statistics import Figures
from bpe_core.queries.top_pairs import TopPairs, top_pairs

MOST_CHANGES = 60
"""A scene tells of so many changed pairs at most."""


@dataclass(frozen=True)
class Scene:
    """What there is to see at one position."""

    position: int
    """How many merges have been made."""

    rows: tuple[PairFacts, ...]
    """The top of the pair table: highest count first, then in the tie rule's order."""

    tied: int
    """How many of all pairs share the highest count; 0 when training is over."""

    choice: Choice | None
    """Why the next pair is the next one; None when training is over."""

    rule_picks: tuple[RulePick, ...]
    """In a tie, what each other tie rule would take; else empty, as where too many pairs are tied."""

    changes: tuple[PairChange, ...]
    """What the merge before changed: of the pairs in `rows`, in their order, then those gone that were in the
    rows before; empty at the start."""

    figures: Figures
    """The state of the training in numbers."""

    stop_reason: str | None
    """Why training is over here, or None while it is not."""


def scenes_between(
    film: MergeHistory,
    first: int,
    last: int,
    rows: int,
    *,
    memory: PairMemory,
    figures: Callable[[int, int], Figures],
    stop_reason: Callable[[int], str | None],
) -> list[Scene]:
    """The scenes of the positions from `first` to `last`, both included, with so many rows.

    `figures` makes the figures of a position from it and the number of ties before it.
    """
    memory.trim()
    scenes = []
    has_ties = [tied > 0 for tied in film.tied_counts(last)]
    ties = sum(has_ties[:first])
    before: TopPairs | None = None
    for top in top_pairs(film, max(0, first - 1), last, max(2, rows), memory.order):
        if top.position >= first:
            changes = () if before is None else _changes(film, before, top, rows, memory)
            reason = stop_reason(top.position)
            scenes.append(_scene(film, top, rows, memory, changes, figures(top.position, ties), reason))
            ties += top.position < last and has_ties[top.position]
        before = top
    return scenes


def _scene(
    film: MergeHistory,
    top: TopPairs,
    rows: int,
    memory: PairMemory,
    changes: tuple[PairChange, ...],
    figures: Figures,
    stop_reason: str | None,
) -> Scene:
    is_over = stop_reason is not None
    count = 0 if is_over else top.rows[0].count
    tied = 0 if is_over else top.how_many(count)
    picks_from = top.with_count(count) if 2 <= tied <= MOST_TIED else []
    return Scene(
        position=top.position,
        rows=tuple(memory.facts_of_each([(*row.pair, row.count) for row in top.rows[:rows]], top.position)),
        tied=tied,
        choice=None if is_over else _choice(film, top, tied, memory),
        rule_picks=picks_among(film, top.position, picks_from, count, memory.order),
        changes=changes,
        figures=figures,
        stop_reason=stop_reason,
    )


def _choice(film: MergeHistory, top: TopPairs, tied: int, memory: PairMemory) -> Choice:
    """Why the first row is merged next, from what is known about the rows already."""
    position, picked = top.position, top.rows[0]
    runner_up = top.rows[1] if len(top.rows) > 1 else None
    facts = None if runner_up is None else memory.facts(*runner_up.pair, runner_up.count, position)
    is_tied = tied > 1
    reason = ""
    if runner_up is not None and is_tied:
        reason = tie_reason(film, position, picked.pair, runner_up.pair, tied - 1)
    return Choice(
        pair=film.pair_texts(picked.pair),
        token=film.table.joined_text(*picked.pair),
        count=picked.count,
        tied=memory.records.tied_with(position, picked.pair) if is_tied else (),
        runner_up=None if facts is None else PairCount(facts.pair, facts.token, facts.count, facts.words),
        runner_ups=0 if runner_up is None else top.how_many(runner_up.count) - is_tied,
        lead=None if runner_up is None else picked.count - runner_up.count,
        reason=reason,
    )


def _changes(
    film: MergeHistory, before: TopPairs, now: TopPairs, rows: int, memory: PairMemory
) -> tuple[PairChange, ...]:
    """What the merge between two tables changed: of the rows now, then of those before that are gone."""
    shown = [(*row.pair, _count_in(film, before, row.pair), row.count) for row in now.rows[:rows]]
    gone = [(*row.pair, row.count, 0) for row in before.rows[:rows] if not _count_in(film, now, row.pair)]
    differing = [row for row in shown if row[2] != row[3]] + gone
    return tuple(memory.changes_of_each(differing[:MOST_CHANGES], now.position))


def _count_in(film: MergeHistory, top: TopPairs, pair: tuple[int, int]) -> int:
    count = top.count_of(pair)
    return count_of(film, top.position, *pair) if count is None else count
