"""Why the columns differ: what each takes at the first difference, and which rules cause that."""

from collections.abc import Iterable, Sequence

import streamlit as st

from bpe_core import Corpus
from bpe_core.merges import Pair
from bpe_core.studies.causes import CAUSES, Cause, causes_between, changing_causes
from bpe_core.studies.comparison import ColumnPick, ColumnRules, Comparison, Divergence
from bpe_ui.frame.long_work import Call, ask
from bpe_ui.frame.widgets.display import show, show_note
from bpe_ui.pages.compare.columns.sentences import no_merge
from bpe_ui.pages.compare.settings.state import is_small
from bpe_ui.stage.html import chips, markup
from bpe_ui.stage.html.chips import Html
from bpe_ui.stage.text.headline import SPACE_AS_BYTE
from bpe_ui.stage.text.sentences import Sentence, retold, say, scored, words_listed
from bpe_ui.visit.session import session
from bpe_ui.visit.training.training import Source

TIED_SHOWN = 6
"""How many other tied pairs are named on a card at most."""
SAMPLE = "I'LL pay 12345, they'll pay 12346."
"""A text that patterns cut differently: digits, capitals, apostrophes."""
BETWEEN = " · "
"""Separates titles, which may contain commas."""


def draw_reasons(comparison: Comparison) -> None:
    """The sentence and the cards."""
    divergence = comparison.divergence()
    if divergence is None:
        show(markup.headline(no_difference(comparison)))
        if comparison.corpus.entries:
            show_note("These words are cut already, so patterns play no part here.")
            st.button("Compare on a text", key="compare_sample", on_click=_take_sample)
        return
    pairs = parted_columns(divergence)
    columns, corpus = comparison.columns, comparison.corpus
    changing: Sequence[Cause] | None = None
    if is_small(corpus):
        rules = tuple((columns[here].config, columns[there].config) for here, there in pairs)
        changing = ask("why", Call(changing_causes, (corpus, rules, divergence.rank + 1))).result
    different = causes_of(columns, pairs)
    show(markup.headline(first_difference(divergence) + because_of(changing or (), different)))
    taken = columns_by_pair(divergence)
    differs_in_more = not divergence.same_splits or len(different) > 1
    cards = (_card(comparison, divergence, pair, taken[pair], names_causes=differs_in_more) for pair in taken)
    show(markup.cards(cards))
    is_bytes = any(column.config.alphabet == "bytes" for column in columns)
    if is_bytes and any(SPACE_AS_BYTE in "".join(pair) for pick in divergence.picks for pair in pick.tied):
        show(markup.quiet_line(say("{byte:token} is a space.", byte=SPACE_AS_BYTE)))


def _take_sample() -> None:
    text = Source("text", Corpus.from_text(SAMPLE))
    session().take_corpus(text, "compare_sample")


def parted_columns(divergence: Divergence) -> list[tuple[int, int]]:
    """The first column, together with the first one for each of the other pairs."""
    return [(0, columns[0]) for columns in columns_by_pair(divergence).values() if 0 not in columns]


def columns_by_pair(divergence: Divergence) -> dict[Pair | None, list[int]]:
    """The pairs that are taken, in the order of the columns, each with its columns; None for columns whose
    training is over."""
    columns_of: dict[Pair | None, list[int]] = {}
    for column, pick in enumerate(divergence.picks):
        columns_of.setdefault(pick.pair, []).append(column)
    return columns_of


def no_difference(comparison: Comparison) -> Sentence:
    """The sentence if all columns make the same merges."""
    made = comparison.length
    if not made:
        return no_merge()
    return say(
        "All columns make the same {made} {made:merge|merges}: on this corpus the rules do not differ."
        if comparison.is_done
        else "No difference yet: all columns make the same {made} {made:merge|merges}.",
        made=made,
    )


