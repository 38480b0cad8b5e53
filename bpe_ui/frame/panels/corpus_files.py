"""Uploads a corpus as files, and asks for the columns of a table and the encoding of texts.

Several files are one corpus. A table is read at once with the columns that the core guesses, and a text in
the encoding that its bytes show; others are offered. If several columns hold texts, a person chooses first.
"""

from collections.abc import Iterable
from dataclasses import dataclass, replace

import streamlit as st

from bpe_core import BPEError, Corpus
from bpe_core.corpus import ENCODINGS, MAX_UNPACKED_BYTES, PACKINGS, TableColumns, is_as_large_as_it_looks
from bpe_ui.frame.address import navigation
from bpe_ui.frame.widgets.choosing import choose_from_list
from bpe_ui.frame.widgets.display import show, show_error, show_note
from bpe_ui.frame.widgets.hearing import heard_by
from bpe_ui.frame.widgets.uploading import empty_box, files_in_box, holds_files, upload_box
from bpe_ui.machine.worker_pool.work import Work
from bpe_ui.stage.html import chips
from bpe_ui.stage.text.sentences import say_plainly
from bpe_ui.stage.text.visible import visible_text
from bpe_ui.visit.drafts.columns_offer import Offer, read_corpus_files
from bpe_ui.visit.links.link import FILE_SUFFIX
from bpe_ui.visit.links.packing import reason
from bpe_ui.visit.registry.page_state import PageState
from bpe_ui.visit.registry.schema import LinkError
from bpe_ui.visit.session import session, set_widget, widget
from bpe_ui.visit.training.tasks import Task, source_of_files

PLACE = "file"
QUICK_BYTES = 1_000_000
"""Plain text files of up to this size together are read at once, without a progress bar."""
LONGEST_NAME = 40
"""How many characters of a column's name, or of a value, are shown."""
_TEXTS, _COUNTS, _ENCODING = "column_of_texts", "column_of_counts", "encoding_of_files"
NOTHING_READ = "So nothing was read, and the corpus is as it was."
_NO_COUNTS = "None: each row is a document"


@dataclass
class CorpusFiles(PageState):
    """The files of a corpus in one person's visit."""

    offer: Offer | None = None
    """What the last files leave to choose, if anything."""

    are_read: bool = False
    """Whether files have just been read, and nothing is left to choose."""


def draw_files() -> None:
    """The uploader, and what is left to choose."""
    current, files = session(), session().state(CorpusFiles)
    refused = {"takes_rest": False, "drops_refused": files.offer is None}
    upload_box("Files", PLACE, _take_files, so=NOTHING_READ, **refused)
    kinds = say_plainly(
        "Any text file, .csv, .tsv, .json, .jsonl, .parquet or .arrow, also packed ({packings}): texts, words"
        " with counts, or a table. Of HTML, XML, subtitles and notebooks the text inside is taken. Several"
        " files make one corpus, up to {megabytes} MB unpacked. A file saved by"
        " Share ({suffix}) restores the corpus, the rules, the merges chosen by hand and the position.",
        suffix=FILE_SUFFIX,
        packings=", ".join(PACKINGS),
        megabytes=MAX_UNPACKED_BYTES // 10**6,
    )
    show(chips.note(kinds))
    source, offer = current.training.source, files.offer
    if offer is not None and holds_files(PLACE):
        _draw_choices(offer)
    elif source.kind == "file" and source.name:  # a file that came with a link has no name
        show_note("On screen: {name}", name=source.name)
    show_error(PLACE)


def _draw_choices(offer: Offer) -> None:
    chosen = offer.chosen
    with st.container(horizontal=True):
        if offer.texts:
            set_widget(_TEXTS, chosen.text if chosen else None)
            _column("Texts or words", offer.texts, _TEXTS)
        if offer.counts and chosen:
            set_widget(_COUNTS, chosen.count or _NO_COUNTS)
            _column("Counts", (_NO_COUNTS, *offer.counts), _COUNTS)
        if offer.encoding:
            set_widget(_ENCODING, offer.encoding)
            titles = {offer.encoding: offer.encoding.upper(), **ENCODINGS}
            choose_from_list("Encoding", titles, **heard_by(_take_choices, key=_ENCODING))
    if offer.must_choose:
        show_note("{n:,} columns hold texts: choose one.", n=len(offer.texts))
    elif chosen:
        show_note("The first value: {value}", value=_shown(offer.texts[chosen.text]))
    if offer.encoding:
        title = ENCODINGS.get(offer.encoding, offer.encoding.upper())
        show_note("Not UTF-8: read as {title}. If it looks wrong, choose another encoding.", title=title)


def _take_files(files: dict[str, bytes]) -> None:
    session().state(CorpusFiles).offer = None
    saved = [data for name, data in files.items() if name.endswith(FILE_SUFFIX)]
    if saved:
        _open(saved, is_alone=len(files) == 1)
    elif files:
        _read(files, None)


def _open(saved: list[bytes], *, is_alone: bool) -> None:
    """Open what Share has saved."""
    current = session()
    try:
        if not is_alone:
            raise LinkError("must be brought alone: it holds a corpus of its own.")
        navigation.open_file(saved[0])
    except (LinkError, BPEError) as error:
        current.errors[PLACE] = say_plainly("The file {cannot_be_read}", cannot_be_read=reason(error))
    else:
        empty_box(PLACE)
        current.state(CorpusFiles).are_read = True


def _column(label: str, names: Iterable[str], key: str) -> None:
    titles = {name: _NO_COUNTS if name == _NO_COUNTS else _shown(name) for name in names}
    choose_from_list(label, titles, **heard_by(_take_choices, key=key))


def _take_choices() -> None:
    current, files = session(), files_in_box(PLACE)
    offer = current.state(CorpusFiles).offer
    if offer is None or not files:
        return
    count, text, encoding = widget(_COUNTS, _NO_COUNTS), widget(_TEXTS), widget(_ENCODING)
    current.errors.pop(PLACE, None)
    if encoding != offer.encoding:  # in which the columns may have other names
        current.state(CorpusFiles).offer = replace(offer, encoding=encoding)
        _read(files, None, encoding)
    elif text is not None:
        columns = TableColumns(text, None if count in (None, _NO_COUNTS) else count)
        current.state(CorpusFiles).offer = chosen = replace(offer, chosen=columns)
        _read(files, chosen)


def _read(files: dict[str, bytes], offer: Offer | None, encoding: str | None = None) -> None:
    current = session()
    if sum(map(len, files.values())) > QUICK_BYTES or not all(map(is_as_large_as_it_looks, files.values())):
        work = Work(read_corpus_files, files, offer, encoding)
        current.task = Task("reading", work, PLACE, lambda read: _take(files, read, after=work))
        return
    try:
        _take(files, read_corpus_files(files, offer, encoding))
    except BPEError as error:
        current.errors[PLACE] = str(error)


def _take(files: Iterable[str], read: tuple[Corpus | None, Offer | None], after: Work | None = None) -> None:
    """Take the files that were read; if reading was long work, counting may go on in its place."""
    current, (corpus, offer) = session(), read
    current.state(CorpusFiles).offer = offer
    if corpus is None:
        return
    names = list(files)
    current.take_corpus(source_of_files(names, corpus), PLACE, len(names))
    current.state(CorpusFiles).are_read = offer is None and PLACE not in current.errors
    if after is not None and current.task is not None:
        current.task.work.follow(after)


def _shown(text: str) -> str:
    short = text if len(text) <= LONGEST_NAME else f"{text[:LONGEST_NAME]}…"
    return short if short.isprintable() else visible_text(short)
