"""Readings: a set of rules, and all that somebody's merges show under it.

In: a search that has been done, and one of its candidates or a config. Out: a frozen `Reading`: how far the
rules explain the merges, and what is wrong where they do not.

>>> from bpe_core.corpus import Corpus
>>> corpus = Corpus.from_word_counts({"hug": 10, "pug": 5, "pun": 12, "bun": 4, "hugs": 5})
>>> search = ReadingSearch(corpus, [("u", "g"), ("h", "ug"), ("u", "n")])
>>> reader = ReadingMaker(search, BPEConfig(), "hf_course")
>>> for _ in reader.run():
...     pass
>>> reader.reading.prefix, reader.reading.agreeing, reader.reading.deviations[0].kind
(1, 2, 'not_most_frequent')
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from bpe_core.config import BPEConfig
from bpe_core.diagnosis.deviations import Deviation, Judge
from bpe_core.diagnosis.elsewhere import look_elsewhere
from bpe_core.diagnosis.forced_film import ForcedFilm
from bpe_core.diagnosis.rule_scores import RuleScore, RuleScores
from bpe_core.diagnosis.rule_words import describe
from bpe_core.diagnosis.search import ReadingSearch
from bpe_core.diagnosis.treatments import tie_rule_of
from bpe_core.profiles import PROFILES


@dataclass(frozen=True)
class Reading:
    """One set of rules held against somebody's merges."""

    profile: str | None
    """Its key in `PROFILES`, or None for a mixture. Limits, such as a minimum frequency, may differ."""

    config: BPEConfig
    """The rules."""

    description: str
    """What the rules are, in few plain words."""

    prefix: int
    """How many merges these rules make before the first that they do not; all, if there is none."""

    agreeing: int
    """How many merges these rules pick, given the list's own merges before each."""

    deviations: tuple[Deviation, ...]
    """The first merges that they do not pick, by rank; at most 20."""

    deviating: int
    """How many merges they do not pick."""


class ReadingMaker:
    """Makes one reading, part by part."""

    reading: Reading
    """The reading; there once `run` has come to its end."""

    def __init__(
        self, search: ReadingSearch, config: BPEConfig, profile: str | None, *, limits_count: bool = False
    ) -> None:
        """`limits_count` says whether a merge beyond the config's limits deviates, as for rules that were
        expected; else the limits are dropped as far as the merges go beyond them."""
        self._search = search
        self._config = config
        self._profile = profile
        self._limits_count = limits_count

    def run(self) -> Iterator[None]:
        """Do the work; pauses after each part."""
        search, config = self._search, self._config
        treatment = search.words.treatment(config)
        limits = config if self._limits_count else None
        # Spelled and numbered as the rules say, so that the film's own tie rule is theirs.
        exact = replace(
            config,
            pre_tokenizer=treatment.pre_tokenizer,
            pattern=treatment.pattern,
            special_tokens=treatment.special_tokens,
        )
        forced = ForcedFilm(search.words.of(treatment).counts, exact, search.merges)
        yield
        scores = RuleScores(forced, [tie_rule_of(config)], limits=limits)
        while scores.judge_next():
            yield
        [score] = scores.scores
        if not self._limits_count:
            config = _without_broken_limits(config, forced, score)
        judge = Judge(forced, config if self._limits_count else replace(config, min_frequency=0))
        deviations: list[Deviation] = []
        for rank in score.ranks:
            deviations.append(judge.deviation(rank))
            yield
        yield from self._look_elsewhere(deviations)
        own = None if self._profile is None else PROFILES[self._profile].config.special_tokens
        has_own_tokens = own is not None and set(treatment.special_tokens) <= set(own)
        self.reading = Reading(
            profile=self._profile,
            config=config,
            description=describe(
                config,
                cuts_text=not search.words.are_cut,
                special_tokens=() if has_own_tokens else treatment.special_tokens,
            ),
            prefix=score.prefix,
            agreeing=score.judged - score.deviating,
            deviations=tuple(deviations),
            deviating=score.deviating,
        )

    def _look_elsewhere(self, deviations: list[Deviation]) -> Iterator[None]:
        merges = self._search.merges
        ranks = [
            each.rank
            for each in deviations
            if each.kind == "not_there" and merges[each.rank] not in merges[: each.rank]
        ]
        if not ranks:
            return
        found: dict[int, str] = {}
        treatment = self._search.words.treatment(self._config)
        yield from look_elsewhere(self._search, treatment, ranks, found)
        for index, deviation in enumerate(deviations):
            if deviation.rank in found:
                deviations[index] = replace(deviation, elsewhere=found[deviation.rank])


def _without_broken_limits(config: BPEConfig, forced: ForcedFilm, score: RuleScore) -> BPEConfig:
    """The config without limits, and without a minimum frequency below which the merges go."""
    config = replace(config, max_merges=None, vocab_size=None)
    deviating = set(score.ranks)
    counts = [
        forced.film.counts[position]
        for rank, (position, symbols) in enumerate(zip(forced.positions, forced.symbols, strict=True))
        if symbols is not None and rank not in deviating
    ]
    if min(counts, default=config.min_frequency) < config.min_frequency:
        return replace(config, min_frequency=0)
    return config


def profile_of(config: BPEConfig) -> str | None:
    """The profile that has these rules, but for limits and what encoding does with unknown symbols."""

    def essence(config: BPEConfig) -> BPEConfig:
        return replace(
            config,
            max_merges=None,
            vocab_size=None,
            min_frequency=0,
            unknown="keep",
            unk_token=None,
            fuse_unk=False,
            special_tokens=(),
        )

    wanted = essence(config)
    return next((name for name, profile in PROFILES.items() if essence(profile.config) == wanted), None)
