"""The middle of the Train page: sentence, words, pairs, details, figures.

Each function draws one part of the page for a training, and nothing else knows how that part looks.
"""

from collections.abc import Callable, Sequence

import pandas as pd
import streamlit as st

from bpe_core.figures import WordCount
from bpe_ui import charts, chips, frames, sentences
from bpe_ui.display import show
from bpe_ui.session import session, set_widget, widget
from bpe_ui.training import Training

TOKENS_IN_ORDER = 60
"""A vocabulary of up to so many tokens is shown in id order; a larger one begins with the newest."""


def headline(training: Training) -> None:
    """What happens next and why; under it the runner-up, the last merge, or what was just done."""
    stepper, choice, figures = training.stepper, training.choice, training.figures
    if choice is None or training.shares is None:
        sentence = sentences.the_end(
            stepper.stop_reason or "",
            figures.position,
            figures.vocabulary_size,
            training.config.min_frequency,
        )
    else:
        sentence = sentences.next_merge(choice, training.shares, training.config.tie_break)
    aside = sentences.aside(choice, stepper.merges[-1] if stepper.position else None)
    show(chips.headline(sentence, aside, session().notice))


def words(training: Training) -> None:
    """The words as they are split now; a large corpus a page at a time, with a search."""
    stepper = training.stepper
    total = len(stepper.words)
    with st.container(key="words"):
        merges = stepper.position
        after = f"after {merges:,} {sentences.plural('merge', merges)}"
        show(chips.panel_title(f"{total:,} {sentences.plural('word', total)} {after}"))
        chosen = session().words_with("")
        if total > frames.WORDS_SHOWN:
            chosen = _page_of_words(total)
        show(chips.words(frames.word_rows(stepper, chosen)))


def pairs(training: Training) -> None:
    """The pair table, the most frequent first; the tied ones in a bracket."""
    rows = frames.pair_rows(training.pairs, training.choice)
    distinct = training.figures.distinct_pairs
    with st.container(key="pairs"):
        shown = f"the first {len(rows):,} of {distinct:,}" if distinct > len(rows) else ""
        show(chips.panel_title("Pairs, most frequent first", shown))
        show(chips.pairs(rows, training.choice.reason if training.choice else ""))


def vocabulary(training: Training) -> None:
    """The tokens with their ids; of many, the newest first."""
    stepper, size = training.stepper, training.figures.vocabulary_size
    newest = frames.newest_tokens(stepper.vocabulary(newest=frames.TOKENS_SHOWN), size, stepper.position)
    title, shown = "Vocabulary, in id order", f"{size:,} tokens"
    if size > len(newest):
        shown = f"{len(newest):,} of {size:,} tokens"
    if stepper.position and size > TOKENS_IN_ORDER:
        newest.reverse()
        title = "Vocabulary, newest first"
    with st.container(key="vocabulary"):
        show(chips.panel_title(title, shown))
        show(chips.vocabulary(newest))


def details(training: Training) -> None:
    """One of: the merge history, the chart of the pairs, the lines over the merges."""
    with st.container(key="details"):
        with st.container(key="details_bar", horizontal=True, vertical_alignment="center"):
            chosen = st.segmented_control(
                "Details",
                ["History", "Chart", "Progress"],
                default="History",
                required=True,
                key="details_shown",
                persist_state="session",
                label_visibility="collapsed",
                width="content",
            )
            _downloads(training)
        if chosen == "Chart":
            _pair_chart(training)
        elif chosen == "Progress":
            _progress_chart(training)
        else:
            _history(training)


def figures(training: Training) -> None:
    """The state of the training in one quiet line."""
    now = training.figures
    show(
        chips.figures(
            [
                ("Vocabulary", f"{now.vocabulary_size:,}", ""),
                (
                    "Symbols in the corpus",
                    f"{now.symbols:,}",
                    f"of {now.symbols_at_start:,}, {now.symbols_saved:,} fewer",
                ),
                ("Compression", f"{now.compression:.2f}×", ""),
                ("Distinct pairs", f"{now.distinct_pairs:,}", ""),
                ("Ties decided", f"{now.ties:,}", ""),
            ]
        )
    )


# ---- words


def _page_of_words(total: int) -> Sequence[WordCount]:
    with st.container(key="words_tools", horizontal=True, vertical_alignment="center"):
        text = st.text_input(
            "Find words",
            key="words_search",
            placeholder="Find words with …",
            persist_state="session",
            label_visibility="collapsed",
            on_change=_first_page,
        )
        found = session().words_with(text)
        pages = frames.page_count(len(found))
        set_widget("words_page", min(widget("words_page", 1), pages))
        page = st.number_input(
            "Page of words", 1, pages, key="words_page", label_visibility="collapsed", width=140
        )
        where = f"page {page:,} of {pages:,}"
        show(chips.note(f"{where}, {len(found):,} of {total:,} words" if text else where), width="content")
    return frames.words_on_page(found, page)


def _first_page() -> None:
    set_widget("words_page", 1)


# ---- details


def _downloads(training: Training) -> None:
    stepper = training.stepper
    _download("Merges", lambda: frames.history_frame(stepper.merges))
    _download("Tokens", lambda: frames.vocabulary_frame(stepper.vocabulary()))


def _download(name: str, make_frame: Callable[[], pd.DataFrame]) -> None:
    st.download_button(
        name,
        data=lambda: frames.as_csv(make_frame()),  # made when it is asked for
        file_name=f"{name.lower()}.csv",
        mime="text/csv",
        key=f"{name.lower()}_csv",
        type="tertiary",
        icon=":material/download:",
        help=f"All {name.lower()} up to here, as CSV",
        on_click="ignore",
    )


def _history(training: Training) -> None:
    stepper = training.stepper
    merges = stepper.merges
    if not merges:
        show(chips.note("No merge has been made yet."))
        return
    newest = frames.newest_merges(merges)
    show(chips.history(newest))
    if len(merges) > len(newest):
        show(chips.note(f"The newest {len(newest):,} of {len(merges):,} merges."))


def _pair_chart(training: Training) -> None:
    if not training.pairs:
        show(chips.note("No pairs are left."))
        return
    rows = frames.pair_rows(training.pairs, training.choice)
    chart = charts.pair_chart(frames.pair_frame(rows))
    st.altair_chart(
        chart, key="pair_chart", alt="Bars of the most frequent pairs; the table above has the same numbers."
    )


def _progress_chart(training: Training) -> None:
    stepper = training.stepper
    frame = frames.progress_frame(stepper.series())
    chart = charts.progress_chart(frame, stepper.position)
    st.altair_chart(
        chart,
        key="progress_chart",
        alt="Two lines over the merges: the symbols in the corpus fall, the vocabulary grows.",
    )
