"""Columns: what each column of a comparison has learned, on its way and at its end, and its tokens of a text.

The tokens have their places in the text as given; those that the reference column has not are marked.

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

from bpe_core.config import BELOW_MINIMUM_FREQUENCY, NO_PAIRS_LEFT, ONLY_LONGER_TOKENS
from bpe_core.stepper import BPEStepper
from bpe_core.studies.comparison.alignment import Agreement, Alignment
from bpe_core.studies.original_places import Reading
from bpe_core.tokenizer import BPETokenizer


@dataclass(frozen=True)
class ColumnSummary(Agreement):
    """One column at its end, and compared with the reference column."""

    title: str
    """The column's title."""

    merges: int
    """How many merges it made."""

    base_symbols: int
    """How many base symbols there are."""

    vocabulary_size: int
    """Special tokens, base symbols and merges."""

    tokens_shared: int
    """How many of its learned tokens every column learns."""

    tokens_only_here: int
    """How many of its learned tokens no other column learns."""

    symbols_at_start: int
    """How many base symbols the corpus has; each word counts as often as it occurs."""

    symbols: int
    """How many symbols remain."""

    compression: float
    """`symbols_at_start` divided by `symbols`."""

    tied_steps: int
    """How many merges were chosen from several pairs with the same count."""

    stop_reason: str | None
    """Why its training is over; None if it was stopped before."""

    @property
    def tokens_in_some(self) -> int:
        """How many of its learned tokens some other columns learn, but not all."""
        return self.merges - self.tokens_shared - self.tokens_only_here


@dataclass(frozen=True, repr=False)
class ColumnSeries:
    """One column over the merges."""

    symbols: list[int]
    """How many symbols the corpus has at each position, 0 at the start."""

    tied: list[int]
    """For each step, how many pairs shared the highest count; 1 if nothing was tied."""

    def __repr__(self) -> str:
        first, last = self.symbols[0], self.symbols[-1]
        return f"<ColumnSeries: {len(self.tied):,} merges, {first:,} to {last:,} symbols>"


def has_no_more(stepper: BPEStepper, length: int) -> bool:
    """Whether a column ended within `length` merges because no pair was left, so that no more can come.

    A column at a limit, or still in training, might make more merges.
    """
    is_over = stepper.known_merges <= length
    return is_over and stepper.stop_reason in (NO_PAIRS_LEFT, BELOW_MINIMUM_FREQUENCY, ONLY_LONGER_TOKENS)


def summary(
    title: str, stepper: BPEStepper, alignment: Alignment, column: int, against: int
) -> ColumnSummary:
    """The summary of the column with this index."""
    merge_columns, merges = stepper.history, min(stepper.known_merges, alignment.length)
    symbols, agreement = merge_columns.symbols(merges), alignment.agreement(column, against)
    shared, only_here = alignment.token_shares(column)
    base_symbols = len(stepper.base_symbols)
    return ColumnSummary(
        title=title,
        merges=merges,
        **vars(agreement),
        base_symbols=base_symbols,
        vocabulary_size=len(stepper.config.leading_tokens) + base_symbols + merges,
        tokens_shared=shared,
        tokens_only_here=only_here,
        symbols_at_start=symbols[0],
        symbols=symbols[-1],
        compression=symbols[0] / symbols[-1],
        tied_steps=sum(1 for tied in merge_columns.tied(merges) if tied),
        stop_reason=stepper.stop_reason if merges == stepper.known_merges else None,
    )


def series(stepper: BPEStepper, length: int) -> ColumnSeries:
    """The lines over a stepper's first `length` merges."""
    merge_columns = stepper.history
    return ColumnSeries(
        symbols=merge_columns.symbols(length),
        tied=[tied + 1 for tied in merge_columns.tied(length)],
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
