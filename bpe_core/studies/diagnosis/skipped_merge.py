"""Skipped merge: one merge that is missing from somebody's list, so that all that follows goes wrong.

In: a search, and how the closest rules fit the list. Out: the merge that is missing, if with it in its place
the merges after it are right; else None.

>>> from bpe_core.config import BPEConfig
>>> from bpe_core.corpus.corpus import Corpus
>>> from bpe_core.studies.diagnosis.rule_fit import fit_rules
>>> corpus = Corpus.from_word_counts({"hug": 10, "pug": 5, "pun": 12, "bun": 4, "hugs": 5})
>>> search = RuleSearch(corpus, [("u", "g"), ("h", "ug"), ("p", "un"), ("p", "ug"), ("hug", "s")])
>>> skipped_merge(search, fit_rules(search, BPEConfig(), "hf_course"))
SkippedMerge(rank=1, pair=('u', 'n'), right=4, wrong=0)
"""

from dataclasses import dataclass

from bpe_core.merges import Pair
from bpe_core.studies.diagnosis.rule_fit import RuleFit
from bpe_core.studies.diagnosis.rule_scores import RuleScores
from bpe_core.studies.diagnosis.search import RuleSearch
from bpe_core.studies.diagnosis.segmentation import tie_rule_of, written_for

_CLEARLY = 4
"""A merge was skipped if, with it, at most one in four deviations is left."""


@dataclass(frozen=True)
class SkippedMerge:
    """A merge that is missing from a list."""

    rank: int
    """Where it belongs."""

    pair: Pair
    """Its two symbols."""

    right: int
    """How many of the merges after it are then what the rules pick."""

    wrong: int
    """How many of the list's merges still are not."""


def skipped_merge(search: RuleSearch, fit: RuleFit) -> SkippedMerge | None:
    """The merge whose absence explains the deviations: the first pick that the list deviates from.

    `fit` is that of the rules which explain the list best.
    """
    first = fit.deviations[0] if fit.deviations else None
    if first is None or first.best is None or first.kind == "ended" or fit.deviating < 2:
        return None
    merges, rank = written_for(search.merges, fit.config.alphabet), first.rank
    most_wrong = fit.deviating // _CLEARLY
    forced = search.forced(fit.config, [*merges[:rank], first.best, *merges[rank:]])
    scores = RuleScores(forced, [tie_rule_of(fit.config)])
    [score] = scores.scores
    while score.deviating <= most_wrong and scores.judge_next():
        search.tick()
    if score.deviating > most_wrong:
        return None
    return SkippedMerge(rank, first.best, len(merges) - rank - score.deviating, score.deviating)
