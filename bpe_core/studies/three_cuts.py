"""Three cuts: the same text in characters, in subwords and in words, each with what is unknown.

>>> from bpe_core import EXAMPLES, BPEStepper
>>> stepper = BPEStepper(EXAMPLES["hug_pug_pun"].corpus, EXAMPLES["hug_pug_pun"].config)
>>> stepper.run(3)
>>> for cut in three_cuts(stepper.tokenizer(), {row.word for row in stepper.words}, "hug thugs"):
...     print(cut.unit, *cut.tokens, cut.unknown, cut.vocabulary)
characters h u g [UNK] h u g s 1 7
subwords hug [UNK] hug s 1 10
words hug [UNK] 1 5
"""

from collections.abc import Collection
from dataclasses import dataclass, replace

from bpe_core.tokenizer import BPETokenizer


@dataclass(frozen=True)
class TextCut:
    """A text in one kind of unit."""

    unit: str
    """"characters", "subwords" or "words"."""

    tokens: tuple[str, ...]
    """The text in these units; unknown ones are replaced by the rules' unknown token, if there is one."""

    unknown: int
    """How many of the units the training has not seen."""

    vocabulary: int
    """How many different units the training knows."""


def three_cuts(tokenizer: BPETokenizer, words: Collection[str], text: str) -> tuple[TextCut, ...]:
    """The text in characters, subwords and words; raises what `encode` raises."""
    config = tokenizer.config
    characters = BPETokenizer.of_parts(replace(tokenizer.parts, merges=(), ids=None))
    by_character, by_rules = characters.encode(text), tokenizer.encode(text)
    cut = config.cutter.words(tokenizer.normalized(text))
    known = tuple(word if word in words else tokenizer.unk_token or word for word in cut)
    return (
        TextCut("characters", by_character.tokens, len(by_character.unknown), len(characters.vocab)),
        TextCut("subwords", by_rules.tokens, len(by_rules.unknown), len(tokenizer.vocab)),
        TextCut("words", known, sum(word not in words for word in cut), len(words)),
    )
