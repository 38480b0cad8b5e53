"""The panel in the header to choose the corpus.

Entries stay if the panel is closed, the page is left, or an entry is refused.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

import streamlit as st

from bpe_core import EXAMPLES, BPEError, Corpus
from bpe_core.examples import Example
from bpe_ui.frame.address.navigation import PLACE
from bpe_ui.frame.address.state import AddressState
from bpe_ui.frame.panels import corpus_files, rules_panel
from bpe_ui.frame.widgets.choosing import choose_button, choose_radio
from bpe_ui.frame.widgets.display import opened_panel, show, show_error, show_note
from bpe_ui.frame.widgets.hearing import heard_by
from bpe_ui.stage.html import chips
from bpe_ui.stage.text.glossary import in_markdown
from bpe_ui.stage.text.sentences import say_plainly
from bpe_ui.visit.drafts.rules import of_word_counts
from bpe_ui.visit.drafts.typed_corpus import read_corpus
from bpe_ui.visit.registry.page_state import PageState
from bpe_ui.visit.session import session, set_widget, widget
from bpe_ui.visit.training.training import Source

KEY = "corpus_popover"
"""The key of the panel; its widget value says whether it is open."""
MAX_PASTED_BYTES = 2 * 2**20
"""The longest text that a text box accepts: 2 MiB."""
MAX_COMPARED = 20_000
"""The longest word counts, in characters, that are compared with those of the corpus."""
BOX, AS_TEXT = "text", "corpus_as_text"
ABOUT = (
    "Words with counts have one form: {forms}; a table copied from a spreadsheet fits too. A repeated word"
    " adds up. All else is a text. Up to {megabytes} MB; upload more as a file. A box keeps lines that end"
    r" with \r\n, as in files of Windows, with \n; an uploaded file stays as it is."
)
FORMS = 'low 5, low x5, low: 5, low,5, 5 low, ("low", 5) or {"low": 5}'


@dataclass
class CorpusBox(PageState):
    """The box, of a visit: one that begins after a failure leaves in it what was typed."""

    began: str | None = None
    """What the page put into it."""


def popover() -> None:
    """The button with the corpus's name, and the panel to choose another one."""
    files = session().state(corpus_files.CorpusFiles)
    if files.are_read:
        files.are_read = False
        set_widget(KEY, False)
    panel = opened_panel("Corpus", KEY, session().training.source.title)
    if panel is None:
        return
    with panel:
        _draw_one_of({"Words": _draw_words, "Files": corpus_files.draw_files}, "corpus_way")


def offer_if_missing() -> None:
    """Where the address names a corpus that is gone, a button that opens the panel to add it again."""
    if session().state(AddressState).is_corpus_missing and PLACE in session().errors:
        st.button("Add the corpus again", key="corpus_again", on_click=_open_files)


def _open_files() -> None:
    set_widget(KEY, True)
    set_widget("corpus_way", "Files")


def draw_beside() -> None:
    """Ways to give one's own corpus, on a page; not while the panel in the header shows them."""
    if widget(KEY):
        show_note("The panel in the header is open; close it to bring your corpus here.")
    else:
        own = "Files" if session().training.source.kind == "file" else "Words"
        # Another kind of corpus is another widget, which begins with the way that this corpus came.
        ways = {"Words": _draw_box, "Files": corpus_files.draw_files}
        _draw_one_of(ways, f"corpus_way_beside_{own}", default=own)


def _draw_one_of(ways: Mapping[str, Callable[[], None]], key: str, default: str = "Words") -> None:
    way = choose_button(
        "Where the words come from",
        {way: way for way in ways},
        default=default,
        key=key,
        persist_state="session",
        label_visibility="collapsed",
    )
    ways[way or default]()


def _draw_words() -> None:
    _draw_box(height=100)
    rules_panel.word_marks()
    source = session().training.source
    set_widget("example", source.name if source.kind == "example" else None)
    choose_radio(
        "Or a worked example, with its author's rules",
        {name: example.title for name, example in EXAMPLES.items()},
        index=None,
        captions=[f"{_beginning(each)}  \n{each.description}" for each in EXAMPLES.values()],
        help=in_markdown("example"),
        **heard_by(_take_example, key="example"),
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


def _draw_box(height: int = 150) -> None:
    """The box, with the words on screen until one types in it, and its button."""
    default = on_screen = _as_typed(session().training.source)
    in_box, box = widget(BOX), session().state(CorpusBox)
    if in_box is not None and in_box == box.began != on_screen and not _is_corpus(in_box):
        default = ""  # Streamlit warns of two values
        set_widget(BOX, on_screen)
    if widget(BOX) is None or not default:
        box.began = on_screen
    st.text_area(
        "A text, or words with their counts",
        default,  # not by its key: that is sent anew after a lost network, over what was typed meanwhile
        key=BOX,
        height=height,
        placeholder="low x5, lower x2",
        help=say_plainly(ABOUT, forms=FORMS, megabytes=MAX_PASTED_BYTES >> 20),
        persist_state="session",
    )
    text = widget(BOX) or ""
    with st.container(horizontal=True, vertical_alignment="center"):
        st.button("Train on this", type="primary", key="take_text", on_click=_take_typed)
        if any(map(str.isdecimal, text)):
            st.checkbox("As a text, whatever it looks like", key=AS_TEXT, persist_state="session")
    if text.strip() and not _is_corpus(text):
        other = "The corpus is still “{corpus}”. Press Train on this to use what is in the box."
        show_note(other, corpus=session().training.source.title)
    elif session().training.source.corpus.entries:
        show(chips.note(of_word_counts(session().training.config)))
    show_error(BOX)


def _as_typed(source: Source) -> str:
    """A corpus as one would type it; empty if it is large or came as files."""
    if source.kind == "example":
        return EXAMPLES[source.name].text_form
    if source.corpus.characters_to_read > MAX_COMPARED:
        return ""
    if source.kind == "text":
        return str(next(iter(source.corpus.documents), ""))
    return "\n".join(f"{word} x{count}" for word, count in source.corpus.entries)


def take_what_was_typed() -> None:
    """Take what is in the box, if it was typed since the corpus on screen came."""
    text = widget(BOX) or ""
    if text.strip() and text != session().state(CorpusBox).began and not _is_corpus(text):
        _take_typed()


def _is_corpus(text: str) -> bool:
    """Whether the text in the box is the corpus on screen; long word counts are not compared."""
    source = session().training.source
    if source.kind == "example" and EXAMPLES[source.name].text_form == text:
        return True
    if not source.corpus.entries:
        return source.corpus.documents == (text,)
    if len(text) > MAX_COMPARED:
        return source.kind == "word_counts"
    try:
        return Corpus.from_word_count_text(text) == source.corpus
    except BPEError:
        return False


def _take_typed() -> None:
    text, current = widget(BOX, ""), session()
    if len(text.encode(errors="replace")) > MAX_PASTED_BYTES:
        too_long = "The text has more than the {megabytes} MB that fit here. Upload it as a file."
        current.errors[BOX] = say_plainly(too_long, megabytes=MAX_PASTED_BYTES >> 20)
        return
    try:
        source = read_corpus(text, as_text=bool(widget(AS_TEXT)))
    except BPEError as error:
        current.errors[BOX] = str(error)
        return
    current.take_corpus(source, BOX)
    current.state(CorpusBox).began = text if _as_typed(source) else ""
    if BOX not in current.errors:
        set_widget(KEY, False)
