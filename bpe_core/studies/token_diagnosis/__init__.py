"""Diagnosis of tokens: why somebody's tokens of a text differ from a tokenizer's.

`encoders` has the page-long encoder with the rules of any tokenizer, `mistakes` those that go wrong, and
`diagnosis` tries them: a cause is said only if the whole list comes out with it.
"""

from bpe_core.studies.token_diagnosis.diagnosis import (
    Given,
    TokenCause,
    TokenFindings,
    diagnose_tokens,
)
from bpe_core.studies.token_diagnosis.mistakes import example_of
from bpe_core.studies.token_diagnosis.user_tokens import read_tokens, tokens_of

__all__ = [
    "Given",
    "TokenCause",
    "TokenFindings",
    "diagnose_tokens",
    "example_of",
    "read_tokens",
    "tokens_of",
]
