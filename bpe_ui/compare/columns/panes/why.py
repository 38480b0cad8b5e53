"""Why the columns diverge: what each of them takes at their first difference, and the rule behind it.

In: a comparison. Out: one sentence with the numbers, then a card for each pair that is taken, with the
columns that take it and their reasons.
"""

from collections.abc import Sequence
from itertools import combinations, product

import streamlit as st

from bpe_core.merges import Pair
from bpe_core.studies.causes import CAUSES, causes_between
from bpe_core.studies.comparison import ColumnPick, Comparison, Divergence
from bpe_ui.compare.choices import ColumnChoice
from bpe_ui.compare.columns.sentences import NO_MERGE
from bpe_ui.compare.titles import fitting_titles
from bpe_ui.html import chips, markup
from bpe_ui.html.chips import Html
from bpe_ui.html.display import show
from bpe_ui.session import session
from bpe_ui.text.headline import SPACE_AS_BYTE
from bpe_ui.text.sentences import Number, Sentence, Token, plural, times

TIED_SHOWN = 8
"""The most other tied pairs that are named on a card."""

_DECIDES = {
    "rules": "the tie rules choose different pairs",
    "ids": "the tie rule is the same, but the ids that it compares are in another order",
    "both": "the tie rules, or the ids that they compare, choose different pairs",
}
BETWEEN = " · "
"""Between titles, which may have commas of their own."""


def draw(comparison: Comparison) -> None:
    """The sentence and the cards."""
    divergence = comparison.divergence()
    if divergence is None:
        show(markup.headline(no_difference(comparison)))
        return
    show(markup.headline(first_difference(comparison, divergence)))
    against = session().compare.against
    if not divergence.same_splits:
        show(markup.quiet_line(not_ties_alone(divergence)))
    # Causes can say more than the cards where more than a tie rule differs.
    has_causes = not divergence.same_splits or who_decides(comparison, divergence) != "rules"
    if has_causes:
        _offer_causes(comparison, divergence)
    taken = columns_by_pair(divergence)
    compared_with = against if has_causes else None
    show(markup.cards(_card(comparison, divergence, pair, taken[pair], compared_with) for pair in taken))
    is_bytes = any(column.config.alphabet == "bytes" for column in comparison.columns)
    if is_bytes and any(SPACE_AS_BYTE in "".join(pair) for pick in divergence.picks for pair in pick.tied):
        show(markup.quiet_line((Token(SPACE_AS_BYTE), " is a space.")))


def pair_to_explain(divergence: Divergence, against: int) -> tuple[int, int]:
    """The column compared with, and the first that takes another pair; `against` if none does."""
    pairs = [pick.pair for pick in divergence.picks]
    others = (column for column, pair in enumerate(pairs) if pair != pairs[against])
    return against, next(others, against)


def columns_by_pair(divergence: Divergence) -> dict[Pair | None, list[int]]:
    """The pairs that are taken, in the order of the columns, each with the columns that take it; None where
    their training is over."""
    found: dict[Pair | None, list[int]] = {}
    for column, pick in enumerate(divergence.picks):
        found.setdefault(pick.pair, []).append(column)
    return found


def no_difference(comparison: Comparison) -> Sentence:
    """The sentence where all columns make the same merges."""
    made = comparison.length
    if not made:
        return (NO_MERGE,)
    if not comparison.is_done:
        return "No difference yet: all columns make the same ", Number(made), f" {plural('merge', made)}."
    same = f" {plural('merge', made)}: on this corpus the rules do not differ."
    return "All columns make the same ", Number(made), same


def first_difference(comparison: Comparison, divergence: Divergence) -> Sentence:
    """The sentence that says where they diverge."""
    before = divergence.rank
    same: Sentence = ()
    if before:
        are = f" {plural('merge', before)} {'is' if before == 1 else 'are'} the same. "
        same = "The first ", Number(before), are
    step: Sentence = "Merge ", Number(before + 1), " is the first difference"
    if not divergence.same_splits:
        return *same, *step, "."
    pick = divergence.picks[0]
    tied: Sentence = Number(pick.tied_total), " pairs occur ", Number(pick.count), f" {times(pick.count)}"
    return *same, *step, ": ", *tied, f", and {_DECIDES[who_decides(comparison, divergence)]}."


