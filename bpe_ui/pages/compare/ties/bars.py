"""The bars of Do ties matter?: in how many runs each merge is learned."""

from bpe_core.studies.random_ties import MergeShare, TieStudy
from bpe_ui.stage.html import chips, markup, tables
from bpe_ui.stage.html.chips import Html
from bpe_ui.stage.text.sentences import say_plainly, the_pair

BARS_SHOWN = 18
"""How many merges have a bar."""


def shown_merges(study: TieStudy) -> list[MergeShare]:
    """The merges with a bar, in the order learned: all of a few, else the first that some runs lack."""
    shares = study.merges
    if len(shares) > BARS_SHOWN:
        shares = tuple(share for share in shares if share.runs < study.runs) or shares
    return sorted(shares, key=lambda share: (share.earliest, -share.runs, share.pair))[:BARS_SHOWN]


def bars(study: TieStudy) -> Html:
    """A row for each merge: its number, the pair, a bar as long as the part of the runs that learn it."""
    rows = [
        [
            chips.escaped(f"{share.earliest + 1:,}"),
            markup.sentence(the_pair(share.pair)),
            tables.bar(share.runs / study.runs),
            chips.escaped(
                f"{share.runs:,} of {study.runs:,}" if share.runs < study.runs else f"all {study.runs:,}"
            ),
        ]
        for share in shown_merges(study)
    ]
    return tables.table("In how many runs each merge is learned", ["Merge", "Pair", "", "Learned in"], rows)


def bars_note(study: TieStudy) -> str:
    """Which merges have no bar; empty if all have one."""
    if len(study.merges) == len(shown_merges(study)):
        return ""
    if not study.sometimes:
        return say_plainly(
            "The first {shown} of {study.always:,} merges, all of which every run learns.",
            shown=BARS_SHOWN,
            study=study,
        )
    others = study.sometimes - min(study.sometimes, BARS_SHOWN)
    return say_plainly(
        "Not shown: {n:,} {n:merge|merges} that every run learns and {others:,} that some learn later."
        if others
        else "Not shown: {n:,} {n:merge|merges} that every run learns.",
        n=study.always,
        others=others,
    )
