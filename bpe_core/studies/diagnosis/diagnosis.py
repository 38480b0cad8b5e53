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

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property
from itertools import product
from operator import attrgetter, itemgetter
from typing import NamedTuple

from bpe_core.config import BPEConfig
from bpe_core.corpus.corpus import Corpus
from bpe_core.errors import ComparisonError, EmptyCorpusError
from bpe_core.merges import Pair
from bpe_core.pre_tokenizers import PRE_TOKENIZERS
from bpe_core.profiles import PROFILES
from bpe_core.progress import OnProgress, Progress, tell_nobody
from bpe_core.studies.diagnosis.changes import Cause, changes_in_steps, changes_of
from bpe_core.studies.diagnosis.evidence import Evidence, evidence_of
from bpe_core.studies.diagnosis.following import (
    TIE_RULES,
    SpelledWords,
    TieWay,
    follow,
    way_of,
)
from bpe_core.studies.diagnosis.forced_history import (
    ForcedHistory,
    TieRule,
    tie_rule_of,
    written_for,
)
from bpe_core.studies.diagnosis.rule_sentences import matching_profile
from bpe_core.studies.diagnosis.rules import (
    CorpusWords,
    RuleFit,
    RuleScore,
    SkippedMerge,
    fit_rules,
    judge_by,
    skipped_merge,
)
from bpe_core.studies.diagnosis.trainer_mistakes import TRAINER_MISTAKES, TrainerMistake
from bpe_core.studies.diagnosis.word_mistakes import WORD_MISTAKES
from bpe_core.studies.diagnosis.words import (
    Reading,
    in_usual_signs,
    may_hold,
    raw_text,
    readings_of,
    with_one_more,
)
from bpe_core.studies.user_merges import user_merges_of
from bpe_core.tie_breaks import TIE_BREAKS

MOST_SYMBOLS, LONGEST_WORD = 1_000_000, 100_000
"""Mistakes are looked for where the distinct words have no more symbols than that, and no word has more."""

_ALLOWED = 20
"""Rules are not given up before so many merges that they would not make; beyond, one in four may be."""

_MOST_WRONG = 4
"""With other words rules are given up after so many."""

_MOST_CHANGES = 3
"""So much may be done otherwise in how words are made."""

_READ_FROM = "hf_course", "gpt2_course", "textbook"
"""From these profiles everything is tried where no rules are expected."""

_MUCH_CLOSER = 1.2
"""By this factor."""

_READ_AGAIN, _STEPPED = 3, 4
"""With how many of the readings that come closest the text is read otherwise, and mistakes in steps tried."""

_LOOKED_AT = 40
"""So many tokens of a list are looked for in the words."""

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
    search = _Search(CorpusWords(corpus), user_merges_of(merges).pairs, expected, counts, words, tell)
    return search.findings()


@dataclass(frozen=True)
class _Tried:
    """Words, and how far the right trainer comes with them, whatever settles ties."""

    readings: list[Reading]  # that make them, the simplest first
    words: dict[str, int]
    score: RuleScore
    cost: int  # how much is done otherwise
    merges: int

    @property
    def reading(self) -> Reading:
        return self.readings[0]

    @property
    def is_whole(self) -> bool:
        return not self.score.ranks and self.score.judged == self.merges

    @property
    def is_in_bytes(self) -> bool:
        return self.reading.config.alphabet == "bytes"


class _Base(NamedTuple):
    profile: str | None
    config: BPEConfig
    segmentation: BPEConfig


