"""The tree of worlds as a graph, in DOT, the language that Graphviz draws.

In: the core's `Worlds`, and the tie rule of the training. Out: a DOT text. Merges between which nothing was
to be chosen share one arrow. All text of the corpus stands in quoted strings, escaped by `quoted` alone.

>>> print(quoted('say "hi" & \\\\N'))
"say \\"hi\\" &amp; \\\\N"
"""

import textwrap
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from bpe_core.figures import WordCount
from bpe_core.tie_breaks import TIE_BREAKS
from bpe_core.worlds import Branch, World, Worlds
from bpe_ui.frames import pair_label, shortened
from bpe_ui.sentences import plural
from bpe_ui.visible import visible_text

WORDS_IN_A_BOX = 4
"""So many words' splits stand in the box of a state."""
SPLIT_LENGTH = 26
"""A longer split is cut with an ellipsis."""
MERGES_ON_AN_ARROW = 6
"""An arrow names so many merges."""
RULE_LINE_LENGTH = 30
"""Longer lists of rules take several lines."""

RULES = tuple(name for name in TIE_BREAKS if name != "random")
"""The tie rules whose ways through the graph can be known; a seed's cannot."""

_HEAD = (
    'rankdir="LR" bgcolor="transparent" ordering="out" nodesep="0.3" ranksep="0.25"',
    'node [shape="box" style="rounded" fontname="Courier" fontsize="10.5" margin="0.12,0.06"'
    ' color="#808080" fontcolor="#808080"]',
    'edge [fontname="Courier" fontsize="9.5" arrowsize="0.7" color="#808080" fontcolor="#808080"]',
)


@dataclass(frozen=True)
class Arrow:
    """One or more merges in a row, with nothing to choose after the first."""

    source: int
    """The number of the state that it leaves."""

    target: int
    """The number of the state that it reaches."""

    branches: tuple[Branch, ...]
    """The merges, in order."""


def dot(worlds: Worlds, tie_break: str) -> str:
    """The graph; the way of `tie_break` is a thick line along the top, all other ways are dashed."""
    drawn = sorted(arrows(worlds), key=lambda arrow: tie_break not in arrow.branches[0].rules)
    reached = {0, *(arrow.target for arrow in drawn)}
    kept = [world for world in worlds.worlds if world.number in reached]
    on_the_way = {0, *(arrow.target for arrow in drawn if tie_break in arrow.branches[0].rules)}
    words = words_to_show(worlds)
    lines = [*_HEAD]
    lines += [_box(world, worlds.words, words, world.number in on_the_way) for world in kept]
    lines += _same_depth(kept)
    lines += [_arrow(arrow, tie_break) for arrow in drawn]
    return "digraph worlds {\n" + "\n".join(lines) + "\n}"


def arrows(worlds: Worlds) -> list[Arrow]:
    """The branches, those that only pass through a state joined into one."""
    leaving: dict[int, list[Branch]] = defaultdict(list)
    for branch in worlds.branches:
        leaving[branch.source].append(branch)
    reached = Counter(branch.target for branch in worlds.branches)
    passed = {number for number, branches in leaving.items() if len(branches) == 1 == reached[number]}
    found = []
    for branch in worlds.branches:
        if branch.source in passed:
            continue
        run = [branch]
        while run[-1].target in passed:
            run += leaving[run[-1].target]
        found.append(Arrow(branch.source, run[-1].target, tuple(run)))
    return found


def words_to_show(worlds: Worlds) -> list[int]:
    """The words, as indexes, whose splits tell the states apart: those that differ at one depth, in the most
    ways first; the first words where none does."""
    ways: Counter[int] = Counter()
    for depth in {world.depth for world in worlds.worlds}:
        here = [world for world in worlds.worlds if world.depth == depth]
        for index in range(len(worlds.words)):
            ways[index] += len({world.splits[index] for world in here}) - 1
    found = [index for index, count in ways.most_common() if count]
    return sorted(found[:WORDS_IN_A_BOX] or range(min(len(worlds.words), WORDS_IN_A_BOX)))


def state_name(world: World) -> str:
    """What a state is called, in the graph and in the table."""
    return f"#{world.number:,}" if world.depth else "start"


def rule_names(rules: Sequence[str]) -> str:
    """The rules that go a way, as a person reads them; all of them in two words."""
    if set(rules) == set(RULES):
        return "all rules"
    return ", ".join(TIE_BREAKS[name].title.lower() for name in rules)


def quoted(text: str) -> str:
    """A DOT string that shows just this text; a backslash would begin an escape, an ampersand a name."""
    safe = text.replace("\\", "\\\\").replace('"', '\\"').replace("&", "&amp;")
    return f'"{safe}"'


def label(lines: Iterable[str]) -> str:
    """A DOT string of several lines, each flush left."""
    return '"' + "".join(quoted(line)[1:-1] + "\\l" for line in lines) + '"'


def _box(world: World, words: Sequence[WordCount], shown: Sequence[int], on_the_way: bool) -> str:
    splits = [shortened(" ".join(map(visible_text, world.splits[index])), SPLIT_LENGTH) for index in shown]
    more = 0 if world.depth else len(words) - len(shown)
    lines = [_title(world), *splits, *([f"{more:,} more {plural('word', more)}"] if more else [])]
    attributes = {"class": "world"}
    if world.stop_reason:
        lines.append(f"End: {world.stop_reason}")
        attributes = {"class": "world ended", "peripheries": "2"}
    if on_the_way:
        attributes["group"] = "way"
    set_to = " ".join(f"{name}={quoted(value)}" for name, value in attributes.items())
    return f"w{world.number} [label={label(lines)} {set_to}]"


def _title(world: World) -> str:
    if not world.depth:
        return "Start"
    ways = f", {world.ways:,} ways" if world.ways > 1 else ""
    return f"{state_name(world)}: {world.depth:,} {plural('merge', world.depth)}{ways}"


def _same_depth(worlds: Iterable[World]) -> list[str]:
    """States after equally many merges stand in one column."""
    columns: dict[int, list[str]] = defaultdict(list)
    for world in worlds:
        columns[world.depth].append(f"w{world.number}")
    return [f'{{ rank="same"; {"; ".join(names)} }}' for names in columns.values() if len(names) > 1]


def _arrow(arrow: Arrow, tie_break: str) -> str:
    first, left_out = arrow.branches[0], len(arrow.branches) - MERGES_ON_AN_ARROW
    lines = [f"{pair_label(branch.pair)}  {branch.count:,}" for branch in arrow.branches[:MERGES_ON_AN_ARROW]]
    if left_out > 0:
        lines.append(f"and {left_out:,} more")
    if first.tied and first.rules:
        lines += textwrap.wrap(f"({rule_names(first.rules)})", RULE_LINE_LENGTH)
    kind = 'class="branch" style="dashed"'
    if tie_break in first.rules:
        kind = 'class="branch taken" penwidth="3" weight="20"'
    return f"w{arrow.source} -> w{arrow.target} [label={label(lines)} {kind}]"
