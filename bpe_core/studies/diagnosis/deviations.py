"""Deviations: a merge of somebody's list that the rules would not have made, with the evidence.

In: a forced film and the rank of a merge. Out: a frozen `Deviation` that says what the merge would have
needed.

>>> from bpe_core.config import BPEConfig
>>> words = {"hug": 10, "pug": 5, "pun": 12, "bun": 4, "hugs": 5}
>>> merges = [("u", "g"), ("h", "ug"), ("u", "n"), ("p", "un"), ("hug", "s"), ("g", "b")]
>>> judge = Judge(ForcedHistory(words, BPEConfig(), merges), BPEConfig())
>>> judge.deviation(1).sentence
'Your merge 2 takes h + ug, which occurs 15 times; u + n occurs 16 times.'
>>> deviation = judge.deviation(4)
>>> deviation.kind, deviation.best, deviation.rules
('tied', ('p', 'ug'), ('last_seen', 'smallest_pair', 'longest_token'))
>>> judge.deviation(5).why_not_there
'not_adjacent'
"""

from dataclasses import dataclass
from typing import Literal

from bpe_core.config import BPEConfig
from bpe_core.merges import Pair
from bpe_core.queries.pair_cache import PairMemory
from bpe_core.queries.predictions import Verdict, judge_at
from bpe_core.queries.words_with_pair import WordShare
from bpe_core.studies.diagnosis.absences import Absences, MissingMerge, WhyNotThere
from bpe_core.studies.diagnosis.deviation_words import Step, sentence_of
from bpe_core.studies.diagnosis.forced_history import ForcedHistory, Symbols
from bpe_core.studies.diagnosis.other_counts import Recount, recount
from bpe_core.studies.diagnosis.rule_scores import end_before
from bpe_core.studies.diagnosis.segmentation import TieRule, tie_rule_of
from bpe_core.tie_breaks import TIE_BREAKS

DeviationKind = Literal["tied", "not_most_frequent", "not_there", "overlaps", "ended"]
"""What a deviating merge is; see `Deviation.kind`."""

_MOST_TIED = 12
"""Of so many tied pairs at most the texts are given."""


@dataclass(frozen=True)
class Deviation:
    """A merge that the rules would not have made, given all merges of the list before it."""

    rank: int
    """Its place in the list, from 0 on."""

    pair: Pair
    """Its two symbols, as the rules' alphabet prints them."""

    kind: DeviationKind
    """"tied": as frequent as the best, but the rule takes another; "not_most_frequent": another pair occurs
    more often; "not_there": the pair does not occur in the splits; "overlaps": another occurs more often, but
    not if aaa is counted the other way; "ended": the rules make no merge any more."""

    count: int
    """How often the pair occurs; 0 where it does not."""

    best: Pair | None
    """The pair that the rules pick, or would pick without a limit; None where no pair is left."""

    best_count: int
    """How often that one occurs."""

    tied: tuple[Pair, ...]
    """The pairs that share the highest count, the picked one first; at most 12, the list's own pair
    among them if it is tied."""

    tied_total: int
    """How many share it."""

    rules: tuple[str, ...]
    """For "tied", the rules for ties, by their names in `TIE_BREAKS`, that take the list's pair."""

    why_not_there: WhyNotThere
    """For "not_there": "no_such_symbol": one of the two is no symbol at this step (see `missing`);
    "crosses_border": one ends a word and the other begins one; "marker": with, or without, the word-boundary
    marker it would be there; "not_adjacent": both are symbols, but stand side by side nowhere. Else empty."""

    missing: MissingMerge | None
    """The merge that the rules make here, or made at an earlier deviation, and that the list leaves out: its
    other merges take the token of it, and none makes that. None where no such merge explains this one."""

    elsewhere: str
    """For "not_there", which other rules would have the pair, and how often, in one sentence; or empty."""

    elsewhere_rules: BPEConfig | None
    """Those rules; None where `elsewhere` is empty."""

    shares: tuple[WordShare, ...]
    """The at most four words that add most to the count."""

    words: int
    """How many different words hold the pair."""

    best_shares: tuple[WordShare, ...]
    """The at most four words that add most to the count of the pair that the rules pick."""

    best_words: int
    """How many different words hold that one."""

    sentence: str
    """What happened, in one or two sentences with the numbers."""


