"""The stage: the component below the header of the Train page, and what it says back.

In: the session's data. Out: a picture that the browser changes by itself at every step, and calls of
`stage_acts` for what a person did. Its front end is in the folder `stage`: one style sheet, and files of
JavaScript that are joined in the order of `SCRIPTS`.
"""

from pathlib import Path

import streamlit as st

from bpe_ui import stage_acts
from bpe_ui.session import session, widget

KEY = "stage"
FOLDER = Path(__file__).with_name("stage")
SCRIPTS = (
    *("glyphs", "reading", "merging", "roving", "words", "pairs", "history", "headline", "film", "predict"),
    *("keys", "pointing", "stage"),
)
"""What each uses stands before it; the last one exports the stage."""

_stage = st.components.v2.component(
    "bpe_stepper.stage",
    css=(FOLDER / "stage.css").read_text(encoding="utf-8"),
    js="\n".join((FOLDER / f"{name}.js").read_text(encoding="utf-8") for name in SCRIPTS),
)


def draw() -> None:
    """Draw the stage, and listen to it."""
    _stage(key=KEY, data=session().stage(), on_place_change=_place, on_act_change=_act)


def _place() -> None:
    stage_acts.hear_place(session(), (widget(KEY) or {}).get("place"))


def _act() -> None:
    stage_acts.hear_act(session(), (widget(KEY) or {}).get("act"))
