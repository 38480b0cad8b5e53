"""Diagnosis: why somebody's merges differ from what every known set of rules gives.

Three questions are asked one after the other: which words, which rules, and which step goes wrong. A cause is
named only if the whole list comes out with it.

>>> from bpe_core import EXAMPLES
>>> corpus = EXAMPLES["hug_pug_pun"].corpus
>>> merges = [("u", "g"), ("u", "n"), ("h", "ug"), ("p", "un"), ("b", "un"), ("p", "ug"), ("hug", "s")]
>>> findings = diagnose(corpus, merges)
>>> findings.closest.profile, findings.closest.prefix, findings.closest.agreeing
('hf_course', 4, 6)
>>> findings.closest.deviations[0].sentence
'Your merge 5 takes b + un, which occurs 4 times; p + ug occurs 5 times.'
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from bpe_core.config import BPEConfig
from bpe_core.corpus.corpus import Corpus
from bpe_core.errors import ComparisonError, EmptyCorpusError
from bpe_core.merges import Pair
from bpe_core.pre_tokenizers import PRE_TOKENIZERS
from bpe_core.profiles import PROFILES
from bpe_core.progress import OnProgress, tell_nobody
from bpe_core.studies.diagnosis.changes import Cause
from bpe_core.studies.diagnosis.evidence import Evidence, evidence_of, interleaved
from bpe_core.studies.diagnosis.following import SpelledWords
from bpe_core.studies.diagnosis.forced_history import ForcedHistory, tie_rule_of
from bpe_core.studies.diagnosis.rule_sentences import matching_profile
from bpe_core.studies.diagnosis.rules import (
    CorpusWords,
    RuleFit,
    RuleScore,
    SkippedMerge,
    Tick,
    fit_rules,
    judge_by,
    skipped_merge,
)
from bpe_core.studies.diagnosis.search import Search
from bpe_core.studies.diagnosis.words import in_usual_signs
from bpe_core.studies.user_merges import user_merges_of

_ALLOWED = 20
"""Rules are not given up before so many merges that they would not make; beyond, one in four may be."""

_FEW, _FEW_OF_ALL = 3, 0.05
"""A list otherwise follows rules that would not make at most 3 of its merges, or 5 % of them."""

SEEN = 3
"""Fewer merges that show it may be chance."""


@dataclass(frozen=True)
class Findings:
    """What was found out about somebody's merges."""

    merges: int
    """How many merges were given."""

    closest: RuleFit
    """The rules that were expected; else those of the causes, or those that explain the list best."""

    all_by: str | None
    """The profile that makes all merges where the rules that were expected do not; None where none does."""

    skipped_merge: SkippedMerge | None
    """The one merge that is missing, if the deviations of `closest` come from that; else None."""

    causes: tuple[Cause, ...]
    """The simplest causes with which the whole list comes out; all of them that are equally simple."""

    mistakes_tried: int
    """How many known mistakes were tried; 0 where rules explain all, or the words are too many."""

    is_too_large: bool
    """Whether the words are too many or too long for mistakes to be tried."""

    equally: tuple[str, ...]
    """The other profiles that make the merges as well as `closest`."""

    evidence: tuple[Evidence, ...]
    """What is true of the list and of no right trainer's; none where a cause is named, at most two."""

    @property
    def is_named(self) -> bool:
        """Whether what is wrong may be known: a cause, or a merge that is missing."""
        return bool(self.causes) or self.skipped_merge is not None

    @property
    def is_certain(self) -> bool:
        """Whether there is one cause, and more than a few merges show it."""
        return len(self.causes) == 1 and self.closest.deviating >= SEEN


