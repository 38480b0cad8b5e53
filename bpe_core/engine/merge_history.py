"""The merge history: every merge made so far, and the state of the training at every position.

It grows by one merge at a time at its end, and can be cut anywhere to go on differently.

A `BPEStepper` is a position in a history. The history owns the mutable parts of the core: the symbol table,
the timeline, the two logs and the trainer.
"""

from collections.abc import Mapping
from functools import cached_property
from itertools import pairwise
from typing import Any

import numpy as np

from bpe_core.config import BPEConfig
from bpe_core.engine.admission import ask
from bpe_core.engine.count_log import CountLog
from bpe_core.engine.limits import limit_reached, most_merges
from bpe_core.engine.merge_log import MergeLog
from bpe_core.engine.numbering import Numbering
from bpe_core.engine.occurrences import Occurrences
from bpe_core.engine.score_trainer import ScoreTrainer
from bpe_core.engine.scores import MOST_SYMBOLS, SymbolCounts
from bpe_core.engine.timeline import Timeline
from bpe_core.engine.trainer import Trainer
from bpe_core.errors import CorpusError, EmptyCorpusError, PairNotFoundError
from bpe_core.merges import Pair
from bpe_core.progress import OnProgress, Progress, tell_nobody
from bpe_core.symbols import SymbolPair, left_out, spell_words

_COUNT_SINGLY = 64
"""For up to this many merges, ties are counted one position at a time; for more, all at once."""


