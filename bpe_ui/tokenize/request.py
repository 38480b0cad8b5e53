"""What the views of the Tokenize page are given: a tokenizer, a text, and how the rules are applied."""

from typing import NamedTuple

from bpe_core import Tokenizer


class Request(NamedTuple):
    """What a person wants to have tokenized, and how."""

    tokenizer: Tokenizer
    """The trained one, up to the merge chosen, or one from a file."""

    text: str
    """The text, cut to what is tokenized."""

    algorithm: str
    """How its rules are applied: one of `state.ALGORITHMS`."""
