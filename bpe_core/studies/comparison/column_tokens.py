"""Column tokens: one text in the tokens of every column, with the differences from the reference column
marked.

The tokens have their places in the text as given.

>>> from bpe_core import BPEConfig, BPEStepper, EXAMPLES
>>> corpus = EXAMPLES["hug_pug_pun"].corpus
>>> rules = BPEConfig(tie_break="first_seen"), BPEConfig(tie_break="smallest_pair")
>>> steppers = [BPEStepper(corpus, config) for config in rules]
>>> for stepper in steppers:
...     stepper.run(5)
>>> columns = tokens_of_columns("hugs pug", [stepper.tokenizer() for stepper in steppers], against=0)
>>> [[token.token for token in column.tokens] for column in columns]
[['hug', 's', 'pug'], ['hugs', 'p', 'ug']]
>>> [(token.token, token.start, token.end) for token in columns[1].tokens if token.differs]
[('hugs', 0, 4), ('p', 5, 6), ('ug', 6, 8)]
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from bpe_core.studies.original_places import Reading
from bpe_core.tokenizer import BPETokenizer


@dataclass(frozen=True, slots=True)
class ColumnToken:
    """A token of the text."""

    token: str
    """The token as printed."""

    id: int | None
    """Its id; None for an unknown symbol that was kept, or whose `unk_token` has none."""

    start: int
    """Its first character in the text as given. A token with some bytes of a character covers the whole
    character; one that a normalizer made of several characters, such as é of e and an accent, covers them
    all."""

    end: int
    """One past its last character; equal to `start` for a marker that stands for no character."""

    starts_word: bool
    """Whether it is the first token of a word."""

    known: bool
    """Whether it is in the vocabulary and does not replace an unknown symbol."""

    differs: bool
    """Whether the reference column cuts the text differently: it has no token at this place, or not as many,
    apart from spaces at the ends."""


@dataclass(frozen=True)
class ColumnTokens:
    """The text in one column's tokens."""

    tokens: tuple[ColumnToken, ...]
    """Its tokens, in the order of the text."""


def tokens_of_columns(text: str, tokenizers: Sequence[BPETokenizer], against: int) -> list[ColumnTokens]:
    """The tokens of a text in every column, compared with those of the column `against`."""
    readings = [Reading(tokenizer, text) for tokenizer in tokenizers]
    # Without spaces at the ends, `Ġhug` and `hug` have the same place.
    places = [reading.places(range(len(reading.spans))) for reading in readings]
    there = Counter(places[against])
    columns = []
    for tokenizer, reading, own_places in zip(tokenizers, readings, places, strict=True):
        config, here, encoding = tokenizer.config, Counter(own_places), reading.encoding
        starts = encoding.word_starts
        stand_in = config.unk_token if config.unknown == "unk" else None
        tokens = tuple(
            ColumnToken(
                token,
                token_id,
                start,
                end,
                starts_word=index in starts,
                known=token_id is not None and token != stand_in,
                differs=here[place] != there[place],
            )
            for index, (token, token_id, (start, end), place) in enumerate(
                zip(encoding.tokens, encoding.ids, reading.spans, own_places, strict=True)
            )
        )
        columns.append(ColumnTokens(tokens))
    return columns
