"""The options of a worksheet, in the Share panel."""

from collections.abc import Callable

import streamlit as st

from bpe_core import EXAMPLES, BPEStepper
from bpe_ui.frame.share.downloads import File, Make
from bpe_ui.frame.share.worksheet import (
    LONGEST_TITLE,
    LONGEST_WORD,
    MOST_WORDS,
    Task,
    answer_key,
    default_title,
    sheet,
)
from bpe_ui.frame.widgets.display import show_note
from bpe_ui.visit.visit import Visit

MOST_MERGES = 12
MOST_TYPED = 100
"""How many characters the text to tokenize may have."""


def files(current: Visit) -> tuple[File, File]:
    """Draw the options, and return the worksheet and its answer key."""
    stepper, total = current.training.stepper, len(current.training.stepper.words)
    first, words = 1, total
    title = st.empty()  # the default title depends on what is chosen below
    with st.container(horizontal=True, gap="small"):
        merges = _number("Merges to find", "merges", 5, MOST_MERGES)
        if total > MOST_WORDS:
            words = _number("Words", "words", 12, MOST_WORDS)
            first = min(_number("Beginning with word", "first", 1), total)
    last = min(first + words - 1, total)
    has_all = total <= MOST_WORDS and all(len(row.word) <= LONGEST_WORD for row in stepper.words)
    if has_all:
        show_note(
            "It has all {total:,} words and begins with merge {merge:,}.",
            total=total,
            merge=stepper.position + 1,
        )
    elif total > MOST_WORDS:
        show_note(
            "It has words {first:,} to {last:,} of {total:,}, most frequent first. It is trained on these"
            " words alone, from the start, so that it can be solved: merges and counts differ from those on"
            " screen.",
            first=first,
            last=last,
            total=total,
        )
    else:
        show_note(
            "It has the words of at most {longest} characters. It is trained on these words alone, from the"
            " start, so that it can be solved: merges and counts differ from those on screen.",
            longest=LONGEST_WORD,
        )
    split_again = st.checkbox(
        "Rows to split the words again",
        Task.split_again,
        key="worksheet_split",
        persist_state="session",
    )
    why = st.checkbox("A column for the reason of each merge", key="worksheet_why", persist_state="session")
    source = current.training.source
    typed = st.text_input(
        "Words to tokenize with the merges, if any",
        key="worksheet_tokenize",
        max_chars=MOST_TYPED,
        placeholder=" ".join(EXAMPLES[source.name].probes)[:MOST_TYPED] if source.kind == "example" else "",
        persist_state="session",
    )
    made = stepper.position if has_all else 0
    own_title = title.text_input(
        "Title",
        key="worksheet_title",
        max_chars=LONGEST_TITLE,
        placeholder=default_title(made, merges),
        persist_state="session",
    )
    task = Task(first, words, own_title.strip(), merges, split_again, why, tuple(typed.split()))

    def of(page: Callable[[BPEStepper, Task], str]) -> Make:
        return lambda visit: page(visit.training.stepper, task).encode()

    return (
        File("Worksheet", "worksheet.html", "text/html", of(sheet)),
        File("Answer key", "answer_key.html", "text/html", of(answer_key)),
    )


def _number(label: str, key: str, value: int, most: int | None = None) -> int:
    return st.number_input(label, 1, most, value, key=f"worksheet_{key}", width=150, persist_state="session")
