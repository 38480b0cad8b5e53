"""The charts of tokenizers: who needs how many tokens for a text, and what a vocabulary is made of."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

import altair as alt
import pandas as pd

from bpe_core.studies.text_counts import TextCounts
from bpe_ui.charts.look import AnyChart, Look, finished, whole_numbers
from bpe_ui.charts.training import LENGTHS_SHOWN, places_shown
from bpe_ui.stage.text.sentences import say_plainly
from bpe_ui.stage.text.visible import shortened


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
    base = alt.Chart(frame).encode(x=along, y=down, tooltip=tips)
    chart = alt.layer(
        base.mark_bar(height={"band": 0.78}).encode(
            color=alt.Color("tokenizer:N", legend=None, scale=colours)
        ),
        base.mark_text(align="left", dx=6, color=look.ink, fontSize=look.text).encode(text="label:N"),
        title=alt.Title(title),
    )
    return finished(chart.properties(height=alt.Step(look.text * 1.9)), look)


def frame_of_vocabulary(token_bytes: Iterable[bytes]) -> pd.DataFrame:
    """How many tokens have each length in bytes. Columns: length (as text; the last may be `12+`), tokens."""
    lengths = Counter(min(len(data), LENGTHS_SHOWN) for data in token_bytes)
    names = range(min(lengths, default=1), max(lengths, default=0) + 1)
    return pd.DataFrame(
        {
            "length": [f"{length}+" if length == LENGTHS_SHOWN else f"{length}" for length in names],
            "tokens": [lengths[length] for length in names],
        }
    )


def frame_of_uses(uses: Mapping[str, int]) -> pd.DataFrame:
    """The tokens by how often they are used, the most frequent first; unused ones are left out.

    Columns: place (from 1), count, token. At most `MOST_POINTS` rows, closer together at the beginning.
    """
    used = sorted(((count, token) for token, count in uses.items() if count), key=lambda each: -each[0])
    places = places_shown(len(used))
    shown = [used[place - 1] for place in places] if used else []
    return pd.DataFrame(
        {
            "place": places[: len(shown)],
            "count": [count for count, _ in shown],
            "token": [shortened(token) for _, token in shown],
        }
    )


def uses_by_place(frame: pd.DataFrame, look: Look) -> AnyChart:
    """How often each token is used, by its place, both axes logarithmic."""
    across = alt.X(
        "place:Q", title="tokens, the most frequent first", scale=alt.Scale(type="log", nice=False)
    )
    across = across.axis(whole_numbers(frame["place"].max(), log=True))
    up = alt.Y("count:Q", title="times", scale=alt.Scale(type="log"))
    up = up.axis(whole_numbers(frame["count"].max(), log=True))
    tips = [
        alt.Tooltip("place:Q", format=","),
        alt.Tooltip("token:N"),
        alt.Tooltip("count:Q", title="times", format=","),
    ]
    base = alt.Chart(frame).encode(x=across, y=up, tooltip=tips)
    chart = alt.layer(
        base.mark_line(color=look.line, strokeWidth=look.thickness / 2),
        base.mark_point(color=look.learned, filled=True, size=36, opacity=1),
        title=alt.Title("How often the tokens are used"),
    )
    return finished(chart, look)
