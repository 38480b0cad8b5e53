"""Text counts: how long a text is in characters, bytes, words and tokens.

>>> from bpe_core import EXAMPLES, BPEStepper
>>> stepper = BPEStepper(EXAMPLES["hug_pug_pun"].corpus, EXAMPLES["hug_pug_pun"].config)
>>> stepper.run(3)
>>> text_counts(stepper.tokenizer(), "hug hugs")
TextCounts(characters=8, bytes=8, words=2, tokens=3)
"""

from dataclasses import dataclass

from bpe_core.tokenizer import Tokenizer


@dataclass(frozen=True)
class TextCounts:
    """The length of a text in several units."""

    characters: int
    """Its length in characters: the number of tokens if each character were one."""

    bytes: int
    """Its length in bytes of UTF-8."""

    words: int
    """Its length in words, as the pre-tokenizer cuts them; a special token counts as one."""

    tokens: int
    """Its length in tokens."""

    @property
    def tokens_per_word(self) -> float:
        """Tokens divided by words; 0 without words."""
        return self.tokens / self.words if self.words else 0.0


def text_counts(tokenizer: Tokenizer, text: str) -> TextCounts:
    """Count a text in every unit; raises what `encode` raises."""
    encoding = tokenizer.encode(text)
    return TextCounts(len(text), len(text.encode()), encoding.words, len(encoding))
