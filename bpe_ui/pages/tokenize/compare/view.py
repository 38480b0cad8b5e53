"""Several: up to four texts by up to four tokenizers, and why two of them differ on a text."""

from collections.abc import Sequence
from functools import partial

import streamlit as st

from bpe_core import BPEError
from bpe_core.studies.text_counts import TextCounts, text_counts
from bpe_core.studies.tokenizer_difference import TokenizerDifference
from bpe_ui.charts.tokenizers import frame_of_counts, tokens_by_tokenizer
from bpe_ui.frame.widgets.charts import draw_chart
from bpe_ui.frame.widgets.choosing import choose_from_list
from bpe_ui.frame.widgets.display import show, show_note
from bpe_ui.frame.widgets.fields import LINE_ENDS, shown_in
from bpe_ui.frame.widgets.hearing import heard_by
from bpe_ui.pages.tokenize.compare import sentences, table
from bpe_ui.pages.tokenize.compare.table import Compared
from bpe_ui.pages.tokenize.settings.beside import MOST, KeptTokenizer, file_beside
from bpe_ui.pages.tokenize.settings.loaded import ready_file
from bpe_ui.pages.tokenize.settings.ready import installed
from bpe_ui.pages.tokenize.settings.state import Tokenize
from bpe_ui.pages.tokenize.settings.tokenize_input import MAX_TEXT, TokenizeInput
from bpe_ui.stage.component import PICKING_JS
from bpe_ui.stage.html import chips, cuts, markup
from bpe_ui.stage.text.byte_parts import seen
from bpe_ui.stage.text.sentences import Sentence, say_plainly, tokens_counted, words_listed
from bpe_ui.stage.text.visible import beginning, shortened
from bpe_ui.visit.session import said, session, set_widget, widget
from bpe_ui.visit.training.beginning import LONGEST_TEXT
from bpe_ui.visit.visit import Visit

PICKED = "picked_in_compare"
ADD = "add_tokenizer"
KEEP, OWN = "keep", "own"

_picking = st.components.v2.component("bpe_stepper.picking", js=PICKING_JS)


def draw_tokenizers_compared(request: TokenizeInput) -> None:
    """The texts and tokenizers, their numbers, and the tokens of the cells that were clicked."""
    current = session()
    try:
        with st.spinner("Opening the tokenizers …", show_time=True):
            columns = table.columns(current, request)
    except BPEError as error:
        show(chips.message(str(error), "error"))
        for number, each in enumerate(current.state(Tokenize).beside):
            label = say_plainly("Remove {title}", title=each.title)
            st.button(label, key=f"remove_tokenizer_{number}", on_click=_remove, args=(each, False))
        return
    texts = table.texts(current, request, columns)
    counts = [[text_counts(column.tokenizer, text) for column in columns] for text in texts]
    shown = table.picked(current.state(Tokenize).cells, counts)
    if not current.present:
        _draw_tokenizers(current, request, columns)
        _draw_texts(texts)
    heads = [column.kept.title for column in columns]
    show(markup.headline(_result(columns, texts, counts), terms=["token"]))
    _draw_charts(_names([column.kept for column in columns]), texts, counts)
    show(table.markup_of(heads, texts, counts, shown))
    if not current.present:
        show(chips.note(sentences.HOW if len(columns) > 1 else sentences.HOW_ALONE))
    with st.container(key="compared"):
        _draw_cells(columns, texts, shown)
    _picking(key=PICKED, data={}, on_picked_change=partial(_take_picked, shown))


def _result(columns: list[Compared], texts: tuple[str, ...], counts: list[list[TextCounts]]) -> Sentence:
    if len(columns) == 1:
        return sentences.alone(columns[0].kept.name)
    names = _names([column.kept for column in columns])
    if len(columns) == 2 and texts == tuple(column.kept.text for column in columns):
        return sentences.each_others(names, counts)
    state, asked = session().state(Tokenize), ([column.tokenizer for column in columns], texts)
    if state.differing[0] != asked:  # a tenth of a second for a long text
        first, *others = asked[0]
        differ = [any(TokenizerDifference(first, each, text).differing for each in others) for text in texts]
        state.differing = asked, sum(differ)
    return sentences.differing(len(texts), state.differing[1])


