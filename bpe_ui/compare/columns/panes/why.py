"""Why the columns part: what each of them takes at their first difference, and the rule behind it.

In: a comparison. Out: one sentence with the numbers, then a card for each pair that is taken, with the
columns that take it and their reasons.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations, product

import streamlit as st

from bpe_core.merges import Pair
from bpe_core.studies.causes import CAUSES, causes_between
from bpe_core.studies.comparison import ColumnPick, Comparison, Divergence
from bpe_ui.compare.choices import ColumnChoice
from bpe_ui.compare.titles import fitting_titles
from bpe_ui.html import chips, markup
from bpe_ui.html.chips import Html
from bpe_ui.html.display import show
from bpe_ui.session import session
from bpe_ui.text.headline import SPACE_AS_BYTE
from bpe_ui.text.sentences import Number, Sentence, Token, plural, times

TIED_SHOWN = 8
"""So many of the other tied pairs are named on a card."""

_DECIDES = {
    "rules": "the tie rules take different ones",
    "ids": "the tie rule is the same, but the ids that it goes by are in another order",
    "both": "the tie rules, or the ids that they go by, take different ones",
}
BETWEEN = " · "
"""Between titles, which may have commas of their own."""


@dataclass(frozen=True)
class Pick:
    """A pair that some columns take at the same step, and the columns."""

    pair: Pair | None
    """The pair; None where training is over."""

    columns: tuple[int, ...]
    """The columns that take it, by number."""

    choices: tuple[ColumnPick, ...]
    """What each of them had to choose from."""


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
    if _have_causes(comparison, divergence):
        _offer_causes(comparison, divergence)
    shown = [_card(comparison, pick, divergence, against) for pick in picks_of(divergence)]
    show(markup.cards(shown))
    if _has_byte_spaces(comparison, divergence):
        show(markup.quiet_line((Token(SPACE_AS_BYTE), " is a space.")))


def pair_to_explain(divergence: Divergence, against: int) -> tuple[int, int]:
    """The column compared with, and the first that takes another pair; `against` if none does."""
    pairs = [choice.pair for choice in divergence.picks]
    others = (column for column, pair in enumerate(pairs) if pair != pairs[against])
    return against, next(others, against)


def picks_of(divergence: Divergence) -> list[Pick]:
    """The pairs that are taken, in the order of the columns."""
    by_pair: dict[Pair | None, list[int]] = {}
    for column, choice in enumerate(divergence.picks):
        by_pair.setdefault(choice.pair, []).append(column)
    return [
        Pick(pair, tuple(columns), tuple(divergence.picks[column] for column in columns))
        for pair, columns in by_pair.items()
    ]


def no_difference(comparison: Comparison) -> Sentence:
    """The sentence where all columns make the same merges."""
    made = comparison.length
    if not made:
        return ("No column finds a pair to merge.",)
    if not comparison.is_done:
        return "No difference yet: all columns make the same ", Number(made), f" {plural('merge', made)}."
    return (
        "All columns make the same ",
        Number(made),
        f" {plural('merge', made)}: here the rules do not differ.",
    )


def first_difference(comparison: Comparison, divergence: Divergence) -> Sentence:
    """The sentence that says where they part."""
    before = divergence.rank
    same: Sentence = ()
    if before:
        same = (
            "The first ",
            Number(before),
            f" {plural('merge', before)} {'is' if before == 1 else 'are'} the same. ",
        )
    step: Sentence = "Merge ", Number(before + 1), " is the first difference"
    if not divergence.same_splits:
        return *same, *step, "."
    choice = divergence.picks[0]
    tied: Sentence = (
        Number(choice.tied_total),
        " pairs occur ",
        Number(choice.count),
        f" {times(choice.count)}",
    )
    return *same, *step, ": ", *tied, f", and {_DECIDES[who_decides(comparison, divergence)]}."


def who_decides(comparison: Comparison, divergence: Divergence) -> str:
    """What takes different pairs of the same tied ones: "rules", or "ids" with the same rule, or "both"."""
    configs = [side.config for side in comparison.columns]
    have_other_rules = {
        CAUSES["ties"] in causes_between(configs[column], configs[other])
        for pick, other_pick in combinations(picks_of(divergence), 2)
        for column, other in product(pick.columns, other_pick.columns)
    }
    if len(have_other_rules) == 2:
        return "both"
    return "rules" if have_other_rules == {True} else "ids"


def not_ties_alone(divergence: Divergence) -> Sentence:
    """Says that more than the tie rules differs."""
    if any(choice.pair is None for choice in divergence.picks):
        return ("Not all columns go on: at least one has ended.",)
    return ("The columns did not have the same pairs to choose from: more than the tie rule differs.",)


def causes(comparison: Comparison, columns: Sequence[int], against: int) -> list[Sentence]:
    """In what the rules of some columns differ from those of another one; equal ones together."""
    alike: dict[tuple[str, ...], list[str]] = {}
    there = comparison.columns[against]
    for column in columns:
        here = comparison.columns[column]
        titles = tuple(cause.title.lower() for cause in causes_between(there.config, here.config))
        if titles:
            alike.setdefault(titles, []).append(here.title)
    said: list[Sentence] = []
    for titles, sides in alike.items():
        who = f"{BETWEEN.join(sides)}: not" if len(columns) > 1 else "Not"
        said.append((f"{who} as {there.title} in {', '.join(titles)}.",))
    return said


def how_often(choice: ColumnPick) -> Sentence:
    """The count of a pick, and with how many it was tied."""
    others = choice.tied_total - 1
    tied = f", tied with {others:,} {plural('other', others)}" if others > 0 else ", no other as often"
    return Number(choice.count), f" {times(choice.count)}{tied}"


def _have_causes(comparison: Comparison, divergence: Divergence) -> bool:
    """Whether Causes can tell more than the cards: where more than a tie rule differs."""
    return not divergence.same_splits or who_decides(comparison, divergence) != "rules"


def _offer_causes(comparison: Comparison, divergence: Divergence) -> None:
    pair = pair_to_explain(divergence, session().compare.against)
    keys = [rule_key(session().compare.choices[column]) for column in pair]
    if None in keys or keys[0] == keys[1]:
        return
    titles = fitting_titles([side.title for side in comparison.columns])
    st.button(
        "Which cause?",
        key="why_causes",
        icon=":material/account_tree:",
        help="Goes from the rules of one column to those of the other, one change at a time.",
        on_click=_show_causes,
        args=tuple(keys),
    )
    show(markup.quiet_line((f"From {titles[pair[0]]} to {titles[pair[1]]}, one change at a time.",)))


def rule_key(choice: ColumnChoice) -> str | None:
    """The key of a column's rules in Causes; None for pinned rules, which it does not know."""
    return None if choice.kind == "own" else choice.key


