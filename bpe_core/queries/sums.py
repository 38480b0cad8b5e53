"""Where the count of a pair comes from: the terms of a sum, added up before anybody reads them.

>>> from bpe_core import BPEConfig, BPEStepper, Corpus
>>> words = {"banana": 6, "bandana": 4, "cabana": 3, "canal": 2, "banal": 5}
>>> stepper = BPEStepper(Corpus.from_word_counts(words), BPEConfig())
>>> shares = stepper.view.word_shares(("a", "n"))
>>> " + ".join(f"{term.word} {term.times}".lstrip() for term in sum_terms(30, shares, len(shares)))
'banana 6 × 2 + bandana 4 × 2 + banal 5 + 5 in 2 more words'
"""

from collections.abc import Sequence
from typing import NamedTuple

from bpe_core.phrases import Phrase
from bpe_core.queries.records import WordShare

WORDS_NAMED = 3
"""How many words are named at most, unless more are asked for; the others are one term."""


class SumTerm(NamedTuple):
    """A term of the sum."""

    word: str
    """The word that adds it; empty for the words that are not named."""

    times: str
    """What it adds, such as `6 × 2`, or `5 in 2 more words`."""


def sum_terms(count: int, shares: Sequence[WordShare], words: int, named: int = WORDS_NAMED) -> list[SumTerm]:
    """The terms of a pair's `count`: the largest `shares` of the `words` that hold it, and the rest.

    Raises `ArithmeticError` if they do not add up to it.
    """
    shown = shares[:named]
    rest, others = count - sum(share.word_count * share.times for share in shown), words - len(shown)
    if rest < others or (rest and not others):
        raise ArithmeticError(f"{shown} and {others} more words do not add up to {count}.")
    terms = [SumTerm(share.word, _product(share)) for share in shown]
    if others:
        terms.append(SumTerm("", Phrase("{rest:,} in {n:,} more {n:word|words}", rest=rest, n=others)))
    return terms


def _product(share: WordShare) -> str:
    if share.times == 1:
        return f"{share.word_count:,}"
    return f"{share.word_count:,} × {share.times:,}"
