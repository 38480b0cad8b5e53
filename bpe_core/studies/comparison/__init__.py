"""Comparison: the same corpus under two to eight sets of rules, step by step beside each other.

In: a corpus and titled configs. Out: the merges of all of them aligned by rank, the first step at which they
part and why, the tokens that each learns and when, what comes of it in the end, and a text in the tokens of
each.

>>> from bpe_core import BPEConfig, EXAMPLES
>>> rules = ("first_seen", "smallest_pair")
>>> sides = [Side(rule, BPEConfig(tie_break=rule)) for rule in rules]
>>> comparison = Comparison(EXAMPLES["hug_pug_pun"].corpus, sides, merges=5)
>>> comparison.advance(10)
True
>>> comparison.first_divergence
4
>>> [cell.token for cell in comparison.rows(4, 5)[0].cells]
['pug', 'hugs']
>>> [(token.token, token.ranks) for token in comparison.tokens() if not token.shared]
[('pug', (4, None)), ('hugs', (None, 4))]

Everything may also be asked before the work is done: it is then about the rounds that all sides have made,
and empty until the words have been counted.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from bpe_core.config import BPEConfig
from bpe_core.corpus.corpus import Corpus
from bpe_core.errors import ComparisonError
from bpe_core.progress import Progress
from bpe_core.stepper import BPEStepper
from bpe_core.studies.comparison.alignment import AlignedStep, Alignment, Cell, CellKind, LearnedToken
from bpe_core.studies.comparison.divergence import Divergence, SideChoice, divergence_at
from bpe_core.studies.comparison.side_figures import SideSeries, SideSummary, has_no_more, series, summary
from bpe_core.studies.comparison.side_tokens import SideToken, SideTokens, tokens_of_sides
from bpe_core.studies.comparison.training_turns import TrainingTurns
from bpe_core.tokenizer import BPETokenizer
from bpe_core.validation import checked_integer, shown

__all__ = [
    "MAX_SIDES",
    "MAX_TEXT",
    "MIN_SIDES",
    "AlignedStep",
    "Cell",
    "CellKind",
    "Comparison",
    "Divergence",
    "LearnedToken",
    "Side",
    "SideChoice",
    "SideSeries",
    "SideSummary",
    "SideToken",
    "SideTokens",
    "has_no_more",
]

MIN_SIDES, MAX_SIDES = 2, 8

MAX_TEXT = 20_000
"""Longest text that is put into every side's tokens, in characters."""


@dataclass(frozen=True)
class Side:
    """One column of a comparison."""

    title: str
    """How it is called; it stands in front of what goes wrong with its rules."""

    config: BPEConfig
    """Its rules."""


