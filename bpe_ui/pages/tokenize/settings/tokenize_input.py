"""What the views of the Tokenize page get: a tokenizer, a text, and how the rules are applied."""

from typing import NamedTuple

from bpe_core import Tokenizer
from bpe_core.encoding import Encoding

MAX_TEXT = 100_000
"""The longest text that is tokenized, in characters."""


class TokenizeInput(NamedTuple):
    """What to tokenize, and how."""

    tokenizer: Tokenizer
    """The trained one, up to the chosen merge, or one from a file."""

    text: str
    """The text, cut to the part that is tokenized; that of the `ids`, if ids were typed."""

    algorithm: str
    """How its rules are applied: one of `state.ALGORITHMS`."""

    add_special_tokens: bool = False
    """Whether to add the tokens that the tokenizer can put around a text."""

    ids: tuple[int, ...] = ()
    """The ids that were typed instead of a text."""

    note: str = ""
    """How the box was read, if it holds numbers only."""

    def encoding(self) -> Encoding:
        """The tokens of the text; raises as `encode` does."""
        return self.tokenizer.encode(
            self.text, algorithm=self.algorithm, add_special_tokens=self.add_special_tokens
        )