def _names(kept: Sequence[KeptTokenizer]) -> list[str]:
    """Their short names, if these tell them apart."""
    names = [each.name for each in kept]
    return names if len({*names}) == len(names) else [each.title for each in kept]


# ---- the tokenizers


def _draw_tokenizers(current: Visit, request: TokenizeInput, columns: list[Compared]) -> None:
    """Buttons that take a column away, and that add another, if there is room."""
    tokenize = current.state(Tokenize)
    own = tokenize.own(current.training, request.tokenizer)
    shown = [column.kept for column in columns]
    with st.container(key="compared_tokenizers", horizontal=True, gap="small", vertical_alignment="center"):
        for number, (each, name) in enumerate(zip(shown, _names(shown), strict=True)):
            if len(shown) > 1:
                label = say_plainly("Remove {name}", name=name)
                is_own = tokenize.has_own_column and number == 0
                st.button(label, key=f"remove_tokenizer_{number}", on_click=_remove, args=(each, is_own))
        if len(columns) == MOST:
            show_note("{most} tokenizers stand side by side at most: remove one to add another.", most=MOST)
            return
        offers = {} if tokenize.has_own_column else {OWN: "Add this page's tokenizer"}
        files = {name: ready_file(name) for name in installed()}
        taken = [kept.file.key for kept in shown if kept.file]
        offers |= {
            name: say_plainly("Add {title}", title=file.title)
            for name, file in files.items()
            if file.key not in taken
        }
        if tokenize.has_own_column and own not in tokenize.beside:
            offers[KEEP] = "Keep a copy of this tokenizer"
        for name, label in offers.items():
            new = None if name == OWN else own if name == KEEP else file_beside(files[name])
            st.button(label, key=f"{ADD}_{name}", on_click=_add, args=(new,))
    if tokenize.has_own_column:
        show(chips.note(sentences.OWN))


def _add(new: KeptTokenizer | None) -> None:
    """Add a column; None: that of the page's own tokenizer."""
    current = session()
    tokenize = current.state(Tokenize)
    if new is None:
        tokenize.has_own_column = True
    else:
        tokenize.beside = (*tokenize.beside, new)
    tokenize.cells = ()
    st.rerun()


def _remove(old: KeptTokenizer, is_own: bool) -> None:
    current = session()
    tokenize = current.state(Tokenize)
    if is_own:
        tokenize.has_own_column = False
    else:
        tokenize.beside = tuple(each for each in tokenize.beside if each != old)
    tokenize.cells = ()
    st.rerun()


# ---- the texts


def _draw_texts(texts: tuple[str, ...]) -> None:
    """A box for each text, and an empty one for another."""
    boxes = [*texts, ""][:MOST]
    with st.container(key="compared_texts"):
        for number, (place, text) in enumerate(zip(st.columns(len(boxes), gap="small"), boxes, strict=True)):
            key = f"compared_text_{number}"
            if widget(key) != text:  # otherwise what is being typed now would go
                set_widget(key, text)
            place.text_area(
                say_plainly("Text {number}", number=number + 1),
                height=80,
                max_chars=LONGEST_TEXT,
                placeholder="Another text",
                help=LINE_ENDS,
                **heard_by(_take_texts, len(boxes), key=key),
            )


def _take_texts(boxes: int) -> None:
    """A text was typed; an emptied one goes, and without any the texts are the tokenizers' own again."""
    tokenize = session().state(Tokenize)
    tokenize.texts, tokenize.cells = _texts_in(boxes) or None, ()
    st.rerun()


def _texts_in(boxes: int) -> tuple[str, ...]:
    typed = (widget(f"compared_text_{number}") or "" for number in range(boxes))
    return tuple(text[:LONGEST_TEXT] for text in typed if text)


