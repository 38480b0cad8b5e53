"""The Quiz page in the list of pages."""

from bpe_ui.pages.quiz import homework_panel, page
from bpe_ui.pages.quiz.state import QuizSettings
from bpe_ui.visit.registry.pages import Page, Shared

LINK_HOLDS = "It contains the quiz, your answers so far, and whether they are handed in."

PAGE = Page(
    "Quiz",
    "pages/quiz.py",
    page.draw_quiz,
    prepare=page.draw_seed,
    is_in_header=False,
    has_panels=False,
    settings=QuizSettings,
    is_a_students=lambda visit: visit.state(QuizSettings).is_homework,
    in_share=homework_panel.draw_in_share,
    shared=Shared("quiz", LINK_HOLDS),
)
