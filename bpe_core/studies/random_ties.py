"""Random ties: does the tie rule matter on this corpus?

The study trains with many seeds, each of which breaks the ties at random in its own way. A merge that all
runs learn does not depend on the tie rule; if all runs learn the same, the tie rule does not matter.

>>> from bpe_core import EXAMPLES, BPEConfig
>>> study = random_ties(EXAMPLES["hug_pug_pun"].corpus, BPEConfig(), seeds=100, merges=5)
>>> [(share.pair, share.runs) for share in study.merges if share.runs < study.runs]
[(('hug', 's'), 50), (('p', 'ug'), 50)]
>>> study
<TieStudy of 100 runs: 2 vocabularies, 2 merge lists, 4 merges always, 2 sometimes>
>>> study.verdict.split(". ")[0]
'Do ties matter here? They change which tokens are learned, but not the compression'
>>> merges_before_the_end(EXAMPLES["hug_pug_pun"].corpus, BPEConfig())
5
"""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from hashlib import blake2b
from itertools import chain
from statistics import median

from bpe_core.config import BPEConfig
from bpe_core.corpus.corpus import Corpus
from bpe_core.errors import ComparisonError
from bpe_core.merges import Pair
from bpe_core.phrases import Phrase, together
from bpe_core.progress import OnProgress, Progress, Stop, tell_nobody
from bpe_core.stepper import BPEStepper
from bpe_core.validation import checked_integer

MIN_SEEDS, MAX_SEEDS = 2, 1_000
"""The smallest and the largest number of runs."""

_HARDLY = 0.01
"""Compressions that differ by less than this part of the median count as hardly different."""


@dataclass(frozen=True)
class MergeShare:
    """A merge that at least one run learned."""

    pair: Pair
    """The two symbols as printed."""

    token: str
    """The token that they make."""

    runs: int
    """How many runs learned it."""

    earliest: int
    """Its lowest rank in these runs."""


@dataclass(frozen=True)
class TieRun:
    """The result of the run with one seed."""

    merges: int
    """How many merges it made."""

    tied_steps: int
    """How many of these steps were ties."""

    symbols: int
    """How many symbols the corpus has at the end."""

    vocabulary: bytes
    """A fingerprint of the set of learned tokens: sixteen bytes, so that a thousand runs take little
    memory."""

    merge_list: bytes
    """A fingerprint of its merges in their order."""

    splitting: bytes
    """A fingerprint of how all words are split at the end."""


