"""The stepper: training one merge at a time, forward and backward.

>>> from bpe_core import BPEStepper, Corpus, BPEConfig
>>> corpus = Corpus.from_word_counts({"hug": 10, "pug": 5, "pun": 12, "bun": 4, "hugs": 5})
>>> stepper = BPEStepper(corpus, BPEConfig())
>>> stepper.next_pair()
('u', 'g')
>>> stepper.step().count
20
>>> stepper.splits()["hugs"]
('h', 'ug', 's')
>>> stepper.run()
>>> stepper.position, stepper.stop_reason
(7, 'no pairs left')
>>> stepper.goto(4)
>>> stepper.tied_pairs()
(('p', 'ug'), ('hug', 's'))

The stepper moves between positions, as a chess board does with its moves. What can be asked about the current
position is in `PositionView`; `stepper.at(position)` is such a view of another position. `stepper.history`
has all known merges, undone ones too.
"""

import time
from bisect import bisect_right
from collections.abc import Sequence
from copy import deepcopy
from itertools import accumulate

from bpe_core.config import BPEConfig, cutting_rules
from bpe_core.corpus.corpus import Corpus
from bpe_core.encoding.base import Base
from bpe_core.engine.merge_history import MergeHistory
from bpe_core.errors import ConfigError, CorpusError, NothingToMergeError, PairNotFoundError, PositionError
from bpe_core.merges import Merge, Pair
from bpe_core.progress import OnProgress, Progress, collector_paused, tell_nobody
from bpe_core.queries.history_facts import HistoryFacts
from bpe_core.queries.history_view import HistoryView
from bpe_core.queries.position_view import PositionView
from bpe_core.queries.records import WordCount
from bpe_core.queries.words import WordList
from bpe_core.symbols import SymbolPair
from bpe_core.tokenizer import BPETokenizer, Tokenizer
from bpe_core.validation import checked_integer

MAX_TOKENIZER_TEXT = 10_000_000
"""A stepper with `short_texts` makes no tokenizer whose tokens have more characters than this in total."""

_PROGRESS_SECONDS = 0.1
"""How often `run` reports its progress."""