def first_difference(divergence: Divergence) -> Sentence:
    """The sentence that says where they begin to differ."""
    before = divergence.rank
    same = say("{n:Merge 1 is|The first # merges are} the same. ", n=before) if before else ()
    return same + say(
        "Merge {number} is the first difference: {pick.tied_total} pairs occur {pick.count}"
        " {pick.count:time|times}."
        if divergence.same_splits and divergence.picks[0].parts is None
        else "Merge {number} is the first difference.",
        number=before + 1,
        pick=divergence.picks[0],
    )


def causes_of(columns: Sequence[ColumnRules], pairs: Iterable[tuple[int, int]]) -> list[Cause]:
    """How the rules of columns differ, for pairs of columns."""
    changing = {
        cause
        for here, there in pairs
        for cause in causes_between(columns[here].config, columns[there].config)
    }
    return [cause for cause in CAUSES.values() if cause in changing]


def because_of(changing: Sequence[Cause], different: Sequence[Cause]) -> Sentence:
    """The rules that make the columns differ; if these are not known, all that are different."""
    if changing:
        titles = words_listed([cause.title.lower() for cause in changing])
        return say(" {n:Reason|Reasons}: {causes}.", n=len(changing), causes=titles)
    causes = words_listed([cause.title.lower() for cause in different])
    return say(" The rules differ in {causes}.", causes=causes)


def causes(comparison: Comparison, columns: Sequence[int]) -> list[Sentence]:
    """How the rules of some columns differ from those of the first; equal answers together."""
    alike: dict[str, list[str]] = {}
    there = comparison.columns[0]
    for here in (comparison.columns[column] for column in columns):
        titles = words_listed([cause.title.lower() for cause in causes_between(there.config, here.config)])
        if titles:
            alike.setdefault(titles, []).append(here.title)
    differs = "Differs from {there.title} in {what}."
    if len(columns) > 1:
        differs = "{who}: differs from {there.title} in {what}."
    return [say(differs, who=BETWEEN.join(who), there=there, what=titles) for titles, who in alike.items()]


def how_often(pick: ColumnPick) -> Sentence:
    """The count of the pair that is taken, and whether it was tied."""
    if pick.parts is not None:
        return say(
            "{score}, level with" if pick.tied_total > 1 else "{score}, the highest score",
            score=scored(pick.count, pick.parts),
        )
    return say(
        "{pick.count} {pick.count:time|times}, tied with"
        if pick.tied_total > 1
        else "{pick.count} {pick.count:time|times}, more than any other pair",
        pick=pick,
    )


def _card(
    comparison: Comparison,
    divergence: Divergence,
    pair: Pair | None,
    columns: Sequence[int],
    *,
    names_causes: bool,
) -> Html:
    """The card of one pair."""
    titles = [comparison.columns[column].title for column in columns]
    picks = [divergence.picks[column] for column in columns]
    if pair is None:
        ends = [
            say("{title}: {pick.stop_reason}.", title=title, pick=pick)
            for title, pick in zip(titles, picks, strict=True)
        ]
        return markup.card("Training has ended", markup.lines(ends, "reasons"))
    first_with = {(pick.count, pick.tied_total): number for number, pick in reversed([*enumerate(picks)])}
    parts = []
    for number in sorted(first_with.values()):
        sentence = how_often(picks[number])
        if len(first_with) > 1:
            sentence = say("{title}: {how_often}", title=titles[number], how_often=sentence)
        others = picks[number].tied[1 : TIED_SHOWN + 1]
        not_shown = picks[number].tied_total - 1 - len(others)
        parts.append(markup.pick(pair, sentence, others, not_shown))
    if reasons := dict.fromkeys(retold(pick.reason) for pick in picks if pick.reason):
        parts.append(markup.lines(reasons, "reasons"))
    if names_causes:
        parts += [markup.quiet_line(line) for line in causes(comparison, columns)]
    card = markup.card(BETWEEN.join(titles), chips.join(parts), mark="differs")
    return chips.tokens_of(f"column/{columns[0]}", card)
