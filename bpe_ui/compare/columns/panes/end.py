"""What it comes to in the end: vocabularies, symbols and compression of the columns.

In: a comparison. Out: sentences with the tokens that are not in every column, tables, and charts.
"""

from collections.abc import Sequence
from dataclasses import replace

import streamlit as st

from bpe_core import BPEConfig
from bpe_core.pre_tokenizers import PRE_TOKENIZERS
from bpe_core.studies.comparison import ColumnSummary, Comparison
from bpe_ui.charts.frames import shortened
from bpe_ui.compare.columns.panes import charts as pictures
from bpe_ui.compare.columns.panes import end_tokens, frames
from bpe_ui.compare.titles import fitting_titles
from bpe_ui.html import markup
from bpe_ui.html.display import ink, show
from bpe_ui.session import session
from bpe_ui.text.sentences import Number, Sentence, plural
from bpe_ui.text.visible import visible_text

_KEY = (("same full", frames.SHARED), ("others full", frames.SOME_OTHERS), ("some full", frames.ONLY_HERE))
_HEADS = ("Column", "Symbols", "Compression", "Vocabulary")
_HEADS_BESIDE = ("Column", "Same step", "Moved", "Only here")


def draw(comparison: Comparison) -> None:
    """The sentences with the tokens, the figures and the charts."""
    against = session().compare.against
    summaries, tokens = comparison.summaries(against), comparison.tokens()
    titles = [side.title for side in summaries]
    apart = end_tokens.ids_apart(comparison, tokens) if _learn_the_same(summaries) else []
    show(markup.headline(vocabularies(summaries, end_tokens.how_alike(tokens, apart))))
    _draw_tokens(titles, end_tokens.who_learns(titles, tokens), apart)
    show(markup.line(compression(summaries)))
    if not _start_alike(summaries):
        show(markup.quiet_line(why_starts_differ(comparison, summaries)))
    show(markup.table("The columns in numbers", _HEADS, map(_row, summaries, fitting_titles(titles))))
    columns = frames.column_names(fitting_titles(titles))
    st.altair_chart(
        pictures.compression_chart(
            frames.compression_frame(comparison.series(), fitting_titles(titles)), columns
        ),
        key="compression_chart",
        alt=f"The compression over the merges, a line a column. {plain_compressions(summaries)}",
    )
    _draw_shares(summaries, columns)
    others = [_row_beside(side) for number, side in enumerate(summaries) if number != against]
    show(markup.quiet_line((f"Merges, compared with {titles[against]}:",)))
    show(markup.table(f"The merges, compared with {titles[against]}", _HEADS_BESIDE, others))


def _draw_tokens(
    titles: Sequence[str], learned: Sentence, apart: Sequence[tuple[str, tuple[int, ...]]]
) -> None:
    """Who learns what; where all learn the same, the ids."""
    if learned:
        show(markup.line(learned))
    if not apart:
        return
    rows = [
        (shortened(visible_text(token), end_tokens.TOKEN_LENGTH), *(f"{number:,}" for number in ids))
        for token, ids in apart[: end_tokens.IDS_SHOWN]
    ]
    show(markup.table("The ids of the tokens", ("Id of", *fitting_titles(titles)), rows))
    left = len(apart) - len(rows)
    if left > 0:
        show(markup.quiet_line((f"{left:,} more {plural('token', left)} with different ids.",)))


def _draw_shares(summaries: Sequence[ColumnSummary], columns: Sequence[str]) -> None:
    """How much of each vocabulary is shared, unless all of it is."""
    if _learn_the_same(summaries):
        return
    frame = frames.vocabulary_frame(
        [replace(side, title=name) for side, name in zip(summaries, columns, strict=True)]
    )
    show(markup.key_to_picture(_KEY))
    st.altair_chart(
        pictures.vocabulary_chart(frame, columns, ink=ink()),
        key="vocabulary_chart",
        alt=f"The learned tokens by who learns them. {said_vocabularies(summaries)}",
    )


def vocabularies(summaries: Sequence[ColumnSummary], how_alike: str) -> Sentence:
    """How much of the vocabularies is shared; `how_alike` says how those differ that learn the same."""
    shared = summaries[0].tokens_shared
    most = max(side.merges for side in summaries)
    if not most:
        return ("No column learns a token.",)
    if _learn_the_same(summaries):
        return "All columns learn the same ", Number(shared), f" {plural('token', shared)}{how_alike}."
    return (
        "All columns learn ",
        Number(shared),
        f" {plural('token', shared)} in common, of up to ",
        Number(most),
        " each.",
    )


