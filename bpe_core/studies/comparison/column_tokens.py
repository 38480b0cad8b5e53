"""Columns: what each column of a comparison has learned at its end, and its tokens of a text.

The tokens have their places in the text as given; those that the reference column has not are marked.

>>> from bpe_core import BPEConfig, BPEStepper, EXAMPLES
>>> corpus = EXAMPLES["hug_pug_pun"].corpus
>>> rules = BPEConfig(tie_break="first_seen"), BPEConfig(tie_break="smallest_pair")
>>> steppers = [BPEStepper(corpus, config) for config in rules]
>>> for stepper in steppers:
...     stepper.run(5)
>>> columns = tokens_of_columns("hugs pug", [stepper.tokenizer() for stepper in steppers])
>>> [[token.token for token in column.tokens] for column in columns]
[['hug', 's', 'pug'], ['hugs', 'p', 'ug']]
>>> [(token.token, token.start, token.end) for token in columns[1].tokens if token.differs]
[('hugs', 0, 4), ('p', 5, 6), ('ug', 6, 8)]
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from bpe_core.engine.limits import BELOW_MINIMUM_FREQUENCY, NO_PAIRS_LEFT, ONLY_LONGER_TOKENS
from bpe_core.stepper import BPEStepper
from bpe_core.studies.comparison.alignment import Alignment
from bpe_core.studies.original_places import Reading
from bpe_core.tokenizer import BPETokenizer


@dataclass(frozen=True)
class ColumnSummary:
    """One column at its end."""

    title: str
    """The column's title."""

    merges: int
    """How many merges it made."""

    vocabulary_size: int
    """Special tokens, base symbols and merges."""

    tokens_shared: int
    """How many of its learned tokens every column learns."""

    symbols_at_start: int
    """How many base symbols the corpus has; each word counts as often as it occurs."""

    symbols: int
    """How many symbols remain."""

    @property
    def compression(self) -> float:
        """`symbols_at_start` divided by `symbols`."""
        return self.symbols_at_start / self.symbols


def has_no_more(stepper: BPEStepper, length: int) -> bool:
    """Whether a column ended within `length` merges because no pair was left, so that no more can come.

    A column at a limit, or still in training, might make more merges.
    """
    is_over = stepper.known_merges <= length
    return is_over and stepper.stop_reason in (NO_PAIRS_LEFT, BELOW_MINIMUM_FREQUENCY, ONLY_LONGER_TOKENS)


def summary(title: str, stepper: BPEStepper, alignment: Alignment) -> ColumnSummary:
    """The summary of a column."""
    merges = min(stepper.known_merges, alignment.length)
    symbols = stepper.history.symbols(merges)
    return ColumnSummary(
        title=title,
        merges=merges,
        vocabulary_size=stepper.at(merges).vocabulary_size,
        tokens_shared=alignment.tokens_shared,
        symbols_at_start=symbols[0],
        symbols=symbols[-1],
    )


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


def tokens_of_columns(text: str, tokenizers: Sequence[BPETokenizer]) -> list[ColumnTokens]:
    """The tokens of a text in every column, compared with those of the first, the reference."""
    readings = [Reading(tokenizer, text) for tokenizer in tokenizers]
    # Without spaces at the ends, `Ġhug` and `hug` have the same place.
    places = [reading.places(range(len(reading.spans))) for reading in readings]
    there = Counter(places[0])
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
