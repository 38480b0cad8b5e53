"""The tree of ties in words and as a table."""

import pandas as pd

from bpe_core.studies.worlds import Branch, Worlds
from bpe_ui.compare.worlds.graph import rule_names, state_names
from bpe_ui.text.sentences import Sentence, say, say_plainly
from bpe_ui.text.visible import pair_label


def headline(worlds: Worlds) -> Sentence:
    """How many merge lists there are, and how many different endings."""
    if not worlds.branches:
        return say("There is nothing to merge: no pair is left.")
    several = "one end" if worlds.endings == 1 else "several ends"
    return say(_LISTS["one list" if worlds.merge_lists == 1 else several], it=worlds)


_LISTS = {
    "one list": "Ties allow {it.merge_lists} merge list: in {it.depth_reached:,}"
    " {it.depth_reached:merge|merges} there is nothing to choose.",
    "one end": "Ties allow {it.merge_lists} merge lists of {it.depth_reached:,}"
    " {it.depth_reached:merge|merges}; all of them end with the same splits.",
    "several ends": "Ties allow {it.merge_lists} merge lists of {it.depth_reached:,}"
    " {it.depth_reached:merge|merges}; they end with {it.endings} different splits of the words.",
}


def explanation(worlds: Worlds) -> Sentence:
    """How large the graph is, and how to read it."""
    size = "{states:,} {states:state|states} and {merges:,} {merges:merge|merges}."
    sentence = say(size, states=len(worlds.worlds), merges=len(worlds.branches))
    if worlds.is_whole and worlds.depth_reached < worlds.depth_wanted:
        sentence += say(" Training is over after {n:,} {n:merge|merges}.", n=worlds.depth_reached)
    return sentence + say(
        " Paths leading to the same splits rejoin; untied merges share one arrow."
        " Each arrow lists its pairs with their counts and, in a tie, the rules that take them."
    )


def drawn_part(drawn: Worlds, grown: Worlds) -> str:
    """A sentence if less is drawn than was grown, and why; empty if all is drawn."""
    if drawn.depth_reached == grown.depth_reached:
        return ""
    return say_plainly(
        "Drawn to merge {drawn.depth_reached:,} of {grown.depth_reached:,}, as deep as one"
        " window can show. For more, choose another picture.",
        drawn=drawn,
        grown=grown,
    )


def branch_frame(worlds: Worlds) -> pd.DataFrame:
    """One row for each merge: number, from, pair, occurs, tied with, rules, to."""
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
