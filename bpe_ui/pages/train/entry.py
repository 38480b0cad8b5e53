"""The Train page in the list of pages."""

from bpe_ui.classroom.voting import teacher_panel
from bpe_ui.frame.ancestry.stories import trained
from bpe_ui.pages.train import component
from bpe_ui.pages.train.state import TrainSettings
from bpe_ui.visit.registry.pages import Page
from bpe_ui.visit.session import session


def _draw() -> None:
    component.draw_train(session())
    teacher_panel.votes_panel()


PAGE = Page(
    "Train",
    "app.py",
    _draw,
    progress="below",
    settings=TrainSettings,
    token_sources={"train": trained},
    tokens="train",
)
