"""The sources of the tokens that views show, by the names that the views use."""

from bpe_core import BPEStepper
from bpe_ui.frame.ancestry.stories import Tokens, TrainedTokens
from bpe_ui.visit.registry.pages import TokenSource, pages
from bpe_ui.visit.visit import Visit


def tokens_of(visit: Visit, name: str, position: int | None) -> Tokens | None:
    """The tokens of a view; None if the page no longer has such a view."""
    kind, _, detail = name.partition("/")
    source = sources().get(kind)
    return None if source is None else source(visit, detail, position)


def sources() -> dict[str, TokenSource]:
    """The sources for all views whose tokens can be opened."""
    return {name: source for page in pages().values() for name, source in page.token_sources.items()}


def trained(visit: Visit, detail: str, position: int | None) -> TrainedTokens:
    """The tokens of the training on screen."""
    # A lesson asks for the next merge, as predict mode does.
    tells_future = not (visit.predicting or visit.in_lesson)
    return tokens_at(visit.training.stepper, position, tells_future=tells_future)


def tokens_at(
    stepper: BPEStepper, position: int | None = None, *, tells_future: bool = True
) -> TrainedTokens:
    """The tokens at a position, by default the stepper's own."""
    wanted = stepper.position if position is None else position
    return TrainedTokens(stepper, min(wanted, stepper.known_merges), tells_future)
