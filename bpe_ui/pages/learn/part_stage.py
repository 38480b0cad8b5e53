"""The stage of a part: a visit of its own, so that the person's training on Train stays as it is."""

from bpe_core import TIE_BREAKS
from bpe_ui.frame.address import navigation
from bpe_ui.pages.compare.settings.choices import ColumnChoice
from bpe_ui.pages.compare.settings.state import Settings
from bpe_ui.pages.learn.lesson import PartStage
from bpe_ui.pages.learn.state import Learn, LearnSettings
from bpe_ui.pages.tokenize.settings.state import HERE, Tokenize, TokenizeSettings
from bpe_ui.visit.links.screen import Screen
from bpe_ui.visit.session import session
from bpe_ui.visit.training.training import start_training
from bpe_ui.visit.visit import Visit

OPENS_ON = {"train": "train", "tokenize": "tokenize", "merges": "compare"}
"""The page that shows more of what a stage shows, by the stage's view."""


def part_visit(current: Visit, stage: PartStage) -> Visit:
    """The visit of the part on screen. Those of the same lesson are kept as they were left."""
    key, of_lesson = current.state(Learn).key(), f"{current.state(Learn).lesson}/"
    if key not in current.state(Learn).parts:
        kept = {
            name: visit for name, visit in current.state(Learn).parts.items() if name.startswith(of_lesson)
        }
        current.state(Learn).parts = {**kept, key: _begin(stage, current.state(Learn))}
    visit = current.state(Learn).parts[key]
    visit.present = current.present
    return visit


def begin_again(stage: PartStage) -> None:
    """Put the stage back to the beginning of the part."""
    current = session()
    current.state(Learn).parts[current.state(Learn).key()] = _begin(stage, LearnSettings())


def go_on(stage: PartStage) -> None:
    """Open what the stage shows on the page that shows more of it."""
    current = session()
    visit, page = part_visit(current, stage), OPENS_ON[stage.view]
    navigation.go_to(Screen.of(visit.training, page=page, settings=_settings(visit, stage)), "a lesson")


def _begin(stage: PartStage, learn: LearnSettings) -> Visit:
    training = start_training(stage.source, stage.config)
    is_of_text, at = stage.view == "tokenize", learn.at
    position = stage.position if is_of_text or at is None else min(at, training.stepper.known_merges)
    training.go_to(position)
    visit = Visit(training, in_lesson=stage.view)
    visit.predictions.turn(stage.predict)
    text, step = stage.text if learn.text is None else learn.text, (at or 0) if is_of_text else 0
    visit.state(Tokenize).take(TokenizeSettings(text, merges=HERE, place=learn.place, step=step))
    return visit


def _settings(visit: Visit, stage: PartStage) -> dict[str, object]:
    if stage.view == "tokenize":
        return {"tokenize": visit.state(Tokenize).settings()}
    if stage.view == "merges":
        return {"compare": Settings(choices=tuple(map(choice, stage.columns)))}
    return {}


def choice(name: str) -> ColumnChoice:
    """The tie rule or the profile with this name, as a column of Compare."""
    return ColumnChoice("tie" if name in TIE_BREAKS else "profile", name)