def _draw_charts(names: Sequence[str], texts: Sequence[str], counts: list[list[TextCounts]]) -> None:
    """For each text, who needs how many tokens."""
    most = max((count.tokens for of_text in counts for count in of_text), default=0)
    with st.container(key="compared_charts", horizontal=True, gap="medium"):
        for number, (text, of_text) in enumerate(zip(texts, counts, strict=True), start=1):
            frame = frame_of_counts(names, of_text)
            title = say_plainly("Text {number}: {text}", number=number, text=shortened(text, 40))
            bars = zip(frame["tokenizer"], frame["tokens"], strict=True)
            said = words_listed([f"{name} {tokens:,}" for name, tokens in bars])
            draw = partial(tokens_by_tokenizer, frame, names, title, most)
            draw_chart(draw, f"chart_tokens_{number}", title, frame, alt=f"{title}. {said}")


# ---- the tokens of cells


def _draw_cells(columns: list[Compared], texts: tuple[str, ...], shown: list[tuple[int, int]]) -> None:
    """The tokens of one cell or two; for one text by two tokenizers, where and why they differ."""
    if len(shown) == 2 and shown[0][0] == shown[1][0]:
        row, (first, second) = shown[0][0], sorted(at for _, at in shown)
        draw_differences(texts[row], (first, columns[first]), (second, columns[second]))
        return
    cards = []
    for row, at in shown:
        tokens = columns[at].tokenizer.encode(texts[row]).tokens
        title = say_plainly("Text {number}, {title}", number=row + 1, title=columns[at].kept.title)
        body = chips.tokens_of(
            f"compared/{at}", cuts.cut(tokens, readable=seen(columns[at].tokenizer, tokens))
        )
        cards.append(markup.card(title, body, tokens_counted(len(tokens))))
    show(cuts.columns(cards))


def _take_picked(shown: list[tuple[int, int]]) -> None:
    """Show the cell, or the difference, that a person clicked."""
    number, tokenize = said(PICKED, "picked"), session().state(Tokenize)
    if isinstance(number, bool) or not isinstance(number, int):
        return
    if 1 <= number <= MAX_TEXT:
        tokenize.difference = number
    elif -MOST * MOST <= number < 0:
        tokenize.cells, tokenize.difference = table.turned(shown, -number), 1
    st.rerun()


PASSAGES_SHOWN = 300
"""How many passages are shown at most."""


def draw_differences(text: str, first: tuple[int, Compared], second: tuple[int, Compared]) -> None:
    """The text with the tokens of both, each with its place in the table, and the cause of a difference."""
    names = [column.kept.title for _, column in (first, second)]
    difference = TokenizerDifference(first[1].tokenizer, second[1].tokenizer, text)
    passages = len(difference.passages)
    counts = sentences.counts(difference.tokens, len(difference.differing), passages)
    show(markup.line(counts, terms=["passage"]))
    show_note(
        "The text, with the tokens of the first ({first}) and the second ({second}) below it.",
        first=names[0],
        second=names[1],
    )
    sources = f"compared/{first[0]}", f"compared/{second[0]}"
    tokenizers = first[1].tokenizer, second[1].tokenizer
    shown = difference.passages[:PASSAGES_SHOWN]
    show(cuts.passages(shown, text, sources, lambda side, tokens: seen(tokenizers[side], tokens)))
    if passages > PASSAGES_SHOWN:
        show_note(
            "The first {shown:,} of {passages:,} passages are shown.", shown=PASSAGES_SHOWN, passages=passages
        )
    if difference.differing:
        _cause(difference, text)


def _cause(difference: TokenizerDifference, text: str) -> None:
    """Why the two differ on the first passage, or on the one that a person chose."""
    numbered = dict(enumerate(difference.differing, start=1))
    number = session().state(Tokenize).difference
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
    why = difference.explanation(numbered[number])
    card = markup.card(sentences.TITLES[why.kind], markup.lines(sentences.explanation(why)), mark="differs")
    show(markup.cards([card]))
