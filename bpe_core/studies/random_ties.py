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
'Do ties matter here? They change which tokens are learned, but not the compression'
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
from bpe_core.validation import checked_integer

MIN_SEEDS, MAX_SEEDS = 2, 1_000
"""How many runs a study has."""

_HARDLY = 0.01
"""Compressions closer together than this part of the middle one are said to be hardly different."""


@dataclass(frozen=True)
class MergeShare:
    """A merge that at least one run learned."""

    pair: Pair
    """The two symbols as they are printed."""

    token: str
    """The token that they make."""

    runs: int
    """How many runs learned it."""

    earliest: int
    """The lowest rank that it has in these runs."""

    latest: int
    """The highest."""


@dataclass(frozen=True, repr=False)
class TieStudy:
    """What runs with different random ties have in common, and what not."""

    runs: int
    """How many seeds were run: 0, 1, 2 and so on."""

    merges: tuple[MergeShare, ...]
    """Every merge that any run learned: most runs first, then the earliest, then by text."""

    vocabularies: int
    """How many different sets of tokens the runs learned."""

    merge_lists: int
    """How many different merge lists; two lists may differ in nothing but their order."""

    splittings: int
    """How many different ways in which all words are split at the end of the runs."""

    symbols: tuple[int, ...]
    """How many symbols the corpus has at the end of each run, by seed."""

    symbols_at_start: int
    """How many it had before the first merge."""

    tied_steps_low: int
    """How many steps were ties, in the run with the fewest."""

    tied_steps_high: int
    """The same in the run with the most."""

    merges_low: int
    """How many merges the shortest run made."""

    merges_high: int
    """How many the longest run made."""

    @property
    def always(self) -> int:
        """How many merges all runs learned."""
        return sum(share.runs == self.runs for share in self.merges)

    @property
    def sometimes(self) -> int:
        """How many merges not all runs learned."""
        return len(self.merges) - self.always

    @property
    def compression_low(self) -> float:
        """The lowest `symbols_at_start` divided by the symbols at the end."""
        return self.symbols_at_start / max(self.symbols)

    @property
    def compression_high(self) -> float:
        """The highest."""
        return self.symbols_at_start / min(self.symbols)

    @property
    def compression_median(self) -> float:
        """The one in the middle."""
        return median(self.symbols_at_start / symbols for symbols in self.symbols)

    @property
    def compressions(self) -> tuple[str, str, str]:
        """Lowest, median and highest as texts, with as many digits as tell the two ends apart: 2 to 6."""
        low, high = self.compression_low, self.compression_high
        apart = (digits for digits in range(2, 7) if f"{low:.{digits}f}" != f"{high:.{digits}f}")
        digits = next(apart, 2)
        return f"{low:.{digits}f}", f"{self.compression_median:.{digits}f}", f"{high:.{digits}f}"

    @property
    def verdict(self) -> str:
        """Whether the tie rule matters on this corpus, in one sentence with the numbers."""
        return f"Do ties matter here? {_verdict_on(self)}"

    def __repr__(self) -> str:
        found = f"{self.vocabularies:,} vocabularies, {self.merge_lists:,} merge lists"
        merges = f"{self.always:,} merges always, {self.sometimes:,} sometimes"
        return f"<TieStudy of {self.runs:,} runs: {found}, {merges}>"


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
        self._shares: dict[Pair, MergeShare] = {}
        self._vocabularies: set[bytes] = set()  # fingerprints, so that a thousand runs take little memory
        self._merge_lists: set[bytes] = set()
        self._splittings: set[bytes] = set()
        self._symbols: list[int] = []  # by seed, as are the next two
        self._tied_steps: list[int] = []
        self._lengths: list[int] = []
        self._symbols_at_start = 0

    @property
    def progress(self) -> Progress:
        """How many seeds are done."""
        return Progress(len(self._symbols), self.seeds, "seeds")

    @property
    def is_done(self) -> bool:
        """Whether all seeds are done."""
        return len(self._symbols) == self.seeds

    def advance(self, seconds: float) -> bool:
        """Work for about this many seconds; True when all is done.

        The first call counts the words, however long that takes. Raises what `BPEStepper` raises then.
        """
        deadline = time.monotonic() + seconds
        while not self.is_done:
            if self._stepper is None:
                self._stepper = BPEStepper(self.corpus, self.config)
            self._stepper.run(on_progress=lambda made, wanted: time.monotonic() < deadline)
            if self._stepper.is_done:
                self._add(self._stepper)
                next_config = replace(self.config, tie_seed=len(self._symbols))
                self._stepper = None if self.is_done else self._stepper.with_rules(next_config)
            if time.monotonic() >= deadline:
                break
        return self.is_done

    def result(self) -> TieStudy:
        """What the seeds that are done have in common; raises `ComparisonError` before the first one is."""
        if not self._symbols:
            raise ComparisonError("No seed is trained to its end yet, so there is nothing to compare.")
        by_runs = sorted(
            self._shares.values(), key=lambda share: (-share.runs, share.earliest, share.token, share.pair)
        )
        return TieStudy(
            runs=len(self._symbols),
            merges=tuple(by_runs),
            vocabularies=len(self._vocabularies),
            merge_lists=len(self._merge_lists),
            splittings=len(self._splittings),
            symbols=tuple(self._symbols),
            symbols_at_start=self._symbols_at_start,
            tied_steps_low=min(self._tied_steps),
            tied_steps_high=max(self._tied_steps),
            merges_low=min(self._lengths),
            merges_high=max(self._lengths),
        )

    def __repr__(self) -> str:
        return f"<RandomTies: {len(self._symbols):,} of {self.seeds:,} seeds done>"

    def _add(self, stepper: BPEStepper) -> None:
        """Note what a run has learned."""
        history, statistics, length = stepper.history, stepper.view.statistics(), stepper.position
        pairs, tokens = history.pairs(0, length), history.tokens(0, length)
        for rank, (pair, token) in enumerate(zip(pairs, tokens, strict=True)):
            known = self._shares.get(pair, MergeShare(pair, token, 0, rank, rank))
            self._shares[pair] = MergeShare(
                pair, token, known.runs + 1, min(known.earliest, rank), max(known.latest, rank)
            )
        self._vocabularies.add(_fingerprint(sorted(tokens)))
        self._merge_lists.add(_fingerprint(chain.from_iterable(pairs)))
        # A symbol is never empty, so an empty text parts two words.
        words = ((*word, "") for word in stepper.splits().values())
        self._splittings.add(_fingerprint(chain.from_iterable(words)))
        self._symbols.append(statistics.symbols)
        self._symbols_at_start = statistics.symbols_at_start
        self._tied_steps.append(statistics.ties)
        self._lengths.append(length)


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