@dataclass(frozen=True, repr=False)
class TieStudy:
    """What runs with different random ties have in common, and what differs."""

    config: BPEConfig
    """The rules of the first run; the others differ only in `tie_seed`."""

    by_seed: tuple[TieRun, ...]
    """The runs with the seeds 0, 1, 2 and so on, at least one."""

    merges: tuple[MergeShare, ...]
    """Every merge that any run learned: those of the most runs first, then by earliest rank, then by text."""

    symbols_at_start: int
    """How many symbols the corpus had before the first merge."""

    @property
    def runs(self) -> int:
        """How many seeds were run."""
        return len(self.by_seed)

    @property
    def vocabularies(self) -> int:
        """How many different sets of tokens the runs learned."""
        return len({run.vocabulary for run in self.by_seed})

    @property
    def merge_lists(self) -> int:
        """How many different merge lists; two lists may differ only in their order."""
        return len({run.merge_list for run in self.by_seed})

    @property
    def splittings(self) -> int:
        """How many different ways in which all words are split at the end."""
        return len({run.splitting for run in self.by_seed})

    @property
    def symbols(self) -> tuple[int, ...]:
        """How many symbols the corpus has at the end of each run, by seed."""
        return tuple(run.symbols for run in self.by_seed)

    @property
    def ties(self) -> tuple[int, int]:
        """How many steps were ties, in the run with the fewest and in the one with the most."""
        steps = [run.tied_steps for run in self.by_seed]
        return min(steps), max(steps)

    @property
    def merges_made(self) -> tuple[int, int]:
        """How many merges the shortest run made, and the longest."""
        made = [run.merges for run in self.by_seed]
        return min(made), max(made)

    @property
    def always(self) -> int:
        """How many merges all runs learned."""
        return sum(share.runs == self.runs for share in self.merges)

    @property
    def sometimes(self) -> int:
        """How many merges not all runs learned."""
        return len(self.merges) - self.always

    @property
    def compression(self) -> tuple[float, float, float]:
        """The lowest, the median and the highest `symbols_at_start` divided by the symbols at the end."""
        runs = [self.symbols_at_start / symbols for symbols in self.symbols]
        return min(runs), median(runs), max(runs)

    @property
    def compressions(self) -> tuple[str, str, str]:
        """The same as texts, with enough digits to tell the two ends apart: 2 to 6."""
        low, middle, high = self.compression
        apart = (digits for digits in range(2, 7) if f"{low:.{digits}f}" != f"{high:.{digits}f}")
        digits = next(apart, 2)
        return f"{low:.{digits}f}", f"{middle:.{digits}f}", f"{high:.{digits}f}"

    @property
    def verdict(self) -> Phrase:
        """Whether the tie rule matters on this corpus, with the numbers."""
        return together(Phrase("Do ties matter here?"), *_verdict_on(self))

    def __repr__(self) -> str:
        found = f"{self.vocabularies:,} vocabularies, {self.merge_lists:,} merge lists"
        merges = f"{self.always:,} merges always, {self.sometimes:,} sometimes"
        return f"<TieStudy of {self.runs:,} runs: {found}, {merges}>"


def random_ties(
    corpus: Corpus,
    config: BPEConfig,
    *,
    seeds: int = 100,
    merges: int | None = None,
    so_far: TieStudy | None = None,
    tell: OnProgress = tell_nobody,
) -> TieStudy:
    """Train with the seeds 0 to `seeds` - 1, to `merges` merges or otherwise to the config's own limits.

    If `tell` raises `Stop`, the study has the runs so far; before the first is done, the `Stop` passes.
    `so_far` is such a study, to which the missing runs are added. The words are counted once. Raises
    `ComparisonError` for numbers out of bounds, and what `BPEStepper` raises.
    """
    seeds = checked_integer("seeds", seeds, ComparisonError, least=MIN_SEEDS, most=MAX_SEEDS)
    if merges is not None:
        most = checked_integer("merges", merges, ComparisonError, least=1)
        config = replace(config, max_merges=most, vocab_size=None)
    config = replace(config, tie_break="random", tie_seed=0)
    runs = [*so_far.by_seed] if so_far else []
    shares = {share.pair: share for share in so_far.merges} if so_far else {}

    def tell_seeds(_: object = None) -> None:
        tell(Progress(len(runs), seeds, "seeds"))

    try:
        first = BPEStepper(corpus, config, tell=tell_seeds)
        for seed in range(len(runs), seeds):
            tell_seeds()
            stepper = first.with_rules(replace(config, tie_seed=seed), tell=tell_seeds)
            stepper.run(tell=tell_seeds)
            runs.append(_run(stepper))
            history, length = stepper.history, stepper.position
            merged = zip(history.pairs(0, length), history.tokens(0, length), strict=True)
            for rank, (pair, token) in enumerate(merged):
                known = shares.get(pair, MergeShare(pair, token, 0, rank))
                shares[pair] = MergeShare(pair, token, known.runs + 1, min(known.earliest, rank))
    except Stop:
        if not runs:
            raise
    in_order = sorted(shares.values(), key=lambda each: (-each.runs, each.earliest, each.token, each.pair))
    return TieStudy(config, tuple(runs), tuple(in_order), first.statistics().symbols)


