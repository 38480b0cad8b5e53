"""The second tokenizer: that of Train, one trained by other rules, or one from a file."""

import streamlit as st

from bpe_core import Tokenizer
from bpe_ui.compare.settings.choices import PROFILE_CHOICES, TIE_CHOICES, choice_of
from bpe_ui.compare.settings.limits import can_be_compared
from bpe_ui.compare.settings.state import MAX_MERGES
from bpe_ui.long_work import view_work
from bpe_ui.text.sentences import say_plainly
from bpe_ui.tokenize.settings.ready import READY
from bpe_ui.tokenize.settings.state import ALL, FILE, HERE, Tokenize
from bpe_ui.tokenize.two.training import train_second
from bpe_ui.visit.session import session
from bpe_ui.visit.visit import Visit

VIEW = "second_tokenizer"
"""The long work that trains it."""


def titles(current: Visit) -> dict[str, str]:
    """The choices for the second tokenizer: key -> name."""
    stepper = current.training.stepper
    position, known = stepper.position, stepper.known_merges
    offered = {HERE: say_plainly("Train: {n:,} {n:merge|merges}, up to its position", n=position)}
    if not current.predicting:
        offered[ALL] = say_plainly("Train: all {n:,} {n:merge|merges}", n=known)
    offered |= {choice.key: choice.label for choice in (*PROFILE_CHOICES, *TIE_CHOICES)}
    tokenize = current.of(Tokenize)
    file = tokenize.loaded.file if tokenize.second_file is None and tokenize.loaded else tokenize.second_file
    if file is not None:
        offered = {FILE: file.title if file.is_ready else f"File: {file.name}", **offered}
    return offered | {name: ready.title for name, ready in READY.items() if file is None or name != file.name}


def chosen(current: Visit) -> str:
    """The key of the second tokenizer; if it is no longer available, that of Train."""
    key, file = current.of(Tokenize).second, current.of(Tokenize).second_file
    return HERE if key not in titles(current) or (key == FILE and file is None) else key


def tokenizer(first: Tokenizer) -> Tokenizer | None:
    """The second tokenizer; None while it is trained, or if the page says why there is none.

    Raises a `BPEError` if its file cannot be opened.
    """
    current = session()
    key, stepper = chosen(current), current.training.stepper
    with st.spinner(say_plainly("Opening the second tokenizer …"), show_time=True):
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
    if work is None:
        return None
    view_work.go_on(work)
    return work.result.tokenizer if work.result is not None and work.is_done else None
