"""Diagnosis: why somebody's merges differ from what every known set of rules gives.

In: a corpus, the merges that somebody's own implementation learned from it and, perhaps, the rules it was
meant to follow. Out: `Findings`: the rules that explain the longest prefix, and each merge that they would
not have made, with what it would have needed.

>>> from bpe_core import EXAMPLES
>>> corpus = EXAMPLES["hug_pug_pun"].corpus
>>> merges = [("u", "g"), ("u", "n"), ("h", "ug"), ("p", "un"), ("b", "un"), ("p", "ug"), ("hug", "s")]
>>> diagnosis = Diagnosis(corpus, merges)
>>> diagnosis.advance(60)
True
>>> findings = diagnosis.findings()
>>> findings.closest.profile, findings.closest.prefix, findings.closest.agreeing
('hf_course', 4, 6)
>>> findings.closest.deviations[0].sentence
'Your merge 5 takes b + un, which occurs 4 times; p + ug occurs 5 times.'

The merges before a step are always the list's own: after the first deviation every later merge is judged by
what the list had made of the words by then. A merge that cannot be made is skipped, and the others go on.
"""

import time
from collections.abc import Generator, Iterator, Sequence
from dataclasses import replace
from typing import Any

from bpe_core.config import BPEConfig
from bpe_core.corpus.corpus import Corpus
from bpe_core.errors import ComparisonError
from bpe_core.merges import Pair
from bpe_core.pre_tokenizers import PRE_TOKENIZERS
from bpe_core.profiles import PROFILES
from bpe_core.progress import Progress
from bpe_core.studies.diagnosis.faults.fits import FaultFit
from bpe_core.studies.diagnosis.faults.search import FaultSearch
from bpe_core.studies.diagnosis.findings import SEEN, Findings, FoundFault
from bpe_core.studies.diagnosis.rule_fit import RuleFit, RuleFitting
from bpe_core.studies.diagnosis.rule_scores import TriedRules, closest_of, longest_of, most_of
from bpe_core.studies.diagnosis.rule_words import (
    differences_from_profiles,
    matching_profile,
    nearest_profile,
)
from bpe_core.studies.diagnosis.search import RuleSearch
from bpe_core.studies.diagnosis.skipped_merge import SkippedMerge, SkippedMergeSearch
from bpe_core.studies.user_merges import MAX_USER_MERGES
from bpe_core.validation import check_characters, shown

_CLEARLY = 2
"""Other rules explain clearly more if at most half of the deviations are left with them."""


