"""Text counts: how long a text is in characters, bytes, words and tokens.

In: a tokenizer and a text. Out: its `TextCounts`.

>>> from bpe_core.studies.rule_lists import tokenizer_of_rules
>>> text_counts(tokenizer_of_rules("h u\\nhu g", "hugs "), "hug hugs")
TextCounts(characters=8, bytes=8, words=2, tokens=4)
"""

from dataclasses import dataclass

from bpe_core.tokenizer import Tokenizer


@dataclass(frozen=True)
class TextCounts:
    """A text in several units."""

    characters: int
    """As many tokens as it would be, cut as characters."""

    bytes: int
    """The same in bytes of UTF-8."""

    words: int
    """The same in words: what whitespace separates, whatever the tokenizer takes for a word."""

    tokens: int
    """How many tokens it is."""

    @property
    def tokens_per_word(self) -> float:
        """Tokens divided by words; 0 without words."""
        return self.tokens / self.words if self.words else 0.0


def text_counts(tokenizer: Tokenizer, text: str) -> TextCounts:
    """Count a text in every unit; raises what `encode` raises."""
    return TextCounts(len(text), len(text.encode()), len(text.split()), len(tokenizer.encode(text)))
