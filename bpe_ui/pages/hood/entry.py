"""The page Under the hood in the list of pages."""

from bpe_ui.frame.ancestry.stories import ListedTokens, Tokens, tokens_at
from bpe_ui.pages.hood import page
from bpe_ui.pages.hood.state import Hood, HoodSettings
from bpe_ui.visit.registry.pages import Page
from bpe_ui.visit.visit import Visit


def _hood(visit: Visit, detail: str, position: int | None) -> Tokens | None:
    recording = visit.state(Hood).stage.recording
    if recording is not None and recording.merges:
        return ListedTokens(recording.ids, recording.merges)
    return tokens_at(visit.training.stepper, visit.training.stepper.known_merges)


PAGE = Page(
    "Under the hood",
    "pages/under_the_hood.py",
    page.draw_hood,
    prepare=page.make_recording,
    progress="above",
    settings=HoodSettings,
    state=Hood,
    token_sources={"hood": _hood},
    tokens="train",
    at="step",
    on_page=lambda visit: ("", visit.state(Hood).stage),
)