class BPEStepper(PositionView):
    """BPE training that can be stepped, undone, replayed and forced into other merges."""

    def __init__(
        self,
        corpus: Corpus,
        config: BPEConfig,
        *,
        base: Tokenizer | None = None,
        tell: OnProgress = tell_nobody,
        short_texts: bool = False,
    ) -> None:
        """Count words and pairs; `tell` is called now and then, and may raise `Stop`.

        In a text without spaces tokens can grow as long as the text, and the memory to write them all out
        grows with its square. With `short_texts`, symbols of more than 400 base symbols are printed cut
        short: `abab…(512 base symbols, id 260)`.

        It begins after the merges of a `base` (see `encoding.base`); limits count what is learned here.

        Raises `EmptyCorpusError` if no word is left, `PatternTimeoutError` if the pattern takes too long.
        """
        if not isinstance(corpus, Corpus):
            raise CorpusError(
                f"`corpus` must be a Corpus, such as Corpus.from_text makes, got a {type(corpus).__name__}."
            )
        self.corpus = corpus
        """What is trained on."""
        self.config = config
        """The rules."""
        self.base = base
        """The tokenizer whose merges it begins with; None for none."""
        self._short_texts = short_texts
        self._base = None if base is None else Base.of(base, config)
        words = corpus.count_words(config, tell)
        self._start(MergeHistory(words, config, tell, short_texts=short_texts), tell)

    def _start(self, history: MergeHistory, tell: OnProgress) -> None:
        if self._base is not None:
            with collector_paused():
                self._base.give(history, tell)
        super().__init__(HistoryFacts(history), len(history.given_ranks))

    # The current position, and others

    @property
    def merges(self) -> tuple[Merge, ...]:
        """The merges up to the current position."""
        return self.history[: self._position]

    @property
    def view(self) -> PositionView:
        """What can be asked about the current position; it stays there when the stepper goes on."""
        return PositionView(self._known, self._position)

    def at(self, position: int) -> PositionView:
        """What can be asked about a known position; the stepper stays where it is.

        Raises `PositionError` if the position is not known.
        """
        known = len(self._history)
        return PositionView(self._known, checked_integer("position", position, PositionError, most=known))

    def tokenizer(self) -> BPETokenizer:
        """A tokenizer with the merges up to the current position.

        Raises `ConfigError` if the stepper has `short_texts` and the tokens are too long in total.
        """
        table = self._history.table
        lengths = table.lengths[table.base_size :][: self._position]
        made = bisect_right(list(accumulate(lengths)), MAX_TOKENIZER_TEXT)
        if self._short_texts and made < len(lengths):
            raise ConfigError(
                f"The tokens of these {len(lengths):,} merges have {sum(lengths):,} characters in all; a "
                f"tokenizer takes at most {MAX_TOKENIZER_TEXT:,}, so up to {made:,} merges here."
            )
        if self._base is not None:
            return BPETokenizer.of_parts(self._base.with_learned(self._history, self._position))
        return BPETokenizer(self.config, table.codes, self._history.pairs[: self._position])

    # The whole history

    @property
    def history(self) -> HistoryView:
        """All known merges, undone ones too."""
        return HistoryView(self._known)

    @property
    def known_merges(self) -> int:
        """How many merges are known, undone ones included."""
        return len(self._history)

    @property
    def given_merges(self) -> int:
        """How many of the merges are those of the base."""
        return len(self._history.given_ranks)

    @property
    def base_merges(self) -> int:
        """How many merges the base has, with those whose pair does not occur here."""
        return 0 if self._base is None else len(self._base.rules.products)

    @property
    def furthest(self) -> int | None:
        """The last position that the rules' limits allow; None without limits."""
        return self._history.furthest

    @property
    def words(self) -> Sequence[WordCount]:
        """The distinct words with their counts, in the order in which they first occurred."""
        return WordList(self._history)

    @property
    def base_symbols(self) -> tuple[str, ...]:
        """The base symbols as printed, in id order."""
        return tuple(map(self._history.table.text, range(self._history.table.base_size)))

    @property
    def left_out(self) -> str:
        """The characters that a limit of the alphabet leaves out of every word, the most frequent first."""
        return self._history.left_out

    # Moves

    def step(self, pair: Pair | None = None) -> Merge:
        """Merge the rule's pair, or the given one ("what if?"), and return the merge.

        A merge that differs from the history's next one removes what was undone. Raises `NothingToMergeError`
        if the training is over, `PairNotFoundError` if the given pair does not occur; then nothing changes.
        """
        if pair is not None:
            limit = self._history.limit(self._position)
            if limit is not None:
                raise NothingToMergeError(f"There is nothing to merge: {limit}.")
            left, right, _ = self._known.find_counted(pair, self._position)
            self._make((left, right), by_user=True)
        elif not self._go_on():
            raise NothingToMergeError(f"There is nothing to merge: {self.stop_reason}.")
        return self.history[self._position - 1]

    def undo(self) -> Merge:
        """Undo the last merge and return it; raises `PositionError` at the start."""
        if self._position == 0:
            raise PositionError("There is nothing to undo: no merge has been made.")
        self._position -= 1
        return self.history[self._position]

    def redo(self) -> Merge:
        """Make the last undone merge again and return it; raises `PositionError` if none was undone."""
        if self._position == len(self._history):
            raise PositionError("There is nothing to redo: no merge has been undone.")
        self._position += 1
        return self.history[self._position - 1]

    def goto(self, position: int) -> None:
        """Go to a position, and train on if it is not known yet.

        Raises `PositionError`, and stays where it is, if the position is not an integer >= 0 or lies beyond
        the end. Only training shows where the end is, so the history may have grown by then.
        """
        target, start = checked_integer("position", position, PositionError), self._position
        if target <= len(self._history):
            self._position = target
            return
        beyond = f"Position {target:,} is beyond the end:"
        limit = self._history.limit(target - 1)
        if limit is not None:
            raise PositionError(f"{beyond} {limit} before it.")
        self._position = len(self._history)
        self.run(target)
        if self._position < target:
            beyond = f"{beyond} training stops at {self._position:,}, {self.stop_reason}."
            self._position = start
            raise PositionError(beyond)

    def run(self, max_merges: int | None = None, *, tell: OnProgress = tell_nobody) -> None:
        """Step until the training is over, or until `max_merges` have been made in total.

        `tell` is called about ten times a second with the merges made and `max_merges`. If it raises, for
        example `Stop`, the run ends between two merges and keeps those made so far. Raises `ConfigError` if
        `max_merges` is not an integer >= 0. Python's cyclic garbage collector is off meanwhile.
        """
        if max_merges is not None:
            max_merges = checked_integer("max_merges", max_merges, ConfigError)
        report_at = time.monotonic() + _PROGRESS_SECONDS
        with collector_paused():
            while max_merges is None or self._position < max_merges:
                if not self._go_on():
                    return
                if time.monotonic() >= report_at:
                    tell(Progress(self._position, max_merges, "merges"))
                    report_at = time.monotonic() + _PROGRESS_SECONDS

    def _go_on(self) -> bool:
        """Make the merge that the rule picks; False if the training is over."""
        if self._position < len(self._history):
            picked = self._known.picked(self._position)
            if picked is not None:
                self._make(picked, by_user=False)
            return picked is not None
        if self._history.limit(self._position) or not self._history.extend():
            return False
        self._position += 1
        return True

    def _make(self, symbols: SymbolPair, *, by_user: bool) -> None:
        """Make a possible merge: the history's next one, or a new one in its place."""
        history, position = self._history, self._position
        if position < self.given_merges:
            if history.pairs[position] != symbols:
                given = self.given_merges
                raise PairNotFoundError(
                    f"The first {given:,} merges are given: choose another pair after those."
                )
        elif position < len(history) and history.pairs[position] == symbols:
            if history.by_user[position] != by_user:
                history.by_user[position] = by_user
                self._known.forget_merge(position)
        else:
            if position < len(history):
                self._known.forget_from(position)
                history.cut(position)
            history.extend(symbols if by_user else None)
        self._position += 1

    # Other steppers

    def branch(self) -> "BPEStepper":
        """Another stepper with the same words, rules and merges up to the current position.

        It is trained again, but the words are not counted again.
        """
        stepper, history = self.with_rules(self.config), self._history
        with collector_paused():
            stepper._history.cut(min(self._position, stepper.known_merges))
            for rank in range(stepper.known_merges, self._position):
                stepper._history.extend(history.pairs[rank] if history.by_user[rank] else None)
        stepper._position = self._position
        return stepper

    def with_rules(self, config: BPEConfig, *, tell: OnProgress = tell_nobody) -> "BPEStepper":
        """Another stepper at the start, on the same words, perhaps with other rules.

        The words are not counted again. `tell` is as for a new stepper. Raises `ConfigError` if the rules
        cut the corpus into other words than this stepper's.
        """
        if not isinstance(config, BPEConfig):
            raise ConfigError(f"`config` must be a BPEConfig, got a {type(config).__name__}.")
        if cutting_rules(config) != cutting_rules(self.config):
            raise ConfigError(
                "`config` must cut the corpus into the same words: it needs the same normalizers, "
                "pre-tokenizer, pattern and special tokens."
            )
        stepper = object.__new__(BPEStepper)
        stepper.corpus, stepper.config, stepper._short_texts = self.corpus, config, self._short_texts
        stepper.base, stepper._base = self.base, self._base
        word_counts = dict(zip(self._history.words, self._history.word_counts.tolist(), strict=True))
        stepper._start(MergeHistory(word_counts, config, tell, short_texts=self._short_texts), tell)
        return stepper

    def starts_like(self, other: "BPEStepper") -> bool:
        """Whether both begin with the same words and counts, in the same order and spelled alike.

        As long as both then make the same merges, their splits are the same.
        """
        return self._history.starts_like(other._history)

    def __repr__(self) -> str:
        words = len(self._history.words)
        return f"<BPEStepper: {words:,} words, at position {self._position:,} of {len(self._history):,}>"

    def __copy__(self) -> "BPEStepper":
        return deepcopy(self)