class Judge:
    """Says what is wrong with single merges of a forced film."""

    def __init__(self, forced: ForcedHistory, config: BPEConfig) -> None:
        """`config` holds the rules, as the film's own do, and limits that count."""
        while forced.extend():
            pass
        self._forced = forced
        self._config = config
        self._rule = tie_rule_of(config)
        self._memory = PairMemory(forced.film)
        self._absences = Absences(forced, config)

    def deviation(self, rank: int) -> Deviation:
        """What is wrong with a merge that the rules would not have made; to be asked in ascending order."""
        position, symbols = self._forced.positions[rank], self._forced.symbols[rank]
        highest, tied = self._forced.highest_at(position)
        step = self._step(rank, highest, tied)
        verdict = step.verdict
        return Deviation(
            rank=rank,
            pair=step.pair,
            kind=_kind(step.end, 0 if verdict is None else verdict.count, highest, step.other),
            count=0 if verdict is None else verdict.count,
            best=None if verdict is None else verdict.winner,
            best_count=highest,
            tied=self._listed(tied, symbols, highest, position),
            tied_total=len(tied),
            rules=step.rules,
            why_not_there="" if step.absence is None else step.absence.why,
            missing=step.missing,
            elsewhere="",
            elsewhere_rules=None,
            shares=() if verdict is None else verdict.shares,
            words=0 if verdict is None else verdict.words,
            best_shares=() if verdict is None else verdict.winner_shares,
            best_words=0 if verdict is None else verdict.winner_words,
            sentence=sentence_of(step, self._config),
        )

    def _step(self, rank: int, highest: int, tied: list[Symbols]) -> Step:
        """The facts of a merge that is not the pick among pairs that occur so often."""
        forced, position = self._forced, self._forced.positions[rank]
        pair, symbols = forced.merges[rank], forced.symbols[rank]
        verdict = self._verdict(pair, symbols, position) if highest else None
        end, count = end_before(forced, rank, highest, self._config), 0 if verdict is None else verdict.count
        other = None
        if symbols is not None and count and not end:
            picked = forced.taken_by(self._rule, tied, highest, position)
            other = recount(forced, position, symbols, picked, self._rule)
        kind, absence, missing = _kind(end, count, highest, other), None, None
        if verdict is not None and kind != "ended":
            missing = self._absences.left_out(rank, verdict.winner)
        if verdict is not None and kind == "not_there":
            absence = self._absences.at(rank, verdict.border)
            missing = absence.missing
        return Step(
            rank=rank,
            pair=pair,
            kind=kind,
            verdict=verdict,
            end=end,
            other=other,
            rules=self._rules_that_take(symbols, tied, highest, position) if kind == "tied" else (),
            absence=absence,
            missing=missing,
        )

    def _verdict(self, pair: Pair, symbols: Symbols | None, position: int) -> Verdict:
        """The pair held against the pick, as a prediction is."""
        film = self._forced.film
        if symbols is None:
            found = [self._absences.known(text, position)[:1] for text in pair]
            symbols = (found[0][0], found[1][0]) if all(found) else None
        return judge_at(film, position, pair if symbols is None else film.pair_texts(symbols), self._memory)

    def _listed(
        self, tied: list[Symbols], symbols: Symbols | None, highest: int, position: int
    ) -> tuple[Pair, ...]:
        """The texts of the tied pairs: the picked one, then the list's own, then the others."""
        if not tied:
            return ()
        picked = self._forced.taken_by(self._rule, tied, highest, position)
        own = [symbols] if symbols in tied and symbols is not None else []
        order = dict.fromkeys([picked, *own, *tied])
        return tuple(map(self._forced.film.pair_texts, list(order)[:_MOST_TIED]))

    def _rules_that_take(
        self, symbols: Symbols | None, tied: list[Symbols], highest: int, position: int
    ) -> tuple[str, ...]:
        id_order = self._config.id_order
        return tuple(
            name
            for name in TIE_BREAKS
            if name != "random"
            and symbols == self._forced.taken_by(TieRule(name, id_order), tied, highest, position)
        )


def _kind(end: str, count: int, highest: int, other: Recount | None) -> DeviationKind:
    if end:
        return "ended"
    if not count:
        return "not_there"
    if count == highest:
        return "tied"
    return "overlaps" if other is not None and other.is_picked else "not_most_frequent"