class _Search:
    """The three questions about one list."""

    def __init__(
        self,
        words: CorpusWords,
        merges: Sequence[Pair],
        expected: BPEConfig | None,
        counts: Sequence[int],
        given: Sequence[tuple[tuple[str, ...], int]],
        tell: OnProgress,
    ) -> None:
        self.words, self.merges, self.expected = words, in_usual_signs(merges), expected
        self.counts, self.tell = counts, tell
        self.given = Counter({"".join(symbols): count for symbols, count in given})
        self.done = self.planned = self.mistakes_tried = 0
        self.is_too_large = False
        self.one_list: list[_Tried] = []
        self.most_wrong = max(_ALLOWED, len(merges) // 4)
        self.tokens = [left + right for left, right in self.merges[:_LOOKED_AT]]

    def tick(self) -> None:
        self.tell(Progress(self.done, max(self.planned, self.done), "possible causes"))

    # ---- the answer

    def findings(self) -> Findings:
        """Ask all questions."""
        scores = self.profiles() if self.expected is None else {}
        all_by = None
        causes: tuple[Cause, ...] = ()
        if self.expected is not None:
            closest = self.fit(self.expected, matching_profile(self.expected))
            if closest.deviations:
                others = self.profiles()
                same = matching_profile(self.expected)
                all_by = next(
                    (
                        n
                        for n, s in others.items()
                        if not s.ranks and s.judged == len(self.merges) and n != same
                    ),
                    None,
                )
        else:
            best = max(scores, key=lambda name: self.nearness(scores[name]))
            closest = self.fit(PROFILES[best].config, best)
        skipped = None
        has_words = not self.given or self.are_given(self.words.of(closest.config), closest.config)
        if closest.deviations or not has_words:
            skipped = skipped_merge(self.words, self.merges, closest, self.tick)
            if skipped is None or skipped.wrong:
                causes = self.causes()
        if causes:
            fit = self.fit(causes[0].rules, causes[0].profile)
            if causes[0].cost > 1 and fit.deviating < SEEN * causes[0].cost:
                causes = ()  # several things at once explain a few merges by chance
            else:
                closest, skipped = fit, None
        evidence: tuple[Evidence, ...] = ()
        if closest.deviations and not causes and skipped is None:
            evidence = evidence_of(self.words, self.merges, closest, self.counts)
        return Findings(
            merges=len(self.merges),
            closest=closest,
            all_by=all_by,
            skipped_merge=skipped,
            causes=causes,
            mistakes_tried=self.mistakes_tried,
            is_too_large=self.is_too_large,
            equally=_equally(scores, closest.profile),
            evidence=evidence,
        )

    def nearness(self, score: RuleScore) -> tuple[int, ...]:
        """Greater is nearer: rules that make all merges but a few, fewest first; else the longest prefix."""
        wrong, whole = len(score.ranks), score.judged == len(self.merges)
        nearly = whole and wrong <= max(_FEW, _FEW_OF_ALL * len(self.merges))
        return nearly, -wrong if nearly else 0, score.prefix, -wrong

    def fit(self, config: BPEConfig, profile: str | None) -> RuleFit:
        is_expected = self.expected is not None
        return fit_rules(self.words, self.merges, config, profile, limits_count=is_expected, tick=self.tick)

    def profiles(self) -> dict[str, RuleScore]:
        """How far each profile comes. Raises `EmptyCorpusError` where none finds a word."""
        scores: dict[str, RuleScore] = {}
        by_segmentation: dict[BPEConfig, list[str]] = {}
        for name, profile in PROFILES.items():
            if not profile.config.is_wordpiece and not (
                self.words.are_cut and PRE_TOKENIZERS[profile.config.pre_tokenizer].space.strip()
            ):
                by_segmentation.setdefault(self.words.segmentation(profile.config), []).append(name)
        for segmentation, names in by_segmentation.items():
            rules = list(dict.fromkeys(tie_rule_of(PROFILES[name].config) for name in names))
            try:
                forced = ForcedHistory(self.words.of(segmentation), segmentation, self.merges)
            except EmptyCorpusError:
                continue
            judged = judge_by(forced, rules, most_wrong=self.most_wrong, tick=self.tick)
            of_rule = dict(zip(rules, judged, strict=True))
            scores |= {name: of_rule[tie_rule_of(PROFILES[name].config)] for name in names}
        if not scores:
            raise EmptyCorpusError(
                "The corpus has no words: by whatever rules, there is nothing to train on."
            )
        return scores

    # ---- the causes

    @cached_property
    def bases(self) -> list[_Base]:
        """The rules that may have been meant."""
        if self.expected is not None:
            return [
                _Base(matching_profile(self.expected), self.expected, self.words.segmentation(self.expected))
            ]
        return [
            _Base(name, each.config, self.words.segmentation(each.config))
            for name, each in PROFILES.items()
            if not each.config.is_wordpiece
        ]

    def causes(self) -> tuple[Cause, ...]:
        """The simplest causes with which the whole list comes out."""
        tried = self.read(self.all_readings())
        tried = self.with_given_words(tried) or tried
        causes = self.by_ties(tried, ())
        enough = min((cause.cost for cause in causes), default=_MOST_CHANGES)
        if enough:
            closest = dict.fromkeys(
                [*map(Reading, self.usual), *(each.reading for each in tried[:_READ_AGAIN])]
            )
            more = [
                one
                for each in dict.fromkeys(closest)
                for one in with_one_more(each, self.usual[0], self.words)
            ]
            again = self.with_given_words(self.read(more, enough))
            causes += self.by_ties(again, causes)
            causes += [cause for each in self.one_list for cause in self.followed(each, None)]
            tried = sorted([*tried, *again], key=_closest_first)
        if not causes:
            shaped = tried if self.given else [each for each in tried if self.has_shape(each)]
            for each in _worth_a_look(shaped or tried):
                if causes and each.cost >= min(cause.cost for cause in causes):
                    break
                causes += self.stepped(each)
        return self.simplest(causes)

    def has_shape(self, tried: _Tried) -> bool:
        """Whether these rules are expected, or put into words the mark and the spaces that the list shows."""
        config, tokens = tried.reading.config, [left + right for left, right in self.merges]
        cuts = any(each.method == "cut" for each in tried.reading.mistakes)
        has_mark = not config.marker or any(config.marker in token for token in tokens)
        has_spaces = any({*" ▁"} & {*raw_text(token)} for token in tokens)
        is_spaced = bool(config.cutter.space) == has_spaces or cuts
        return (self.expected is not None and not tried.cost) or (has_mark and is_spaced)

    def with_given_words(self, tried: list[_Tried]) -> list[_Tried]:
        """Those with the words that came with the list; all if none came."""
        return [each for each in tried if not self.given or self.are_given(each.words, each.reading.config)]

    def are_given(self, words: Mapping[str, int], config: BPEConfig) -> bool:
        """Whether these are the words that came with the list."""
        spelled = SpelledWords(words, config).words
        return Counter({"".join(symbols): count for symbols, count in spelled.items()}) == self.given

    @cached_property
    def usual(self) -> list[BPEConfig]:
        """From these rules everything else is tried: those that were expected, or the commonest."""
        if self.expected is not None:
            return [self.bases[0].segmentation]
        return [self.words.segmentation(PROFILES[name].config) for name in _READ_FROM]

    def all_readings(self) -> Iterator[Reading]:
        """What the list may show: of any rules, those of the profiles first."""
        yield from (Reading(base.segmentation) for base in self.bases)
        for usual in self.usual[:2]:  # the third differs by a mark, which is tried
            yield from readings_of(usual, self.merges, self.words)

    def cost_of(self, reading: Reading) -> int:
        usual = dict.fromkeys(base.segmentation for base in self.bases)
        return min(sum(each.cost for each in changes_of(reading, each_usual)) for each_usual in usual)

    def read(self, readings: Iterable[Reading], enough: int = _MOST_CHANGES) -> list[_Tried]:
        """Judge the list by the words of each reading, the closest first; readings with equal words once.

        Simple ones are tried first, and others only while none makes the whole list.
        """
        by_cost = ((self.cost_of(each), n, each) for n, each in enumerate(dict.fromkeys(readings)))
        with_cost = sorted(by_cost, key=itemgetter(0, 1))
        tried: list[_Tried] = []
        self.planned += len(with_cost)
        counted: dict[object, dict[str, int]] = {}
        seen: dict[object, list[Reading]] = {}
        for cost, _, reading in with_cost:
            self.done += 1
            self.tick()
            if cost > enough and not self.given:
                break
            if reading.is_one_list:
                self.one_list.append(_Tried([reading], {}, RuleScore(None), cost, len(self.merges)))
                continue
            cut = reading.config.only("words"), tuple(each.name for each in reading.mistakes)
            if cut not in counted:
                counted[cut] = reading.words(self.words)
            words = counted[cut]
            if not may_hold(words, self.tokens, reading.config.marker):
                continue
            if max(map(len, words)) > LONGEST_WORD or sum(map(len, words)) > MOST_SYMBOLS:
                self.is_too_large = True
                continue
            key = tuple(words.items()), reading.config.only("symbols", "counts")
            if key in seen:
                seen[key].append(reading)  # none can tell these apart
                continue
            seen[key] = alike = [reading]
            with suppress(EmptyCorpusError):
                forced = ForcedHistory(words, reading.config, self.merges)
                [score] = judge_by(forced, [None], most_wrong=_MOST_WRONG, tick=self.tick)
                tried.append(_Tried(alike, words, score, cost, len(self.merges)))
                if tried[-1].is_whole:
                    enough = min(enough, cost + 1)
        return sorted(tried, key=_closest_first)

    def by_ties(self, tried: Sequence[_Tried], found: Sequence[Cause]) -> list[Cause]:
        """The right trainer on all words with which the whole list comes out, and what settles ties; nothing
        that is less simple than what was found."""
        causes = [*found]
        for each in sorted((each for each in tried if each.is_whole), key=attrgetter("cost")):
            causes += self.settled(each, min((cause.cost for cause in causes), default=_MOST_CHANGES))
        return causes[len(found) :]

    def settled(self, tried: _Tried, most: int) -> Iterator[Cause]:
        """Everything that may settle ties on some words; mistakes in it only where that is no more than
        `most` changes."""
        forced = ForcedHistory(tried.words, tried.reading.config, self.merges)
        added = [name for name, rule in TIE_BREAKS.items() if name not in TIE_RULES and not rule.is_drawn]
        ways = [way for way in TIE_RULES.values() if way.id_order == "code_point" or tried.is_in_bytes]
        ways += map(way_of, added)
        scores = judge_by(
            forced, [TieRule(way.rule, way.id_order) for way in ways], most_wrong=0, tick=self.tick
        )
        alive = [way for way, score in zip(ways, scores, strict=True) if not score.ranks]
        counts = tuple(map(int, forced.history.counts))
        if alive:
            yield from self.named(tried, None, alive, counts)
        elif tried.cost < most:
            yield from self.followed(tried, None, SpelledWords(tried.words, tried.reading.config, self.tick))

    def stepped(self, tried: _Tried) -> Iterator[Cause]:
        """Every mistake in a step with which the whole list comes out on some words."""
        spelled = SpelledWords(tried.words, tried.reading.config, self.tick)
        self.planned += len(TRAINER_MISTAKES)
        for mistake in TRAINER_MISTAKES.values():
            self.done += 1
            self.mistakes_tried += 1
            if 2 * getattr(mistake, "merges_a_count", 0) > len(self.merges):
                continue
            yield from self.followed(tried, mistake, spelled)

    def followed(
        self, tried: _Tried, mistake: TrainerMistake | None, spelled: SpelledWords | None = None
    ) -> Iterator[Cause]:
        """A trainer on some words, if the whole list comes out with it."""
        spelled = spelled or tried.reading.spelled(self.words, self.tick)
        merges = written_for(self.merges, tried.reading.config.alphabet)
        followed = follow(spelled, mistake, merges)
        if followed.prefix == len(merges):
            yield from self.named(tried, mistake, followed.ways, tuple(followed.counts))

    def named(
        self, tried: _Tried, mistake: TrainerMistake | None, ways: Sequence[TieWay], counts: tuple[int, ...]
    ) -> Iterator[Cause]:
        """The simplest causes with these words and this mistake."""
        rules = [way for way in ways if way.rule] or ways
        causes, name = [], "" if mistake is None else mistake.__name__
        for reading, base in product(tried.readings, self.bases):
            of_words = changes_of(reading, base.segmentation)
            for way in rules:
                changes = (*of_words, *changes_in_steps(base.config, mistake, way))
                causes.append(Cause(base.config, base.profile, changes, reading, name, way, counts))
        # for each way to make words and to settle ties, of the rules that may have been meant the nearest
        nearest: dict[object, Cause] = {}
        for cause in sorted(causes, key=_simplest_first):
            nearest.setdefault((cause.reading, cause.way.name), cause)
        fewest = min(map(_simplest_first, causes))
        yield from (cause for cause in nearest.values() if _simplest_first(cause) == fewest)

    def simplest(self, causes: Sequence[Cause]) -> tuple[Cause, ...]:
        """Of all causes the simplest; where counts came with the list, those that make these, if any do."""
        if self.counts:
            causes = [
                each for each in causes if each.counts[: len(self.counts)] == tuple(self.counts)
            ] or causes
        causes = [each for each in causes if each.changes]  # rules may only have ended sooner
        fewest = min((each.cost for each in causes), default=0)
        simple = [each for each in causes if each.cost == fewest]
        by_changes: dict[frozenset[str], Cause] = {}
        for each in simple:
            by_changes.setdefault(each.key, each)
        return tuple(sorted(by_changes.values(), key=_commonest_first))


def _equally(scores: Mapping[str, RuleScore], profile: str | None) -> tuple[str, ...]:
    """The other profiles that make exactly the merges that one makes."""
    if profile is None or profile not in scores:
        return ()
    own = scores[profile]
    return tuple(
        name
        for name, score in scores.items()
        if name != profile and (score.ranks, score.judged) == (own.ranks, own.judged)
    )


def _simplest_first(cause: Cause) -> tuple[int, int]:
    return cause.cost, sum(each.name.startswith("boundary") for each in cause.changes)


def _worth_a_look(tried: Sequence[_Tried]) -> list[_Tried]:
    """The simplest reading, and of the others those that come much closer than all simpler ones."""
    looked_at: list[_Tried] = []
    for each in sorted(tried, key=lambda each: (each.cost, _closest_first(each))):
        if all(_closeness(each) > _MUCH_CLOSER * _closeness(other) for other in looked_at):
            looked_at.append(each)
    return looked_at[:_STEPPED]


def _closeness(tried: _Tried) -> float:
    score = tried.score
    return score.judged / (1 + len(score.ranks)) + score.prefix / 2


def _commonest_first(cause: Cause) -> list[int]:
    """Ways to cut and read a text as the table has them, then all else."""
    order = {name: place for place, name in enumerate(WORD_MISTAKES) if WORD_MISTAKES[name].method != "count"}
    return sorted(order.get(each.name, len(order)) for each in cause.changes if each.name != "case")


def _closest_first(tried: _Tried) -> tuple[float, ...]:
    score = tried.score
    return -score.judged, len(score.ranks), tried.cost
