"""The tree of ties in words and as a table."""

import pandas as pd

from bpe_core.studies.worlds import Branch, Worlds
from bpe_ui.compare.worlds.graph import rule_names, state_names
from bpe_ui.text.sentences import Number, Sentence, plural
from bpe_ui.text.visible import pair_label


def headline(worlds: Worlds) -> Sentence:
    """How many merge lists there are, and how many ends they have."""
    merges = _merges(worlds.depth_reached)
    if not worlds.branches:
        return ("There is nothing to merge: no pair is left.",)
    if worlds.merge_lists == 1:
        return "Ties allow ", Number(1), f" merge list: in {merges} there is nothing to choose."
    lists = "Ties allow ", Number(worlds.merge_lists), f" merge lists of {merges}; "
    if worlds.endings == 1:
        return *lists, "all of them end with the same splits."
    return *lists, "they end with ", Number(worlds.endings), " different splits of the words."


def explanation(worlds: Worlds) -> Sentence:
    """How large the graph is, and how it is read."""
    size = f"{len(worlds.worlds):,} {plural('state', len(worlds.worlds))}"
    size += f" and {len(worlds.branches):,} {plural('merge', len(worlds.branches))}."
    if worlds.is_whole and worlds.depth_reached < worlds.depth_wanted:
        size += f" Training is over after {_merges(worlds.depth_reached)}."
    return (
        f"{size} Paths leading to the same splits rejoin; untied merges share one arrow."
        " Each arrow lists its pairs with their counts and, in a tie, the rules that take them.",
    )


def drawn_part(drawn: Worlds, grown: Worlds) -> str:
    """That less is drawn than was grown, and why; empty where all is."""
    if drawn.depth_reached == grown.depth_reached:
        return ""
    return (
        f"Drawn to merge {drawn.depth_reached:,} of {grown.depth_reached:,}, as deep as one window can show."
        " For more, choose another picture."
    )


def branch_frame(worlds: Worlds) -> pd.DataFrame:
    """One row a merge: number, from, pair, occurs, tied with, rules, to."""
    names = state_names(worlds)
    depths = {world.number: world.depth for world in worlds.worlds}
    rows = [
        {
            "merge": depths[branch.target],
            "from": names[branch.source],
            "pair": pair_label(branch.pair),
            "occurs": branch.count,
            "tied with": branch.tied,
            "rules that take it": _rules(branch),
            "to": names[branch.target],
        }
        for branch in worlds.branches
    ]
    columns = ["merge", "from", "pair", "occurs", "tied with", "rules that take it", "to"]
    return pd.DataFrame(rows, columns=columns)


def _rules(branch: Branch) -> str:
    return rule_names(branch.rules) if branch.rules else "none"


def _merges(count: int) -> str:
    return f"{count:,} {plural('merge', count)}"
