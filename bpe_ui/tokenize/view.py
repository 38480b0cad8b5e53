"""The parts of the Tokenize page: the text, its tokens, and the rules that fired in each word."""

from collections.abc import Sequence
from typing import NamedTuple

import streamlit as st

from bpe_core import EXAMPLES, BPEError, BPETokenizer
from bpe_core.encoding import Encoding, WordTrace
from bpe_ui.html import chips
from bpe_ui.html.display import show
from bpe_ui.session import session, set_widget, widget
from bpe_ui.text.sentences import plural
from bpe_ui.tokenize.rows import TEXT_LENGTH, TokenChips, TokenRow, different_words, token_rows, trace_rows
from bpe_ui.training.training import Training

ALGORITHMS = {"lowest_rank": "Lowest rank first", "in_order": "In the order learned"}
EXPLANATIONS = {
    "lowest_rank": "Again and again, the pair with the earliest merge is merged, as in GPT-2.",
    "in_order": "Every merge is applied once, in the order learned, as in Sennrich's paper.",
}
HERE, ALL = "here", "all"


class Request(NamedTuple):
    """What a person wants to have tokenized, and how."""

    tokenizer: BPETokenizer
    """The rules up to the merge chosen."""

    text: str
    """The text, cut to what is tokenized."""

    algorithm: str
    """One of `ALGORITHMS`."""


def ask(training: Training) -> Request | None:
    """The text box and the choices beside it; None, and a line that says why, where tokens are too long."""
    text, algorithm, merges = _text(training), _algorithm(), _merges(training)
    try:
        return Request(training.tokenizer(merges), text, algorithm)
    except BPEError as error:
        show(chips.message(str(error), "error"))
        return None


def answer(request: Request) -> None:
    """The tokens, and the rules that fired in each word."""
    try:
        encoding = request.tokenizer.encode(request.text, algorithm=request.algorithm)
        traces = request.tokenizer.trace(request.text, algorithm=request.algorithm)
    except BPEError as error:
        show(chips.message(str(error), "error"))
        return
    made = TokenChips(request.tokenizer)
    with st.container(key="tokens"):
        _tokens(request, encoding, token_rows(encoding, made))
    with st.container(key="traces"):
        _traces(traces, made)


def _text(training: Training) -> str:
    if widget("tokenize_text") is None:
        set_widget("tokenize_text", _probes(training))
    typed: str = st.text_area(
        "Text to tokenize",
        key="tokenize_text",
        height=150,
        persist_state="session",
        placeholder="Type a text.",
    )
    if len(typed) > TEXT_LENGTH:
        limit = TEXT_LENGTH
        show(chips.note(f"The text has {len(typed):,} characters; the first {limit:,} are tokenized."))
    return typed[:TEXT_LENGTH]


def _probes(training: Training) -> str:
    source = training.source
    example = EXAMPLES[source.name] if source.kind == "example" else next(iter(EXAMPLES.values()))
    return " ".join(example.probes)


def _algorithm() -> str:
    if widget("tokenize_algorithm") is None:
        set_widget("tokenize_algorithm", "lowest_rank")
    chosen = st.segmented_control(
        "How the rules are applied",
        list(ALGORITHMS),
        format_func=ALGORITHMS.__getitem__,
        required=True,
        key="tokenize_algorithm",
        persist_state="session",
    )
    algorithm = chosen or "lowest_rank"
    show(chips.note(EXPLANATIONS[algorithm]))
    return algorithm


def _merges(training: Training) -> int:
    """How many merges the tokenizer has: those up to the position, or all that are known."""
    position, known = training.stepper.position, training.stepper.known_merges
    titles = {
        HERE: f"The first {position:,}, as on Train",
        ALL: f"All {known:,} known",
    }
    if session().predicting:
        show(chips.note(f"With the first {position:,}, as on Train; the others are yours to predict."))
        return position
    if position == known:
        show(chips.note(f"With all {known:,} {plural('merge', known)} made on the Train page."))
        return known
    if widget("tokenize_merges") is None:
        set_widget("tokenize_merges", HERE if position else ALL)
    chosen = st.segmented_control(
        "With these merges",
        list(titles),
        format_func=titles.__getitem__,
        required=True,
        key="tokenize_merges",
        persist_state="session",
    )
    return known if chosen == ALL else position


def _tokens(request: Request, encoding: Encoding, rows: Sequence[TokenRow]) -> None:
    count = len(encoding.tokens)
    title = f"{count:,} {plural('token', count)} for {len(request.text):,} characters"
    show(chips.panel_title(title, f"the first {len(rows):,} shown" if count > len(rows) else ""))
    show(chips.token_ids(rows, encoding.normalized))
    show(chips.unknown(encoding.unknown))
    show(chips.decoded(request.tokenizer.decode(encoding.ids), request.text))


def _traces(traces: Sequence[WordTrace], made: TokenChips) -> None:
    different = different_words(traces)
    traced = trace_rows(traces, made)
    shown = f"{len(traced):,} of {different:,} different words" if different > len(traced) else ""
    show(chips.panel_title("The rules that fire, word by word", shown))
    show(chips.traces(traced))