class MergeHistory:
    """The merges made so far, and the state of the words, the pairs and the vocabulary at every position."""

    def __init__(
        self,
        word_counts: Mapping[str, int],
        config: BPEConfig,
        tell: OnProgress = tell_nobody,
        *,
        short_texts: bool = False,
    ) -> None:
        """Spell the words and count the pairs.

        `short_texts` is passed to `SymbolTable`. Raises `EmptyCorpusError`, and `CorpusError` if there are
        too many symbols.
        """
        if not word_counts:
            raise EmptyCorpusError(
                "The corpus has no words: the normalizers and the pre-tokenizer leave nothing to train on."
            )
        self.config = config
        """The rules of the training."""
        self.pairs: list[SymbolPair] = []
        """The merged pairs as symbols, by rank."""
        ask(word_counts, config, self)
        self.words = list(word_counts)
        """The distinct words, in the order in which they first occurred."""
        tell(Progress(0, len(self.words), "words spelled"))
        self.left_out = left_out(word_counts, config)
        """The characters beyond the limit of the alphabet, which the words have lost."""
        spelled = spell_words(self.words, config, self.left_out, short_texts=short_texts)
        tell(Progress(len(self.words), len(self.words), "words spelled; counting pairs"))
        self.word_counts = np.fromiter(word_counts.values(), dtype=np.int64, count=len(word_counts))
        """How often each word occurs."""
        symbols = int(self.word_counts @ (np.diff(spelled.starts) - 1))
        if config.is_wordpiece and symbols > MOST_SYMBOLS:
            raise CorpusError(
                f"Where scores decide, a corpus may have up to {MOST_SYMBOLS:,} symbols, and this one has"
                f" {symbols:,}: take a part of it, or let the count decide."
            )
        self.table = spelled.table
        """The symbols: base symbols, then the token of each merge."""
        self.numbering = Numbering(self.table, {}, config.leading_tokens)
        """The ids of the symbols."""
        self.timeline = timeline = Timeline(spelled, self.word_counts)
        """When each boundary vanished."""
        self.merge_log = MergeLog(timeline.weights.dtype.type)
        """What each merge did."""
        self.occurrences = Occurrences(timeline, self.table, self.merge_log)
        """Where any pair occurs at any position."""
        self.count_log = CountLog(timeline, self.merge_log, self.occurrences, config)
        """How each merge changed the pair counts."""
        self._trainer = self._new_trainer(0)
        self.counts: list[int] = []
        """The count of each merged pair, by rank."""
        self.highest: list[int] = []
        """The highest pair count before each merge, which never rises; where scores decide, the count of the
        pair with the highest score."""
        self._others_level: list[int] = []  # where scores decide: what `ScoreTrainer.tied_with` says
        self.by_user: list[bool] = []
        """Whether each merge was forced, by rank."""
        self.given_ranks: list[int] = []
        """Of each merge given by a base, which are the first, its rank among all that the base has."""
        self.symbols_left = [symbols]
        """How many symbols the corpus has at each position."""
        self._tied_counts: list[int] = []
        tell(Progress(len(self.words), len(self.words), "words spelled; pairs counted"))

    # Pickled in a few large pieces, as in `Corpus`: a worker process sends millions of words, and building
    # such a long list in one piece would stop every other thread.

    def __getstate__(self) -> dict[str, Any]:
        ends = np.cumsum(np.fromiter(map(len, self.words), np.int64, len(self.words)))
        return {**vars(self), "words": ("".join(self.words), ends)}

    def __setstate__(self, state: dict[str, Any]) -> None:
        vars(self).update(state)
        text, ends = state["words"]
        self.words = [text[start:end] for start, end in pairwise([0, *ends.tolist()])]
        ask(self.words, self.config, self)

    def __len__(self) -> int:
        return len(self.pairs)

    @cached_property
    def symbol_counts(self) -> SymbolCounts:
        """How often each symbol occurs at any position; needed where scores decide."""
        return SymbolCounts(self.timeline, self.merge_log)

    @cached_property
    def word_index(self) -> dict[str, int]:
        """The index of each word."""
        return {word: index for index, word in enumerate(self.words)}

    def starts_like(self, other: "MergeHistory") -> bool:
        """Whether both begin with the same words and counts, in the same order and spelled alike."""
        if self.words != other.words or not np.array_equal(self.word_counts, other.word_counts):
            return False
        texts = [
            [history.table.text(symbol) for symbol in range(history.table.base_size)]
            for history in (self, other)
        ]
        numbers = {text: number for number, text in enumerate(dict.fromkeys(texts[0] + texts[1]))}
        # A separator is symbol -1: as an index it finds the last entry, which is reserved for it.
        mine, theirs = (np.array([*map(numbers.__getitem__, own), -1]) for own in texts)
        return np.array_equal(mine[self.timeline.base_symbols], theirs[other.timeline.base_symbols])

    def next_pair(self) -> SymbolPair | None:
        """The pair that the rule merges at the history's end; None if none is frequent enough."""
        best = self._trainer.best()
        return None if best is None else (best.left, best.right)

    def extend(self, forced: SymbolPair | None = None) -> bool:
        """Merge the rule's pair, or a forced one, at the history's end; False if there is none to merge.

        Raises `PairNotFoundError` if the forced pair does not occur.
        """
        trainer = self._trainer
        best = trainer.best()
        found = best if forced is None else trainer.find(*forced)
        if found is None:
            return False
        if not found.how_often:
            raise PairNotFoundError("The pair does not occur at the end of the history.")
        # `best` is None below the minimum frequency, and a forced pair need not be the most frequent one.
        highest = int(self.count_log.counts_at(len(self))[1].max()) if best is None else best.how_often
        left, right, count, _ = found
        if isinstance(trainer, ScoreTrainer):
            highest = 0 if best is None else best.how_often
            self._others_level.append(trainer.tied_with(left, right))
        self.numbering.add(left, right)
        saved = trainer.merge(found)
        self.count_log.catch_up()
        self.symbols_left.append(self.symbols_left[-1] - saved)
        self.pairs.append((left, right))
        self.counts.append(count)
        self.highest.append(highest)
        self.by_user.append(forced is not None)
        return True

    def number_after(self, ids: Mapping[str, int]) -> None:
        """Number the symbols after the tokens of a base; nothing may be learned yet."""
        self.numbering = Numbering(self.table, ids, self.config.leading_tokens)

    def limit(self, position: int) -> str | None:
        """The limit that is reached at a position, or None; given merges do not count."""
        learned = position - len(self.given_ranks)
        size = self.vocabulary_size(position)
        return None if learned < 0 else limit_reached(self.config, learned, size)

    @property
    def furthest(self) -> int | None:
        """The last position that the limits allow; None without limits."""
        most = most_merges(self.config, self.vocabulary_size(0))
        return None if most is None else len(self.given_ranks) + most

    def vocabulary_size(self, position: int) -> int:
        """How many tokens there are at a position: all that a base has, or leading tokens; and symbols."""
        return self.numbering.size(self.table.base_size + position)

    def cut(self, position: int) -> None:
        """Remove the merges of this rank and later, to go on in another way from here; never given ones."""
        position = max(position, len(self.given_ranks))
        if position == len(self):
            return
        columns = self.pairs, self.counts, self.highest, self.by_user, self._tied_counts, self._others_level
        for column in columns:
            del column[position:]
        del self.symbols_left[position + 1 :]
        self.count_log.forget_from(position)
        self.merge_log.truncate(position)
        self.timeline.forget_from(position)
        self.numbering.truncate(self.table.base_size + position)
        self._trainer = self._new_trainer(position)

    def is_best(self, rank: int) -> bool:
        """Whether no pair had a higher count, or score, than the one that was merged; not of a given one."""
        if rank < len(self.given_ranks):
            return False
        if self.config.is_wordpiece:
            return self._others_level[rank] >= 0
        return self.counts[rank] == self.highest[rank]

    def tied_counts(self, position: int) -> list[int]:
        """For each merge before `position`, how many other pairs shared the highest count, or score."""
        if self.config.is_wordpiece:
            return [max(0, others) for others in self._others_level[:position]]
        missing = range(len(self._tied_counts), position)
        if len(missing) > _COUNT_SINGLY:
            missing = range(missing.start, len(self))
            shared = self.count_log.pairs_having(self.highest)[missing.start :].tolist()
        else:
            shared = [
                int(np.count_nonzero(self.count_log.counts_at(rank)[1] == self.highest[rank]))
                for rank in missing
            ]
        for rank, pairs in zip(missing, shared, strict=True):
            self._tied_counts.append(pairs - 1 if self.is_best(rank) else 0)
        return self._tied_counts[:position]

    def pair_texts(self, pair: SymbolPair) -> Pair:
        """A pair of symbols as it is printed."""
        return self.table.text(pair[0]), self.table.text(pair[1])

    def token_ids(self, pair: SymbolPair) -> tuple[int, int]:
        """The vocabulary ids of two symbols."""
        return self.table.ids[pair[0]], self.table.ids[pair[1]]

    def _new_trainer(self, position: int) -> Trainer:
        logs = self.merge_log, self.count_log
        given = self.timeline, self.table, self.config, position, self.occurrences, *logs
        return ScoreTrainer(self.symbol_counts, *given) if self.config.is_wordpiece else Trainer(*given)