class Diagnosis:
    """Finds out, slice by slice, why merges differ."""

    def __init__(self, corpus: Corpus, merges: Sequence[Pair], *, expected: BPEConfig | None = None) -> None:
        """With `expected`, the merges are compared with those rules alone, limits included.

        Raises `ComparisonError` for merges that are not pairs of texts, for none and for too many.
        """
        pairs = _checked(merges)
        self._expected = expected
        self._search = RuleSearch(corpus, pairs, expected)
        self._merges = len(pairs)
        self._faults: FaultSearch | None = None
        self._work: Iterator[None] | None = None
        self._findings: Findings | None = None

    def __getstate__(self) -> dict[str, Any]:
        # The work cannot be pickled; begun again, it passes over what has been tried.
        return {**vars(self), "_work": None}

    @property
    def is_done(self) -> bool:
        """Whether the findings are there."""
        return self._findings is not None

    @property
    def progress(self) -> Progress:
        """How many sets of rules, or mistakes, have been tried, of those known to be worth it."""
        if self._faults is not None and not self._faults.is_done:
            return Progress(self._faults.tried, self._faults.planned, "mistakes")
        done = self._search.planned if self.is_done else min(self._search.tried, self._search.planned)
        return Progress(done, self._search.planned, "sets of rules")

    def advance(self, seconds: float) -> bool:
        """Work for about this many seconds; True when finished.

        Raises `EmptyCorpusError` where no rules find a word, `PatternTimeoutError` for a runaway pattern.
        """
        until = time.monotonic() + seconds
        if self._work is None:
            self._work = self._all_work()
        while self._findings is None:
            next(self._work, None)
            if time.monotonic() >= until:
                break
        return self.is_done

    def findings(self) -> Findings:
        """Return what was found; raises `ComparisonError` before it is."""
        if self._findings is None:
            raise ComparisonError("The search is not finished; call advance() until it returns True.")
        return self._findings

    def _all_work(self) -> Iterator[None]:
        yield from self._try_rules_and_mistakes()
        tried = self._search.tried_rules()
        fitting = self._fitting_of_closest(tried)
        yield from fitting.run()
        closest = fitting.fit
        others = (
            self._clearly_more(most_of(tried, self._merges), closest),
            self._longer(longest_of(tried, self._merges), closest),
            self._nearest_profile(closest),
        )
        for other in filter(None, others):
            yield from other.run()
        fits_most, longest, nearest = (other.fit if other is not None else None for other in others)
        skipping = SkippedMergeSearch(self._search, closest)
        yield from skipping.run()
        fault = yield from self._found_fault(closest, skipping.found)
        self._findings = Findings(
            merges=self._merges,
            closest=closest,
            fits_most=fits_most,
            longest=longest,
            nearest=nearest if nearest is not None and nearest.deviations else None,
            skipped_merge=skipping.found,
            fault=fault,
            mistakes_tried=self._faults.mistakes if self._faults is not None else 0,
            too_large=self._faults.too_large if self._faults is not None else None,
            equally=self._equally(tried, closest) if self._expected is None else (),
        )

    def _try_rules_and_mistakes(self) -> Iterator[None]:
        """The likeliest first, until something explains the list."""
        search = self._search
        yield from search.try_profiles()
        if search.is_explained:
            return
        if self._faults is None:
            self._faults = FaultSearch(search.words, search.merges, search.likely_rules())
        yield from self._faults.run()
        if not self._faults.is_explained or self._faults.is_of_words:
            yield from search.try_mixtures()
        if not search.is_explained_by_a_mixture:
            yield from self._faults.run_two()

    def _found_fault(
        self, closest: RuleFit, skipped: SkippedMerge | None
    ) -> Generator[None, None, FoundFault | None]:
        """The mistake that explains more than rules do, beside what its rules would have made."""
        fits = self._likely_fault(closest, skipped)
        if not fits:
            return None
        fitting = self._fitting_of_fault(fits[0])
        yield from fitting.run()
        rules = fitting.fit
        different = len(set(self._search.merges[rules.prefix :]))  # a wrong loop may make one again and again
        apart = (
            1 + skipped.wrong if skipped is not None else different
        )  # one that is missing moves all others
        return FoundFault(
            fits,
            rules,
            is_whole=fits[0].prefix == self._merges,
            shown_by=min(different, apart, rules.deviating),
            rules_explain_all=not closest.deviations,
        )

    def _likely_fault(self, closest: RuleFit, skipped: SkippedMerge | None) -> tuple[FaultFit, ...]:
        """The mistakes that explain more than rules do; none where rules explain all as simply."""
        found = self._faults.answer() if self._faults is not None else ()
        if not found or (skipped is not None and found[0].prefix < self._merges):
            return ()
        if found[0].is_without_order and closest.deviating < SEEN:  # that would explain any tie
            return ()
        if closest.deviations:
            return found if found[0].prefix > closest.prefix else ()
        found = tuple(fit for fit in found if fit.wrong)
        differences = 0 if closest.profile else differences_from_profiles(closest.config)
        is_as_simple = found[:1] and found[0].faults[0].part in ("choose", "order") and differences <= 1
        return found if found and len(found[0].faults) == 1 and not is_as_simple else ()

    def _fitting_of_closest(self, tried: Sequence[TriedRules]) -> RuleFitting:
        if self._expected is None:
            return self._fitting(closest_of(tried, self._merges))
        return RuleFitting(self._search, self._expected, matching_profile(self._expected), limits_count=True)

    def _fitting_of_fault(self, fit: FaultFit) -> RuleFitting:
        if self._expected is not None:
            return RuleFitting(self._search, self._expected, matching_profile(self._expected))
        config = fit.config if fit.profile is None else PROFILES[fit.profile].config
        return RuleFitting(self._search, config, fit.profile)

    def _fitting(self, rules: TriedRules) -> RuleFitting:
        profile = rules.profiles[0] if rules.profiles and rules.has_own_tokens else None
        return RuleFitting(self._search, rules.config, profile)

    def _clearly_more(self, other: TriedRules, closest: RuleFit) -> RuleFitting | None:
        """The rules that explain most, if that is clearly more than the closest do."""
        if not other.is_whole(self._merges) or other.config == closest.config:
            return None
        fewer = closest.deviating - other.score.deviating
        is_clear = fewer >= 2 and other.score.deviating * _CLEARLY <= closest.deviating
        return self._fitting(other) if is_clear else None

    def _longer(self, other: TriedRules, closest: RuleFit) -> RuleFitting | None:
        is_longer = self._expected is None and other.score.prefix > closest.prefix
        return self._fitting(other) if is_longer else None

    def _nearest_profile(self, closest: RuleFit) -> RuleFitting | None:
        """The profile that a mixture comes from."""
        if closest.profile is not None or self._expected is not None:
            return None
        name = nearest_profile(closest.config, cuts_text=not self._search.words.are_cut)
        config = replace(PROFILES[name].config, special_tokens=closest.config.special_tokens)
        return RuleFitting(self._search, config, name)

    def _equally(self, tried: Sequence[TriedRules], closest: RuleFit) -> tuple[str, ...]:
        """The profiles whose first deviations, and whose number of them, are those of the closest."""
        if closest.profile is None:
            return ()
        ranks = [deviation.rank for deviation in closest.deviations]
        names = [
            name
            for rules in tried
            if rules.score.judged == self._merges
            and (rules.score.ranks[: len(ranks)], rules.score.deviating) == (ranks, closest.deviating)
            for name in rules.profiles
            if not (self._search.words.are_cut and _marks_words(name))
        ]
        return tuple(name for name in dict.fromkeys(names) if name != closest.profile)


def _marks_words(profile: str) -> bool:
    """Whether its library puts a sign before each word, which words that are cut already do not have."""
    return bool(PRE_TOKENIZERS[PROFILES[profile].config.pre_tokenizer].space.strip())


def _checked(merges: object) -> list[Pair]:
    """The merges as pairs of texts; a `ComparisonError` names the first that is not one."""
    if isinstance(merges, str) or not isinstance(merges, Sequence):
        raise ComparisonError(f"The merges must be a list of pairs of symbols, got {shown(merges)}.")
    if not 1 <= len(merges) <= MAX_USER_MERGES:
        raise ComparisonError(f"There must be 1 to {MAX_USER_MERGES:,} merges, got {len(merges):,}.")
    pairs: list[Pair] = []
    for number, pair in enumerate(merges, start=1):
        is_pair = isinstance(pair, tuple | list) and len(pair) == 2
        if not is_pair or not all(isinstance(text, str) and text for text in pair):
            raise ComparisonError(
                f"Merge {number:,} must be two symbols such as ('u', 'g'), got {shown(pair)}."
            )
        for text in pair:
            check_characters(text, f"Merge {number:,}")
        pairs.append((pair[0], pair[1]))
    return pairs
