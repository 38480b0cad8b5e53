"""The HTML of decoded ids: the text, and the tokens as chips.

Text enters only through `chips.token` or `escape`.
"""

from collections.abc import Sequence
from html import escape

from bpe_core.studies.round_trip import DecodedToken
from bpe_ui.html import chips
from bpe_ui.html.chips import Html, join
from bpe_ui.text.byte_parts import in_hex

TEXT_SHOWN = 4_000
"""The most characters of a text that are shown."""
TOKENS_SHOWN = 400
"""The most tokens that are shown."""


def text(decoded: str) -> Html:
    """A text with visible spaces and line ends."""
    shown = (
        chips.token(decoded, longest=TEXT_SHOWN) if decoded else Html('<span class="quiet">no text</span>')
    )
    return Html(f'<p class="decoded-text">{shown}</p>')


def tokens(decoded: Sequence[DecodedToken]) -> Html:
    """Tokens with their ids; one with a part of a character is shown by its bytes."""
    more = len(decoded) - TOKENS_SHOWN
    rest = Html(f'<li class="quiet">and {more:,} more</li>') if more > 0 else Html("")
    return Html(f'<ol class="decoded-tokens">{join(map(_token, decoded[:TOKENS_SHOWN]))}{rest}</ol>')


def _token(token: DecodedToken) -> Html:
    data = in_hex(token.bytes)
    shown = Html(f'<span class="named">{data}</span>') if token.parts else chips.token(token.token)
    number = "no id" if token.token_id is None else str(token.token_id)  # no commas: people copy ids
    partial = ' class="partial"' if token.parts else ""
    title = escape(f"bytes {data}" if data else "adds nothing to a text")
    opens = "" if token.token_id is None else f' data-token="{token.token_id}"'
    return Html(f'<li{partial}{opens} title="{title}">{shown}<span class="id">{number}</span></li>')
