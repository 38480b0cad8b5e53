"""What the Tokenize page shows, as rows.

In: a tokenizer and a text. Out: the tokens as chips with what their titles say, and for each word the rules
that fired in it. Long texts are cut to what one screen can take, and the rows say how much was left out.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from bpe_core.encoding import Encoding, TraceStep, WordTrace
from bpe_core.tokenizer import BPETokenizer, Tokenizer
from bpe_ui.text.word_rows import Chip

TEXT_LENGTH = 20_000
"""The longest text that is tokenized, in characters."""
TOKENS_SHOWN = 1_000
WORDS_TRACED = 50
"""Most different words shown with their rules."""
STEPS_SHOWN = 40
"""Most steps shown of one word."""
SYMBOLS_SHOWN = 60
"""Most symbols shown of one step."""


@dataclass(frozen=True)
class TokenRow:
    """One token of the text."""

    chip: Chip
    """The token, its id, the merge that made it."""

    starts_word: bool
    """Whether it is the first of a word."""

    start: int
    """Where it begins in the normalized text, in characters."""

    end: int
    """Where it ends."""


@dataclass(frozen=True)
class StepRow:
    """One rule firing in a word."""

    merge_number: int
    """The rule's number, counted from 1."""

    pair: tuple[str, str]
    """What it merges."""

    token: str
    """What the pair becomes."""

    chips: tuple[Chip, ...]
    """The word's symbols after it; the new ones are marked."""


@dataclass(frozen=True)
class TraceRow:
    """A word and what the rules did to it."""

    word: str
    """The word."""

    times: int
    """How often the text has it."""

    symbols: tuple[Chip, ...]
    """What the rules begin with."""

    steps: tuple[StepRow, ...]
    """The rules that fired, in order."""

    steps_not_shown: int
    """How many more fired than are shown."""


class TokenChips:
    """Makes chips of a tokenizer's tokens."""

    def __init__(self, tokenizer: Tokenizer) -> None:
        """Look at the vocabulary once."""
        self._ids = tokenizer.vocab
        self._rank_of_token = tokenizer.rank_of_token
        config = tokenizer.config if isinstance(tokenizer, BPETokenizer) else None
        self._unknown_token = config.unk_token if config and config.unknown == "unk" else None

    def chip(self, token: str, *, is_new: bool = False) -> Chip:
        """The chip of a token as it is printed."""
        token_id = self._ids.get(token)
        if token_id is None or token == self._unknown_token:
            return Chip(token, None, token_id=token_id, is_unknown=True)
        rank = self._rank_of_token.get(token)
        return Chip(token, None if rank is None else rank + 1, is_new=is_new, token_id=token_id)


def token_rows(encoding: Encoding, chips: TokenChips) -> list[TokenRow]:
    """The first tokens of the text."""
    word_starts = encoding.word_starts
    shown = zip(encoding.tokens[:TOKENS_SHOWN], encoding.offsets, strict=False)
    return [
        TokenRow(chips.chip(token), index in word_starts, *span) for index, (token, span) in enumerate(shown)
    ]


def trace_rows(traces: Sequence[WordTrace], chips: TokenChips) -> list[TraceRow]:
    """The first different words of the text, each with the rules that fired."""
    trace_of = {trace.word: trace for trace in traces}  # the same rules fire at each place
    times = Counter(trace.word for trace in traces)
    return [_trace_row(trace_of[word], times[word], chips) for word in list(times)[:WORDS_TRACED]]


def different_words(traces: Sequence[WordTrace]) -> int:
    """How many different words the text has."""
    return len({trace.word for trace in traces})


def _trace_row(trace: WordTrace, times: int, chips: TokenChips) -> TraceRow:
    return TraceRow(
        word=trace.word,
        times=times,
        symbols=tuple(chips.chip(symbol) for symbol in trace.symbols[:SYMBOLS_SHOWN]),
        steps=tuple(_step_row(step, chips) for step in trace.steps[:STEPS_SHOWN]),
        steps_not_shown=max(0, len(trace.steps) - STEPS_SHOWN),
    )


def _step_row(step: TraceStep, chips: TokenChips) -> StepRow:
    # Each firing at an earlier place has made the word one symbol shorter: p0, p1 - 1, p2 - 2, ...
    new = {position - earlier for earlier, position in enumerate(step.positions)}
    symbols = enumerate(step.symbols[:SYMBOLS_SHOWN])
    shown = tuple(chips.chip(symbol, is_new=index in new) for index, symbol in symbols)
    return StepRow(step.rank + 1, step.pair, step.token, shown)
