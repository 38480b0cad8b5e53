"""The Glossary page: every term of the app with its meaning, to read or to search with the browser."""

import streamlit as st

from bpe_ui.frame.widgets.display import show
from bpe_ui.frame.widgets.present import exit_button
from bpe_ui.stage.html import chips, lessons
from bpe_ui.stage.text.glossary import GROUPS, plain
from bpe_ui.visit.registry.pages import Page


def draw_glossary() -> None:
    """Draw all terms."""
    exit_button()
    with st.container(key="glossary"):
        show(
            lessons.heading("Glossary", "The words of this app. The browser's own search finds any of them.")
        )
        for title, words in GROUPS.items():
            show(chips.panel_title(title))
            show(chips.explanations((word, plain(meaning)) for word, meaning in words.items()))


PAGE = Page("Glossary", "pages/glossary.py", draw_glossary, is_in_header=False, has_panels=False)
