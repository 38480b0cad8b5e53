"""Random SentencePiece models of the type Unigram."""

from tests.fuzz import Outcome, sentencepiece


def check(seed: int) -> Outcome:
    """One model, a few texts."""
    return sentencepiece.check(seed, "unigram")
