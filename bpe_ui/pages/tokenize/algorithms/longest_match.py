"""Longest match: the words of the text by their merges and by the longest tokens, side by side."""

from collections.abc import Sequence

import streamlit as st

from bpe_core import EXAMPLES, BPEStepper
from bpe_core.encoding import LONGEST_MATCH
from bpe_core.studies.algorithms import WordInEachWay, words_in_each_way
from bpe_ui.frame.widgets.display import show, show_note
from bpe_ui.pages.tokenize.algorithms import sentences
from bpe_ui.pages.tokenize.settings.tokenize_input import TokenizeInput
from bpe_ui.stage.html import cuts, markup, tables
from bpe_ui.stage.html.chips import Html
from bpe_ui.stage.text.sentences import Sentence, tokens_counted

CHARACTERS = 2_000
"""How many characters of the text are used: every word is traced twice at every key."""
WORDS_SHOWN = 100
"""How many different words the table shows at most."""
TITLES = {"lowest_rank": "Earliest merge first", LONGEST_MATCH: "Longest match"}
"""The names of the algorithms above their columns."""


def draw_longest_match(request: TokenizeInput) -> None:
    """The sentences, the words, and one of them."""
    text = beginning_of(request.text)
    words = words_in_each_way(request.tokenizer, text)
    if not words:
        show_note("Type a text to see its words by both.")
        return
    show(markup.line(sentences.longest_match(words), terms=["longest match"]))
    left, right = st.columns([5, 7], gap="medium")
    with left:
        _table(words)
    with right:
        _word(words[0])  # one that differs, if any does


def beginning_of(text: str) -> str:
    """The part of the text that is used; says so if that is not all of it."""
    if len(text) > CHARACTERS:
        show_note(
            "The first {shown:,} of {characters:,} characters are looked at here.",
            shown=CHARACTERS,
            characters=len(text),
        )
    return text[:CHARACTERS]


def reasons(word: WordInEachWay) -> list[Sentence]:
    """Why longest match cuts it differently, if it does."""
    blocked = word.blocked_token if word.differs(LONGEST_MATCH) else None
    return [] if blocked is None else [sentences.blocked_token(blocked)]


def example_that_differs() -> WordInEachWay:
    """A word that longest match cuts differently, from the training in Sennrich's paper."""
    example = EXAMPLES["sennrich"]
    stepper = BPEStepper(example.corpus, example.config)
    stepper.run()
    [word] = words_in_each_way(stepper.tokenizer(), "lowest")
    return word


def _table(words: Sequence[WordInEachWay]) -> None:
    heads = []
    for algorithm, title in TITLES.items():
        tokens = sum(len(word.tokens(algorithm)) * word.times for word in words)
        heads.append(f"{title}: {tokens_counted(tokens)}")
    rows = []
    for word in words[:WORDS_SHOWN]:
        made = (cuts.cut(word.tokens(each), differs=word.differs(each)) for each in TITLES)
        rows.append([cuts.word(word.word, word.times), *made])
    show(tables.table("The words by each algorithm", ("Word", *heads), rows))
    if len(words) > WORDS_SHOWN:
        show_note(
            "The first {shown} of {words:,} different words are shown.", shown=WORDS_SHOWN, words=len(words)
        )


def _word(word: WordInEachWay) -> None:
    """A word that is cut differently, step by step: one of the text or, without any there, an example."""
    if not word.differs(LONGEST_MATCH):
        word = example_that_differs()
        show(markup.line(sentences.example(word.word, EXAMPLES["sennrich"].title)))
    show(markup.lines(reasons(word)))
    show(cuts.columns([_card(word, algorithm) for algorithm in TITLES]))


def _card(word: WordInEachWay, algorithm: str) -> Html:
    trace = word.traces[algorithm]
    body = cuts.taken(trace.tokens) if algorithm == LONGEST_MATCH else cuts.steps(trace)
    mark = "differs" if word.differs(algorithm) else ""
    return markup.card(TITLES[algorithm], body, tokens_counted(len(trace.tokens)), mark=mark)
