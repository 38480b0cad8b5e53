"""What is given for a diagnosis: their merges or an example with a mistake, and what to compare with."""

import json
from collections.abc import Iterable
from typing import NamedTuple

import streamlit as st

from bpe_core import PROFILES, BPEConfig, BPEError, BPEStepper
from bpe_core.merges import Pair
from bpe_core.studies.user_merges import (
    MAX_SYMBOL,
    MAX_USER_BYTES,
    MAX_USER_MERGES,
    UserMerges,
    read_user_merges,
)
from bpe_ui.frame.panels import corpus_panel
from bpe_ui.frame.widgets.choosing import choose_from_list
from bpe_ui.frame.widgets.display import show, show_error, show_note
from bpe_ui.frame.widgets.fields import shown_in
from bpe_ui.frame.widgets.uploading import holds_files, upload_box
from bpe_ui.pages.compare.settings.choices import PROFILE_CHOICES, TRAIN, without_limits
from bpe_ui.pages.compare.settings.state import Compare
from bpe_ui.stage.html import chips
from bpe_ui.stage.text.sentences import say_plainly
from bpe_ui.visit.session import session

FILE, EXAMPLE = "diagnosis_file", "diagnosis_example"
"""The keys of the uploader and of the example; the latter is also the place of its errors."""
ANSWER = "diagnosis_answer"
"""The key of an answer, which in Present stands without the inputs beside it."""
FILLED_IN = 10_000
"""How many merges of Train are filled in at most."""
_LIMITS = "At most {merges:,} merges and {megabytes:,} MB; a symbol may have {characters:,} characters."
_PLACEHOLDER = """u g
u n
h ug

or as Python prints them:
[(b'u', b'g'), (b'u', b'n')]"""


class Brought(NamedTuple):
    """What a person asks about."""

    given: UserMerges
    """Their merges."""

    expected: BPEConfig | None
    """The rules to compare with; None to find them."""

    title: str
    """The name of those rules in a sentence; empty if they are to be found."""

    allowed: int | None = None
    """How many merges the rules on Train allow, if they are compared with and have a limit."""


def draw_user_input() -> tuple[Brought | None, bool]:
    """Ask for a corpus, merges and rules; returns what was given, if anything, and whether to begin."""
    corpus, merges = st.columns(2, gap="small")
    with corpus:
        show(chips.panel_title("The corpus", session().training.source.title, terms=["corpus"]))
        corpus_panel.draw_beside()
    with merges:
        title = "Your merges, in the order learned"
        show(chips.panel_title(title, terms=["your merges", "rank"]))
        given = _merges()
    titles = {"": "detect automatically", TRAIN: "The rules on Train"}
    titles |= {choice.key: choice.title for choice in PROFILE_CHOICES}
    choose_from_list("Compare with", titles, **shown_in("diagnosis_expected", of="compare"))
    with st.container(key="diagnosis_buttons", horizontal=True, gap="small"):
        take = corpus_panel.take_what_was_typed
        begins = st.button("Find the difference", key="diagnosis_find", type="primary", on_click=take)
        st.button("Copy the merges from Train", key="diagnosis_fill", on_click=_fill_in_train)
        if not _is_anything_brought():  # an example never replaces what was typed
            st.button("Try an example with a mistake", key=EXAMPLE, on_click=_fill_in_example)
    show_error(EXAMPLE)
    if given is None:
        return None, begins
    training, chosen = session().training, session().state(Compare).diagnosis_expected
    if not chosen:
        return Brought(given, None, ""), begins
    if chosen == TRAIN:
        rules = without_limits(training.config)
        return Brought(given, rules, "the rules on Train", training.furthest()), begins
    profile = PROFILES[chosen.partition(":")[2]]
    return Brought(given, profile.config, f"“{profile.title}”"), begins


