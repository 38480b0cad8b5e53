"""The parts of the Tokenize page: the text, its tokens, and the rules that fired in each word."""

from collections.abc import Callable, Sequence
from typing import NamedTuple

import streamlit as st

from bpe_core import EXAMPLES, BPEConfig, BPEError, BPETokenizer
from bpe_core.encoding import Encoding, WordTrace
from bpe_ui.html import chips
from bpe_ui.html.display import show
from bpe_ui.session import session, set_widget, widget
from bpe_ui.share.links import Typed
from bpe_ui.text.sentences import plural
from bpe_ui.tokenize import present
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


def draw(training: Training) -> None:
    """What is asked, and the answer beside it; in present mode one word of it in large type."""
    _set_first_values(training)
    if session().present:
        _answer(training, _present)
        return
    left, right = st.columns([4, 8], gap="small")
    with left:
        _ask(training)
    with right:
        _answer(training, _show_answer)


# ---- what is asked


def _set_first_values(training: Training) -> None:
    source = training.source
    example = EXAMPLES[source.name] if source.kind == "example" else next(iter(EXAMPLES.values()))
    first_values = {
        "tokenize_text": " ".join(example.probes),
        "tokenize_algorithm": Typed.algorithm,
        "tokenize_merges": HERE if training.stepper.position else ALL,
    }
    for key, value in first_values.items():
        if widget(key) is None:
            set_widget(key, value)


def _request(training: Training) -> Request:
    """What a person wants; raises a `BPEError` where tokens are too long."""
    return Request(
        training.tokenizer(_merges_used(training)),
        widget("tokenize_text")[:TEXT_LENGTH],
        widget("tokenize_algorithm"),
    )


def _merges_used(training: Training) -> int:
    """Those up to the position, or all that are known."""
    is_all = widget("tokenize_merges") == ALL and not session().predicting
    return training.stepper.known_merges if is_all else training.stepper.position


def _ask(training: Training) -> None:
    """The text box, and the choices below it."""
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
    st.segmented_control(
        "How the rules are applied",
        list(ALGORITHMS),
        format_func=ALGORITHMS.__getitem__,
        required=True,
        key="tokenize_algorithm",
        persist_state="session",
    )
    show(chips.note(EXPLANATIONS[widget("tokenize_algorithm")]))
    _ask_merges(training)


def _ask_merges(training: Training) -> None:
    used, position, known = _merges_used(training), training.stepper.position, training.stepper.known_merges
    if session().predicting:
        show(chips.note(f"With the first {used:,}, as on Train; the others are yours to predict."))
        return
    set_widget("tokenize_count", used)
    st.number_input(
        "With this many merges",
        0,
        known,
        step=1,
        key="tokenize_count",
        disabled=session().task is not None,
        on_change=_take_merges,
    )
    are = "merge is" if known == 1 else "merges are"
    show(chips.note(f"{known:,} {are} known; Train is at merge {position:,}."))


def _take_merges() -> None:
    """Go to a position, on Train too."""
    set_widget("tokenize_merges", HERE)
    session().move(widget("tokenize_count"))


# ---- the answer


def _answer(training: Training, show_answer: Callable[[Request, Sequence[WordTrace]], None]) -> None:
    """Tokenize, and give the words with their rules to what shows them, or say why not."""
    try:
        request = _request(training)
        traces = request.tokenizer.trace(request.text, algorithm=request.algorithm)
    except BPEError as error:
        show(chips.message(str(error), "error"))
    else:
        show_answer(request, traces)


def _present(request: Request, traces: Sequence[WordTrace]) -> None:
    rows = trace_rows(traces, TokenChips(request.tokenizer))
    present.draw(rows, (request.text, request.algorithm, len(request.tokenizer.merges)))


def _show_answer(request: Request, traces: Sequence[WordTrace]) -> None:
    """The tokens, and the rules that fired in each word."""
    encoding = request.tokenizer.encode(request.text, algorithm=request.algorithm)
    made = TokenChips(request.tokenizer)
    with st.container(key="tokens"):
        _tokens(request, encoding, token_rows(encoding, made))
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
    if None in encoding.ids:
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
