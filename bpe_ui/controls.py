"""The controls of the Train page: start, back, merge, end, the slider, and merging another pair.

In: clicks and keys. Out: moves of the session's training, or a job where the way is long.
"""

from collections.abc import Callable
from typing import Any

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from bpe_ui import chips, corpus_panel, frames, jobs, rules_panel
from bpe_ui.display import show
from bpe_ui.session import MergeJob, session, set_widget, widget
from bpe_ui.training import Training

NAMED_MERGES = 12
"""A film of up to so many merges has their names under the slider."""
DOTTED_MERGES = 60
"""A film of up to so many merges has a dot for each, ties marked, and the name of the present one."""
INSTEAD_POPOVER = "instead_popover"


def draw(training: Training) -> DeltaGenerator | None:
    """The buttons and the slider; while work is under way, its progress and Stop in the slider's place."""
    # Every part has its place either way: Streamlit keeps showing what it finds no successor for.
    busy = session().job is not None
    progress = None
    with st.container(key="controls", horizontal=True, vertical_alignment="center"):
        _buttons(training, disabled=busy)
        with st.container(key="film"):
            if busy:
                progress = jobs.progress()
            else:
                _slider(training)
        show(chips.position(_position(training)), width="content")
        if not training.film_is_whole or training.stepper.film_length > DOTTED_MERGES:
            _go_to_input(disabled=busy)
        _instead(training, disabled=busy)
    return progress


def _buttons(training: Training, *, disabled: bool) -> None:
    position, done = training.stepper.position, training.stepper.is_done
    at_start = disabled or position == 0
    at_end = disabled or done
    _button("to_start", "To the start", "Home", at_start, _go, (0,), icon=":material/first_page:")
    _button("back", "Back", "Left", at_start, _go, (position - 1,), icon=":material/chevron_left:")
    _button("merge", "Merge", "Right", at_end, _merge, (), type="primary")
    _button("to_end", "To the end", "End", at_end, _go_to_the_end, (), icon=":material/last_page:")


def _button(
    key: str,
    label: str,
    shortcut: str,
    disabled: bool,
    on_click: Callable[..., None],
    args: tuple[int, ...],
    **look: Any,
) -> None:
    # While a panel is open the arrow keys move in its table.
    keys = None if _a_panel_is_open() else shortcut
    st.button(label, key=key, shortcut=keys, disabled=disabled, on_click=on_click, args=args, **look)


def _a_panel_is_open() -> bool:
    return any(widget(key) for key in (corpus_panel.KEY, rules_panel.KEY, INSTEAD_POPOVER))


def _go(position: int) -> None:
    session().move(position)


def _merge() -> None:
    current = session()
    if not current.training.stepper.is_done:
        current.training.merge()
        current.notice = ""


def _go_to_the_end() -> None:
    current = session()
    current.notice = ""
    stepper = current.training.stepper
    if current.training.film_is_whole:
        current.move(stepper.film_length)
    else:
        current.job = MergeJob(None)


def _slider(training: Training) -> None:
    stepper = training.stepper
    if not stepper.film_length:
        show(chips.note("A slider over the merges appears here once some are made."))
        return
    set_widget("position", stepper.position)
    st.slider(
        "Position", 0, stepper.film_length, key="position", on_change=_slide, label_visibility="collapsed"
    )
    if training.film_is_whole and stepper.film_length <= DOTTED_MERGES:
        names_fit = stepper.film_length <= NAMED_MERGES
        show(chips.film(stepper.film, stepper.position, all_names=names_fit))


def _position(training: Training) -> str:
    position, known = training.stepper.position, training.stepper.film_length
    if training.film_is_whole:
        return f"merge {position:,} of {known:,}"
    return f"merge {position:,}" if position == known else f"merge {position:,} of {known:,} known"


def _go_to_input(*, disabled: bool) -> None:
    st.number_input(
        "Go to merge",
        min_value=0,
        value=None,
        step=1,
        key="go_to",
        placeholder="Go to merge",
        label_visibility="collapsed",
        width=190,
        disabled=disabled,
        on_change=_go_to,
    )


def _slide() -> None:
    session().move(widget("position"))


def _go_to() -> None:
    target = widget("go_to")
    set_widget("go_to", None)
    current = session()
    if target is None:
        return
    current.notice = ""
    if target <= current.training.stepper.film_length:
        current.move(target)
    else:
        current.job = MergeJob(target)


def _instead(training: Training, *, disabled: bool) -> None:
    popover = st.popover(
        "Merge another",
        key=INSTEAD_POPOVER,
        on_change="rerun",
        width="content",
        disabled=disabled or training.stepper.is_done,
    )
    # Filled whether or not it is open: opened empty, it would find its place for the empty panel.
    with popover:
        counted = training.pairs
        # The options are numbers; the pairs are their labels, which a select box shows as plain text.
        chosen = st.selectbox(
            "What if another pair were merged?",
            range(len(counted)),
            index=min(1, len(counted) - 1) if counted else None,  # the first is next anyway
            format_func=lambda index: f"{frames.pair_label(counted[index].pair)}   {counted[index].count:,}",
            # Its own at every position: a number chosen earlier would stand for another pair here.
            key=f"instead_pair_{training.serial}_{training.stepper.position}",
        )
        show(chips.note("The history marks it as chosen by you. Back undoes it like any merge."))
        if chosen is not None:
            st.button("Merge this pair", key="instead", on_click=_merge_instead, args=(counted[chosen].pair,))


def _merge_instead(pair: tuple[str, str]) -> None:
    current = session()
    current.training.merge_instead(pair)
    current.notice = ""
    set_widget(INSTEAD_POPOVER, False)