class Comparison:
    """Several sets of rules trained on one corpus, in slices, and held against each other."""

    def __init__(
        self,
        corpus: Corpus,
        sides: Sequence[Side],
        *,
        merges: int | None = None,
        vocab_size: int | None = None,
    ) -> None:
        """Nothing is counted or trained before `advance`.

        `merges` or `vocab_size` (not both) replaces every side's own limits; without either, each goes to its
        own end. Raises `ComparisonError` for another number of sides than 2 to 8 and for wrong limits.
        """
        _check(sides, merges, vocab_size)
        self.corpus = corpus
        """What all sides are trained on."""
        self.sides = tuple(sides)
        """The sides, from left to right."""
        self.merges = _limit("merges", merges)
        """How many merges every side makes, if that was given."""
        self.vocab_size = _limit("vocab_size", vocab_size)
        """Up to which vocabulary size every side goes, if that was given."""
        self._turns = TrainingTurns(corpus, [(side.title, self._limited(side.config)) for side in sides])
        self._aligned: Alignment | None = None
        self._tokenizers: tuple[int, list[BPETokenizer]] = (-1, [])

    def _limited(self, config: BPEConfig) -> BPEConfig:
        if self.merges is None and self.vocab_size is None:
            return config
        return replace(config, max_merges=self.merges, vocab_size=self.vocab_size)

    # The work

    def advance(self, seconds: float) -> bool:
        """Work for about so long, more where words are being counted; True when all sides are at their ends.

        Raises `ComparisonError` with the side's title where a side cannot be trained.
        """
        is_done = self._turns.advance(seconds)
        if is_done:
            self._alignment()  # so that the first question does not have to wait for it
        return is_done

    @property
    def progress(self) -> Progress:
        """How far the work has come."""
        return self._turns.progress

    @property
    def is_done(self) -> bool:
        """Whether all sides are at their ends."""
        return self._turns.is_done

    # What there is

    @property
    def steppers(self) -> tuple[BPEStepper, ...]:
        """The steppers of the sides, each at the end of its film: to be asked, not to be moved."""
        return self._turns.steppers

    @property
    def length(self) -> int:
        """How many merges the longest side makes."""
        return self._turns.length

    @property
    def first_divergence(self) -> int | None:
        """The rank of the first step that is not the same merge in all sides; None where there is none.

        A side that has ended differs from one that has not.
        """
        return self._alignment().first_divergence if self.steppers else None

    def rows(self, first: int, last: int, against: int = 0) -> list[AlignedStep]:
        """The ranks from `first` up to `last`, as far as there are any, held against one of the sides.

        Raises `ComparisonError` for what is no rank and no side.
        """
        first = checked_integer("first", first, ComparisonError)
        last = checked_integer("last", last, ComparisonError)
        against = self._side(against)
        return self._alignment().rows(first, last, against) if self.steppers else []

    def divergence(self) -> Divergence | None:
        """What every side chose at the first divergence, and why; None where there is none."""
        rank = self.first_divergence
        return None if rank is None else divergence_at(self.steppers, rank)

    def tokens(self, most: int | None = None) -> list[LearnedToken]:
        """Every token that a side learns, by its earliest rank, then in side order; or the first so many."""
        most = None if most is None else checked_integer("most", most, ComparisonError)
        return self._alignment().tokens(most) if self.steppers else []

    def summaries(self, against: int = 0) -> list[SideSummary]:
        """What each side comes to in the end, also beside one of them; raises `ComparisonError`."""
        against = self._side(against)
        return [
            summary(side.title, stepper, self._alignment(), number, against)
            for number, (side, stepper) in enumerate(zip(self.sides, self.steppers, strict=False))
        ]

    def series(self) -> list[SideSeries]:
        """Symbols, compression and ties of each side over the merges."""
        length = self.length
        return [series(stepper, length) for stepper in self.steppers]

    def encode(self, text: str, against: int = 0) -> list[SideTokens]:
        """A text of up to `MAX_TEXT` characters in the tokens of each side, beside those of one of them.

        Raises `ComparisonError` for a longer one, `TextError` for a lone surrogate, `PatternTimeoutError`,
        and `ConfigError` where a side's tokens are too long in all for a tokenizer.
        """
        against = self._side(against)
        if not isinstance(text, str):
            raise ComparisonError(f"The text is {shown(text)}; a string is allowed.")
        if len(text) > MAX_TEXT:
            raise ComparisonError(
                f"The text has {len(text):,} characters; at most {MAX_TEXT:,} are put into tokens."
            )
        return tokens_of_sides(text, self._tokenizers_of_sides(), against) if self.steppers else []

    # Inside

    def __repr__(self) -> str:
        titles = ", ".join(shown(side.title) for side in self.sides)
        state = "done" if self.is_done else "under way"
        return f"<Comparison of {titles}: {self.length:,} merges, {state}>"

    def _alignment(self) -> Alignment:
        if self._aligned is None or self._aligned.length != self.length:
            self._aligned = Alignment([stepper.columns() for stepper in self.steppers], self.length)
        return self._aligned

    def _tokenizers_of_sides(self) -> list[BPETokenizer]:
        if self._tokenizers[0] != self.length:
            tokenizers = []
            for stepper in self.steppers:
                end = stepper.position
                stepper.goto(min(end, self.length))  # a side may be a round ahead of the others
                try:
                    tokenizers.append(stepper.tokenizer())
                finally:
                    stepper.goto(end)
            self._tokenizers = self.length, tokenizers
        return self._tokenizers[1]

    def _side(self, against: int) -> int:
        number = checked_integer("against", against, ComparisonError)
        if number >= len(self.sides):
            raise ComparisonError(f"against is {number:,}; a side is allowed, 0 to {len(self.sides) - 1}.")
        return number


def _check(sides: Sequence[Side], merges: int | None, vocab_size: int | None) -> None:
    if not MIN_SIDES <= len(sides) <= MAX_SIDES:
        one = "1 column is" if len(sides) == 1 else f"{len(sides)} columns are"
        raise ComparisonError(f"{one} given; {MIN_SIDES} to {MAX_SIDES} can be compared.")
    if merges is not None and vocab_size is not None:
        raise ComparisonError("merges and vocab_size are given; one of the two is allowed.")


def _limit(name: str, limit: int | None) -> int | None:
    return None if limit is None else checked_integer(name, limit, ComparisonError, least=1)
