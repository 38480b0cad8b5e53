"""Random ties: does the tie rule matter on this corpus?

In: a corpus, a config and a number of seeds. Out: what the trainings with all these seeds have in common.

Every seed breaks the ties at random in its own way. A merge that all runs learn does not depend on the tie
rule; where all runs learn the same, the tie rule does not matter.

>>> from bpe_core import EXAMPLES, BPEConfig
>>> ties = RandomTies(EXAMPLES["hug_pug_pun"].corpus, BPEConfig(), seeds=100, merges=5)
>>> ties.advance(60)
True
>>> study = ties.result()
>>> [(share.pair, share.runs) for share in study.merges if share.runs < study.runs]
[(('hug', 's'), 50), (('p', 'ug'), 50)]
>>> study
<TieStudy of 100 runs: 2 vocabularies, 2 merge lists, 4 merges always, 2 sometimes>
>>> study.verdict.split(":")[0]
'Yes for the tokens, not for the compression'
>>> merges_before_the_end(EXAMPLES["hug_pug_pun"].corpus, BPEConfig())
5
"""

import time
from collections.abc import Iterable
from dataclasses import dataclass, replace
from hashlib import blake2b
from itertools import chain
from statistics import median

from bpe_core.config import BPEConfig
from bpe_core.corpus.corpus import Corpus
from bpe_core.errors import ComparisonError
from bpe_core.merges import Pair
from bpe_core.progress import Progress
from bpe_core.stepper import BPEStepper
from bpe_core.studies.random_ties.tie_study import MergeShare, TieStudy
from bpe_core.validation import checked_integer

MIN_SEEDS = 2
"""With fewer runs there is nothing to compare."""

MAX_SEEDS = 1_000
"""The most runs of one study."""


class RandomTies:
    """Trains with one seed after the other; the words are counted once."""

    def __init__(
        self, corpus: Corpus, config: BPEConfig, *, seeds: int = 100, merges: int | None = None
    ) -> None:
        """Train with the seeds 0 to `seeds` - 1, to `merges` merges or else to the config's own limits.

        Raises `ComparisonError` for numbers out of bounds.
        """
        self.seeds = checked_integer("seeds", seeds, ComparisonError, least=MIN_SEEDS, most=MAX_SEEDS)
        """How many seeds are wanted."""
        if merges is not None:
            most = checked_integer("merges", merges, ComparisonError, least=1)
            config = replace(config, max_merges=most, vocab_size=None)
        self.config = replace(config, tie_break="random", tie_seed=0)
        """The rules of the first run; the others differ in `tie_seed` alone."""
        self.corpus = corpus
        """What is trained on."""
        self._stepper: BPEStepper | None = None  # of the seed that is trained now
        self._tally = _Tally()

    @property
    def progress(self) -> Progress:
        """How many seeds are done."""
        return Progress(self._tally.runs, self.seeds, "seeds")

    @property
    def is_done(self) -> bool:
        """Whether all seeds are done."""
        return self._tally.runs == self.seeds

    def advance(self, seconds: float) -> bool:
        """Work for about so long; True when all is done.

        The first call counts the words, however long that takes. Raises what `BPEStepper` raises then.
        """
        deadline = time.monotonic() + seconds
        while not self.is_done:
            if self._stepper is None:
                self._stepper = BPEStepper(self.corpus, self.config)
            self._stepper.run(on_progress=lambda made, wanted: time.monotonic() < deadline)
            if self._stepper.is_done:
                self._tally.add(self._stepper)
                next_config = replace(self.config, tie_seed=self._tally.runs)
                self._stepper = None if self.is_done else self._stepper.with_rules(next_config)
            if time.monotonic() >= deadline:
                break
        return self.is_done

    def result(self) -> TieStudy:
        """What the seeds that are done have in common; raises `ComparisonError` before the first one is."""
        if not self._tally.runs:
            raise ComparisonError("No seed is trained to its end yet, so there is nothing to compare.")
        return self._tally.study()

    def __repr__(self) -> str:
        return f"<RandomTies: {self._tally.runs:,} of {self.seeds:,} seeds done>"


