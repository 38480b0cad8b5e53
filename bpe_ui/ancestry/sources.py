"""Whose tokens a picture shows, by the name that the picture has for them.

In: the visit, and what a picture says in its attribute `data-tokens`: a name among the `token_sources` of a
page, with a detail such as the number of a column. Out: the tokens, which are asked for one of them.
"""

from bpe_core import BPEStepper
from bpe_ui.ancestry.stories import Tokens, TrainedTokens
from bpe_ui.registry.pages import TokenSource, pages
from bpe_ui.visit.visit import Visit


def tokens_of(visit: Visit, name: str, position: int | None) -> Tokens | None:
    """The tokens of a picture; None where the page has no such picture any more."""
    kind, _, detail = name.partition("/")
    source = sources().get(kind)
    return None if source is None else source(visit, detail, position)


def sources() -> dict[str, TokenSource]:
    """Every picture whose tokens open."""
    return {name: source for page in pages().values() for name, source in page.token_sources.items()}


def trained(visit: Visit, detail: str, position: int | None) -> Tokens:
    """Those of the training on screen."""
    # A lesson asks what comes, as predicting does.
    tells_future = not (visit.predicting or visit.in_lesson)
    return tokens_at(visit.training.stepper, position, tells_future=tells_future)


def tokens_at(
    stepper: BPEStepper, position: int | None = None, *, tells_future: bool = True
) -> TrainedTokens:
    """The tokens at a position; without one, where the stepper stands."""
    wanted = stepper.position if position is None else position
    return TrainedTokens(stepper, min(wanted, stepper.known_merges), tells_future)
