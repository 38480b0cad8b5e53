"""Rules: which rules explain somebody's merges, and how far.

A segmentation is a config with everything that decides splits and counts, and the defaults elsewhere; a
`TieRule` is the rest. With the same merges made, two configs of one segmentation have the same counts, so
that one history does for all tie rules.

>>> corpus = CorpusWords(Corpus.from_word_counts({"hug": 10, "pug": 5, "pun": 12, "bun": 4, "hugs": 5}))
>>> fit = fit_rules(corpus, [("u", "g"), ("h", "ug"), ("u", "n")], BPEConfig(), "hf_course")
>>> fit.prefix, fit.agreeing, fit.deviations[0].kind
(1, 2, 'not_most_frequent')
>>> merges = [("u", "g"), ("h", "ug"), ("p", "un"), ("p", "ug"), ("hug", "s")]
>>> skipped_merge(corpus, merges, fit_rules(corpus, merges, BPEConfig(), "hf_course"))
SkippedMerge(rank=1, pair=('u', 'n'), right=4, wrong=0)
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache

from bpe_core.config import BPEConfig
from bpe_core.corpus.corpus import Corpus
from bpe_core.merges import Pair
from bpe_core.phrases import Phrase
from bpe_core.profiles import PROFILES
from bpe_core.studies.diagnosis.deviations import Deviation, Judge, end_before
from bpe_core.studies.diagnosis.forced_history import (
    ForcedHistory,
    Segmentation,
    TieRule,
    segmentation_of,
    tie_rule_of,
    written_for,
)
from bpe_core.studies.diagnosis.rule_sentences import describe

_MOST_CUTS = 12
"""For how many ways to cut the corpus the words are kept."""

_FIRST_BATCH, _LARGEST_BATCH = 8, 256
"""How many merges, at first and at most, are made before they are judged, each time twice as many: the count
log is then computed once for all of them."""

_MOST_LISTED = 20
"""How many deviations are looked into at most."""

_ONE_IN_IS_LEFT = 4
"""A merge was skipped if, with it, at most one in four deviations is left."""

Tick = Callable[[], object]


class CorpusWords:
    """The words of one corpus, counted once for all rules that cut alike."""

    def __init__(self, corpus: Corpus) -> None:
        """Nothing is counted yet."""
        self.corpus = corpus
        """What is counted."""
        self.are_cut = corpus.kind == "word_counts"
        """Whether the corpus comes as words, which no pre-tokenizer cuts any more."""
        self._counted = lru_cache(_MOST_CUTS)(corpus.count_words)

    def of(self, config: BPEConfig) -> dict[str, int]:
        """The words under some rules with their counts, in the order of first occurrence."""
        return self._counted(config.only("words"))

    def segmentation(self, config: BPEConfig) -> Segmentation:
        """A config's segmentation without what makes no difference to this corpus."""
        segmentation = segmentation_of(config)
        if self.are_cut:
            segmentation = replace(segmentation, pre_tokenizer="none", pattern=None)
        texts = (
            [word for word, _ in self.corpus.entries] if self.are_cut else [*map(str, self.corpus.documents)]
        )
        there = tuple(token for token in segmentation.special_tokens if any(token in text for text in texts))
        return replace(segmentation, special_tokens=there)

    def forced(self, config: BPEConfig, merges: Sequence[Pair]) -> ForcedHistory:
        """A list made on the words of these rules. Raises `EmptyCorpusError`."""
        segmentation = self.segmentation(config)
        return ForcedHistory(self.of(segmentation), config, merges)


@dataclass
class RuleScore:
    """How far one rule for ties explains the merges judged so far."""

    rule: TieRule | None
    """The rule; None where any of the tied pairs is right."""

    judged: int = 0
    """How many merges of the list have been judged."""

    ranks: list[int] = field(default_factory=list)
    """The merges that it would not have picked."""

    @property
    def prefix(self) -> int:
        """How many merges it explains before the first that it does not."""
        return self.ranks[0] if self.ranks else self.judged


def judge_by(
    forced: ForcedHistory,
    rules: Sequence[TieRule | None],
    *,
    limits: BPEConfig | None = None,
    most_wrong: int | None = None,
    tick: Tick = lambda: None,
) -> list[RuleScore]:
    """Make the merges of a list, and judge them by each rule until they end, or more than `most_wrong` are.

    `limits` is a config whose limits count: a merge beyond them is one that no rule picks.
    """
    scores = [RuleScore(rule) for rule in rules]
    batch, alive = _FIRST_BATCH, scores
    while alive and len(forced.symbols) < len(forced.merges):
        first = len(forced.symbols)
        for _ in range(batch):
            tick()
            forced.extend()
        for rank in range(first, len(forced.symbols)):
            tick()
            _judge_merge(forced, rank, alive, limits)
        alive = [score for score in alive if most_wrong is None or len(score.ranks) <= most_wrong]
        batch = min(2 * batch, _LARGEST_BATCH)
    return scores


