"""Rule fit: how far a set of rules explains somebody's merges, and what is wrong where it does not.

>>> from bpe_core.corpus.corpus import Corpus
>>> corpus = Corpus.from_word_counts({"hug": 10, "pug": 5, "pun": 12, "bun": 4, "hugs": 5})
>>> search = RuleSearch(corpus, [("u", "g"), ("h", "ug"), ("u", "n")])
>>> fit = fit_rules(search, BPEConfig(), "hf_course")
>>> fit.prefix, fit.agreeing, fit.deviations[0].kind
(1, 2, 'not_most_frequent')
>>> search = RuleSearch(corpus, [("u", "g"), ("h", "ug"), ("p", "un"), ("p", "ug"), ("hug", "s")])
>>> skipped_merge(search, fit_rules(search, BPEConfig(), "hf_course"))
SkippedMerge(rank=1, pair=('u', 'n'), right=4, wrong=0)
"""

from dataclasses import dataclass, field, replace

from bpe_core.config import BPEConfig
from bpe_core.merges import Pair
from bpe_core.phrases import Phrase
from bpe_core.profiles import PROFILES
from bpe_core.studies.diagnosis.deviations import Deviation, Judge
from bpe_core.studies.diagnosis.forced_history import ForcedHistory
from bpe_core.studies.diagnosis.rule_scores import judge_by
from bpe_core.studies.diagnosis.rule_search import RuleSearch
from bpe_core.studies.diagnosis.rule_words import describe
from bpe_core.studies.diagnosis.segmentation import (
    END_MARKERS,
    START_MARKERS,
    tie_rule_of,
    written_for,
)

_MOST_LISTED = 20
"""How many deviations are looked into at most."""

_ONE_IN_IS_LEFT = 4
"""A merge was skipped if, with it, at most one in four deviations is left."""


@dataclass(frozen=True)
class RuleFit:
    """How one set of rules fits somebody's merges."""

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

    last_count: int
    """How often the last pair of the list that could be merged occurred; 0 if there was none."""

    next_count: int
    """How often the pair occurs that the rules would merge next without a limit; 0 where none is left."""

    made: tuple[Pair | None, ...] = field(repr=False)
    """Every merge of the list as these rules print it, as `BPEStepper.step` takes it; None where it cannot be
    made, given the list's own merges before it."""

    absent: tuple[str, ...] = field(repr=False)
    """The characters or bytes that the list merges and that the corpus, by these rules, does not contain."""

    @property
    def title(self) -> Phrase:
        """What a sentence calls the rules: the profile by its title, a mixture by what it is."""
        if self.profile is None:
            return Phrase("{description}", description=self.description)
        return Phrase("“{title}”", title=PROFILES[self.profile].title)


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


def fit_rules(
    search: RuleSearch, config: BPEConfig, profile: str | None, *, limits_count: bool = False
) -> RuleFit:
    """How rules, which are those of the `profile` if one is given, fit the list of a search.

    `limits_count` says whether a merge beyond the config's limits deviates, as for rules that were expected;
    else the limits are dropped as far as the merges go beyond them.
    """
    forced = search.forced(config, search.merges)
    search.tick()
    limits = config if limits_count else None
    [score] = judge_by(forced, [tie_rule_of(config)], limits=limits, tick=search.tick)
    if not limits_count:
        agreeing = set(range(score.judged)).difference(score.ranks)
        counts = (forced.history.counts[forced.positions[rank]] for rank in agreeing)
        least = (
            0 if min(counts, default=config.min_frequency) < config.min_frequency else config.min_frequency
        )
        config = replace(config, max_merges=None, vocab_size=None, min_frequency=least)
    judge = Judge(forced, config if limits_count else replace(config, min_frequency=0))
    deviations = []
    for rank in score.ranks[:_MOST_LISTED]:
        deviations.append(judge.deviation(rank))
        search.tick()
    description = describe(config, cuts_text=not search.words.are_cut)
    if profile is None and description in (each.title for each in PROFILES.values()):
        description += ", special tokens left in the text"  # all else is as that profile has it
    return RuleFit(
        profile=profile,
        config=config,
        description=description,
        prefix=score.prefix,
        agreeing=score.judged - score.deviating,
        deviations=tuple(deviations),
        deviating=score.deviating,
        last_count=(forced.history.counts or [0])[-1],
        next_count=forced.highest_at(len(forced.history))[0],
        made=tuple(pair and forced.history.pair_texts(pair) for pair in forced.symbols),
        absent=_absent(forced),
    )


def _absent(forced: ForcedHistory) -> tuple[str, ...]:
    """The single characters of the list that are in no word, other than what may be a marker."""
    marks = {*END_MARKERS, *START_MARKERS, " "}
    table = forced.history.table
    seen = {symbol for symbol in forced.history.timeline.base_symbols.tolist() if symbol >= 0}
    there = {character for symbol in seen for character in table.text(symbol)}
    wanted = dict.fromkeys(text for pair in forced.merges for text in pair)
    return tuple(text for text in wanted if len(text) == 1 and text not in there and text not in marks)


def skipped_merge(search: RuleSearch, fit: RuleFit) -> SkippedMerge | None:
    """The merge whose absence explains the deviations: the first pick that the list deviates from.

    `fit` is that of the rules which explain the list best.
    """
    first = fit.deviations[0] if fit.deviations else None
    if first is None or first.best is None or first.kind == "ended" or fit.deviating < 2:
        return None
    merges, rank = written_for(search.merges, fit.config.alphabet), first.rank
    most_wrong = fit.deviating // _ONE_IN_IS_LEFT
    forced = search.forced(fit.config, [*merges[:rank], first.best, *merges[rank:]])
    [score] = judge_by(
        forced,
        [tie_rule_of(fit.config)],
        is_lost=lambda score: score.deviating > most_wrong,
        tick=search.tick,
    )
    if score.deviating > most_wrong:
        return None
    return SkippedMerge(rank, first.best, len(merges) - rank - score.deviating, score.deviating)