def _fingerprint(texts: Iterable[str]) -> bytes:
    """Sixteen bytes that in practice no other list of texts has."""
    digest = blake2b(digest_size=16)
    for text in texts:
        raw = text.encode()
        digest.update(len(raw).to_bytes(8, "big") + raw)
    return digest.digest()


def _verdict_on(study: TieStudy) -> str:
    """The answer; it speaks of the runs that the study has, be they all or the first ones."""
    runs, always = f"{study.runs:,} runs", _counted(study.always)
    if study.runs == 1:
        return "One run alone cannot say."
    if not study.merges:
        return f"No: in {runs} there was nothing to merge."
    if not study.tied_steps_high:
        return f"No: in {runs} no step was a tie, so every tie rule learns the same {always}."
    if study.merge_lists == 1:
        ties = _counted(study.tied_steps_high, "tie")
        return f"Not in these {runs}: with {ties}, all learned the same {always} in the same order."
    if study.vocabularies > 1:
        learned = f"{study.vocabularies:,} different vocabularies"
        how = f"({always} in every run, {study.sometimes:,} only in some)"
    elif study.sometimes:
        learned = f"the same {_counted(study.merges_high, 'token')}"
        how = f"by {study.merge_lists:,} different merge lists"
    else:
        learned, how = f"the same {always}", f"in {study.merge_lists:,} different orders"
    return f"{_answer(study)}: {runs} learned {learned} {how}, and {_compression(study)}."


def _answer(study: TieStudy) -> str:
    """What the answer begins with, where runs learned different merge lists."""
    if study.vocabularies == 1:
        return (
            f"They change only the {'way to the same tokens' if study.sometimes else 'order of the merges'}"
        )
    tokens = "They change which tokens are learned"
    if study.splittings == 1:
        return f"{tokens}, but every word ends up split the same way"
    if study.compression_low == study.compression_high:
        return f"{tokens}, but not the compression"
    spread = study.compression_high - study.compression_low
    if spread < _HARDLY * study.compression_median:
        return f"{tokens}, but hardly the compression"
    return f"{tokens} and the compression"


def _compression(study: TieStudy) -> str:
    low, _, high = study.compressions
    return f"compression is {low}× in each" if low == high else f"compression is between {low}× and {high}×"


def _counted(number: int, noun: str = "merge") -> str:
    return f"{number:,} {noun if number == 1 else noun + 's'}"
