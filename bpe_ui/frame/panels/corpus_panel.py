"""The panel in the header to choose the corpus.

Entries stay if the panel is closed, the page is left, or an entry is refused.
"""

from collections.abc import Callable, Sequence

import streamlit as st

from bpe_core import EXAMPLES, BPEError, Corpus
from bpe_core.examples import Example
from bpe_ui.frame.address import navigation
from bpe_ui.frame.panels import corpus_files, rules_panel
from bpe_ui.frame.widgets.choosing import choose_button, choose_radio
from bpe_ui.frame.widgets.display import opened_panel, show, show_error, show_note
from bpe_ui.stage.html import chips
from bpe_ui.stage.text.glossary import in_markdown
from bpe_ui.stage.text.sentences import say_plainly
from bpe_ui.visit.drafts.rules import of_word_counts
from bpe_ui.visit.drafts.table import TableDraft
from bpe_ui.visit.links.link import FILE_SUFFIX
from bpe_ui.visit.links.packing import reason
from bpe_ui.visit.registry.schema import MAX_BYTES, LinkError
from bpe_ui.visit.session import session, set_widget, take_upload, widget
from bpe_ui.visit.training.training import Source

KEY = "corpus_popover"
"""The key of the panel; its widget value says whether it is open."""
MAX_PASTED_BYTES = 2 * 2**20
"""The longest text that a text box accepts: 2 MiB."""
_MEGABYTES = MAX_PASTED_BYTES >> 20
MAX_COMPARED = 20_000
"""The longest word counts, in characters, that are compared with those of the corpus."""
TABLE_ROWS = 200
"""How many words can be edited as a table at most."""
_LINE = "few_counts"
"""The key of the line for a few word counts."""


def popover() -> None:
    """The corpus's name, and the button to choose another one."""
    show(chips.setting(session().training.source.title), width="content")
    if session().files_are_read:
        session().files_are_read = False
        set_widget(KEY, False)
    panel = opened_panel("Corpus", KEY)
    if panel is None:
        return
    with panel:
        _draw_one_of(list(_CORPUS_WAYS), "corpus_way")


def draw_beside() -> None:
    """Ways to give one's own text, on a page; not while the panel in the header shows them."""
    if widget(KEY):
        show_note("The panel in the header is open; close it to bring your corpus here.")
    else:
        source = session().training.source
        form = "Word counts" if source.corpus.entries else "Text"
        own = "File" if source.kind == "file" else form
        # Another kind of corpus is another widget, which begins with the way that this corpus came.
        _draw_one_of(["Text", "Word counts", "File"], f"corpus_way_beside_{own}", default=own)


def _draw_one_of(ways: Sequence[str], key: str, default: str = "") -> None:
    way = choose_button(
        "Where the words come from",
        {way: way for way in ways},
        default=default or ways[0],
        key=key,
        persist_state="session",
        label_visibility="collapsed",
    )
    _CORPUS_WAYS[way or ways[0]]()


def _example() -> None:
    st.text_input(
        "Your own words with their counts, then Enter",
        key=_LINE,
        placeholder="low x5, lower x2",
        help=in_markdown("corpus"),
        persist_state="session",
        on_change=_take_line,
    )
    show_error("word_counts")
    rules_panel.word_marks()
    source = session().training.source
    set_widget("example", source.name if source.kind == "example" else None)
    choose_radio(
        "Or a worked example, with its author's rules",
        {name: example.title for name, example in EXAMPLES.items()},
        index=None,
        captions=[f"{_beginning(each)}  \n{each.description}" for each in EXAMPLES.values()],
        key="example",
        help=in_markdown("example"),
        on_change=_take_example,
    )
    show_error("example")


def _beginning(example: Example) -> str:
    """The first line of its corpus, in bold."""
    first, *others = example.text_form.split("\n")
    return f"**{first}**{' …' if others else ''}"


def _take_example() -> None:
    name = widget("example")
    if name is not None:
        session().take_example(name)
        set_widget(KEY, False)


def _text() -> None:
    label, button = "Text", "Train on this text"
    limit = say_plainly("Up to {megabytes} MB; upload a longer text as a file.", megabytes=_MEGABYTES)
    _text_box("text", label, button, "Type or paste a text.", limit)


def _word_counts() -> None:
    placeholder = "low x5, lower x2\n\nor one word a line:\nlow 5\nlower 2"
    label, button = "Word counts", "Train on these counts"
    about = say_plainly(
        "Each word with its count, all in one form: {forms}. A repeated word adds up."
        " Up to {megabytes} MB; upload a longer text as a file.",
        forms='low 5, low x5, low: 5, low,5, 5 low, ("low", 5) or {"low": 5}',
        megabytes=_MEGABYTES,
    )
    _text_box("word_counts", label, button, placeholder, about)
    show(chips.note(of_word_counts(session().training.config)))


