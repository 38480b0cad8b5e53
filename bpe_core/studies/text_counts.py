"""Text counts: how long a text is in characters, bytes and tokens, and which of two vocabularies compresses
the other's text better.

>>> from bpe_core import EXAMPLES, BPEStepper
>>> stepper = BPEStepper(EXAMPLES["hug_pug_pun"].corpus, EXAMPLES["hug_pug_pun"].config)
>>> stepper.run(3)
>>> counts = text_counts(stepper.tokenizer(), "hug hugs")
>>> counts
TextCounts(characters=8, bytes=8, tokens=3, unknown=0)
>>> round(counts.characters_per_token, 2)
2.67
"""

from dataclasses import dataclass

from bpe_core.tokenizer import Tokenizer


@dataclass(frozen=True)
class TextCounts:
    """The length of a text in several units."""

    characters: int
    """Its length in characters."""

    bytes: int
    """Its length in bytes of UTF-8."""

    tokens: int
    """Its length in tokens."""

    unknown: int
    """How many of its symbols are not in the vocabulary."""

    @property
    def characters_per_token(self) -> float:
        """Characters divided by tokens; 0 without tokens."""
        return self.characters / self.tokens if self.tokens else 0.0


def text_counts(tokenizer: Tokenizer, text: str) -> TextCounts:
    """Count a text in every unit; raises what `encode` raises."""
    encoding = tokenizer.encode(text)
    return TextCounts(len(text), len(text.encode()), len(encoding), len(encoding.unknown))
