"""What the stage of Under the hood shows: panes of code and, at every sub-step, the line and the data.

>>> def pane(*parts):
...     return Pane("A trainer", ("count()",), tuple(SubStep("count", 0, (), (), part) for part in parts))
>>> Recording((pane(0, 1, 1), pane(0, 1)), ()).places     # the second one waits for the first
[(0, 0), (1, 1), (2, 1)]
"""

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, NamedTuple, TypeVar

from bpe_core.merges import Pair
from bpe_ui.stage.text.sentences import Sentence
from bpe_ui.visit.messages.texts import Texts

Item = TypeVar("Item", bound=tuple[Any, ...])


MOST_ROWS = 12
"""How many rows of a table are shown at most ..."""
MOST_GONE = 3
"""... and how many of those that have disappeared, which are shown once more."""


class TableRow(NamedTuple):
    """A row of a table."""

    key: Hashable
    """What the row is about; the same in every state of the table."""

    cells: tuple[Sentence, ...]
    """Its cells; the first one names it."""

    mark: str = ""
    """"next", "new", "gone", "stale" or nothing: how it is drawn. The words of the row say it too."""


class StateTable(NamedTuple):
    """A part of the data after a sub-step."""

    title: str
    """Its name in the code."""

    heads: tuple[str, ...]
    """The names of the columns."""

    rows: tuple[TableRow, ...]
    """The rows that are shown."""

    keys: frozenset[Hashable]
    """The keys of all rows, shown or not."""

    @classmethod
    def of(
        cls, title: str, heads: tuple[str, ...], items: Sequence[Item], row: Callable[[Item], TableRow]
    ) -> "StateTable":
        """A table of items, each of which begins with its key; only the first ones become rows."""
        return cls(title, heads, tuple(map(row, items[:MOST_ROWS])), frozenset(item[0] for item in items))

    @property
    def more(self) -> int:
        """How many rows are not shown."""
        return len(self.keys) - len(self.keys & {row.key for row in self.rows})

    def after(self, before: "StateTable | None") -> "StateTable":
        """The same table with its changes since another state marked, and what is gone shown once more."""
        if before is None:
            return self
        old = {row.key: row for row in before.rows}
        rows = []
        for row in self.rows:
            is_new = row.key not in before.keys or (row.key in old and old[row.key].cells != row.cells)
            rows.append(row._replace(mark="new") if is_new and not row.mark else row)
        gone = [row._replace(mark="gone") for row in before.rows if row.key not in self.keys]
        return self._replace(rows=(*rows, *gone[:MOST_GONE]))


class SubStep(NamedTuple):
    """What a trainer does between two moments that are shown."""

    name: str
    """What it does, in one word: "count", "pop"."""

    line: int
    """The line of its code, from 0."""

    said: Sentence
    """What it did, in a sentence with the numbers."""

    tables: tuple[StateTable, ...]
    """The data after it."""

    part: int
    """The part that it belongs to: 0 before the first merge, then the number of the merge."""

    phase: int = 0
    """The number of the code's phase, or 0."""


def with_changes(sub_steps: Iterable[SubStep]) -> tuple[SubStep, ...]:
    """The same sub-steps with each one's changes in the tables marked."""
    before: dict[str, StateTable] = {}
    shown = []
    for sub_step in sub_steps:
        shown.append(
            sub_step._replace(tables=tuple(table.after(before.get(table.title)) for table in sub_step.tables))
        )
        before.update((table.title, table) for table in sub_step.tables)
    return tuple(shown)


class Pane(NamedTuple):
    """Code, and what it did."""

    title: str
    code: tuple[str, ...]
    """Its lines."""

    sub_steps: tuple[SubStep, ...]
    phases: tuple[str, ...] = ()
    """The phases that the comments in the code number, if they do."""


@dataclass(frozen=True)
class Recording:
    """Panes that are stepped together."""

    panes: tuple[Pane, ...]
    headlines: tuple[tuple[Sentence, Sentence], ...]
    """For each part, the sentence at the top and the line below it."""

    ids: Mapping[str, int] = field(default_factory=dict)
    """The tokens that it shows, with their ids."""

    merges: tuple[tuple[Pair, int], ...] = ()
    """The merges that it makes itself, each with its count; empty if its tokens are those of Train."""

    @cached_property
    def places(self) -> list[tuple[int, ...]]:
        """For each position the sub-step of each pane. All begin a part together and wait for the slowest."""
        places = []
        last = [0] * len(self.panes)
        for part in range(self.panes[0].sub_steps[-1].part + 1):
            sub_steps = [
                [at for at, sub_step in enumerate(pane.sub_steps) if sub_step.part == part]
                for pane in self.panes
            ]
            for at in range(max(map(len, sub_steps))):
                last = [
                    steps[min(at, len(steps) - 1)] if steps else before
                    for steps, before in zip(sub_steps, last, strict=True)
                ]
                places.append(tuple(last))
        return places

    @cached_property
    def fields(self) -> dict[str, Any]:
        """The recording for the browser."""
        texts, tables = Texts(), _Tables()
        panes = [
            {
                "title": pane.title,
                "code": pane.code,
                "phases": pane.phases,
                "steps": [
                    [
                        sub_step.line,
                        sub_step.phase,
                        texts.parts(sub_step.said),
                        [tables.index(table, texts) for table in sub_step.tables],
                    ]
                    for sub_step in pane.sub_steps
                ],
            }
            for pane in self.panes
        ]
        parts = [self.panes[0].sub_steps[place[0]].part for place in self.places]
        return {
            "panes": panes,
            "places": self.places,
            "parts": parts,
            "headlines": [[*map(texts.parts, headline)] for headline in self.headlines],
            "tables": tables.written,
            "ids": texts.ids(self.ids.get),
            **texts.fields,
        }


class _Tables:
    """Tables as the browser reads them, each only once: most stay the same between two sub-steps."""

    def __init__(self) -> None:
        self.written: list[Any] = []
        self._index: dict[Hashable, int] = {}

    def index(self, table: StateTable, texts: Texts) -> int:
        shown = table.title, table.heads, table.rows, table.more
        if shown not in self._index:
            self._index[shown] = len(self.written)
            rows = [[row.mark, *map(texts.parts, row.cells)] for row in table.rows]
            self.written.append([table.title, table.heads, rows, table.more])
        return self._index[shown]
