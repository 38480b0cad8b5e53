"""The chart of tokenizers: who needs how many tokens for a text."""

from collections.abc import Sequence

import altair as alt
import pandas as pd

from bpe_core.studies.text_counts import TextCounts
from bpe_ui.charts.look import AnyChart, Look, bars_with_labels, whole_numbers
from bpe_ui.stage.text.sentences import say_plainly


def frame_of_counts(names: Sequence[str], counts: Sequence[TextCounts]) -> pd.DataFrame:
    """A row for each tokenizer of a text, the fewest tokens first.

    Columns: tokenizer, tokens, characters_per_token, unknown.
    """
    rows = [
        {
            "tokenizer": name,
            "tokens": count.tokens,
            "characters_per_token": count.characters_per_token,
            "unknown": count.unknown,
        }
        for name, count in zip(names, counts, strict=True)
    ]
    return pd.DataFrame(rows).sort_values("tokens", kind="stable", ignore_index=True)


def tokens_by_tokenizer(
    frame: pd.DataFrame, names: Sequence[str], title: str, most: int, look: Look
) -> AnyChart:
    """A bar for each tokenizer, the fewest tokens on top, with the figures at the bars.

    `names` are all tokenizers in the order of their colours, `most` the tokens at which the axis ends, so
    that the charts of several texts can be compared.
    """
    rows = zip(frame["tokens"], frame["characters_per_token"], frame["unknown"], strict=True)
    frame = frame.assign(
        label=[
            say_plainly(
                "{tokens:,}, {unknown:,} unknown" if unknown else "{tokens:,} ({each})",
                tokens=tokens,
                unknown=unknown,
                each=f"{each:.1f}",
            )
            for tokens, each, unknown in rows
        ]
    )
    along = alt.X(
        "tokens:Q", title="tokens (characters in each)", scale=alt.Scale(domain=[0, max(most, 1) * 1.5])
    )
    along = along.axis(whole_numbers(most))
    down = alt.Y("tokenizer:N", title=None, sort=None, axis=alt.Axis(labelColor=look.ink))
    colours = alt.Scale(domain=list(names), range=list(look.series[: len(names)]))
    tips = [
        alt.Tooltip("tokenizer:N"),
        alt.Tooltip("tokens:Q", format=","),
        alt.Tooltip("characters_per_token:Q", title="characters a token", format=".2f"),
        alt.Tooltip("unknown:Q", format=","),
    ]
    bars = alt.Chart(frame).encode(x=along, y=down, tooltip=tips)
    return bars_with_labels(bars, alt.Color("tokenizer:N", legend=None, scale=colours), title, look)
