"""The options of a worksheet, in the Share panel."""

import streamlit as st

from bpe_core import EXAMPLES
from bpe_ui.frame.share.downloads import File, Make
from bpe_ui.frame.share.worksheet import LONGEST_WORD, words_of, worksheet
from bpe_ui.frame.widgets.display import show_note
from bpe_ui.visit.visit import Visit

MOST_MERGES = 12
MOST_TYPED = 100
"""How many characters the text to tokenize may have."""


def files(current: Visit) -> tuple[File, File]:
    """Draw the options, and return the worksheet and its answer key."""
    stepper, source = current.training.stepper, current.training.source
    merges = st.number_input(
        "Merges to find", 1, MOST_MERGES, 5, key="worksheet_merges", width=150, persist_state="session"
    )
    words, total = len(words_of(stepper)), len(stepper.words)
    show_note(
        "It has all {total:,} words and begins with merge {merge:,}."
        if words == total
        else "It has the {words:,} most frequent words of {total:,}, each of at most {longest} characters. It"
        " is trained on these words alone, from the start, so that it can be solved: merges and counts differ"
        " from those on screen.",
        words=words,
        total=total,
        merge=stepper.position + 1,
        longest=LONGEST_WORD,
    )
    typed = st.text_input(
        "Words to tokenize with the merges, if any",
        key="worksheet_tokenize",
        max_chars=MOST_TYPED,
        placeholder=" ".join(EXAMPLES[source.name].probes)[:MOST_TYPED] if source.kind == "example" else "",
        persist_state="session",
    )

    def page(*, is_key: bool) -> Make:
        return lambda visit: worksheet(visit.training.stepper, merges, typed.split(), is_key=is_key).encode()

    return (
        File("Worksheet", "worksheet.html", page(is_key=False)),
        File("Answer key", "answer_key.html", page(is_key=True)),
    )
