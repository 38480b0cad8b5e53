"""The columns: the component that shows all of a comparison side by side, and steps it.

In: a comparison of the core. Out: a picture that the browser changes by itself at every step, and calls of
`actions` for what a person did. Its front end is in the folder `columns`, beside what it shares with the
stage: text, keys, chips that merge, the player, and how a view moves inside its window and tells Python.
"""

from pathlib import Path

import streamlit as st

from bpe_core.studies.comparison import Comparison
from bpe_ui.compare.columns import actions
from bpe_ui.compare.columns.message import Columns
from bpe_ui.session import session, the_only_run, widget
from bpe_ui.share import share_panel
from bpe_ui.train.component import FOLDER as STAGE_FOLDER

KEY = "columns"
FOLDER = Path(__file__).parent
STAGE_SCRIPTS = ("glyphs", "merging", "roving", "announcer", "player", "keys", "telling", "moving")
"""What the columns share with the stage."""
SCRIPTS = ("reading", "merges", "words", "controls", "columns")
"""What each uses while it is read stands before it; the last one exports the columns."""
PANELS_OF_THE_POSITION = (share_panel.KEY,)
"""While one of these is open, every step draws all of the page."""


def _joined(*files: Path) -> str:
    return "\n".join(file.read_text(encoding="utf-8") for file in files)


_columns = st.components.v2.component(
    "bpe_stepper.columns",
    css=_joined(STAGE_FOLDER / "stage.css", FOLDER / "columns.css"),
    js=_joined(
        *(STAGE_FOLDER / f"{name}.js" for name in STAGE_SCRIPTS), *(FOLDER / f"{name}.js" for name in SCRIPTS)
    ),
)


def draw(comparison: Comparison) -> None:
    """Draw the columns at the session's position, as far as they are trained, and listen to them."""
    if not comparison.steppers:
        return
    compare = session().compare
    if compare.columns is None or compare.columns.comparison is not comparison:
        compare.columns = Columns(comparison)
    position = min(compare.position, comparison.length)
    if comparison.is_done:
        compare.position = position
    compare.columns.stand_at(position)
    _draw()


# A fragment, as the stage is one: a step changes nothing around the columns.
@st.fragment
def _draw() -> None:
    with the_only_run():
        compare = session().compare
        if compare.columns is None:
            return
        _columns(
            key=KEY, data=compare.columns.json(compare.against), on_place_change=_place, on_act_change=_act
        )


def _place() -> None:
    actions.hear_place(session(), (widget(KEY) or {}).get("place"))
    if any(widget(key) for key in PANELS_OF_THE_POSITION):
        st.rerun()


def _act() -> None:
    actions.hear_act(session(), (widget(KEY) or {}).get("act"))
    st.rerun()  # all of the page, not the columns alone; it goes to Train where that is wanted