def compression(summaries: Sequence[ColumnSummary]) -> Sentence:
    """From the least to the greatest compression; from different starts that compares nothing, symbols do."""
    if not _start_alike(summaries):
        return _symbols_left(summaries)
    least = min(summaries, key=lambda side: side.compression)
    greatest = max(summaries, key=lambda side: side.compression)
    if least.symbols == greatest.symbols:
        return (
            "Every column ends with ",
            Number(least.symbols),
            f" symbols: {least.compression:.2f}× fewer than at the start.",
        )
    return (
        f"Compression in the end: from {least.compression:.2f}× ({least.title}) to "
        f"{greatest.compression:.2f}× ({greatest.title}).",
    )


def why_starts_differ(comparison: Comparison, summaries: Sequence[ColumnSummary]) -> Sentence:
    """Why the columns do not begin with as many symbols, and what the compression therefore is not."""
    fewest, most = _by_start(summaries)
    rules = [comparison.columns[summaries.index(side)].config for side in (fewest, most)]
    reasons = starts_from_fewer(*rules)
    because = f": {', and '.join(reasons)}" if reasons else ""
    return (
        f"The columns start from {fewest.symbols_at_start:,} to {most.symbols_at_start:,} symbols, so their"
        f" compression cannot be compared. {fewest.title} starts from fewer than {most.title}{because}.",
    )


def _drops_spaces(rules: BPEConfig) -> bool:
    """Whether no word can hold a space."""
    pre_tokenizer = PRE_TOKENIZERS[rules.pre_tokenizer]
    return pre_tokenizer.cuts_at_spaces and not pre_tokenizer.space


def starts_from_fewer(fewer: BPEConfig, more: BPEConfig) -> list[str]:
    """What in the first rules leaves fewer base symbols of a text than the second."""
    found = []
    if _drops_spaces(fewer) and not _drops_spaces(more):
        found.append("spaces are no symbols there")
    if more.word_boundary == "end_symbol" != fewer.word_boundary:
        found.append("words have no end symbol there")
    if (fewer.alphabet, more.alphabet) == ("characters", "bytes"):
        found.append("a character is one symbol there, however many bytes it has")
    return found


def _symbols_left(summaries: Sequence[ColumnSummary]) -> Sentence:
    least = min(summaries, key=lambda side: side.symbols)
    most = max(summaries, key=lambda side: side.symbols)
    if least.symbols == most.symbols:
        return "Every column ends with ", Number(least.symbols), f" {plural('symbol', least.symbols)}."
    return (
        "Symbols at the end: from ",
        Number(least.symbols),
        f" ({least.title}) to ",
        Number(most.symbols),
        f" ({most.title}).",
    )


def _by_start(summaries: Sequence[ColumnSummary]) -> tuple[ColumnSummary, ColumnSummary]:
    def start(side: ColumnSummary) -> int:
        return side.symbols_at_start

    return min(summaries, key=start), max(summaries, key=start)


def _start_alike(summaries: Sequence[ColumnSummary]) -> bool:
    return len({side.symbols_at_start for side in summaries}) == 1


def _learn_the_same(summaries: Sequence[ColumnSummary]) -> bool:
    return all(side.merges == side.tokens_shared for side in summaries)


def said_vocabularies(summaries: Sequence[ColumnSummary]) -> str:
    """The chart of the vocabularies in words."""
    return " ".join(
        f"{side.title}: {side.tokens_shared:,} in all columns, {side.tokens_only_here:,} only here,"
        f" of {side.merges:,}."
        for side in summaries
    )


def plain_compressions(summaries: Sequence[ColumnSummary]) -> str:
    """The chart of the compression in words."""
    return " ".join(f"{side.title} ends at {side.compression:.2f}." for side in summaries)


def _row(side: ColumnSummary, title: str) -> tuple[str, ...]:
    return (
        title,
        f"{side.symbols_at_start:,} → {side.symbols:,}",
        f"{side.compression:.2f}×",
        f"{side.vocabulary_size:,}",
    )


def _row_beside(side: ColumnSummary) -> tuple[str, ...]:
    return side.title, *(f"{number:,}" for number in (side.same_step, side.moved, side.only_here))
