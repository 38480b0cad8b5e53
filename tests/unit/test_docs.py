"""The pictures in docs/timeline.md show what the engine really holds."""

import re
from pathlib import Path

from bpe_core import EXAMPLES, BPEStepper
from bpe_core.engine.timeline import NEVER

PAGE = (Path(__file__).parents[2] / "docs" / "timeline.md").read_text(encoding="utf-8")


def trained() -> BPEStepper:
    example = EXAMPLES["hug_pug_pun"]
    stepper = BPEStepper(example.corpus, example.config)
    stepper.run()
    return stepper


def drawn_row(name: str) -> list[str]:
    match = re.search(rf"^{name} +(\S.*)$", PAGE, re.MULTILINE)
    assert match
    return match[1].split()


def test_the_drawn_timeline_is_the_real_one() -> None:
    history = trained()._history
    symbols = [
        "|" if symbol < 0 else history.table.text(symbol) for symbol in history.timeline.base_symbols.tolist()
    ]
    merged_at = ["." if rank == NEVER else str(rank) for rank in history.timeline.merged_at.tolist()]
    assert drawn_row("symbol") == symbols
    assert drawn_row("merged_at") == merged_at
    assert drawn_row("position") == [str(position) for position in range(len(symbols))]


def test_the_drawn_changes_of_the_pair_log_are_the_real_ones() -> None:
    stepper = trained()
    counts = []
    for position in range(5):
        stepper.goto(position)
        counts.append({row.pair: row.count for row in stepper.pair_counts()})
    for rank in range(4):
        line = re.search(rf"^{rank}: \S+ \+ \S+ +(.*)$", PAGE, re.MULTILINE)
        assert line
        drawn = {
            (left, right): int(change)
            for left, right, change in re.findall(r"(\S+) (\S+) ([+-]\d+)", line[1])
        }
        before, after = counts[rank], counts[rank + 1]
        changes = {pair: after.get(pair, 0) - before.get(pair, 0) for pair in before | after}
        assert drawn == {pair: change for pair, change in changes.items() if change}