def _run(stepper: BPEStepper) -> TieRun:
    history, statistics, length = stepper.history, stepper.statistics(), stepper.position
    # A symbol is never empty, so an empty text separates two words.
    words = ((*word, "") for word in stepper.splits().values())
    return TieRun(
        merges=length,
        tied_steps=statistics.ties,
        symbols=statistics.symbols,
        vocabulary=_fingerprint(sorted(history.tokens(0, length))),
        merge_list=_fingerprint(chain.from_iterable(history.pairs(0, length))),
        splitting=_fingerprint(chain.from_iterable(words)),
    )


def merges_before_the_end(corpus: Corpus, config: BPEConfig, *, tell: OnProgress = tell_nobody) -> int | None:
    """About two thirds of the merges that a training can make, if it ends with every word as one symbol.

    Such an end is the same however ties are broken, so it is better to compare before. None if some word
    stays split. Trains once, without limits; raises what `BPEStepper` raises.
    """
    stepper = BPEStepper(corpus, replace(config, max_merges=None, vocab_size=None), tell=tell)
    stepper.run(tell=tell)
    words = sum(word.count for word in stepper.words)
    if not stepper.position or stepper.statistics().symbols != words:
        return None
    return -(-2 * stepper.position // 3)


def _fingerprint(texts: Iterable[str]) -> bytes:
    """Sixteen bytes that in practice no other list of texts has."""
    digest = blake2b(digest_size=16)
    for text in texts:
        raw = text.encode()
        digest.update(len(raw).to_bytes(8, "big") + raw)
    return digest.digest()


def _verdict_on(study: TieStudy) -> list[Phrase]:
    """The answer about the runs that the study has, whether these are all or only the first."""
    if study.runs == 1:
        return [Phrase("One run alone cannot say.")]
    if not study.merges:
        return [Phrase("No: in {it.runs:,} runs there was nothing to merge.", it=study)]
    most_ties = study.ties[1]
    if not most_ties:
        none = (
            "No: in {it.runs:,} runs no step was a tie, so every tie rule learns the same {it.always:,}"
            " {it.always:merge|merges}."
        )
        return [Phrase(none, it=study)]
    if study.merge_lists == 1:
        one_list = (
            "Not in these {it.runs:,} runs: with {ties:,} {ties:tie|ties}, all"
            " learned the same {it.always:,} {it.always:merge|merges} in the same order."
        )
        return [Phrase(one_list, it=study, ties=most_ties)]
    low, _, high = study.compressions
    compression = Phrase("Compression is between {low}× and {high}×.", low=low, high=high)
    if low == high:
        compression = Phrase("Compression is {low}× in each.", low=low)
    return [_what_ties_change(study), _what_is_learned(study), compression]


def _what_ties_change(study: TieStudy) -> Phrase:
    """The answer, if runs learned different merge lists."""
    if study.vocabularies == 1:
        return Phrase(
            "They change only the way to the same tokens."
            if study.sometimes
            else "They change only the order of the merges."
        )
    if study.splittings == 1:
        return Phrase("They change which tokens are learned, but every word ends up split the same way.")
    low, middle, high = study.compression
    if low == high:
        return Phrase("They change which tokens are learned, but not the compression.")
    if high - low < _HARDLY * middle:
        return Phrase("They change which tokens are learned, but hardly the compression.")
    return Phrase("They change which tokens are learned and the compression.")


def _what_is_learned(study: TieStudy) -> Phrase:
    learned = (
        "{it.runs:,} runs learned the same {it.always:,} {it.always:merge|merges} in {it.merge_lists:,}"
        " different orders."
    )
    if study.vocabularies > 1:
        learned = (
            "{it.runs:,} runs learned {it.vocabularies:,} different vocabularies ({it.always:,}"
            " {it.always:merge|merges} in every run, {it.sometimes:,} only in some)."
        )
    elif study.sometimes:
        learned = (
            "{it.runs:,} runs learned the same {most:,} {most:token|tokens} by"
            " {it.merge_lists:,} different merge lists."
        )
    return Phrase(learned, it=study, most=study.merges_made[1])
