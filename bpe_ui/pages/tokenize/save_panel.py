"""The panel that saves the tokenizer for other programs, and shows a program that trains the same one."""

import io
import zipfile
from collections.abc import Iterable
from typing import NamedTuple
from weakref import WeakKeyDictionary

import streamlit as st

from bpe_core import BPEError, BPETokenizer, Tokenizer
from bpe_core.errors import ComparisonError
from bpe_core.studies.training_snippet import training_snippet
from bpe_ui.frame.address.state import AddressState
from bpe_ui.frame.widgets.display import download, opened_panel, show, show_note
from bpe_ui.pages.tokenize.settings.state import HERE, Tokenize
from bpe_ui.stage.html import chips
from bpe_ui.stage.text.sentences import say_plainly
from bpe_ui.visit.drafts.rules import must_be
from bpe_ui.visit.session import session, set_widget
from bpe_ui.visit.visit import Visit

KEY = "save_popover"
SNIPPET_HEIGHT = 180
USES = {
    "hugging_face": ("tokenizer.json", "for Hugging Face's tokenizers and transformers: all rules and ids"),
    "gpt2": ("vocab.json, merges.txt", "the two files of GPT-2 and RoBERTa"),
    "tiktoken": ("tiktoken ranks", "for OpenAI's tiktoken, which is given the pattern apart"),
    "minbpe": ("minbpe model", "for Karpathy's minbpe, as text that you can read"),
    "subword_nmt": ("subword-nmt codes", "for subword-nmt's apply-bpe; they have no ids"),
}
"""The label of each format's button, and what the format is for, by the names in `to_files`."""


class Saved(NamedTuple):
    """A format, and the tokenizer in it."""

    label: str
    """The text of its button."""

    use: str
    """What it is for, or why the tokenizer cannot be written in it."""

    file_name: str = ""
    """The name of the file; empty if there is none."""

    data: bytes = b""
    """What the file holds."""


_saved: WeakKeyDictionary[Tokenizer, list[Saved]] = WeakKeyDictionary()


def popover() -> None:
    """The button, and the panel behind it."""
    panel = opened_panel("Save", KEY)
    if panel is not None:
        with panel:
            _draw(session())


def draw_in_share() -> None:
    """On Train: the way to this panel."""
    st.button("Save this tokenizer for other programs", key="share_save", on_click=_go_and_open)


def _go_and_open() -> None:
    session().state(Tokenize).merges = HERE
    set_widget(KEY, True)
    session().state(AddressState).wanted_page = "tokenize"


def _draw(current: Visit) -> None:
    if current.task is not None:
        show_note("Available when the current work is done.")
        return
    try:
        request = current.state(Tokenize).request(current.training, predicting=current.predicting)
    except BPEError as error:
        show(chips.message(str(error), "error"))
        return
    with st.spinner("Writing the files …"):
        formats = saved(request.tokenizer)
    for each in formats:
        if each.file_name:
            with st.container(horizontal=True, vertical_alignment="center", gap="small"):
                download(each.label, each.data, each.file_name, key=f"save_{each.label}")
                show(chips.note(each.use))
    impossible = why_not(formats)
    if impossible:
        show_note("Other formats would need other rules:")
        show(chips.explanations(impossible))
    show(chips.panel_title("Train the same in Python"))
    try:
        st.code(snippet(current), language="python", wrap_lines=True, height=SNIPPET_HEIGHT)
    except BPEError as error:
        show(chips.note(str(error)))


def why_not(formats: Iterable[Saved]) -> list[tuple[str, str]]:
    """The formats that cannot be written, with what the rules would have to be."""
    labels: dict[str, list[str]] = {}
    for each in formats:
        if not each.file_name:
            labels.setdefault(each.use, []).append(each.label)
    return [(", ".join(names), reason) for reason, names in labels.items()]


def saved(tokenizer: Tokenizer) -> list[Saved]:
    """The tokenizer in every format, written once."""
    if tokenizer not in _saved:
        _saved[tokenizer] = [_in_format(tokenizer, name) for name in USES]
    return _saved[tokenizer]


def _in_format(tokenizer: Tokenizer, name: str) -> Saved:
    label, use = USES[name]
    if isinstance(tokenizer, BPETokenizer) and (needs := tokenizer.unmet_needs(name)):
        return Saved(label, ". ".join(must_be(*need) for need in needs.items()) + ".")
    try:
        files = tokenizer.to_files(name)
    except BPEError as error:
        return Saved(label, str(error))
    if name == "hugging_face":
        use += _lent_id(tokenizer)
    if len(files) > 1:
        return Saved(label, use, "tokenizer.zip", _zipped(files))
    [(file_name, data)] = files.items()
    return Saved(label, use, file_name, data)


def _lent_id(tokenizer: Tokenizer) -> str:
    """A sentence if the unknown token has an id only in the file."""
    unknown = tokenizer.unk_token
    if not isinstance(tokenizer, BPETokenizer) or unknown is None or tokenizer.id_of(unknown) is not None:
        return ""
    number = tokenizer.parts.with_unknown_id().vocabulary.ids[unknown]
    return say_plainly("; {unknown} has no id here, and gets {number} there", unknown=unknown, number=number)


def _zipped(files: dict[str, bytes]) -> bytes:
    content = io.BytesIO()
    with zipfile.ZipFile(content, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in files.items():
            archive.writestr(name, data)
    return content.getvalue()


def snippet(current: Visit) -> str:
    """The program; raises a `BPEError` if there is none."""
    if current.state(Tokenize).from_file() is not None:
        raise ComparisonError("This tokenizer is from a file, which does not say what it was trained on.")
    merges = current.state(Tokenize).merges_used(current.training, predicting=current.predicting)
    return training_snippet(current.training.stepper, merges)
