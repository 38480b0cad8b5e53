"""The token panel: a component on every page, which asks Python when a person opens a token.

The front end, `component/token_panel`, listens to clicks on tokens in all views of the page. It shows nothing
before the first click. It asks and is answered in JSON:

{"serial": 17, "of": "train", "position": 4, "id": 9}
{"serial": 17, "sentence": [...], "trees": [...], "remarks": [],
 "ids": {"0": 9, ...}, "texts": [["hug"], ...], "rtl": []}
"""

from collections.abc import Mapping
from dataclasses import dataclass

import streamlit as st

from bpe_core import BPEError
from bpe_ui.frame.ancestry.message import story_fields, with_texts
from bpe_ui.frame.ancestry.stories import Story, Tokens
from bpe_ui.stage.component import TOKEN_PANEL_CSS, TOKEN_PANEL_JS
from bpe_ui.stage.component.actions import LARGEST, RefusedActionError, integer, text
from bpe_ui.stage.text.sentences import say
from bpe_ui.visit.messages.texts import Texts
from bpe_ui.visit.registry.page_state import PageState
from bpe_ui.visit.registry.pages import TokenSource, pages
from bpe_ui.visit.session import said, session, visit_lock
from bpe_ui.visit.visit import Visit

KEY = "token_panel"
LONGEST_TEXT = 1_000
GONE = "What this token belonged to is no longer on the page."

_panel = st.components.v2.component("bpe_stepper.token_panel", css=TOKEN_PANEL_CSS, js=TOKEN_PANEL_JS)


@dataclass
class TokenPanel(PageState):
    """The panel in one person's visit."""

    answer: str = ""
    """The last answer."""


# A fragment, because opening a token changes nothing else on the page.
@st.fragment
def draw_token_panel(page: str) -> None:
    """Draw the panel of a page, and answer it."""
    with visit_lock():
        data = {"json": session().state(TokenPanel).answer, "tokens": pages()[page].tokens}
        _panel(key=KEY, data=data, on_asked_change=_answer)


def _answer() -> None:
    session().state(TokenPanel).answer = answer(session(), said(KEY, "asked"))


def tokens_of(visit: Visit, name: str, position: int | None) -> Tokens | None:
    """The tokens of a view; None if the page no longer has such a view."""
    kind, _, detail = name.partition("/")
    source = sources().get(kind)
    return None if source is None else source(visit, detail, position)


def sources() -> dict[str, TokenSource]:
    """The sources for all views whose tokens can be opened."""
    return {name: source for page in pages().values() for name, source in page.token_sources.items()}


def answer(visit: Visit, asked: object) -> str:
    """The answer to a question of the panel; empty if it is no question."""
    if not isinstance(asked, Mapping) or not isinstance(asked.get("serial"), int):
        return ""
    try:
        position = None if asked.get("position") is None else integer(asked, "position", LARGEST)
        tokens = tokens_of(visit, text(asked, "of", LONGEST_TEXT), position)
        if tokens is None:
            story = Story(say(GONE))
        elif "id" in asked:
            story = tokens.of_id(integer(asked, "id", LARGEST))
        elif "left" in asked:
            story = tokens.of_pair(integer(asked, "left", LARGEST), integer(asked, "right", LARGEST))
        else:
            story = tokens.of_text(text(asked, "text", LONGEST_TEXT))
        if tokens is not None and tokens.whose:
            story = story._replace(remarks=(*story.remarks, tokens.whose))
    except (BPEError, RefusedActionError) as error:
        story = Story((str(error),))
    texts = Texts()
    return with_texts({"serial": asked["serial"], **story_fields(story, texts)}, texts, story.ids)
