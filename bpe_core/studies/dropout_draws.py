"""Dropout draws: a text cut several times with BPE-dropout, and how often the result is the usual one.

BPE-dropout (Provilkov et al. 2020) skips each merge that is about to be made with some probability. A model
trained in this way sees a word cut in many ways, so it learns what the pieces mean, and is less disturbed by
misspelled words.

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
    """The text, cut once at random."""

    seed: int
    """The seed, with which `encode` gives the same."""

    words: tuple[tuple[str, ...], ...]
    """The tokens of each word, as in a trace of the text."""

    unchanged: tuple[bool, ...]
    """For each word, whether it is cut as without dropout."""


def dropout_draws(
    tokenizer: Tokenizer, text: str, dropout: float, *, seed: int, draws: int
) -> list[DropoutDraw]:
    """Cut the text `draws` times, with seeds from `seed` on; raises what `tokenizer.encode` raises."""
    ends = [trace.offsets[1] for trace in tokenizer.trace(text)]
    usual = list(_by_word(tokenizer.encode(text), ends))
    drawn = []
    for number in range(seed, seed + draws):
        words = tuple(_by_word(tokenizer.encode(text, dropout=dropout, seed=number), ends))
        unchanged = tuple(here == there for here, there in zip(words, usual, strict=True))
        drawn.append(DropoutDraw(number, words, unchanged))
    return drawn


def _by_word(encoding: Encoding, ends: Sequence[int]) -> Iterator[tuple[str, ...]]:
    """The tokens of each word; `ends` are the places in the text where words end."""
    place = 0
    for end in ends:
        first = place
        while place < len(encoding.tokens) and encoding.offsets[place][1] <= end:
            place += 1
        yield encoding.tokens[first:place]