def _merges() -> UserMerges | None:
    compare = session().state(Compare)
    if compare.diagnosis_data is None:
        st.text_area(
            "Your merges, in the order learned",
            height=220,
            label_visibility="collapsed",
            placeholder=_PLACEHOLDER,
            **shown_in("diagnosis_text", of="compare"),
        )
    else:
        show_note("Your merges come from the file {compare.diagnosis_name}.", compare=compare)
        if not holds_files(FILE):  # the uploader forgets its file when another view is opened
            st.button(
                "Remove the file",
                key="diagnosis_no_file",
                icon=":material/close:",
                on_click=_forget_file,
            )
    given = _read()
    upload_box(
        "Or merges.txt, tokenizer.json, .model, codes",
        FILE,
        _take_file,
        is_for_one=True,
        help=say_plainly(
            _LIMITS, merges=MAX_USER_MERGES, megabytes=MAX_USER_BYTES // 1_000_000, characters=MAX_SYMBOL
        ),
        max_upload_size=MAX_USER_BYTES // 1_000_000,
    )
    show_error(FILE)
    return given


def _read() -> UserMerges | None:
    """The merges in the file or the text; None if there is nothing, or if the page says why it cannot be
    read.

    They are read only once: the visit keeps them, or the reason why they could not be read.
    """
    compare = session().state(Compare)
    if not _is_anything_brought():
        compare.read = None
        return None
    data: bytes | str = compare.diagnosis_text if compare.diagnosis_data is None else compare.diagnosis_data
    source = data, compare.diagnosis_name
    if compare.read is None or compare.read[0] != source:
        try:
            compare.read = source, read_user_merges(*source)
        except BPEError as error:
            compare.read = source, error.with_traceback(None)  # the traceback would keep all that was read
    _, merges = compare.read
    if isinstance(merges, BPEError):
        show(chips.message(str(merges), "error"))
        return None
    return merges


def _is_anything_brought() -> bool:
    compare = session().state(Compare)
    return compare.diagnosis_data is not None or bool(compare.diagnosis_text.strip())


def _take_file(files: dict[str, bytes]) -> None:
    compare = session().state(Compare)
    compare.diagnosis_name, compare.diagnosis_data = next(iter(files.items()), ("", None))


def _forget_file() -> None:
    session().state(Compare).diagnosis_name, session().state(Compare).diagnosis_data = "", None


def _fill_in_train() -> None:
    _fill_in(session().training.stepper.history.pairs(0, FILLED_IN))


def _fill_in_example() -> None:
    current = session()
    merges = with_a_mistake(current.training.stepper)
    if not merges:
        current.errors[EXAMPLE] = (
            "On this corpus no pair occurs less often than the one that is merged, so there is no mistake to"
            " make."
        )
        return
    _fill_in(merges)


def _fill_in(merges: Iterable[Pair]) -> None:
    """Fill in as JSON, one merge per line, because JSON can hold any symbol."""
    lines = (json.dumps(pair, ensure_ascii=False) for pair in merges)
    _forget_file()
    session().errors.pop(EXAMPLE, None)
    session().state(Compare).diagnosis_text = "[" + ",\n ".join(lines) + "]"


EXAMPLE_MERGES = 20
"""How many merges the example has; fewer if training ends sooner."""
PAIRS_LOOKED_AT = 50
"""How many of the most frequent pairs are searched for a less frequent one."""


def with_a_mistake(stepper: BPEStepper) -> list[Pair]:
    """What the stepper's rules learn but, near the middle, with a pair that is not the most frequent.

    Empty if there is no such pair at any step. The stepper does not change.

    >>> from bpe_core import EXAMPLES
    >>> example = EXAMPLES["hug_pug_pun"]
    >>> with_a_mistake(BPEStepper(example.corpus, example.config))[:5]
    [('u', 'g'), ('u', 'n'), ('h', 'ug'), ('p', 'ug'), ('p', 'un')]
    """
    example = stepper.with_rules(without_limits(stepper.config))
    example.run(EXAMPLE_MERGES)
    for rank in range(example.position // 2, -1, -1):
        example.goto(rank)
        counts = example.pair_counts(PAIRS_LOOKED_AT)
        wrong = next((row.pair for row in counts if row.count < counts[0].count), None)
        if wrong is not None:
            example.step(wrong)
            example.run(EXAMPLE_MERGES)
            return [merge.pair for merge in example.merges]
    return []
