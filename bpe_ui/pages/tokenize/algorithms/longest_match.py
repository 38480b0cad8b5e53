"""Longest match: the words of the text by their merges and by the longest tokens, side by side."""

from collections.abc import Sequence

import streamlit as st

from bpe_core import EXAMPLES, BPEStepper
from bpe_core.encoding import LONGEST_MATCH
from bpe_core.studies.algorithms import WordInEachWay, words_in_each_way
from bpe_ui.frame.widgets.choosing import choose_from_list
from bpe_ui.frame.widgets.display import show, show_note
from bpe_ui.frame.widgets.fields import shown_in
from bpe_ui.pages.tokenize.algorithms import sentences
from bpe_ui.pages.tokenize.settings.state import Tokenize
from bpe_ui.pages.tokenize.settings.tokenize_input import TokenizeInput
from bpe_ui.stage.html import chips, cuts, markup, tables
from bpe_ui.stage.html.chips import Html
from bpe_ui.stage.text.sentences import Sentence, tokens_counted
from bpe_ui.stage.text.visible import beginning
from bpe_ui.visit.session import session

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
    in_order = markup.quiet_line((sentences.IN_ORDER,), terms=["merge"])
    why = markup.why(sentences.why_never())
    longest = markup.line(sentences.longest_match(words), terms=["longest match"])
    show(chips.join([longest, in_order, why]))
    left, right = st.columns([5, 7], gap="medium")
    with left:
        _table(words)
    with right:
        if not any(word.differs(LONGEST_MATCH) for word in words):
            _draw_example()
        _word(words)


def beginning_of(text: str) -> str:
    """The part of the text that is used; says so if that is not all of it."""
    if len(text) > CHARACTERS:
        show_note(
            "The first {shown:,} of {characters:,} characters are looked at here.",
            shown=CHARACTERS,
            characters=len(text),
        )
    return text[:CHARACTERS]


def columns(word: WordInEachWay) -> list[Html]:
    """The word by each algorithm, step by step."""
    return [_card(word, algorithm) for algorithm in TITLES]


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


def _draw_example() -> None:
    word = example_that_differs()
    example = sentences.example(word.word, EXAMPLES["sennrich"].title)
    show(chips.join([markup.line(example), markup.lines(reasons(word))]))
    show(cuts.columns(columns(word)))


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


def _word(words: Sequence[WordInEachWay]) -> None:
    """One word, step by step: the first, which differs if any does, or the one that a person chose."""
    texts = {word.word: beginning(word.word) for word in words[:WORDS_SHOWN]}
    chosen = session().state(Tokenize).algorithms_word
    shown = chosen if chosen in texts else words[0].word
    in_list = shown_in("algorithms_word", of="tokenize", to_widget=lambda word: shown)
    choose_from_list("Step by step", texts, **in_list)
    word = next(each for each in words if each.word == shown)
    show(markup.lines(reasons(word)))
    show(cuts.columns(columns(word)))


def _card(word: WordInEachWay, algorithm: str) -> Html:
    trace = word.traces[algorithm]
    body = cuts.taken(trace.tokens) if algorithm == LONGEST_MATCH else cuts.steps(trace)
    mark = "differs" if word.differs(algorithm) else ""
    return markup.card(TITLES[algorithm], body, tokens_counted(len(trace.tokens)), mark=mark)
