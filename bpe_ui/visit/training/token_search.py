"""Search for tokens in the vocabulary, which can be too large to show: by text, by id, or the longest.

>>> from bpe_core import EXAMPLES
>>> from bpe_ui.visit.training.training import Source, start_training
>>> training = start_training(Source.from_example("hug_pug_pun"), EXAMPLES["hug_pug_pun"].config)
>>> training.step_to(3)
>>> tokens_here(matching_tokens(training, "ug"), training)
([('ug', 7), ('hug', 9)], 2)
"""

from collections.abc import Sequence

from bpe_core.encoding import printed_word
from bpe_ui.visit.training.training import Training

ORDERS = ("", "longest")
"""The best matches first, or the tokens with the most base symbols."""

TOKENS_FOUND = 100
"""How many tokens are listed at most; the others are only counted."""

Tokens = Sequence[tuple[str, int]]
"""Tokens with their ids."""


def matching_tokens(training: Training, text: str, order: str = "") -> Tokens:
    """The tokens of the whole history that contain a text, in upper or lower case; digits may also be an id.

    They come in one of `ORDERS`: by default an exact match, then those that contain it, by id.
    """
    wanted = {text.casefold(), printed_word(text, training.config).casefold()}
    exact, containing = [], []
    for token, token_id in training.stepper.at(training.stepper.known_merges).vocabulary().items():
        folded = token.casefold()
        if folded in wanted or str(token_id) == text:
            exact.append((token, token_id))
        elif any(part in folded for part in wanted):
            containing.append((token, token_id))
    matching = exact + containing
    if order != "longest":
        return matching
    lengths = training.stepper.at(training.stepper.known_merges).token_lengths()
    first = training.first_base_id  # special tokens have no base symbols
    return sorted(matching, key=lambda entry: -lengths[entry[1] - first] if entry[1] >= first else 0)


def tokens_here(matching: Tokens, training: Training) -> tuple[Tokens, int]:
    """The first tokens that are in the vocabulary at the training's position, and how many are."""
    size = training.first_learned_id + training.stepper.position
    here = [entry for entry in matching if entry[1] < size]
    return here[:TOKENS_FOUND], len(here)
