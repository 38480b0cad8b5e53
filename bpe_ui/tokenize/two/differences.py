"""Compare tokenizers: the text in the tokens of both tokenizers, and why they differ on a passage.

The second one is that of Train, one trained by other rules, or one from a file.
"""

import streamlit as st

from bpe_core import Tokenizer
from bpe_core.studies.tokenizer_difference import Explanation, TokenizerDifference
from bpe_ui.compare.settings.choices import PROFILE_CHOICES, TIE_CHOICES, choice_of
from bpe_ui.compare.settings.limits import can_be_compared
from bpe_ui.compare.settings.state import MAX_MERGES
from bpe_ui.component import PICKING_JS
from bpe_ui.html import cuts, markup
from bpe_ui.html.chips import Html
from bpe_ui.long_work import view_work
from bpe_ui.text.sentences import say_plainly
from bpe_ui.text.visible import beginning
from bpe_ui.tokenize.settings.ready import READY
from bpe_ui.tokenize.settings.request import Request
from bpe_ui.tokenize.settings.state import ALL, FILE, HERE, Tokenize
from bpe_ui.tokenize.settings.tokenizer_panel import name_of
from bpe_ui.tokenize.two import sentences
from bpe_ui.tokenize.two.training import train_second
from bpe_ui.visit.session import said, session, set_widget, widget
from bpe_ui.visit.visit import Visit
from bpe_ui.widgets.choosing import choose_from_list
from bpe_ui.widgets.display import show, show_note
from bpe_ui.widgets.fields import shown_in

CHARACTERS = 5_000
"""How many characters of the text are compared, because both tokenizers cut it at every key."""
PASSAGES_SHOWN = 300
"""How many passages are shown at most."""
SECOND = "second_tokenizer"
"""The key of the list of tokenizers."""
PICKED = "picked_difference"
VIEW = "second_tokenizer"
"""The long work that trains the second tokenizer."""

_picking = st.components.v2.component("bpe_stepper.picking", js=PICKING_JS)


def draw(request: Request) -> None:
    """The choice of the second tokenizer, and the answer."""
    current = session()
    set_widget(SECOND, chosen_key(current))
    choose_from_list(
        "Second tokenizer, beside that of the page",
        offered(current),
        key=SECOND,
        on_change=_take_second,
        width=420,
    )
    other = second_tokenizer(request.tokenizer)
    if other is None:
        return
    text = request.text[:CHARACTERS]
    if not text:
        show_note("Type a text to see it in the tokens of both.")
        return
    difference = TokenizerDifference(request.tokenizer, other, text)
    characters, passages = len(request.text), len(difference.passages)
    counts = sentences.counts(difference.tokens, len(difference.differing), passages)
    show(markup.headline(counts, terms=["passage"]))
    show_note(
        "The text, with the tokens of the first ({name}) and the second below it.", name=name_of(current)
    )
    show(cuts.passages(difference.passages[:PASSAGES_SHOWN], text))
    if characters > CHARACTERS:
        show_note(
            "The first {shown:,} of {characters:,} characters are compared.",
            shown=CHARACTERS,
            characters=characters,
        )
    if passages > PASSAGES_SHOWN:
        show_note(
            "The first {shown:,} of {passages:,} passages are shown.", shown=PASSAGES_SHOWN, passages=passages
        )
    if difference.differing:
        _cause(difference, text)


def _take_second() -> None:
    session().of(Tokenize).take_second(widget(SECOND))
    st.rerun()


def _cause(difference: TokenizerDifference, text: str) -> None:
    """Why the two differ on the first passage, or on the one that a person chose."""
    numbered = dict(enumerate(difference.differing, start=1))
    number = session().of(Tokenize).difference
    number = number if number in numbered else 1
    choose_from_list(
        "Why do they differ on",
        {
            number: f"{number:,}. {beginning(text[passage.start : passage.end])}"
            for number, passage in numbered.items()
        },
        width=420,
        **shown_in("difference", of="tokenize", to_widget=lambda chosen: number),
    )
    first, *others = difference.explanations(numbered[number])
    still = "even with the same normalized text" if first.kind == "normalizer" else ""
    show(markup.cards([_card(first), *(_card(explanation, still) for explanation in others)]))
    _picking(key=PICKED, data={}, on_picked_change=_take_picked)


def _take_picked() -> None:
    """Show the difference that a person clicked in the text."""
    number = said(PICKED, "picked")
    if isinstance(number, int) and 1 <= number <= PASSAGES_SHOWN:
        session().of(Tokenize).difference = number


def _card(explanation: Explanation, note: str = "") -> Html:
    title, lines = sentences.TITLES[explanation.kind], sentences.explanation(explanation)
    return markup.card(title, markup.lines(lines), note, mark="differs")


def offered(current: Visit) -> dict[str, str]:
    """The choices for the second tokenizer: key -> name."""
    stepper = current.training.stepper
    position, known = stepper.position, stepper.known_merges
    titles = {HERE: say_plainly("Train: {n:,} {n:merge|merges}, up to its position", n=position)}
    if not current.predicting:
        titles[ALL] = say_plainly("Train: all {n:,} {n:merge|merges}", n=known)
    titles |= {choice.key: choice.label for choice in (*PROFILE_CHOICES, *TIE_CHOICES)}
    tokenize = current.of(Tokenize)
    file = tokenize.loaded.file if tokenize.second_file is None and tokenize.loaded else tokenize.second_file
    if file is not None:
        titles = {FILE: file.title if file.is_ready else f"File: {file.name}", **titles}
    return titles | {name: ready.title for name, ready in READY.items() if file is None or name != file.name}


def chosen_key(current: Visit) -> str:
    """The key of the second tokenizer; if it is no longer available, that of Train."""
    key, file = current.of(Tokenize).second, current.of(Tokenize).second_file
    return HERE if key not in offered(current) or (key == FILE and file is None) else key


def second_tokenizer(first: Tokenizer) -> Tokenizer | None:
    """The second tokenizer; None while it is trained, or if the page says why there is none.

    Raises a `BPEError` if its file cannot be opened.
    """
    current = session()
    key, stepper = chosen_key(current), current.training.stepper
    with st.spinner("Opening the second tokenizer …", show_time=True):
        file = current.of(Tokenize).second_from_file()
    if file is not None:
        return file.tokenizer
    if key in (HERE, ALL):
        return current.training.tokenizer(stepper.position if key == HERE else stepper.known_merges)
    if not can_be_compared():
        return None
    merges = min(len(first.merges), MAX_MERGES)
    rules = choice_of(key).rules(current.training.config)
    corpus = current.training.source.corpus
    work = view_work.ask(VIEW, train_second, corpus, rules, merges)
    view_work.go_on(work)
    return work.result.tokenizer if work.result is not None and work.is_done else None
