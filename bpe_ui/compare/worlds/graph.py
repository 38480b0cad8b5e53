"""The tree of ties as a graph, in DOT, the language that Graphviz draws.

Merges without a choice between them share one arrow. What an arrow says is a node without a border that the
arrow runs through, so that it has its place. All text of the corpus is in quoted strings, escaped only by
`quoted`.

>>> print(quoted('say "hi" & \\\\N'))
"say \\"hi\\" &amp; \\\\N"
"""

import textwrap
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from bpe_core.queries import WordCount
from bpe_core.studies.worlds import Branch, World, Worlds
from bpe_core.tie_breaks import TIE_BREAKS
from bpe_ui.text.sentences import say_plainly
from bpe_ui.text.visible import pair_label, shortened, visible_text

WORDS_IN_A_BOX = 4
"""For how many words at most a state's box has the splits."""
SPLIT_LENGTH = 26
"""A longer split is cut with an ellipsis."""
MERGES_ON_AN_ARROW = 6
"""The most merges named on an arrow."""
RULE_LINE_LENGTH = 22
"""Longer lists of rules take several lines."""

TYPE_SIZE, LARGE_TYPE_SIZE = 16, 21
"""In pixels, if the graph has its own size: normally and in present mode."""
ROOM_WIDE, ROOM_HIGH = 1_220, 440
"""How much of a graph of its own size a window of 1280 x 720 shows, in pixels."""
_REM = 0.6
"""Streamlit sets all text of a graph in rem: 9.6 or 12.6 of the graph's own units."""

RULES = tuple(rule.name for rule in TIE_BREAKS.values() if not rule.is_drawn)
"""The tie rules whose ways through the graph can be known; that of a random seed cannot."""

_HEAD = (
    'rankdir="LR" bgcolor="transparent" ordering="out" nodesep="0.1" ranksep="0.16"',
    'node [shape="box" style="rounded" fontname="Courier" margin="0.09,0.04" color="#808080"'
    ' fontcolor="#808080"]',
    'edge [arrowsize="0.7" color="#808080"]',
)


@dataclass(frozen=True)
class Arrow:
    """One or more merges in a row, without a choice after the first."""

    source: int
    """The number of the state that it leaves."""

    target: int
    """The number of the state that it reaches."""

    branches: tuple[Branch, ...]
    """The merges, in order."""


def dot(worlds: Worlds, tie_break: str, type_size: int = TYPE_SIZE) -> str:
    """The graph; the way of `tie_break` is a thick line along the top, all other ways are dashed."""
    drawn = sorted(arrows(worlds), key=lambda arrow: tie_break not in arrow.branches[0].rules)
    kept, names = boxes(worlds), state_names(worlds)
    on_the_way = {0, *(arrow.target for arrow in drawn if tie_break in arrow.branches[0].rules)}
    words = words_to_show(worlds)
    lines = [*_HEAD, f'node [fontsize="{type_size * _REM:.1f}"]']
    for world in kept:
        box_lines = _box_lines(world, names[world.number], worlds.words, words)
        attributes = {"class": "state"}
        if world.stop_reason:
            attributes = {"class": "state ended", "peripheries": "2"}
        if world.number in on_the_way:
            attributes["group"] = "way"
        lines.append(f"w{world.number} [label={label(box_lines)} {_set_to(attributes)}]")
    # States after the same number of merges are in one column.
    columns = ([f"w{world.number}" for world in level] for level in _levels(kept).values())
    lines += [f'{{ rank="same"; {"; ".join(names)} }}' for names in columns if len(names) > 1]
    for number, arrow in enumerate(drawn):
        # Two lines, and between them the node that says what is merged:  w0 -- m0 -> w4
        is_taken = tie_break in arrow.branches[0].rules
        node = {"class": "branch", "shape": "plaintext", "margin": "0.1,0.02", "width": "0", "height": "0"}
        line = {"class": "branch", "style": "dashed"}
        if is_taken:
            node |= {"class": "branch taken", "group": "way"}
            line = {"class": "branch taken", "penwidth": "3", "weight": "20"}
        lines += [
            f"m{number} [label={label(_arrow_lines(arrow))} {_set_to(node)}]",
            f"w{arrow.source} -> m{number} [{_set_to({**line, 'arrowhead': 'none'})}]",
            f"m{number} -> w{arrow.target} [{_set_to(line)}]",
        ]
    return "digraph worlds {\n" + "\n".join(lines) + "\n}"


def readable_depth(worlds: Worlds, type_size: int = TYPE_SIZE) -> int:
    """The deepest level at which the graph in its own size still fits into 1280 x 720; at least 1.

    The size that Graphviz will give it is estimated from the text: columns of boxes, and of arrows between
    them.
    """
    fits = 1
    for depth in range(2, worlds.depth_reached + 1):
        wide, high = size(worlds.down_to(depth), type_size)
        if wide <= ROOM_WIDE and high <= ROOM_HIGH:
            fits = depth
    return fits


