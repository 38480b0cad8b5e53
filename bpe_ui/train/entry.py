"""The Train page in the list of pages."""

from bpe_ui.ancestry.sources import trained
from bpe_ui.registry.pages import Page
from bpe_ui.train import component
from bpe_ui.train.state import TrainSettings
from bpe_ui.visit.session import session
from bpe_ui.voting import teacher_panel


def _draw() -> None:
    component.draw(session())
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