def _judge_merge(
    forced: ForcedHistory, rank: int, scores: Sequence[RuleScore], limits: BPEConfig | None
) -> None:
    position, symbols = forced.positions[rank], forced.symbols[rank]
    highest, tied = forced.highest_at(position)
    is_highest = symbols is not None and forced.history.counts[position] == highest
    if limits is not None and end_before(forced, rank, highest, limits):
        is_highest = False
    for score in scores:
        agrees = is_highest
        if agrees and len(tied) > 1 and score.rule is not None:
            agrees = symbols == forced.taken_by(score.rule, tied, highest, position)
        if not agrees:
            score.ranks.append(rank)
        score.judged += 1


@dataclass(frozen=True)
class RuleFit:
    """How one set of rules fits somebody's merges."""

    profile: str | None
    """Its key in `PROFILES`, or None for other rules. Limits, such as a minimum frequency, may differ."""

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
        """What a sentence calls the rules: the profile by its title, others by what they are."""
        if self.profile is None:
            return Phrase("{description}", description=self.description)
        return Phrase("“{title}”", title=PROFILES[self.profile].title)


def fit_rules(
    words: CorpusWords,
    merges: Sequence[Pair],
    config: BPEConfig,
    profile: str | None,
    *,
    limits_count: bool = False,
    tick: Tick = lambda: None,
) -> RuleFit:
    """How rules, which are those of the `profile` if one is given, fit a list.

    `limits_count` says whether a merge beyond the config's limits deviates, as for rules that were expected;
    else the limits are dropped as far as the merges go beyond them.
    """
    forced = words.forced(config, merges)
    limits = config if limits_count else None
    [score] = judge_by(forced, [tie_rule_of(config)], limits=limits, tick=tick)
    if not limits_count:
        counts = (
            forced.history.counts[forced.positions[rank]] for rank in {*range(score.judged)} - {*score.ranks}
        )
        least = (
            config.min_frequency if min(counts, default=config.min_frequency) >= config.min_frequency else 0
        )
        config = replace(config, max_merges=None, vocab_size=None, min_frequency=least)
    judge = Judge(forced, config if limits_count else replace(config, min_frequency=0))
    deviations = tuple(map(judge.deviation, score.ranks[:_MOST_LISTED]))
    return RuleFit(
        profile=profile,
        config=config,
        description=describe(config, cuts_text=not words.are_cut),
        prefix=score.prefix,
        agreeing=score.judged - len(score.ranks),
        deviations=deviations,
        deviating=len(score.ranks),
        last_count=(forced.history.counts or [0])[-1],
        next_count=forced.highest_at(len(forced.history))[0],
        made=tuple(pair and forced.history.pair_texts(pair) for pair in forced.symbols),
        absent=_absent(forced),
    )


def _absent(forced: ForcedHistory) -> tuple[str, ...]:
    """The single characters of the list that are in no word, other than what may be a marker."""
    table = forced.history.table
    seen = {symbol for symbol in forced.history.timeline.base_symbols.tolist() if symbol >= 0}
    there = {character for symbol in seen for character in table.text(symbol)} | {*"_▁Ġ "}
    wanted = dict.fromkeys(text for pair in forced.merges for text in pair)
    return tuple(text for text in wanted if len(text) == 1 and text not in there)


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


def skipped_merge(
    words: CorpusWords, merges: Sequence[Pair], fit: RuleFit, tick: Tick = lambda: None
) -> SkippedMerge | None:
    """The merge whose absence explains the deviations: the first pick that the list deviates from.

    `fit` is that of the rules which explain the list best.
    """
    first = fit.deviations[0] if fit.deviations else None
    if first is None or first.best is None or first.kind == "ended" or fit.deviating < 2:
        return None
    merges, rank = written_for(merges, fit.config.alphabet), first.rank
    most_wrong = fit.deviating // _ONE_IN_IS_LEFT
    forced = words.forced(fit.config, [*merges[:rank], first.best, *merges[rank:]])
    [score] = judge_by(forced, [tie_rule_of(fit.config)], most_wrong=most_wrong, tick=tick)
    if len(score.ranks) > most_wrong:
        return None
    return SkippedMerge(rank, first.best, len(merges) - rank - len(score.ranks), len(score.ranks))
