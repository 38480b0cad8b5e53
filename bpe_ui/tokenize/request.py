"""What the views of the Tokenize page are given: a tokenizer, a text, and how the rules are applied."""

from typing import NamedTuple

from bpe_core import Tokenizer
from bpe_ui.tokenize.state import MAX_TEXT, merges_used, text_of
from bpe_ui.visit import Visit


class Request(NamedTuple):
    """What a person wants to have tokenized, and how."""

    tokenizer: Tokenizer
    """The trained one, up to the merge chosen, or one from a file."""

    text: str
    """The text, cut to what is tokenized."""

    algorithm: str
    """How its rules are applied: one of `ALGORITHMS`."""


def request_of(visit: Visit) -> Request:
    """What a person wants now; raises a `BPEError` where the tokenizer cannot be made."""
    tokenize, training = visit.tokenize, visit.training
    loaded = tokenize.from_file()
    if loaded is None:
        tokenizer: Tokenizer = training.tokenizer(
            merges_used(tokenize, training, predicting=visit.predicting)
        )
    else:
        tokenizer = loaded.tokenizer
    return Request(tokenizer, text_of(tokenize, training)[:MAX_TEXT], tokenize.algorithm)