def diagnose(
    corpus: Corpus,
    merges: Sequence[Pair],
    expected: BPEConfig | None = None,
    counts: Sequence[int] = (),
    words: Sequence[tuple[tuple[str, ...], int]] = (),
    *,
    tell: OnProgress = tell_nobody,
) -> Findings:
    """Find out why merges differ; `tell` is told how many possible causes have been tried.

    `counts` are those that came with the merges, and `words` the words, as they are split in the end, with
    their counts, if any did. With `expected`, merges are compared with those rules alone, limits included.
    Raises `ComparisonError` for merges that cannot be read, for none and for too many, `EmptyCorpusError`
    where no rules find a word, and `PatternTimeoutError` for a runaway pattern.
    """
    if expected is not None and expected.is_wordpiece:
        raise ComparisonError(
            "These rules go by scores, as WordPiece does. Choose rules that go by the count: no other merges"
            " are looked into here."
        )
    of_corpus, pairs = CorpusWords(corpus), in_usual_signs(user_merges_of(merges).pairs)
    search = Search(of_corpus, pairs, expected, counts, words, tell)
    tick, same = search.tick, None if expected is None else matching_profile(expected)
    scores, all_by, skipped = {}, None, None
    if expected is None:
        scores = _scores(of_corpus, pairs, tick)
        same = max(scores, key=lambda name: _nearness(scores[name], len(pairs)))
    closest = _fit(of_corpus, pairs, expected, expected or PROFILES[same or ""].config, same, tick)
    if expected is not None and closest.deviations:
        theirs = _scores(of_corpus, pairs, tick)
        whole = (name for name, score in theirs.items() if _is_whole(score, len(pairs)) and name != same)
        all_by = next(whole, None)
    causes: tuple[Cause, ...] = ()
    words_of_closest = SpelledWords(of_corpus.of(closest.config), closest.config)
    if closest.deviations or not search.are_given(words_of_closest):
        skipped = skipped_merge(of_corpus, pairs, closest, tick)
        if skipped is None or skipped.wrong:
            causes = search.causes()
    if causes:
        fit = _fit(of_corpus, pairs, expected, causes[0].rules, causes[0].profile, tick)
        if causes[0].cost > 1 and fit.deviating < SEEN * causes[0].cost:
            causes = ()  # several things at once explain a few merges by chance
        else:
            closest, skipped = fit, None
    evidence: tuple[Evidence, ...] = ()
    if closest.deviations and not causes and skipped is None:
        halves = search.halves()
        evidence = (interleaved(*halves),) if halves else evidence_of(of_corpus, pairs, closest, counts)
    return Findings(
        merges=len(pairs),
        closest=closest,
        all_by=all_by,
        skipped_merge=skipped,
        causes=causes,
        mistakes_tried=search.mistakes_tried,
        is_too_large=search.is_too_large,
        equally=_equally(scores, closest.profile),
        evidence=evidence,
    )


def _fit(
    words: CorpusWords,
    merges: Sequence[Pair],
    expected: BPEConfig | None,
    config: BPEConfig,
    profile: str | None,
    tick: Tick,
) -> RuleFit:
    return fit_rules(words, merges, config, profile, limits_count=expected is not None, tick=tick)


def _scores(words: CorpusWords, merges: Sequence[Pair], tick: Tick) -> dict[str, RuleScore]:
    """How far each profile comes. Raises `EmptyCorpusError` where none finds a word."""
    scores: dict[str, RuleScore] = {}
    by_segmentation: dict[BPEConfig, list[str]] = {}
    for name, profile in PROFILES.items():
        spaced = words.are_cut and PRE_TOKENIZERS[profile.config.pre_tokenizer].space.strip()
        if not profile.config.is_wordpiece and not spaced:
            by_segmentation.setdefault(words.segmentation(profile.config), []).append(name)
    for segmentation, names in by_segmentation.items():
        rules = {name: tie_rule_of(PROFILES[name].config) for name in names}
        distinct = list(dict.fromkeys(rules.values()))
        try:
            forced = ForcedHistory(words.of(segmentation), segmentation, merges)
        except EmptyCorpusError:
            continue
        judged = judge_by(forced, distinct, most_wrong=max(_ALLOWED, len(merges) // 4), tick=tick)
        scores |= {name: judged[distinct.index(rule)] for name, rule in rules.items()}
    if not scores:
        raise EmptyCorpusError("The corpus has no words: by whatever rules, there is nothing to train on.")
    return scores


def _is_whole(score: RuleScore, merges: int) -> bool:
    return not score.ranks and score.judged == merges


def _nearness(score: RuleScore, merges: int) -> tuple[int, ...]:
    """Greater is nearer: rules that make all merges but a few, fewest first; else the longest prefix."""
    wrong = len(score.ranks)
    nearly = score.judged == merges and wrong <= max(_FEW, _FEW_OF_ALL * merges)
    return nearly, -wrong if nearly else 0, score.prefix, -wrong


def _equally(scores: Mapping[str, RuleScore], profile: str | None) -> tuple[str, ...]:
    """The other profiles that make exactly the merges that one makes."""
    own = scores.get(profile or "")
    if own is None:
        return ()
    both = ((name, (score.ranks, score.judged)) for name, score in scores.items() if name != profile)
    return tuple(name for name, made in both if made == (own.ranks, own.judged))
