"""The Quiz page in the list of pages."""

from bpe_ui.frame.share.downloads import File
from bpe_ui.pages.quiz import homework_panel, page, paper
from bpe_ui.pages.quiz.state import QuizSettings
from bpe_ui.visit.registry.pages import Page, Shared
from bpe_ui.visit.visit import Visit

LINK_HOLDS = "It contains the quiz, your answers so far, and whether they are handed in."
ABOUT_FILES = (
    "The sheet prints. On screen it asks as this page does, without a network, and makes a file with the"
    " answers, which Class results reads, many at once."
)


def _files(visit: Visit) -> tuple[File, ...]:
    settings = visit.state(QuizSettings)
    if settings.homework:  # a student has it
        return ()
    return (
        File("Sheet", "quiz.html", "text/html", lambda visit: paper.sheet_html(settings)),
        File("Answer key", "answer_key.html", "text/html", lambda visit: paper.key_html(settings)),
    )


PAGE = Page(
    "Quiz",
    "pages/quiz.py",
    page.draw_quiz,
    prepare=page.draw_seed,
    is_in_header=False,
    has_panels=False,
    settings=QuizSettings,
    in_share=homework_panel.draw_in_share,
    shared=Shared("quiz", LINK_HOLDS, _files, ABOUT_FILES),
)
