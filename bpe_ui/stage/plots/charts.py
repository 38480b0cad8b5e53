"""What all charts that Altair draws share: their colours."""

from bpe_ui.stage.plots.colours import COLOURS, THEMES

NEXT, LEARNED, QUIET, OTHER = "#d97706", "#0d9488", "#8b8778", "#8f62d9"
"""The marks' colours, with a contrast of at least 3 with both backgrounds."""
INKS = dict(zip(THEMES, COLOURS["ink"], strict=True))
"""The colour of text in each theme; Streamlit colours axes and titles, but not text among the marks."""
