"""A study of random ties: what many runs learned, and in one sentence whether the tie rule matters.

>>> from bpe_core import EXAMPLES, BPEConfig
>>> from bpe_core.studies.random_ties import RandomTies
>>> ties = RandomTies(EXAMPLES["hug_pug_pun"].corpus, BPEConfig(), seeds=100)
>>> ties.advance(60)
True
>>> for part in ties.result().verdict.split(", "):
...     part
'Only for the order: 100 runs learned the same 7 merges in 2 different orders'
'and compression is 3.14× in each.'
"""

from dataclasses import dataclass

from bpe_core.merges import Pair

HARDLY = 0.01
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

    always: int
    """How many of them all runs learned."""

    sometimes: int
    """How many of them not all runs learned."""

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

    compression_low: float
    """The lowest `symbols_at_start` divided by the symbols at the end."""

    compression_median: float
    """The one in the middle."""

    compression_high: float
    """The highest."""

    tied_steps_low: int
    """How many steps were ties, in the run with the fewest."""

    tied_steps_high: int
    """The same in the run with the most."""

    merges_low: int
    """How many merges the shortest run made."""

    merges_high: int
    """How many the longest run made."""

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
        return _verdict_on(self)

    def __repr__(self) -> str:
        found = f"{self.vocabularies:,} vocabularies, {self.merge_lists:,} merge lists"
        merges = f"{self.always:,} merges always, {self.sometimes:,} sometimes"
        return f"<TieStudy of {self.runs:,} runs: {found}, {merges}>"


def _verdict_on(study: TieStudy) -> str:
    """The sentence; it speaks of the runs that the study has, be they all or the first ones."""
    runs, always = f"{study.runs:,} runs", _counted(study.always)
    if study.runs == 1:
        return "One run alone cannot say whether the tie rule matters."
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
    """What the sentence begins with, where runs learned different merge lists."""
    if study.vocabularies == 1:
        return "Only for the way there" if study.sometimes else "Only for the order"
    if study.splittings == 1:
        return "Yes for the tokens, but every word ends cut alike"
    if study.compression_low == study.compression_high:
        return "Yes for the tokens, not for the compression"
    spread = study.compression_high - study.compression_low
    if spread < HARDLY * study.compression_median:
        return "Yes for the tokens, hardly for the compression"
    return "Yes"


def _compression(study: TieStudy) -> str:
    low, _, high = study.compressions
    return f"compression is {low}× in each" if low == high else f"compression is between {low}× and {high}×"


def _counted(number: int, noun: str = "merge") -> str:
    return f"{number:,} {noun if number == 1 else noun + 's'}"
