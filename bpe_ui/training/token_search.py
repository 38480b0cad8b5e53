"""Finding a token of the vocabulary, which can be far too large to be shown.

In: a training, and a text or an id. Out: the tokens at the training's position that match.

>>> from bpe_core import EXAMPLES
>>> from bpe_ui.training.training import Source, start_training
>>> training = start_training(Source.from_example("hug_pug_pun"), EXAMPLES["hug_pug_pun"].config)
>>> training.step_to(3)
>>> find_tokens(training, "ug")
FoundTokens(text='ug', tokens=(('ug', 7), ('hug', 9)), total=2)
"""

from dataclasses import dataclass

from bpe_core.encoding import printed_word
from bpe_ui.training.training import Training

TOKENS_FOUND = 100
"""The most tokens that are listed; the others are counted."""


@dataclass(frozen=True)
class FoundTokens:
    """The answer to a search for tokens."""

    text: str
    """What was looked for."""

    tokens: tuple[tuple[str, int], ...]
    """Tokens with their ids: the very token or id first, then what contains the text, in id order."""

    total: int
    """How many tokens match."""


def find_tokens(training: Training, text: str) -> FoundTokens:
    """The tokens that contain a text, the same in capital and small letters; digits are an id as well."""
    wanted = {text.casefold(), printed_word(text, training.config).casefold()}
    vocabulary = training.stepper.view.vocabulary()

    def is_it(token: str, token_id: int) -> bool:
        return token.casefold() in wanted or str(token_id) == text

    found = [
        (token, token_id)
        for token, token_id in vocabulary.items()
        if is_it(token, token_id) or any(part in token.casefold() for part in wanted)
    ]
    found.sort(key=lambda entry: not is_it(*entry))
    return FoundTokens(text, tuple(found[:TOKENS_FOUND]), len(found))
