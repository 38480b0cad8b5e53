"""Left out: one merge that is missing from somebody's list, and with it all that follows goes wrong.

In: a search, and the fit of the list that it found. Out: the merge that is missing, if with it in
its place those behind it are right; else None.

>>> from bpe_core.config import BPEConfig
>>> from bpe_core.corpus.corpus import Corpus
>>> from bpe_core.studies.diagnosis.rule_fit import fit_of
>>> corpus = Corpus.from_word_counts({"hug": 10, "pug": 5, "pun": 12, "bun": 4, "hugs": 5})
>>> search = RuleSearch(corpus, [("u", "g"), ("h", "ug"), ("p", "un"), ("p", "ug"), ("hug", "s")])
>>> def result(work):
...     while True:
...         try:
...             next(work)
...         except StopIteration as end:
...             return end.value
>>> result(skipped_merge_of(search, result(fit_of(search, BPEConfig(), "hf_course"))))
SkippedMerge(rank=1, pair=('u', 'n'), right=4, wrong=0)
"""

from collections.abc import Generator
from dataclasses import dataclass

from bpe_core.merges import Pair
from bpe_core.studies.diagnosis.rule_fit import RuleFit, deviating_of
from bpe_core.studies.diagnosis.search import RuleSearch
from bpe_core.studies.diagnosis.segmentation import written_for

_CLEARLY = 4
"""A merge is missing if, with it, at most one deviation in so many is left."""


@dataclass(frozen=True)
class SkippedMerge:
    """A merge that is missing from a list."""

    rank: int
    """Where it belongs."""

    pair: Pair
    """Its two symbols."""

    right: int
    """How many of the merges behind it are then what the rules pick."""

    wrong: int
    """How many of the list's merges still are not."""


def skipped_merge_of(search: RuleSearch, fit: RuleFit) -> Generator[None, None, SkippedMerge | None]:
    """The merge whose absence explains the deviations of a fit; pauses after each part."""
    first = fit.deviations[0] if fit.deviations else None
    if first is None or first.best is None or first.kind == "ended" or fit.deviating < 2:
        return None
    merges, rank = written_for(search.merges, fit.config.alphabet), first.rank
    whole, most = [*merges[:rank], first.best, *merges[rank:]], fit.deviating // _CLEARLY
    wrong = yield from deviating_of(search, fit.config, whole, most)
    if wrong > most:
        return None
    return SkippedMerge(rank, first.best, len(merges) - rank - wrong, wrong)
