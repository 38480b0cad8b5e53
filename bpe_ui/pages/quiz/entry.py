"""The Quiz page in the list of pages."""

from bpe_ui.pages.quiz import page
from bpe_ui.pages.quiz.state import QuizSettings
from bpe_ui.visit.registry.pages import Page

PAGE = Page(
    "Quiz",
    "pages/quiz.py",
    page.draw,
    prepare=page.draw_seed,
    is_in_header=False,
    has_panels=False,
    settings=QuizSettings,
)
