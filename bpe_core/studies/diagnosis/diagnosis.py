"""Diagnosis: why somebody's merges differ from what every known set of rules gives.

`Findings` are the rules that explain the longest prefix, each merge that they would not have made, with what
it would have needed, and the mistake in a trainer that explains more than rules do.

>>> from bpe_core import EXAMPLES
>>> corpus = EXAMPLES["hug_pug_pun"].corpus
>>> merges = [("u", "g"), ("u", "n"), ("h", "ug"), ("p", "un"), ("b", "un"), ("p", "ug"), ("hug", "s")]
>>> findings = diagnose(corpus, merges)
>>> findings.closest.profile, findings.closest.prefix, findings.closest.agreeing
('hf_course', 4, 6)
>>> findings.closest.deviations[0].sentence
'Your merge 5 takes b + un, which occurs 4 times; p + ug occurs 5 times.'

The merges before a step are always the list's own: after the first deviation every later merge is judged by
what the list had made of the words by then. A merge that cannot be made is skipped, and the others go on.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import cache, partial

from bpe_core.config import BPEConfig
from bpe_core.corpus.corpus import Corpus
from bpe_core.errors import ComparisonError
from bpe_core.merges import Pair
from bpe_core.phrases import Phrase
from bpe_core.pre_tokenizers import PRE_TOKENIZERS
from bpe_core.profiles import PROFILES
from bpe_core.progress import OnProgress, tell_nobody
from bpe_core.studies.diagnosis.evidence import WEAK, Evidence, evidence_of
from bpe_core.studies.diagnosis.mistakes.fits import MistakeFit
from bpe_core.studies.diagnosis.mistakes.mistake_search import MistakeSearch
from bpe_core.studies.diagnosis.observed import Observed
from bpe_core.studies.diagnosis.rule_fit import RuleFit, SkippedMerge, fit_rules, skipped_merge
from bpe_core.studies.diagnosis.rule_scores import TriedRules, closest_of
from bpe_core.studies.diagnosis.rule_search import RuleSearch
from bpe_core.studies.diagnosis.rule_words import (
    differences_from_profiles,
    matching_profile,
)
from bpe_core.studies.diagnosis.segmentation import tie_rule_of
from bpe_core.studies.user_merges import user_merges_of

SEEN = 3
"""A mistake is certain if it explains this many merges that the rules would not make."""


_SHOWN = 2
"""So many pieces of evidence are shown."""

Fit = Callable[[BPEConfig, str | None], RuleFit]
"""How rules, which may be those of a profile, fit the list; each is looked into once."""


@dataclass(frozen=True)
class FoundMistake:
    """A mistake in a trainer that explains the merges better than any rules."""

    fits: tuple[MistakeFit, ...]
    """The mistake, under the rules that were probably meant; and others that explain exactly as much."""

    rules: RuleFit
    """What those rules without the mistake would have made: its deviations are what the mistake does."""

    is_whole: bool
    """Whether all merges come out with it."""

    shown_by: int
    """How many different merges show it; not those that are right once a missing one is put in."""

    rules_explain_all: bool
    """Whether a mixture of rules makes all merges without a mistake."""

    @property
    def is_certain(self) -> bool:
        """Whether it makes all merges, and is seen at more than a few."""
        return self.is_whole and self.shown_by >= SEEN and not self.rules_explain_all


@dataclass(frozen=True)
class Findings:
    """What was found out about somebody's merges."""

    merges: int
    """How many merges were given."""

    closest: RuleFit
    """The rules that explain them best. Where some explain all but a few merges, those with the fewest
    deviations; else those that make the longest prefix, then those that pick the most, a profile before a
    mixture, the simplest. If rules were expected, these."""

    all_by: str | None
    """The profile that makes all merges where the rules that were expected do not; None where none does."""

    skipped_merge: SkippedMerge | None
    """The one merge that is missing, if the deviations of `closest` come from that; else None."""

    mistake: FoundMistake | None
    """The mistake in code, if one explains what rules do not."""

    mistakes_tried: int
    """How many known mistakes in code were tried; 0 where rules explain all, or the words are too many."""

    is_too_large: bool
    """Whether the words of the closest rules are too many or too long for mistakes to be tried."""

    equally: tuple[str, ...]
    """The other profiles that pick exactly the merges that `closest` picks."""

    evidence: tuple[Evidence, ...]
    """What the list itself shows, the most telling first; none where rules explain all."""

    @property
    def is_named(self) -> bool:
        """Whether what is wrong may be known: a mistake, or a merge that is missing."""
        return self.mistake is not None or self.skipped_merge is not None

    @property
    def is_by_mistake(self) -> bool:
        """Whether a mistake is the likeliest answer: all merges come out with it, and neither with rules nor
        with one that is missing."""
        found = self.mistake
        if found is None or found.is_certain:
            return found is not None
        others = found.rules_explain_all, self.all_by, self.skipped_merge
        return found.is_whole and found.shown_by > 1 and not any(others)

    @property
    def telling(self) -> tuple[Phrase, ...]:
        """The strongest evidence; beside a certain mistake, only what tells more than the mistake does."""
        is_certain = self.mistake is not None and self.mistake.is_certain
        shown = [each.sentence for each in self.evidence if not (is_certain and each.kind in WEAK)]
        return tuple(shown[: 1 if is_certain else _SHOWN])

    def by_mistake(self, mistake: FoundMistake) -> "Findings":
        """The same, with the rules that the mistake was made in as the closest, and no others."""
        return replace(
            self,
            closest=mistake.rules,
            skipped_merge=None,
            equally=(),
        )


