"""The tokens of the text, and the rules that fired in each word."""

from collections.abc import Sequence

import streamlit as st

from bpe_core import BPEConfig, BPETokenizer
from bpe_core.encoding import Encoding, WordTrace
from bpe_ui.html import chips
from bpe_ui.html.display import show
from bpe_ui.session import session
from bpe_ui.text.sentences import plural
from bpe_ui.tokenize import check_line, present
from bpe_ui.tokenize.request import Request
from bpe_ui.tokenize.rows import TokenChips, TokenRow, different_words, token_rows, trace_rows


def draw(request: Request) -> None:
    """All of it; in present mode one word in large type."""
    traces = request.tokenizer.trace(request.text, algorithm=request.algorithm)
    if session().present:
        rows = trace_rows(traces, TokenChips(request.tokenizer))
        present.draw(rows, (request.text, request.algorithm, len(request.tokenizer.merges)))
    else:
        _show_answer(request, traces)


def _show_answer(request: Request, traces: Sequence[WordTrace]) -> None:
    encoding = request.tokenizer.encode(request.text, algorithm=request.algorithm)
    made = TokenChips(request.tokenizer)
    with st.container(key="tokens"):
        _tokens(request, encoding, token_rows(encoding, made))
        check_line.draw(request, encoding)
    with st.container(key="traces"):
        _traces(traces, made)


def _tokens(request: Request, encoding: Encoding, rows: Sequence[TokenRow]) -> None:
    count = len(encoding.tokens)
    title = f"{count:,} {plural('token', count)} for {len(request.text):,} characters"
    show(chips.panel_title(title, f"the first {len(rows):,} shown" if count > len(rows) else ""))
    show(chips.token_ids(rows, encoding.normalized))
    if rows:
        show(chips.note("The small numbers: below, a token's id; above, the merge that learned it."))
    show(chips.unknown(encoding.unknown))
    if None in encoding.ids and isinstance(request.tokenizer, BPETokenizer):
        show(chips.note(_why_no_id(request.tokenizer.config)))
    show(chips.decoded(request.tokenizer.decode(encoding.ids), request.text))


def _why_no_id(config: BPEConfig) -> str:
    if config.unknown == "unk":
        return f"{config.unk_token} has no id, because it is not among the special tokens (Rules, Words)."
    return "They have no ids, because only what the vocabulary holds has one."


def _traces(traces: Sequence[WordTrace], made: TokenChips) -> None:
    different = different_words(traces)
    traced = trace_rows(traces, made)
    shown = f"{len(traced):,} of {different:,} different words" if different > len(traced) else ""
    show(chips.panel_title("The rules that fire, word by word", shown))
    show(chips.traces(traced))