def who_decides(comparison: Comparison, divergence: Divergence) -> str:
    """What takes different pairs of the same tied ones: "rules", or "ids" with the same rule, or "both"."""
    configs = [column.config for column in comparison.columns]
    have_other_rules = {
        CAUSES["ties"] in causes_between(configs[column], configs[other])
        for columns, others in combinations(columns_by_pair(divergence).values(), 2)
        for column, other in product(columns, others)
    }
    if len(have_other_rules) == 2:
        return "both"
    return "rules" if have_other_rules == {True} else "ids"


def not_ties_alone(divergence: Divergence) -> Sentence:
    """Says that more than the tie rules differs."""
    if any(pick.pair is None for pick in divergence.picks):
        return ("At least one column has ended; the others go on.",)
    return ("The columns had different pairs to choose from: more than the tie rule differs.",)


def causes(comparison: Comparison, columns: Sequence[int], against: int) -> list[Sentence]:
    """In what the rules of some columns differ from those of another one; equal ones together."""
    alike: dict[str, list[str]] = {}
    there = comparison.columns[against]
    for here in (comparison.columns[column] for column in columns):
        titles = ", ".join(cause.title.lower() for cause in causes_between(there.config, here.config))
        if titles:
            alike.setdefault(titles, []).append(here.title)
    found: list[Sentence] = []
    for titles, who in alike.items():
        differs = f"{BETWEEN.join(who)}: differs" if len(columns) > 1 else "Differs"
        found.append((f"{differs} from {there.title} in {titles}.",))
    return found


def how_often(pick: ColumnPick) -> Sentence:
    """The count of the pair that is taken, and with how many it was tied."""
    others = pick.tied_total - 1
    tied = f", tied with {others:,} {plural('other', others)}" if others > 0 else ", more than any other pair"
    return Number(pick.count), f" {times(pick.count)}{tied}"


def _offer_causes(comparison: Comparison, divergence: Divergence) -> None:
    pair = pair_to_explain(divergence, session().compare.against)
    start, end = (_rule_key(session().compare.choices[column]) for column in pair)
    if start is None or end is None or start == end:
        return
    titles = fitting_titles([column.title for column in comparison.columns])
    st.button(
        "Which cause?",
        key="why_causes",
        icon=":material/account_tree:",
        help="Goes from the rules of one column to those of the other, one change at a time.",
        on_click=_show_causes,
        args=(start, end),
    )
    show(markup.quiet_line((f"From {titles[pair[0]]} to {titles[pair[1]]}, one change at a time.",)))


def _rule_key(choice: ColumnChoice) -> str | None:
    """The key of a column's rules in Causes; None for pinned rules, which it does not know."""
    return None if choice.kind == "own" else choice.key


def _show_causes(start: str, end: str) -> None:
    compare = session().compare
    compare.cause_from, compare.cause_to, compare.cause_order = start, end, ()
    compare.view = "causes"


def _card(
    comparison: Comparison,
    divergence: Divergence,
    pair: Pair | None,
    columns: Sequence[int],
    against: int | None,
) -> Html:
    """What is said of one pair; with the causes, where a column to compare with is given."""
    titles = [comparison.columns[column].title for column in columns]
    picks = [divergence.picks[column] for column in columns]
    if pair is None:
        ends = [f"{title}: {pick.stop_reason}." for title, pick in zip(titles, picks, strict=True)]
        return markup.card("Training has ended", markup.reasons(ends))
    counts = list(dict.fromkeys(map(how_often, picks)))
    parts = [markup.pick(pair, counts[0] if len(counts) == 1 else ())]
    if len(counts) > 1:
        parts += [
            markup.line((f"{title}: ", *how_often(pick), "."))
            for title, pick in zip(titles, picks, strict=True)
        ]
    parts.append(markup.reasons(dict.fromkeys(pick.reason for pick in picks if pick.reason)))
    if against is not None:
        parts += [markup.quiet_line(line) for line in causes(comparison, columns, against)]
    parts += _others_tied(divergence, columns)
    return markup.card(BETWEEN.join(titles), chips.join(parts), mark="differs")


def _others_tied(divergence: Divergence, columns: Sequence[int]) -> list[Html]:
    """The other candidates; on the first card alone where only the tie rules differ, as all have the same."""
    pick = divergence.picks[columns[0]]
    if divergence.same_splits and 0 not in columns:
        return []
    taken = {each.pair for each in divergence.picks} if divergence.same_splits else {pick.pair}
    others = [pair for pair in pick.tied if pair not in taken][:TIED_SHOWN]
    left = pick.tied_total - len(taken)
    if left < 1:
        return []
    words = "Also tied, but taken by no column:" if divergence.same_splits else "Also tied:"
    return [chips.note(words), markup.pair_chips(others, left - len(others))]