def diagnose(
    corpus: Corpus,
    merges: Sequence[Pair],
    expected: BPEConfig | None = None,
    counts: Sequence[int] = (),
    *,
    tell: OnProgress = tell_nobody,
) -> Findings:
    """Find out why merges differ; `tell` is told how many sets of rules, or mistakes, have been tried.

    `counts` are those that came with the merges, if any did.

    With `expected`, the merges are compared with those rules alone, limits included. Raises `ComparisonError`
    for merges that cannot be read, for none and for too many, `EmptyCorpusError` where no rules find
    a word, and `PatternTimeoutError` for a runaway pattern.
    """
    if expected is not None and expected.is_wordpiece:
        raise ComparisonError(
            "The rules must let the count decide: merges by scores are not looked into here."
        )
    search = RuleSearch(corpus, user_merges_of(merges).pairs, expected, tell)
    mistakes = _try_rules_and_mistakes(search)
    tried, number = search.tried_rules(), len(search.merges)
    fit: Fit = cache(partial(fit_rules, search))
    if expected is None:
        closest = fit(*_with_profile(closest_of(tried, number)))
    else:
        closest = fit_rules(search, expected, matching_profile(expected), limits_count=True)
    skipped = skipped_merge(search, closest)
    mistake = _found_mistake(fit, search.merges, mistakes, closest, skipped, expected)
    rules = closest if mistake is None else mistake.rules
    return Findings(
        merges=number,
        closest=closest,
        all_by=_all_by(search, expected) if expected is not None and closest.deviations else None,
        skipped_merge=skipped,
        mistake=mistake,
        evidence=_evidence(search, rules.config, counts) if rules.deviations else (),
        mistakes_tried=mistakes.tried if mistakes is not None else 0,
        is_too_large=mistakes is not None and mistakes.is_too_large,
        equally=() if expected else _equally(search, tried, closest),
    )


def _try_rules_and_mistakes(search: RuleSearch) -> MistakeSearch | None:
    """The profiles first; where none explains the list, the mistakes and then rules of two profiles."""
    search.try_profiles()
    if search.is_explained:
        return None
    mistakes = MistakeSearch(search.words, search.merges, search.likely_rules(), search.tell)
    mistakes.try_each()
    search.try_mixtures()
    return mistakes


def _evidence(search: RuleSearch, config: BPEConfig, counts: Sequence[int]) -> tuple[Evidence, ...]:
    observed = Observed(search.words, search.merges, search.words.segmentation(config))
    return evidence_of(observed, tie_rule_of(config), counts)


def _with_profile(rules: TriedRules) -> tuple[BPEConfig, str | None]:
    """Rules, and the profile whose rules they are, if there is one."""
    return rules.config, rules.profiles[0] if rules.profiles else None


def _all_by(search: RuleSearch, expected: BPEConfig) -> str | None:
    """The profile that makes all merges; limits aside, not the expected rules themselves."""
    others = RuleSearch(search.words.corpus, search.merges, tell=search.tell)
    others.try_profiles()
    named = (rules.profiles[0] for rules in others.tried_rules() if not rules.score.ranks and rules.profiles)
    return next((name for name in named if name != matching_profile(expected)), None)


def _equally(search: RuleSearch, tried: Sequence[TriedRules], closest: RuleFit) -> tuple[str, ...]:
    """The profiles whose first deviations, and whose number of them, are those of the closest."""
    if closest.profile is None:
        return ()
    ranks = [deviation.rank for deviation in closest.deviations]
    names = [
        name
        for rules in tried
        if rules.is_whole(len(search.merges))
        and (rules.score.ranks[: len(ranks)], rules.score.deviating) == (ranks, closest.deviating)
        for name in rules.profiles
        # words that are cut already have no sign before them, as its library puts there
        if not (search.words.are_cut and PRE_TOKENIZERS[PROFILES[name].config.pre_tokenizer].space.strip())
    ]
    return tuple(name for name in dict.fromkeys(names) if name != closest.profile)


def _found_mistake(
    fit: Fit,
    merges: Sequence[Pair],
    mistakes: MistakeSearch | None,
    closest: RuleFit,
    skipped: SkippedMerge | None,
    expected: BPEConfig | None,
) -> FoundMistake | None:
    """The mistake that explains more than rules do, beside what its rules would have made."""
    fits = _likely_mistakes(mistakes, closest, skipped, len(merges))
    if not fits:
        return None
    config, profile = fits[0].config, fits[0].profile
    config = config if profile is None else PROFILES[profile].config
    rules = closest if expected is not None else fit(config, profile)
    different = len(set(merges[rules.prefix :]))  # a wrong loop may make one again and again
    apart = 1 + skipped.wrong if skipped is not None else different  # one that is missing moves all others
    return FoundMistake(
        fits,
        rules,
        is_whole=fits[0].prefix == len(merges),
        shown_by=min(different, apart, rules.deviating),
        rules_explain_all=not closest.deviations,
    )


def _likely_mistakes(
    mistakes: MistakeSearch | None, closest: RuleFit, skipped: SkippedMerge | None, merges: int
) -> tuple[MistakeFit, ...]:
    """The mistakes that explain more merges than rules do; none where rules explain all as simply."""
    fits = mistakes.answer() if mistakes is not None else ()
    if not fits or (skipped is not None and fits[0].prefix < merges):
        return ()
    if closest.deviations:
        return fits if fits[0].prefix > closest.prefix else ()
    fits = tuple(fit for fit in fits if not fit.mistake.is_rule)
    differences = 0 if closest.profile else differences_from_profiles(closest.config)
    is_as_simple = fits and fits[0].mistake.is_of_ties and differences <= 1
    return () if is_as_simple else fits
