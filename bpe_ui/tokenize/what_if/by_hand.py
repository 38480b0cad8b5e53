"""Rules by hand: a list of rules that a person wrote, or one of three for which the algorithms differ."""

import streamlit as st

from bpe_core import BPEError
from bpe_core.studies.algorithms import words_in_each_way
from bpe_core.studies.rule_lists import MAX_RULES, RULE_LISTS, by_rank_of_token, tokenizer_of_rules
from bpe_ui.html import chips, cuts, markup
from bpe_ui.text.sentences import say_plainly, tokens_counted
from bpe_ui.tokenize.settings.request import Request
from bpe_ui.tokenize.settings.state import Tokenize
from bpe_ui.tokenize.what_if import algorithms, sentences
from bpe_ui.tokenize.what_if.algorithms import TITLES
from bpe_ui.visit.session import session
from bpe_ui.widgets.display import show, show_note
from bpe_ui.widgets.fields import entered_in

TIKTOKEN_TITLE = "Rank of the token"
TIKTOKEN = (
    "Rank of the token is tiktoken's way: it has no list of rules but a rank for each token, and merges the"
    " two neighbours that together make the token of the lowest rank."
)


def draw(request: Request) -> None:
    """The inputs, with the answer next to them; the page's tokenizer is not used."""
    left, right = st.columns([4, 8], gap="medium")
    with left:
        show_note("Three lists that no training makes:")
        with st.container(horizontal=True, gap="small"):
            for name, rule_list in RULE_LISTS.items():
                st.button(rule_list.title, key=f"rule_list_{name}", on_click=_take_list, args=(name,))
        st.text_area(
            say_plainly("Rules in rank order, one a line, at most {most}", most=MAX_RULES),
            height=150,
            **entered_in("rules_by_hand", of="tokenize"),
        )
        st.text_input("Word", **entered_in("word_by_hand", of="tokenize"))
    with right:
        try:
            _answer()
        except BPEError as error:
            show(chips.message(str(error), "error"))


def _take_list(name: str) -> None:
    tokenize, rule_list = session().of(Tokenize), RULE_LISTS[name]
    tokenize.rules_by_hand, tokenize.word_by_hand = rule_list.rules, rule_list.word
    st.rerun()


def _answer() -> None:
    word = session().of(Tokenize).word_by_hand
    tokenizer = tokenizer_of_rules(session().of(Tokenize).rules_by_hand, word)
    words = words_in_each_way(tokenizer, word)
    if not words:
        show_note("Type a word to see it by every algorithm.")
        return
    [cuts_of] = words
    tokens = by_rank_of_token(tokenizer, word)
    made = {title: cuts_of.tokens(algorithm) for algorithm, title in TITLES.items()}
    mark = "differs" if cuts_of.tokens("lowest_rank") != tokens else ""
    columns = [
        *algorithms.columns(cuts_of),
        markup.card(TIKTOKEN_TITLE, cuts.cut(tokens), tokens_counted(len(tokens)), mark=mark),
    ]
    for html in (
        markup.headline(sentences.made_by({**made, TIKTOKEN_TITLE: tokens})),
        markup.lines(algorithms.reasons(cuts_of)),
        cuts.columns(columns),
    ):
        show(chips.tokens_of("by_hand", html))
    show(chips.note(TIKTOKEN))