def merges_before_the_end(corpus: Corpus, config: BPEConfig) -> int | None:
    """About two thirds of the merges that a training can make, where it ends with every word one symbol.

    Such an end is the same whatever the ties were, so they are better asked about before. None where some
    word stays split. Trains once, without limits; raises what `BPEStepper` raises.
    """
    stepper = BPEStepper(corpus, replace(config, max_merges=None, vocab_size=None))
    stepper.run()
    words = sum(word.count for word in stepper.words)
    if not stepper.position or stepper.view.statistics().symbols != words:
        return None
    return -(-2 * stepper.position // 3)


@dataclass
class _Seen:
    """In how many runs a merge was learned, and when."""

    token: str
    earliest: int
    latest: int
    runs: int = 0

    def add(self, rank: int) -> None:
        """Note one more run."""
        self.runs += 1
        self.earliest = min(self.earliest, rank)
        self.latest = max(self.latest, rank)


class _Tally:
    """What is kept of each run, so that a thousand of them need no thousand steppers."""

    def __init__(self) -> None:
        self.runs = 0
        self._seen: dict[Pair, _Seen] = {}
        self._vocabularies: set[bytes] = set()
        self._merge_lists: set[bytes] = set()
        self._splittings: set[bytes] = set()
        self._symbols: list[int] = []
        self._symbols_at_start = 0
        self._tied_steps: list[int] = []
        self._lengths: list[int] = []

    def add(self, stepper: BPEStepper) -> None:
        """Note what a run has learned."""
        columns, figures, length = stepper.history, stepper.view.statistics(), stepper.position
        pairs, tokens = columns.pairs(0, length), columns.tokens(0, length)
        for rank, (pair, token) in enumerate(zip(pairs, tokens, strict=True)):
            self._seen.setdefault(pair, _Seen(token, rank, rank)).add(rank)
        self._vocabularies.add(_fingerprint(sorted(tokens)))
        self._merge_lists.add(_fingerprint(chain.from_iterable(pairs)))
        # A symbol is never empty, so an empty text parts two words.
        self._splittings.add(
            _fingerprint(chain.from_iterable((*word, "") for word in stepper.splits().values()))
        )
        self._symbols.append(figures.symbols)
        self._symbols_at_start = figures.symbols_at_start
        self._tied_steps.append(figures.ties)
        self._lengths.append(length)
        self.runs += 1

    def study(self) -> TieStudy:
        """The runs so far, as a record."""
        shares = [
            MergeShare(pair, seen.token, seen.runs, seen.earliest, seen.latest)
            for pair, seen in self._seen.items()
        ]
        shares.sort(key=lambda share: (-share.runs, share.earliest, share.token, share.pair))
        always = sum(1 for share in shares if share.runs == self.runs)
        compressions = [self._symbols_at_start / symbols for symbols in self._symbols]
        return TieStudy(
            runs=self.runs,
            merges=tuple(shares),
            always=always,
            sometimes=len(shares) - always,
            vocabularies=len(self._vocabularies),
            merge_lists=len(self._merge_lists),
            splittings=len(self._splittings),
            symbols=tuple(self._symbols),
            symbols_at_start=self._symbols_at_start,
            compression_low=min(compressions),
            compression_median=median(compressions),
            compression_high=max(compressions),
            tied_steps_low=min(self._tied_steps),
            tied_steps_high=max(self._tied_steps),
            merges_low=min(self._lengths),
            merges_high=max(self._lengths),
        )


def _fingerprint(texts: Iterable[str]) -> bytes:
    """Sixteen bytes that in practice no other list of texts has."""
    digest = blake2b(digest_size=16)
    for text in texts:
        raw = text.encode()
        digest.update(len(raw).to_bytes(8, "big") + raw)
    return digest.digest()
