"""Search: which causes make the whole of somebody's merges, the simplest first.

Level by level, as many things are done otherwise: words are made otherwise, a step goes wrong, ties are
settled otherwise. All causes of the first level that has one are found; no level goes on from more than the
few ways to make words that come closest.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import product
from typing import NamedTuple

from bpe_core.config import BPEConfig
from bpe_core.merges import Pair
from bpe_core.profiles import PROFILES
from bpe_core.progress import OnProgress, Progress
from bpe_core.studies.diagnosis.changes import Cause, changes_in_steps, changes_of, meant_way
from bpe_core.studies.diagnosis.following import Followed, SpelledWords, follow
from bpe_core.studies.diagnosis.forced_history import ForcedHistory, TieRule, written_for
from bpe_core.studies.diagnosis.rule_sentences import describe, matching_profile
from bpe_core.studies.diagnosis.rules import CorpusWords, judge_by
from bpe_core.studies.diagnosis.tie_ways import ALL_WAYS, TIE_WAYS, TieWay, way_of
from bpe_core.studies.diagnosis.trainer_mistakes import (
    TRAINER_MISTAKES,
    NeverApplied,
    TrainerMistake,
    with_number,
)
from bpe_core.studies.diagnosis.word_mistakes import WORD_MISTAKES
from bpe_core.studies.diagnosis.words import ENOUGH, Reading, may_hold, raw_text, readings_of, with_one_more
from bpe_core.tie_breaks import TIE_BREAKS

MOST_SYMBOLS, LONGEST_WORD = 1_000_000, 100_000
"""Mistakes are looked for where the distinct words have no more symbols than that, and no word has more."""

_MOST_WRONG = 2
"""Words are given up after so many merges that the right trainer would not make with them."""

_MOST_CHANGES = 3
"""So much may be done otherwise."""

_READ_FROM = "hf_course", "gpt2_course", "textbook"
"""From these profiles everything is tried where no rules are expected."""

_MUCH_CLOSER = 1.2
"""By this factor."""

_READ_AGAIN, _STEPPED = 3, 4
"""With how many of the readings that come closest the text is read otherwise, and mistakes in steps tried."""

_LONG = 1_000
"""Mistakes in steps are not tried beside others with longer words."""

_LOOKED_AT = 40
"""So many tokens of a list are looked for in the words."""


_LEAST_HALF = 8
"""Fewer of every other merge may follow other rules by chance."""


_MOST_SAID = 3
"""So many rules are said that make such a half equally well."""


class _Base(NamedTuple):
    profile: str | None
    config: BPEConfig
    segmentation: BPEConfig


@dataclass(frozen=True, eq=False)
class _Tried:
    """Words, and how far the right trainer comes with them, whatever settles ties."""

    readings: list[Reading]  # that make them, the simplest first
    words: SpelledWords
    followed: Followed
    cost: int  # how much is done otherwise

    @property
    def config(self) -> BPEConfig:
        return self.readings[0].config

    @property
    def closeness(self) -> float:
        return self.followed.judged / (1 + len(self.followed.wrong)) + self.followed.prefix / 2


class Search:
    """The search for the causes of one list."""

    def __init__(
        self,
        corpus: CorpusWords,
        merges: Sequence[Pair],
        expected: BPEConfig | None,
        counts: Sequence[int],
        given: Sequence[tuple[tuple[str, ...], int]],
        tell: OnProgress,
    ) -> None:
        """`counts`, and the words `given`, are those that came with the merges."""
        self.corpus, self.merges, self.expected = corpus, merges, expected
        self.counts, self.tell = counts, tell
        self.given = Counter({"".join(symbols): count for symbols, count in given})
        self.done = self.planned = self.mistakes_tried = 0
        """For `tell`, and how many known mistakes in code were tried."""
        self.is_too_large = False
        """Whether words were too many or too long to be looked into."""
        self._tokens = [left + right for left, right in merges]
        self._has_spaces = any({*" ▁"} & {*raw_text(token)} for token in self._tokens)
        self._words: dict[object, Mapping[str, int]] = {}  # by how they are cut
        self._same: dict[object, Mapping[str, int]] = {}  # equal ones
        self._seen: dict[object, list[Reading]] = {}
        self._tried: list[_Tried] = []
        self._looked_at: list[_Tried] = []

    def tick(self) -> None:
        """Tell how far it is."""
        self.tell(Progress(self.done, max(self.planned, self.done), "possible causes"))

    def causes(self) -> tuple[Cause, ...]:
        """The simplest causes with which the whole list comes out; all that are equally simple."""
        waiting, tried = self._with_costs(self._readings()), self._tried
        causes: list[Cause] = []
        for level in range(_MOST_CHANGES + 1):
            is_found = any(cause.cost <= level for cause in causes)
            for reading in [reading for reading, cost in waiting.items() if cost == level]:
                most_wrong = 0 if causes else _MOST_WRONG
                new = self._read(reading, level, most_wrong, is_found=is_found)
                if new is not None:
                    tried.append(new)
                    is_found = is_found or any(cause.cost <= level for cause in self._by_ties(new))
            # only now is it known which readings make the same words
            causes += [cause for each in tried if each.cost == level for cause in self._by_ties(each)]
            for looked_at in self._worth_a_look(tried, level):
                causes += self._stepped(looked_at, is_found=is_found)
            if level == _MOST_CHANGES or any(cause.cost <= level for cause in causes):
                break
            plain = [Reading(usual) for usual in self.usual]
            plain += [each.readings[0] for each in tried if self._is_plain(each.readings[0])]
            closest = [each.readings[0] for each in sorted(tried, key=_closest_first)[:_READ_AGAIN]]
            for each in dict.fromkeys([*plain, *closest]):
                more = with_one_more(each, self.usual[0], self.corpus)
                waiting |= self._with_costs(one for one in more if one not in waiting)
        return self._simplest(causes)

    def halves(self) -> list[str]:
        """The rules of every other merge from the first on, and those of the others, in words; empty where
        rules do not make each half whole."""
        found = [" or ".join(self._rules_of(half)) for half in (self.merges[::2], self.merges[1::2])]
        return found if all(found) and found[0] != found[1] else []

    def _rules_of(self, half: Sequence[Pair]) -> list[str]:
        """The simplest rules that make these merges, in words."""
        whole: dict[str, int] = {}
        for each in sorted(self._tried, key=lambda each: each.cost) if len(half) >= _LEAST_HALF else ():
            if each.cost > min(whole.values(), default=each.cost):
                break
            merges = written_for(half, each.config.alphabet)
            followed = follow(each.words, None, merges, [way for way in ALL_WAYS if way.rule])
            if followed.prefix == len(half):
                way = followed.ways[0]
                config = replace(each.config, tie_break=way.rule, id_order=way.id_order)
                rules = describe(config, cuts_text=not self.corpus.are_cut)
                said = (mistake.says for mistake in each.readings[0].mistakes)
                whole[", and ".join([f"“{rules}”", *said])] = each.cost
        return list(whole)[:_MOST_SAID]

    def are_given(self, words: SpelledWords) -> bool:
        """Whether these are the words that came with the list, if any did."""
        spelled = words.words.items() if self.given else ()
        return self.given == Counter({"".join(symbols): count for symbols, count in spelled})

    # ---- which rules may have been meant

    @cached_property
    def bases(self) -> list[_Base]:
        """The rules that may have been meant."""
        if self.expected is not None:
            segmentation = self.corpus.segmentation(self.expected)
            return [_Base(matching_profile(self.expected), self.expected, segmentation)]
        return [
            _Base(name, each.config, self.corpus.segmentation(each.config))
            for name, each in PROFILES.items()
            if not each.config.is_wordpiece
        ]

    @cached_property
    def usual(self) -> list[BPEConfig]:
        """From these rules everything else is tried: those that were expected, or the commonest."""
        if self.expected is not None:
            return [self.bases[0].segmentation]
        return [self.corpus.segmentation(PROFILES[name].config) for name in _READ_FROM]

    @cached_property
    def _meant(self) -> list[TieWay]:
        return list(dict.fromkeys(meant_way(base.config) for base in self.bases))

    # ---- which words

    def _readings(self) -> Iterator[Reading]:
        """What the list may show: of any rules, those of the profiles first."""
        yield from (Reading(base.segmentation) for base in self.bases)
        for usual in self.usual[:2]:  # the third differs by a mark, which is tried
            yield from readings_of(usual, self.merges, self.corpus)

    def _is_plain(self, reading: Reading) -> bool:
        """Whether words are cut as by the usual rules, and only spelled otherwise."""
        return not reading.mistakes and reading.config.pre_tokenizer == self.usual[0].pre_tokenizer

    def _with_costs(self, readings: Iterable[Reading]) -> dict[Reading, int]:
        """Ways to make words, each with how much is done otherwise than by the nearest rules."""
        usual = dict.fromkeys(base.segmentation for base in self.bases)
        costs = {
            reading: min(sum(each.cost for each in changes_of(reading, rules)) for rules in usual)
            for reading in dict.fromkeys(readings)
        }
        self.planned += len(costs)
        return costs

    def _read(self, reading: Reading, cost: int, most_wrong: int, *, is_found: bool) -> _Tried | None:
        """Follow the list with the words of a reading; None where that is hopeless, or known already.

        Where a cause as simple is found, it is not followed further than another one would be.
        """
        self.done += 1
        self.tick()
        if reading.is_one_list:
            spelled = reading.spelled(self.corpus, self.tick)
            return _Tried([reading], spelled, self._followed(spelled, None), cost)
        is_long = len(self.merges) >= ENOUGH
        if is_long and not self.given and cost and not self._has_shape(reading, cost):
            return None
        words = self._words_of(reading)
        if not may_hold(words, self._tokens[:_LOOKED_AT], reading.config.marker):
            return None
        if is_long and cost and not self._has_spaces and sum(word.count(" ") for word in words) > len(words):
            return None  # what is as frequent as a space comes early
        if max(map(len, words)) > LONGEST_WORD or sum(map(len, words)) > MOST_SYMBOLS:
            self.is_too_large = True
            return None
        key = id(words), reading.config.only("symbols", "counts")
        if key in self._seen:
            self._seen[key].append(reading)  # none can tell these apart
            return None
        self._seen[key] = [reading]
        spelled = SpelledWords(words, reading.config, self.tick)
        if not self.are_given(spelled):
            return None
        ways, wrong = (self._meant, 0) if is_found else (ALL_WAYS, most_wrong)
        followed = self._followed if max(map(len, words)) <= _LONG else self._judged
        return _Tried(self._seen[key], spelled, followed(spelled, None, ways, most_wrong=wrong), cost)

    def _words_of(self, reading: Reading) -> Mapping[str, int]:
        cut = reading.config.only("words"), tuple(each.name for each in reading.mistakes)
        if cut not in self._words:
            words = reading.words(self.corpus)
            self._words[cut] = self._same.setdefault(tuple(words.items()), words)
        return self._words[cut]

    # ---- which step

    def _worth_a_look(self, tried: Sequence[_Tried], level: int) -> Iterator[_Tried]:
        """The words of the rules expected, and those of simpler readings that come much closer."""
        open_ones = [each for each in tried if each.cost < level and each.followed.wrong]  # not by ties alone
        open_ones = [each for each in open_ones if not each.cost or max(map(len, each.words.words)) <= _LONG]
        shaped = [each for each in open_ones if self.given or self._has_shape(each.readings[0], each.cost)]
        for each in sorted(shaped or open_ones, key=lambda each: (each.cost, _closest_first(each))):
            closest = max((other.closeness for other in self._looked_at), default=0)
            is_expected = self.expected is not None and Reading(self.usual[0]) in each.readings
            is_closer = each.closeness > _MUCH_CLOSER * closest and len(self._looked_at) < _STEPPED
            if each not in self._looked_at and (is_closer or is_expected):
                self._looked_at.append(each)
                yield each

    def _has_shape(self, reading: Reading, cost: int) -> bool:
        """Whether these rules are expected, or put into words the mark and the spaces that the list shows."""
        config = reading.config
        cuts = any(each.method in ("cut", "count", "words") for each in reading.mistakes)
        has_mark = not config.marker or any(config.marker in token for token in self._tokens)
        has_spaces = self._has_spaces
        if has_spaces and config.marker:
            has_spaces = any(
                {*" ▁"} & {*raw_text(token.replace(config.marker, ""))} for token in self._tokens
            )
        is_spaced = bool(config.cutter.space) == has_spaces or cuts
        return (self.expected is not None and not cost) or (has_mark and is_spaced)

    def _stepped(self, tried: _Tried, *, is_found: bool) -> Iterator[Cause]:
        """Every mistake in a step with which the whole list comes out on some words."""
        if is_found and max(map(len, tried.words.words)) > _LONG:
            return  # slow, and a cause is known
        mistakes = [*TRAINER_MISTAKES.values(), *self._never_applied(tried)]
        ways = self._meant if is_found else ALL_WAYS  # else none that settles ties otherwise is as simple
        self.planned += len(mistakes)
        for mistake in mistakes:
            self.done += 1
            self.mistakes_tried += 1
            if issubclass(mistake, NeverApplied) or 2 * getattr(mistake, "number", 0) <= len(self.merges):
                yield from self._named(tried, mistake, self._followed(tried.words, mistake, ways))

    def _never_applied(self, tried: _Tried) -> Iterator[TrainerMistake]:
        """The merges before the first wrong one whose token is in none of the list."""
        used = {symbol for pair in self.merges for symbol in pair}
        for rank, (left, right) in enumerate(self.merges[: tried.followed.prefix]):
            if left + right not in used:
                yield with_number(NeverApplied, rank + 1)

    def _followed(
        self,
        words: SpelledWords,
        mistake: TrainerMistake | None,
        ways: Sequence[TieWay] = ALL_WAYS,
        most_wrong: int = 0,
    ) -> Followed:
        merges = written_for(self.merges, words.config.alphabet)
        return follow(words, mistake, merges, ways, most_wrong=most_wrong)

    def _judged(self, words: SpelledWords, _: None, ways: Sequence[TieWay], most_wrong: int = 0) -> Followed:
        """The right trainer where words are long, by the engine, which knows only the rules for ties."""
        rules = [way for way in ways if way.rule]
        forced = ForcedHistory(words.given, words.config, self.merges)
        asked = [None, *(TieRule(way.rule, way.id_order) for way in rules)]
        whole, *scores = judge_by(forced, asked, most_wrong=most_wrong, tick=self.tick)
        alive = tuple(way for way, score in zip(rules, scores, strict=True) if score.ranks == whole.ranks)
        return Followed(alive, whole.judged, whole.ranks, [*map(int, forced.history.counts)])

    # ---- what was found

    def _by_ties(self, tried: _Tried) -> Iterator[Cause]:
        """The right trainer on some words, with what settles ties."""
        return self._named(tried, None, tried.followed)

    def _named(self, tried: _Tried, mistake: TrainerMistake | None, followed: Followed) -> Iterator[Cause]:
        """The simplest causes with these words and this mistake, if the whole list comes out with them."""
        if followed.prefix < len(self.merges):
            return
        ways = followed.ways or (self._other_rules(tried) if mistake is None else ())
        if len(self.merges) < ENOUGH:  # of which other ways settle the ties by chance
            ways = tuple(way for way in ways if way.rule) or ways
        causes, name = [], "" if mistake is None else mistake.__name__
        counts = tuple(followed.counts)
        for reading, base in product(tried.readings, self.bases):
            of_words = changes_of(reading, base.segmentation)
            for way in ways:
                changes = (*of_words, *changes_in_steps(base.config, mistake, way))
                causes.append(Cause(base.config, base.profile, changes, reading, name, way, counts))
        # for each way to make words and to settle ties, of the rules that may have been meant the nearest
        nearest: dict[object, Cause] = {}
        for cause in sorted(causes, key=_simplest_first):
            nearest.setdefault((cause.reading, cause.way.name), cause)
        fewest = min(map(_simplest_first, causes), default=(0, 0))
        yield from (cause for cause in nearest.values() if _simplest_first(cause) == fewest)

    def _other_rules(self, tried: _Tried) -> tuple[TieWay, ...]:
        """The rules for ties that `TIE_WAYS` lacks."""
        added = [name for name, rule in TIE_BREAKS.items() if name not in TIE_WAYS and not rule.is_drawn]
        forced = ForcedHistory(tried.words.given, tried.config, self.merges)
        rules = [TieRule(name, "code_point") for name in added]
        scores = judge_by(forced, rules, most_wrong=0, tick=self.tick)
        return tuple(way_of(name) for name, score in zip(added, scores, strict=True) if not score.ranks)

    def _simplest(self, causes: Sequence[Cause]) -> tuple[Cause, ...]:
        """Of all causes the simplest; where counts came with the list, those that make these, if any do."""
        if self.counts:
            logged = tuple(self.counts)
            causes = [each for each in causes if each.counts[: len(logged)] == logged] or causes
        causes = [each for each in causes if each.changes]  # rules may only have ended sooner
        fewest = min((each.cost for each in causes), default=0)
        by_changes: dict[frozenset[str], Cause] = {}
        for each in causes:
            if each.cost == fewest:
                by_changes.setdefault(each.key, each)
        return tuple(sorted(by_changes.values(), key=_commonest_first))


def _simplest_first(cause: Cause) -> tuple[int, int]:
    return cause.cost, sum(each.name.startswith("boundary") for each in cause.changes)


def _commonest_first(cause: Cause) -> list[int]:
    """Ways to cut and read a text as the table has them, then all else."""
    order = {name: place for place, name in enumerate(WORD_MISTAKES) if WORD_MISTAKES[name].method != "count"}
    return sorted(order.get(each.name, len(order)) for each in cause.changes if each.name != "case")


def _closest_first(tried: _Tried) -> tuple[float, ...]:
    return -tried.followed.judged, len(tried.followed.wrong), tried.cost
