"""What a token is made of, as a tree on a page."""

import streamlit as st

from bpe_core.queries import Ancestor
from bpe_ui.ancestry.message import story_fields, with_texts
from bpe_ui.ancestry.stories import Story
from bpe_ui.component import TOKEN_PICTURE_CSS, TOKEN_PICTURE_JS
from bpe_ui.stage.texts import Texts

_picture = st.components.v2.component("bpe_stepper.token_picture", css=TOKEN_PICTURE_CSS, js=TOKEN_PICTURE_JS)


def draw(root: Ancestor, source: str, key: str) -> None:
    """Draw the tree; `source` is a name in `token_sources` of a page."""
    _picture(key=key, data={"json": tree_json(root, source)})


def tree_json(root: Ancestor, source: str) -> str:
    """The data of the tree, as one text."""
    story, texts = Story((), (root,)), Texts()
    return with_texts({"of": source, **story_fields(story, texts)}, texts, story.ids)