def size(worlds: Worlds, type_size: int) -> tuple[float, float]:
    """About how wide and high Graphviz draws the graph, in pixels."""
    names, words = state_names(worlds), words_to_show(worlds)
    depths = {world.number: world.depth for world in worlds.worlds}
    columns: dict[tuple[int, int], list[list[str]]] = defaultdict(list)
    for world in boxes(worlds):
        columns[world.depth, 0].append(_box_lines(world, names[world.number], worlds.words, words))
    for arrow in arrows(worlds):
        columns[depths[arrow.source], 1].append(_arrow_lines(arrow))
    letters = sum(max(len(line) for lines in column for line in lines) for column in columns.values())
    lines = max(sum(1.2 * len(lines) + 1 for lines in column) for column in columns.values())
    return (0.6 * letters + 2 * len(columns)) * type_size, lines * type_size


def boxes(worlds: Worlds) -> list[World]:
    """The states with a box: those with an arrow to or from them."""
    reached = {0, *(arrow.target for arrow in arrows(worlds))}
    return [world for world in worlds.worlds if world.number in reached]


def arrows(worlds: Worlds) -> list[Arrow]:
    """The branches; those that only pass through a state are joined into one arrow."""
    leaving: dict[int, list[Branch]] = defaultdict(list)
    for branch in worlds.branches:
        leaving[branch.source].append(branch)
    reached = Counter(branch.target for branch in worlds.branches)
    passed = {number for number, branches in leaving.items() if len(branches) == 1 == reached[number]}
    made = []
    for branch in worlds.branches:
        if branch.source in passed:
            continue
        run = [branch]
        while run[-1].target in passed:
            run += leaving[run[-1].target]
        made.append(Arrow(branch.source, run[-1].target, tuple(run)))
    return made


def words_to_show(worlds: Worlds) -> list[int]:
    """The indexes of the words whose splits tell the states apart; the first words if none do.

    These are two words with different splits at one depth, or as many as it takes; each is the one that, with
    those before it, distinguishes the most states.
    """
    levels = _levels(worlds.worlds).values()
    differing = [index for index in range(len(worlds.words)) if _kinds(levels, [index]) > len(levels)]
    chosen: list[int] = []
    while len(chosen) < min(WORDS_IN_A_BOX, len(differing)):
        if len(chosen) >= 2 and _kinds(levels, chosen) == len(worlds.worlds):
            break
        others = [index for index in differing if index not in chosen]
        chosen.append(max(others, key=lambda index: _kinds(levels, [*chosen, index])))
    return sorted(chosen or range(min(len(worlds.words), WORDS_IN_A_BOX)))


def _kinds(levels: Iterable[Sequence[World]], words: Sequence[int]) -> int:
    """How many states these words distinguish, counted level by level."""
    return sum(len({tuple(world.splits[index] for index in words) for world in level}) for level in levels)


def _levels(worlds: Iterable[World]) -> dict[int, list[World]]:
    levels: dict[int, list[World]] = defaultdict(list)
    for world in worlds:
        levels[world.depth].append(world)
    return levels


def state_names(worlds: Worlds) -> dict[int, str]:
    """The name of each state, in the graph and in the table: boxes are numbered, with #1 after the start; a
    state without a box is called "2 before #1"."""
    names = {world.number: f"#{count:,}" if count else "start" for count, world in enumerate(boxes(worlds))}
    for arrow in arrows(worlds):
        passed = [branch.source for branch in arrow.branches[1:]]
        for merges, number in enumerate(reversed(passed), start=1):
            names[number] = f"{merges:,} before {names[arrow.target]}"
    return names


def rule_names(rules: Sequence[str]) -> str:
    """The rules that take a way, as a person reads them; all rules in two words."""
    if set(rules) == set(RULES):
        return "all rules"
    return ", ".join(TIE_BREAKS[name].title.lower() for name in rules)


def quoted(text: str) -> str:
    """A DOT string that shows exactly this text, without escapes and without entities."""
    safe = text.replace("\\", "\\\\").replace('"', '\\"').replace("&", "&amp;")
    return f'"{safe}"'


def label(lines: Iterable[str]) -> str:
    """A DOT string of several lines, each aligned to the left."""
    return '"' + "".join(quoted(line)[1:-1] + "\\l" for line in lines) + '"'


def _box_lines(world: World, name: str, words: Sequence[WordCount], shown: Sequence[int]) -> list[str]:
    splits = [shortened(" ".join(map(visible_text, world.splits[index])), SPLIT_LENGTH) for index in shown]
    more = 0 if world.depth else len(words) - len(shown)
    title = "{name}: {it.depth:,} {it.depth:merge|merges}"
    if world.ways > 1:
        title = "{name}: {it.depth:,} {it.depth:merge|merges}, {it.ways:,} ways"
    lines = [say_plainly(title, name=name, it=world) if world.depth else "Start", *splits]
    if more:
        lines.append(say_plainly("{more:,} more {more:word|words}", more=more))
    return [*lines, f"End: {world.stop_reason}"] if world.stop_reason else lines


def _arrow_lines(arrow: Arrow) -> list[str]:
    first, more = arrow.branches[0], len(arrow.branches) - MERGES_ON_AN_ARROW
    lines = [f"{pair_label(branch.pair)}  {branch.count:,}" for branch in arrow.branches[:MERGES_ON_AN_ARROW]]
    if more > 0:
        lines.append(say_plainly("and {more:,} more", more=more))
    if first.tied and first.rules:
        lines += textwrap.wrap(f"({rule_names(first.rules)})", RULE_LINE_LENGTH)
    return lines


def _set_to(attributes: Mapping[str, str]) -> str:
    return " ".join(f"{name}={quoted(value)}" for name, value in attributes.items())
