"""Rule fits: a set of rules, and all that somebody's merges show under it.

In: a search that has been done, and one of its candidates or a config. Out: a frozen `RuleFit`: how far the
rules explain the merges, and what is wrong where they do not.

>>> from bpe_core.corpus.corpus import Corpus
>>> corpus = Corpus.from_word_counts({"hug": 10, "pug": 5, "pun": 12, "bun": 4, "hugs": 5})
>>> search = RuleSearch(corpus, [("u", "g"), ("h", "ug"), ("u", "n")])
>>> work = fit_of(search, BPEConfig(), "hf_course")
>>> try:
...     while True:
...         next(work)
... except StopIteration as end:
...     fit = end.value
>>> fit.prefix, fit.agreeing, fit.deviations[0].kind
(1, 2, 'not_most_frequent')
"""

from collections.abc import Generator, Sequence
from dataclasses import dataclass, field, replace

from bpe_core.config import BPEConfig
from bpe_core.merges import Pair
from bpe_core.profiles import PROFILES
from bpe_core.studies.diagnosis.deviations import Deviation, Judge
from bpe_core.studies.diagnosis.elsewhere import Sighting, look_elsewhere
from bpe_core.studies.diagnosis.forced_history import ForcedHistory
from bpe_core.studies.diagnosis.rule_scores import RuleScore, RuleScores
from bpe_core.studies.diagnosis.rule_words import describe
from bpe_core.studies.diagnosis.search import RuleSearch
from bpe_core.studies.diagnosis.segmentation import END_MARKERS, START_MARKERS, Segmentation, tie_rule_of


@dataclass(frozen=True)
class RuleFit:
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

    made: tuple[Pair | None, ...] = field(repr=False)
    """Every merge of the list as these rules print it, as `BPEStepper.step` takes it; None where it cannot be
    made, given the list's own merges before it."""

    absent: tuple[str, ...] = field(repr=False)
    """The characters or bytes that the list merges and that the corpus, by these rules, does not contain."""


def fit_of(
    search: RuleSearch, config: BPEConfig, profile: str | None, *, limits_count: bool = False
) -> Generator[None, None, RuleFit]:
    """The fit of a list by these rules, which are those of the `profile`; pauses after each part.

    `limits_count` says whether a merge beyond the config's limits deviates, as for rules that were expected;
    else the limits are dropped as far as the merges go beyond them.
    """
    segmentation, rule = search.words.segmentation(config), tie_rule_of(config)
    forced = ForcedHistory(search.words.of(segmentation).counts, _exact(config, segmentation), search.merges)
    yield
    score = yield from _scored(RuleScores(forced, [rule], limits=config if limits_count else None))
    if not limits_count:
        config = _without_broken_limits(config, forced, score)
    judge = Judge(forced, config if limits_count else replace(config, min_frequency=0))
    deviations = yield from _judged(judge, score.ranks)
    found = yield from _found_elsewhere(search, segmentation, deviations)
    return RuleFit(
        profile=profile,
        config=config,
        description=describe(
            config,
            cuts_text=not search.words.are_cut,
            special_tokens=_foreign_tokens(segmentation, profile),
        ),
        prefix=score.prefix,
        agreeing=score.judged - score.deviating,
        deviations=tuple(_with_sighting(each, found.get(each.rank), config) for each in deviations),
        deviating=score.deviating,
        made=tuple(pair and forced.film.pair_texts(pair) for pair in forced.symbols),
        absent=_absent(forced),
    )


def deviating_of(
    search: RuleSearch, config: BPEConfig, merges: Sequence[Pair], most: int
) -> Generator[None, None, int]:
    """How many merges of another list these rules do not pick, limits aside; given up beyond `most`."""
    segmentation = search.words.segmentation(config)
    forced = ForcedHistory(search.words.of(segmentation).counts, _exact(config, segmentation), merges)
    scores = RuleScores(forced, [tie_rule_of(config)])
    while scores.scores[0].deviating <= most and scores.judge_next():
        yield
    return scores.scores[0].deviating


def _with_sighting(deviation: Deviation, sighting: Sighting | None, config: BPEConfig) -> Deviation:
    """The deviation with the rules that would have its pair."""
    if sighting is None:
        return deviation
    other = sighting.segmentation
    rules = replace(
        config,
        normalizers=other.normalizers,
        pre_tokenizer=other.pre_tokenizer,
        pattern=other.pattern,
        alphabet=other.alphabet,
        word_boundary=other.word_boundary,
        boundary_marker=other.boundary_marker,
        special_tokens=other.special_tokens,
        base_vocabulary=config.base_vocabulary if other.alphabet == "bytes" else "seen",
        id_order=config.id_order if other.alphabet == "bytes" else "code_point",
    )
    return replace(deviation, elsewhere=sighting.sentence, elsewhere_rules=rules)


def _absent(forced: ForcedHistory) -> tuple[str, ...]:
    """The single characters of the list that are in no word; one that may be a marker is none."""
    marks = {*END_MARKERS, *START_MARKERS, " "}
    table = forced.film.table
    there = {character for symbol in range(table.base_size) for character in table.text(symbol)}
    wanted = dict.fromkeys(text for pair in forced.merges for text in pair)
    return tuple(text for text in wanted if len(text) == 1 and text not in there and text not in marks)


def _exact(config: BPEConfig, segmentation: Segmentation) -> BPEConfig:
    """Spelled and numbered as the rules say, so that the film's own tie rule is theirs."""
    return replace(
        config,
        pre_tokenizer=segmentation.pre_tokenizer,
        pattern=segmentation.pattern,
        special_tokens=segmentation.special_tokens,
    )


def _scored(scores: RuleScores) -> Generator[None, None, RuleScore]:
    while scores.judge_next():
        yield
    return scores.scores[0]


def _judged(judge: Judge, ranks: Sequence[int]) -> Generator[None, None, list[Deviation]]:
    deviations: list[Deviation] = []
    for rank in ranks:
        deviations.append(judge.deviation(rank))
        yield
    return deviations


def _found_elsewhere(
    search: RuleSearch, segmentation: Segmentation, deviations: Sequence[Deviation]
) -> Generator[None, None, dict[int, Sighting]]:
    """For merges that are not there, by rank, which other rules would have them."""
    merges = search.merges
    ranks = [
        each.rank
        for each in deviations
        if each.kind == "not_there" and each.missing is None and merges[each.rank] not in merges[: each.rank]
    ]
    if not ranks:
        return {}
    return (yield from look_elsewhere(search, segmentation, ranks))


def _foreign_tokens(segmentation: Segmentation, profile: str | None) -> tuple[str, ...]:
    """The special tokens in the corpus, unless they are the profile's own."""
    own = None if profile is None else PROFILES[profile].config.special_tokens
    return (
        ()
        if own is not None and set(segmentation.special_tokens) <= set(own)
        else segmentation.special_tokens
    )


def _without_broken_limits(config: BPEConfig, forced: ForcedHistory, score: RuleScore) -> BPEConfig:
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


def matching_profile(config: BPEConfig) -> str | None:
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
