"""The view of the vocabulary: all tokens in a list, page by page, and what the selected one is made of."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from functools import partial

import streamlit as st

from bpe_core.queries import Ancestor
from bpe_core.studies.unreachable import unreachable_tokens
from bpe_core.studies.vocabulary_study import study_of
from bpe_ui.charts.distributions import (
    counts_by_place,
    frame_by_place,
    frame_of_lengths,
    lengths_said,
    token_lengths,
)
from bpe_ui.frame.ancestry.message import story_fields, with_texts
from bpe_ui.frame.ancestry.stories import Story
from bpe_ui.frame.widgets.charts import draw_chart
from bpe_ui.frame.widgets.choosing import choose_from_list
from bpe_ui.frame.widgets.display import show, show_note
from bpe_ui.frame.widgets.fields import entered_in, shown_in
from bpe_ui.pages.tokenize.settings.state import FILE, LISTED, ORDERS, Tokenize
from bpe_ui.pages.tokenize.settings.tokenize_input import TokenizeInput
from bpe_ui.pages.tokenize.vocabulary import sentences
from bpe_ui.pages.tokenize.vocabulary.rows import PAGE, Listing
from bpe_ui.stage.component import TOKEN_PICTURE_CSS, TOKEN_PICTURE_JS
from bpe_ui.stage.html import chips, markup, tables
from bpe_ui.stage.text.sentences import say_plainly
from bpe_ui.stage.text.visible import shortened
from bpe_ui.visit.messages.texts import Texts
from bpe_ui.visit.session import session, widget

TRIED_AT_ONCE = 20_000
"""Of a larger vocabulary, unreachable tokens are looked for when somebody wants to see them."""
USES = "How often the tokens are used"
EXPLAINED = "ancestry", "added token", "dead token"
COLUMNS = {
    "Id": (55, None),
    "Token": (115, "Its text; of what is no whole character, its bytes as signs"),
    "Printed": (100, "As the tokenizer's files write it, a sign for each byte"),
    "Made from": (130, "The two tokens that its merge joins"),
    "Merge": (60, "The number of the merge that makes it"),
    "Score": (70, "Unigram takes the pieces whose scores have the highest sum"),
    "Count": (60, "How often the pair occurred when it was merged"),
    "Length": (60, "In characters; empty for a part of one"),
    "Bytes": (55, "What it adds to a text, in bytes"),
    "Corpus": (65, "How often the corpus has it as a token"),
    "Text": (50, "How often the text above has it as a token"),
    "Taken first": (130, "The merge, with its number, that takes a part of an unreachable token first"),
    "Marks": (
        105,
        "base: to begin with; added: special; dead: learned, but nowhere in the corpus;"
        " unreachable: its text never becomes this token alone",
    ),
}
"""The columns: their widths and their help texts."""
EXPLAINED_BELOW = "Count", "Corpus", "Text", "Marks"
"""The columns whose help texts also stand below the list."""
ON_WALL = ("Id", "Token", "Made from", "Count", "Corpus", "Taken first")
"""The columns that have room in Present."""

_picture = st.components.v2.component("bpe_stepper.token_picture", css=TOKEN_PICTURE_CSS, js=TOKEN_PICTURE_JS)


def draw_vocabulary(request: TokenizeInput) -> None:
    """The counts, the list, the ancestry of one token, and charts; in Present the list and the token."""
    current = session()
    tokenize, study = current.state(Tokenize), study_of(request.tokenizer)
    if study.unreachable is None and (len(study.ids) <= TRIED_AT_ONCE or tokenize.listed == "unreachable"):
        bar = st.progress(0.0, "Trying the text of each token")
        found = unreachable_tokens(request.tokenizer, lambda tried: bar.progress(tried.share or 0.0) and None)
        study.unreachable = {*found}
        bar.empty()
    listing = Listing(
        study,
        Counter(request.encoding().ids),
        None if tokenize.merges == FILE else current.training,
        tokenize.merges_used(current.training, predicting=current.predicting),
        request.tokenizer,
    )
    if not current.present:
        show(markup.line(sentences.counts(listing), terms=["token"]))
    with st.container(key="vocabulary"):
        left, right = st.columns([7.5, 4.5], gap="small")
        with left, st.container(key="vocabulary_list"):
            shown = _list(listing)
        with right, st.container(key="vocabulary_token"):
            _token(listing, shown)
    if not current.present:
        _charts(listing)


def _charts(listing: Listing) -> None:
    """How long the tokens are and, of a tokenizer trained here, how often the corpus has each."""
    lengths = frame_of_lengths(map(len, listing.study.token_bytes.values()))
    with st.container(key="vocabulary_charts", horizontal=True, gap="medium"):
        draw, said = partial(token_lengths, lengths, unit="bytes"), lengths_said(lengths, "bytes")
        draw_chart(draw, "chart_lengths", "Tokens by length", lengths, alt=said, height=300)
        if listing.in_corpus is None:
            return
        entries = listing.study.entries(listing.in_corpus)
        used = [(times, entry.token) for entry in entries if (times := listing.uses(entry.id))]
        used.sort(key=lambda each: -each[0])
        if used:
            uses, title = frame_by_place(used, lambda each: (each[0], shortened(each[1])), "token"), USES
            often = say_plainly("How often the corpus has each of {n:,} tokens.", n=len(entries))
            draw = partial(counts_by_place, uses, "token", title, has_next=False)
            draw_chart(draw, "chart_uses", title, uses, alt=often, height=300)


def _list(listing: Listing) -> Sequence[int]:
    """Draws the list; returns the ids of the tokens in it."""
    with st.container(key="vocabulary_setup", horizontal=True, vertical_alignment="bottom", gap="small"):
        _choose_what(listing)
        tokenize = session().state(Tokenize)
        part = listing.part(tokenize, tokenize.list_page)
        tokenize.list_page = part.page
        if part.pages > 1:
            st.number_input(
                f"Page of {part.pages:,}",
                1,
                part.pages,
                label_visibility="collapsed",
                width=130,
                **shown_in("list_page", of="tokenize"),
            )
    if not part.shown:
        show_note("No token is found.")
        return ()
    frame = listing.frame(part.shown)
    if session().present:
        frame = frame.filter(ON_WALL).astype(object).fillna("").astype(str)
        drawn = [chips.token if name == "Token" else chips.escaped for name in frame]
        rows = ([draw(cell) for draw, cell in zip(drawn, row, strict=True)] for row in frame.values)
        show(tables.table("Tokens", [*frame], rows))
        return part.shown
    key = f"vocabulary_table_{hash(part.shown)}"  # nothing is selected in another list
    st.dataframe(
        frame,
        hide_index=True,
        height=min(384, 29 * (len(frame) + 1) + 9),
        row_height=29,
        key=key,
        alt="Tokens; a cell that is picked shows what its token is made of",
        on_select=partial(_pick, key, part.shown),
        selection_mode="single-cell",
        placeholder="",
        column_config={
            name: st.column_config.Column(width=width, help=about) for name, (width, about) in COLUMNS.items()
        },
    )
    explained = [(name, COLUMNS[name][1] or "") for name in EXPLAINED_BELOW if name in frame]
    show(chips.explanations(explained))
    first = (part.page - 1) * PAGE + 1
    show_note(
        "Page {it.page:,} of {it.pages:,}: tokens {first:,} to {last:,} of {it.found:,}."
        " Click one to see what it is made of."
        if part.pages > 1
        else "Tokens {first:,} to {last:,} of {it.found:,}. Click one to see what it is made of.",
        it=part,
        first=first,
        last=first + len(part.shown) - 1,
    )
    return part.shown


def _choose_what(listing: Listing) -> None:
    """A search, which tokens are shown, and in what order."""
    st.text_input(
        "Search",
        label_visibility="collapsed",
        placeholder="Find a text or an id"
        if listing.study.without_merges
        else "Find a text, an id, or h + ug",
        width=210,
        **entered_in("search", of="tokenize", from_widget=partial(_searched, listing)),
    )
    sizes = {name: len(ids) for name, ids in listing.ids_of.items()} | {"all": len(listing.study.ids)}
    titles = {name: f"{LISTED[name]} ({size:,})" for name, size in sizes.items()}
    if listing.study.unreachable is None:
        titles["unreachable"] = LISTED["unreachable"]  # how many is found when somebody asks
    current = session().state(Tokenize).listed
    choose_from_list(
        "Show",
        {
            name: titles.get(name, f"{LISTED[name]} (0)")
            for name in LISTED
            if name in titles or name == current
        },
        label_visibility="collapsed",
        width=210,
        **shown_in("listed", of="tokenize"),
    )
    choose_from_list(
        "Order",
        ORDERS,
        label_visibility="collapsed",
        width=150,
        **shown_in("order", of="tokenize"),
    )


def _searched(listing: Listing, text: str) -> str:
    """The text to search with; shows the first token found, because the list can miss the first click."""
    tokenize = session().state(Tokenize)
    found = listing.part(replace(tokenize.settings(), search=text), 1).shown if text else ()
    tokenize.token = found[0] if found else tokenize.token
    return text


def _pick(key: str, shown: Sequence[int]) -> None:
    for row, _ in widget(key)["selection"]["cells"]:
        session().state(Tokenize).token = shown[row]


def _token(listing: Listing, shown: Sequence[int]) -> None:
    study, picked = listing.study, session().state(Tokenize).token
    if not study.ids:
        show_note("The vocabulary is empty.")
        return
    if picked is None or picked not in study:
        is_whole = not shown or session().state(Tokenize).listed == "all"
        picked = max(study.of_kind["learned"] or study.ids) if is_whole else shown[0]
    [entry] = study.entries([picked])
    show(chips.panel_title("Where a token comes from", terms=EXPLAINED))
    show(markup.line(sentences.origin(listing, entry)))
    _picture(key="token_picture", data={"json": tree_json(study.ancestry(picked))})
    for remark in sentences.remarks(listing, entry):
        show(markup.line(remark))


def tree_json(root: Ancestor) -> str:
    """The tree of a token of the text's tokenizer, as one text."""
    story, texts = Story((), (root,)), Texts()
    return with_texts({"of": "text", **story_fields(story, texts)}, texts, story.ids)
