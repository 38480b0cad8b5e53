"""The stage: the component below the header of the Train page, and what it says back.

In: the session's data. Out: a picture that the browser changes by itself at every step, and calls of
`actions` for what a person did. Its front end is in the folder `stage`: one style sheet, and files of
JavaScript that are joined in the order of `SCRIPTS`.
"""

from pathlib import Path

import streamlit as st

from bpe_ui.charts import charts_panel
from bpe_ui.session import session, the_only_run, widget
from bpe_ui.share import opening, share_panel
from bpe_ui.train import actions

KEY = "stage"
FOLDER = Path(__file__).parents[1] / "stage"
SCRIPTS = (
    *("glyphs", "reading", "merging", "roving", "words", "pairs", "history", "headline", "announcer"),
    *("player", "film", "predict", "keys", "pointing", "telling", "moving", "stage"),
)
"""What each uses stands before it; the last one exports the stage."""
PANELS_OF_THE_POSITION = (charts_panel.KEY, share_panel.KEY)
"""While one of these is open, every step draws all of the page."""

_stage = st.components.v2.component(
    "bpe_stepper.stage",
    css=(FOLDER / "stage.css").read_text(encoding="utf-8"),
    js="\n".join((FOLDER / f"{name}.js").read_text(encoding="utf-8") for name in SCRIPTS),
)


def draw() -> None:
    """Draw the stage, and listen to it."""
    current = session()
    # The browser may have no stage yet that stands somewhere.
    current.told = current.training.stepper.position
    _draw()


# A fragment, because a step changes nothing around the stage: see benchmarks/stage.py. And while the window
# stays the same its data does, so that Streamlit sends the browser no more than a hash of what it has.
@st.fragment
def _draw() -> None:
    with the_only_run():
        _stage(key=KEY, data=session().stage_json(), on_place_change=_place, on_act_change=_act)


def _place() -> None:
    current = session()
    actions.hear_place(current, (widget(KEY) or {}).get("place"))
    if any(widget(key) for key in PANELS_OF_THE_POSITION) or opening.PLACE in current.errors:
        st.rerun()


def _act() -> None:
    actions.hear_act(session(), (widget(KEY) or {}).get("act"))
    st.rerun()  # all of the page, not the stage alone