def _text_box(kind: str, label: str, button: str, placeholder: str, about: str) -> None:
    """A box and its button; it begins with the corpus on screen, if that is a text or a fitting example."""
    if widget(kind) is None:
        source = session().training.source
        fits = source.kind == "example" and bool(source.corpus.entries) == (kind == "word_counts")
        own = str(source.corpus.documents[0]) if source.kind == kind == "text" else ""
        set_widget(kind, EXAMPLES[source.name].text_form if fits else own)
    st.text_area(label, key=kind, height=220, placeholder=placeholder, help=about, persist_state="session")
    text = widget(kind) or ""
    if text.strip() and not _is_corpus(kind, text):
        other = "The corpus is still “{corpus}”. Press {button} to use this one."
        show_note(other, corpus=session().training.source.title, button=button)
    st.button(button, type="primary", key=f"take_{kind}", on_click=_take_typed, args=(kind,))
    show_error(kind)


def _is_corpus(kind: str, text: str) -> bool:
    """Whether the text in a box is the corpus on screen; long word counts are not compared."""
    source = session().training.source
    if source.kind == "example" and EXAMPLES[source.name].text_form == text:
        return True
    if kind == "text":
        return source.corpus.documents == (text,)
    if len(text) > MAX_COMPARED:
        return source.kind == kind
    try:
        return Corpus.from_word_count_text(text) == source.corpus
    except BPEError:
        return False


def _take_typed(kind: str) -> None:
    text = widget(kind, "")
    if len(text.encode(errors="replace")) > MAX_PASTED_BYTES:
        too_long = "The text has more than the {megabytes} MB that fit here. Upload it as a file."
        session().errors[kind] = say_plainly(too_long, megabytes=_MEGABYTES)
        return
    make_corpus = Corpus.from_text if kind == "text" else Corpus.from_word_count_text
    _take(kind, lambda: Source(kind, make_corpus(text)))


def _take_line() -> None:
    """Take the line as if it were typed into the box of word counts, which has it from now on."""
    if widget(_LINE):
        set_widget("word_counts", widget(_LINE))
        _take_typed("word_counts")
    if "word_counts" not in session().errors:
        set_widget(_LINE, "")


def _table() -> None:
    current = session()
    words = current.training.stepper.words
    fits = len(words) <= TABLE_ROWS
    if not fits:
        too_many = "This corpus has {words:,} words; the table takes {rows}. Start an empty one:"
        show_note(too_many, words=len(words), rows=TABLE_ROWS)
    if current.table.source is not current.training.source:
        current.table = TableDraft.of(current.training.source, words if fits else [])
    elif widget(current.table.key) is None:
        current.table.come_back()
    current.table.edited = st.data_editor(
        current.table.base,
        key=current.table.key,
        num_rows="dynamic",
        hide_index=True,
        height=260,
        column_config={
            "word": st.column_config.TextColumn("word", required=True, width="medium"),
            "count": st.column_config.NumberColumn("count", min_value=1, step=1, default=1, required=True),
        },
    )
    st.button("Train on this table", type="primary", key="take_table", on_click=_take_table)
    how_to = "Click a cell to change it; add a word in the last row. Up to {rows} words."
    show_note(how_to, rows=TABLE_ROWS)
    show_error("table")


def _take_table() -> None:
    entries = session().table.entries()
    if len(entries) > TABLE_ROWS:
        too_many = "The table has {words:,} words; at most {rows} fit. Upload them as a file."
        session().errors["table"] = say_plainly(too_many, words=len(entries), rows=TABLE_ROWS)
        return
    _take("table", lambda: Source("table", Corpus.from_word_counts(entries)))


def _open() -> None:
    label = say_plainly("A file saved by Share ({suffix})", suffix=FILE_SUFFIX)
    st.file_uploader(label, key="open", max_upload_size=MAX_BYTES >> 20, on_change=_take_sent)
    restores = "It restores the corpus, the rules, the merges chosen by hand and the position."
    show_note(restores)
    show_error("open")


def _take_sent() -> None:
    uploaded = take_upload("open")
    current = session()
    current.errors.pop("open", None)
    if uploaded is None:
        return
    try:
        navigation.open_file(uploaded.getvalue())
    except (LinkError, BPEError) as error:
        current.errors["open"] = say_plainly("The file {cannot_be_read}", cannot_be_read=reason(error))
    else:
        set_widget(KEY, False)


def _take(place: str, make_source: Callable[[], Source]) -> None:
    current = session()
    try:
        source = make_source()
    except BPEError as error:
        current.errors[place] = str(error)
        return
    current.take_corpus(source, place)
    if place not in current.errors:
        set_widget(KEY, False)


_CORPUS_WAYS: dict[str, Callable[[], None]] = {
    "Example": _example,
    "Text": _text,
    "Word counts": _word_counts,
    "Table": _table,
    "File": corpus_files.draw_files,
    "Open": _open,
}
