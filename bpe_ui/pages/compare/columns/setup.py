"""The row above the columns: which rules are compared, and how far they train."""

import streamlit as st

from bpe_core.studies.comparison import MAX_COLUMNS, MIN_COLUMNS
from bpe_ui.frame.widgets.choosing import choose_from_list, choose_several
from bpe_ui.frame.widgets.display import opened_panel, show_error, show_note
from bpe_ui.frame.widgets.hearing import heard_by
from bpe_ui.pages.compare.settings.choices import (
    LIBRARY_PICK,
    PROFILE_CHOICES,
    RULE_CHOICES,
    TIE_PICK,
    ColumnChoice,
)
from bpe_ui.pages.compare.settings.limits import number_or_usual
from bpe_ui.pages.compare.settings.state import Compare
from bpe_ui.stage.text.sentences import say_plainly
from bpe_ui.visit.session import session, set_widget, widget

VIEW = "columns"
COLUMNS = "compare_columns"
"""The key of the list of columns, and the place of its errors."""
POPOVER = "columns_popover"
"""The key of the panel with that list; its widget value says whether it is open."""
_TWO = "compare_first", "compare_second"
"""The keys of the two lists that choose a column each."""


def draw_setup() -> None:
    """The choices, in a row with the buttons of the views."""
    with st.container(
        key="compare_setup", horizontal=True, vertical_alignment="center", gap="small", width="content"
    ):
        compare = session().state(Compare)
        offered = (*RULE_CHOICES, *PROFILE_CHOICES, *compare.pinned, *compare.choices)
        choices = {choice.key: choice for choice in offered}
        keys = [choice.key for choice in compare.choices]
        # Two lists: only the two columns chosen there are compared.
        for place, placeholder in enumerate(("Compare two: this …", "… with this")):
            set_widget(_TWO[place], keys[place] if len(keys) == 2 else None)
            choose_from_list(
                placeholder,
                {key: choice.label for key, choice in choices.items()},
                index=None,
                placeholder=placeholder,
                label_visibility="collapsed",
                width=215,
                **heard_by(_take_one_of_two, place, choices, key=_TWO[place]),
            )
        st.button("Tie rules", key="pick_ties", on_click=_show, args=(TIE_PICK,))
        st.button("Libraries", key="pick_libraries", on_click=_show, args=(LIBRARY_PICK,))
        _columns(choices)
        if session().training.stepper.base is not None:
            show_note("Each column begins from nothing; “Going on” has the merges that are given.")


# ---- which columns


def _take_one_of_two(place: int, choices: dict[str, ColumnChoice]) -> None:
    """Put the choice in its place; the other column stays, or they change places."""
    before, picked = session().state(Compare).choices[:2], choices.get(widget(_TWO[place]))
    if picked is not None:
        other = before[place] if picked == before[1 - place] else before[1 - place]
        _show((picked, other) if place == 0 else (other, picked))


def _columns(choices: dict[str, ColumnChoice]) -> None:
    compare = session().state(Compare)
    panel = opened_panel("Columns", POPOVER)
    if panel is None:  # a hidden list would keep its own choice, and bring it back later
        return
    with panel:
        if COLUMNS not in session().errors:
            set_widget(COLUMNS, [choice.key for choice in compare.choices])
        choose_several(
            say_plainly(
                "{least} to {most} columns; the first is what the others are compared with",
                least=MIN_COLUMNS,
                most=MAX_COLUMNS,
            ),
            {key: choice.label for key, choice in choices.items()},
            max_selections=MAX_COLUMNS,
            **heard_by(_take_columns, choices, key=COLUMNS),
        )
        show_error(COLUMNS)
        st.button("Add the rules of Train", key="pin_rules", icon=":material/keep:", on_click=_pin)
        show_note(
            "A tie rule, a cut, a boundary or an algorithm means the rules on Train with that one changed. A"
            " library comes with all its own rules. Rules added from Train stay as they were when you added"
            " them."
        )
        number_or_usual("merges", "Merges in each column", width=190)


def _take_columns(choices: dict[str, ColumnChoice]) -> None:
    current, chosen = session(), widget(COLUMNS) or []
    if len(chosen) < MIN_COLUMNS:
        current.errors[COLUMNS] = say_plainly(
            "{left} of the columns {left:is|are} left; {least} to {most} can be compared, so the last ones"
            " stay.",
            left=len(chosen),
            least=MIN_COLUMNS,
            most=MAX_COLUMNS,
        )
        return
    _show(tuple(choices[key] for key in chosen))


def _show(choices: tuple[ColumnChoice, ...]) -> None:
    current = session()
    current.errors.pop(COLUMNS, None)
    current.state(Compare).show_columns(choices)


def _pin() -> None:
    current = session()
    current.errors.pop(COLUMNS, None)
    current.state(Compare).pin(current.training.config)
    set_widget(POPOVER, False)
