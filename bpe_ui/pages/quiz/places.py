"""Links from a quiz: to the place that shows why an answer is right, and to the sheet as it was handed in."""

from dataclasses import replace

from bpe_core import EXAMPLES
from bpe_core.studies.quiz import Place
from bpe_ui.pages.quiz.state import QuizSettings
from bpe_ui.pages.tokenize.settings.loaded import tokenizers
from bpe_ui.pages.tokenize.settings.state import FILE, HERE, TokenizeSettings
from bpe_ui.visit.links.screen import Screen
from bpe_ui.visit.session import FIRST_EXAMPLE
from bpe_ui.visit.training.training import Source


def link_to(place: Place) -> Screen:
    """The page of the place, as a link."""
    source = Source(place.corpus.kind, place.corpus)
    if not place.text:
        return Screen(source, place.config, position=place.position)
    settings = TokenizeSettings(place.text, merges=HERE)
    if place.rules:
        rules = f"#version: 0.2\n{place.rules}\n".encode()
        settings.merges, settings.file = FILE, tokenizers.open({"merges.txt": rules}).file
    on_page = {"tokenize": settings}
    return Screen(source, place.config, position=place.position, page="tokenize", settings=on_page)


def sheet(settings: QuizSettings) -> Screen:
    """Only the sheet, without the corpus and the rules that the person has on other pages."""
    source, config = Source.from_example(FIRST_EXAMPLE), EXAMPLES[FIRST_EXAMPLE].config
    return Screen(source, config, page="quiz", settings={"quiz": replace(settings)})


def homework(settings: QuizSettings, *, shows_answers: bool = False) -> Screen:
    """The same quiz for a student, who begins with an empty sheet."""
    return sheet(replace(settings.blank, is_homework=True, shows_answers=shows_answers))