def _show_causes(start: str, end: str) -> None:
    compare = session().compare
    compare.cause_from, compare.cause_to, compare.cause_order = start, end, ()
    compare.view = "causes"


def _card(comparison: Comparison, pick: Pick, divergence: Divergence, against: int) -> Html:
    titles = [comparison.columns[column].title for column in pick.columns]
    if pick.pair is None:
        reasons = [
            f"{title}: {choice.stop_reason}." for title, choice in zip(titles, pick.choices, strict=True)
        ]
        return markup.card("Training has ended", markup.reasons(reasons))
    counts = list(dict.fromkeys(map(how_often, pick.choices)))
    parts = [markup.pick(pick.pair, counts[0])] if len(counts) == 1 else [markup.pick(pick.pair, ())]
    lines = [choice.reason for choice in pick.choices if choice.reason]
    if len(counts) > 1:
        parts += [
            markup.line((f"{title}: ", *how_often(choice), "."))
            for title, choice in zip(titles, pick.choices, strict=True)
        ]
    parts.append(markup.reasons(list(dict.fromkeys(lines))))
    if _have_causes(comparison, divergence):
        parts += [markup.quiet_line(line) for line in causes(comparison, pick.columns, against)]
    parts += _others_tied(pick, divergence)
    return markup.card(BETWEEN.join(titles), chips.join(parts), mark="differs")


def _others_tied(pick: Pick, divergence: Divergence) -> list[Html]:
    """The other candidates; on the first card alone where only the tie rules differ, as all have the same."""
    choice = pick.choices[0]
    if choice.tied_total < 2 or (divergence.same_splits and 0 not in pick.columns):
        return []
    if divergence.same_splits:
        taken = {each.pair for each in divergence.picks}
        others = [pair for pair in choice.tied if pair not in taken]
        left = choice.tied_total - len(taken)
    else:
        others, left = list(choice.tied[1:]), choice.tied_total - 1
    if not left:
        return []
    shown = others[:TIED_SHOWN]
    words = "Tied as well, taken by no column:" if divergence.same_splits else "Tied as well:"
    return [chips.note(words), markup.pair_chips(shown, left - len(shown))]


def _has_byte_spaces(comparison: Comparison, divergence: Divergence) -> bool:
    is_bytes = any(side.config.alphabet == "bytes" for side in comparison.columns)
    shown: Sequence[Pair] = [pair for choice in divergence.picks for pair in choice.tied]
    return is_bytes and any(SPACE_AS_BYTE in symbol for pair in shown for symbol in pair)
