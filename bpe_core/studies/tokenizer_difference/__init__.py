"""Tokenizer difference: two tokenizers on one text, where they differ, and why; see `difference`."""

from bpe_core.studies.tokenizer_difference.difference import (
    Explanation,
    Passage,
    TokenizerDifference,
)
from bpe_core.studies.tokenizer_difference.rules import RuleThatFires

__all__ = ["Explanation", "Passage", "RuleThatFires", "TokenizerDifference"]
