"""Why do my tokens differ? A person's own tokens of a text, the word at which they differ, and the cause."""

import json
from collections.abc import Iterator
from functools import partial
from itertools import zip_longest

import streamlit as st

from bpe_core import BPEError, Tokenizer
from bpe_core.studies.grading import CAUSES_NAMED, difference, headline_of
from bpe_core.studies.token_diagnosis import Given, TokenFindings, diagnose_tokens, example_of, read_tokens
from bpe_ui.frame.long_work import Call, draw_study
from bpe_ui.frame.widgets.choosing import choose_from_list
from bpe_ui.frame.widgets.display import show, show_error, show_note
from bpe_ui.frame.widgets.fields import LINE_ENDS, shown_in
from bpe_ui.pages.compare.diagnosis.user_input import ANSWER
from bpe_ui.pages.compare.settings.choices import TRAIN
from bpe_ui.pages.compare.settings.state import MAX_TOKENS_TEXT, Compare
from bpe_ui.pages.tokenize.settings.loaded import ready_file, tokenizers
from bpe_ui.pages.tokenize.settings.ready import installed
from bpe_ui.pages.tokenize.settings.state import ALL, FILE, Tokenize
from bpe_ui.stage.html import chips, cuts, markup, tables
from bpe_ui.stage.text.sentences import retold, say, say_plainly
from bpe_ui.visit.session import session
from bpe_ui.visit.training.beginning import first_words

VIEW, EXAMPLE, OPENED = "token_diagnosis", "tokens_example", "opened"
"""The long work; the example's button; and the choice of the tokenizer that is open on Tokenize."""
MOST_STEPS = 12
"""How many steps of a word are shown."""
_WHAT_TO_DO = (
    ("1.", "Choose the tokenizer that you meant, and type a text."),
    ("2.", "Paste what your encoder makes of it: tokens as a list, or ids."),
    ("3.", "You see the first word that differs, step by step, and which mistake makes all your tokens."),
)


def draw_token_diagnosis() -> None:
    """The inputs and, to their right, the answer."""
    if session().state(Compare).tokens_meant not in _titles():  # a link may name one that is not open here
        session().state(Compare).tokens_meant = TRAIN
    left, right = st.columns([4.5, 7.5], gap="medium")
    with left:
        show(chips.panel_title("The tokenizer, and a text"))
        choose_from_list("The tokenizer meant", _titles(), **shown_in("tokens_meant", of="compare"))
        text: str = st.text_area(
            say_plainly("A text, up to {most:,} characters", most=MAX_TOKENS_TEXT),
            height=100,
            help=LINE_ENDS,
            max_chars=MAX_TOKENS_TEXT,
            **shown_in("tokens_text", of="compare", to_widget=lambda _: _text()),
        )
        given: str = st.text_area(
            "Your tokens of it, or their ids",
            height=160,
            placeholder="['h', 'ug', 's']   or   [2, 7, 5]   or one token a line",
            **shown_in("tokens_given", of="compare"),
        )
        if not given.strip():
            st.button("Try an example with a mistake", key=EXAMPLE, on_click=_fill_in_example)
        show_error(EXAMPLE)
    with right:
        try:
            if given.strip() and text:
                with st.container(key=ANSWER):
                    _answer(text, read_tokens(given), tokenizer_meant())
            else:
                show(chips.panel_title("Where do your tokens differ?", terms=["your tokens"]))
                show(chips.explanations(_WHAT_TO_DO))
        except BPEError as error:
            show(chips.message(str(error), "error"))


def _titles() -> dict[str, str]:
    """The tokenizers that can be meant."""
    loaded = session().state(Tokenize).loaded
    opened = (
        {}
        if loaded is None
        else {OPENED: say_plainly("{file.title}, as opened on Tokenize", file=loaded.file)}
    )
    ready = {name: each.title for name, each in installed().items()}
    return {TRAIN: "Trained on Train, with all its merges", **opened, **ready}


def tokenizer_meant() -> Tokenizer:
    """The tokenizer that was chosen; raises a `BPEError` if it cannot be opened."""
    visit, meant = session(), session().state(Compare).tokens_meant
    loaded = visit.state(Tokenize).loaded
    if meant == OPENED and loaded is not None:
        return loaded.tokenizer
    if meant in installed():
        return tokenizers.reopen(ready_file(meant)).tokenizer
    return visit.training.tokenizer(visit.training.stepper.known_merges)


def _text() -> str:
    typed = session().state(Compare).tokens_text
    return first_words(session().training.source.corpus) if typed is None else typed


def _fill_in_example() -> None:
    session().errors.pop(EXAMPLE, None)
    try:
        tokens = example_of(_text(), tokenizer_meant())
    except BPEError as error:
        session().errors[EXAMPLE] = str(error)
    else:
        session().state(Compare).tokens_given = json.dumps(tokens, ensure_ascii=False)


# ---- the answer


def _answer(text: str, given: tuple[Given, ...], tokenizer: Tokenizer) -> None:
    draw_study(VIEW, Call(diagnose_tokens, (given, text, tokenizer)), partial(_findings, text))


def _findings(text: str, found: TokenFindings) -> None:
    show(markup.headline(retold(headline_of(found))))
    if found.place is None:
        return
    for said in (*difference(found), *found.facts):
        show(markup.line(retold(said)))
    rows = list(_steps(found))
    if len(rows) > 1:
        show(tables.table("The word, step by step", ("", "Right", "Yours"), rows))
    if st.button("Trace the word on Tokenize", key="tokens_trace", icon=":material/open_in_new:"):
        _trace(text, found.place)
        st.switch_page("pages/tokenize.py")
    if len(found.causes) > 1:
        show_note("{n:,} mistakes make exactly your tokens.", n=len(found.causes))
    for cause in found.causes[:CAUSES_NAMED]:
        show(markup.line(say("All your tokens come out if {cause.sentence}.", cause=cause)))
        for code in cause.code:
            st.code(code, language=None, wrap_lines=True)
    if not found.causes:
        show_note("No mistake known here makes exactly these tokens, so no cause is named.")


def _steps(found: TokenFindings) -> Iterator[list[chips.Html]]:
    """The symbols of the word after each merge, the right ones and theirs, around the first difference."""
    first = max(0, found.step - MOST_STEPS // 2)
    both = list(zip_longest(found.right_steps, found.their_steps))
    for number, pair in list(enumerate(both))[first : first + MOST_STEPS]:
        shown = [
            cuts.cut(symbols, differs=number == found.step) if symbols else cuts.label("–")
            for symbols in pair
        ]
        name = say_plainly("Merge {number:,}", number=number) if number else "Spelled"
        yield [cuts.label(f"{name}, the first difference" if number == found.step else name), *shown]


def _trace(text: str, place: int) -> None:
    """Open the word on Tokenize, before its first step."""
    tokenize, compare = session().state(Tokenize), session().state(Compare)
    offsets = tokenizer_meant().encode(text).offsets
    start = offsets[min(place, len(offsets) - 1)][0] if offsets else 0
    if compare.tokens_meant in installed():
        tokenize.take_loaded(tokenizers.reopen(ready_file(compare.tokens_meant)))
    tokenize.merges = ALL if compare.tokens_meant == TRAIN else FILE
    tokenize.view, tokenize.text, tokenize.place, tokenize.step = "rules", text, start, 0
