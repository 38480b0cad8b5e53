"""Dropout draws: a text cut several times with BPE-dropout, and how often that changes nothing.

In: a tokenizer, a text, a probability and a seed. Out: the draws, each with its seed and each word's tokens.

BPE-dropout (Provilkov et al. 2020) passes over each merge that is about to fire with some probability. A
model trained this way sees a word in many cuts, so it learns what the pieces mean, and misspelled words
disturb it less.

>>> from bpe_core import EXAMPLES, PROFILES, BPEStepper
>>> stepper = BPEStepper(EXAMPLES["hug_pug_pun"].corpus, PROFILES["hf_course"].config)
>>> stepper.run(4)
>>> [draw] = dropout_draws(stepper.tokenizer(), "hug", 1.0, seed=1, draws=1)
>>> draw.words, draw.unchanged
((('h', 'u', 'g'),), (False,))
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from bpe_core.encoding import Encoding
from bpe_core.tokenizer import Tokenizer


@dataclass(frozen=True)
class DropoutDraw:
    """The text, cut once."""

    seed: int
    """With this seed `encode` draws the same."""

    words: tuple[tuple[str, ...], ...]
    """The tokens of each word, as in a trace of the text."""

    unchanged: tuple[bool, ...]
    """Of each word, whether it is cut as without dropout."""


def dropout_draws(
    tokenizer: Tokenizer, text: str, dropout: float, *, seed: int, draws: int
) -> list[DropoutDraw]:
    """So many draws, with the seeds from `seed` on; raises what `tokenizer.encode` raises."""
    ends = [trace.offsets[1] for trace in tokenizer.trace(text)]
    usual = list(_by_word(tokenizer.encode(text), ends))
    drawn = []
    for number in range(seed, seed + draws):
        words = tuple(_by_word(tokenizer.encode(text, dropout=dropout, seed=number), ends))
        unchanged = tuple(here == there for here, there in zip(words, usual, strict=True))
        drawn.append(DropoutDraw(number, words, unchanged))
    return drawn


def _by_word(encoding: Encoding, ends: Sequence[int]) -> Iterator[tuple[str, ...]]:
    """The tokens of each word; `ends` are the places in the text at which words end."""
    place = 0
    for end in ends:
        first = place
        while place < len(encoding.tokens) and encoding.offsets[place][1] <= end:
            place += 1
        yield encoding.tokens[first:place]
