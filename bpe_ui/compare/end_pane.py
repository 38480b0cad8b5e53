"""What it comes to in the end: vocabularies, symbols and compression of the columns.

In: a comparison. Out: one sentence, a table, and two charts.
"""

from collections.abc import Sequence

import streamlit as st

from bpe_core.comparison import Comparison, SideSummary
from bpe_ui.compare import frames, markup, pictures
from bpe_ui.display import ink, show
from bpe_ui.sentences import Number, Sentence, plural
from bpe_ui.session import session

_KEY = (("same full", frames.SHARED), ("others full", frames.SOME_OTHERS), ("some full", frames.ONLY_HERE))
_HEADS = ("Column", "Symbols", "Compression", "Same step", "Moved", "Only here", "Vocabulary")


def draw(comparison: Comparison) -> None:
    """The sentence, the charts and the table."""
    against = session().compare.against
    summaries = comparison.summaries(against)
    columns = frames.column_names([side.title for side in summaries])
    show(markup.headline(vocabularies(summaries)))
    show(markup.quiet_line(compression(summaries)))
    vocabulary = frames.vocabulary_frame(summaries)
    if vocabulary["tokens"].any():
        show(markup.key_to_picture(_KEY))
        st.altair_chart(
            pictures.vocabulary_chart(vocabulary, columns, ink=ink()),
            key="vocabulary_chart",
            alt=f"The learned tokens by who learns them. {said_vocabularies(summaries)}",
        )
    show(markup.table("The columns in numbers", _HEADS, map(_row, summaries)))
    show(markup.quiet_line((f"Same step, moved and only here: beside {summaries[against].title}.",)))
    st.altair_chart(
        pictures.compression_chart(frames.compression_frame(comparison.series(), columns), columns),
        key="compression_chart",
        alt=f"The compression over the merges, a line a column. {plain_compressions(summaries)}",
    )


def vocabularies(summaries: Sequence[SideSummary]) -> Sentence:
    """How much of the vocabularies is shared."""
    shared = summaries[0].tokens_shared
    most = max(side.merges for side in summaries)
    if not most:
        return ("No column learns a token.",)
    if all(side.merges == shared for side in summaries):
        return (
            "All columns learn the same ",
            Number(shared),
            f" {plural('token', shared)}: only the order and the ids differ.",
        )
    return (
        "All columns learn ",
        Number(shared),
        f" {plural('token', shared)} in common, of up to ",
        Number(most),
        " each.",
    )


def compression(summaries: Sequence[SideSummary]) -> Sentence:
    """From the least to the greatest compression."""
    least = min(summaries, key=lambda side: side.compression)
    greatest = max(summaries, key=lambda side: side.compression)
    if len({(side.symbols, side.symbols_at_start) for side in summaries}) == 1:
        return (
            "Every column ends with ",
            Number(least.symbols),
            f" symbols: {least.compression:.2f}× fewer than at the start.",
        )
    if least.compression == greatest.compression:
        return (f"Compression in the end: {least.compression:.2f}× in every column.",)
    return (
        f"Compression in the end: from {least.compression:.2f}× ({least.title}) to "
        f"{greatest.compression:.2f}× ({greatest.title}).",
    )


def said_vocabularies(summaries: Sequence[SideSummary]) -> str:
    """The chart of the vocabularies in words."""
    return " ".join(
        f"{side.title}: {side.tokens_shared:,} in all columns, {side.tokens_only_here:,} only here,"
        f" of {side.merges:,}."
        for side in summaries
    )


def plain_compressions(summaries: Sequence[SideSummary]) -> str:
    """The chart of the compression in words."""
    return " ".join(f"{side.title} ends at {side.compression:.2f}." for side in summaries)


def _row(side: SideSummary) -> tuple[str, ...]:
    return (
        side.title,
        f"{side.symbols:,}",
        f"{side.compression:.2f}×",
        *(f"{number:,}" for number in (side.same_step, side.moved, side.only_here, side.vocabulary_size)),
    )
