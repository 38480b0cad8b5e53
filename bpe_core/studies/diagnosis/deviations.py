"""Deviations: a merge of somebody's list that the rules would not have made, with the evidence.

In: a forced history and the rank of a merge. Out: a frozen `Deviation` that says what the merge would have
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
>>> judge.deviation(5).kind
'not_adjacent'
"""

from dataclasses import dataclass

from bpe_core.config import BPEConfig
from bpe_core.merges import Pair
from bpe_core.queries.known import Known
from bpe_core.queries.predictions import PredictionJudge, Verdict
from bpe_core.queries.records import WordShare
from bpe_core.studies.diagnosis.absences import Absences, MissingMerge
from bpe_core.studies.diagnosis.deviation_kinds import Facts, kind_of
from bpe_core.studies.diagnosis.forced_history import ForcedHistory
from bpe_core.studies.diagnosis.rule_scores import end_before
from bpe_core.studies.diagnosis.segmentation import TieRule, tie_rule_of
from bpe_core.symbols import SymbolPair
from bpe_core.tie_breaks import TIE_BREAKS

_MOST_TIED = 12
"""How many tied pairs are given at most."""


@dataclass(frozen=True)
class Deviation:
    """A merge that the rules would not have made, given all merges of the list before it."""

    rank: int
    """Its place in the list, counted from 0."""

    pair: Pair
    """Its two symbols, as the rules' alphabet prints them."""

    kind: str
    """What it is: a key of `DEVIATION_KINDS`."""

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
    """For "tied", the tie rules, by their names in `TIE_BREAKS`, that take the list's pair."""

    missing: MissingMerge | None
    """The merge that the rules make here, or made at an earlier deviation, and that the list lacks: its other
    merges use the token, and none makes it. None where no such merge explains this one."""

    elsewhere: str
    """For a pair that does not occur, which other rules would have it, and how often, in one sentence; or
    empty."""

    elsewhere_rules: BPEConfig | None
    """Those rules; None where `elsewhere` is empty."""

    shares: tuple[WordShare, ...]
    """The at most four words that add most to the count."""

    words: int
    """How many distinct words hold the pair."""

    best_shares: tuple[WordShare, ...]
    """The at most four words that add most to the count of the pair that the rules pick."""

    best_words: int
    """How many distinct words hold that one."""

    sentence: str
    """What happened, in one or two sentences with the numbers."""


class Judge:
    """Says what is wrong with single merges of a forced history."""

    def __init__(self, forced: ForcedHistory, config: BPEConfig) -> None:
        """`config` holds the rules, as the history's own do, and limits that count."""
        forced.extend_to_the_end()
        self._forced = forced
        self._config = config
        self._rule = tie_rule_of(config)
        self._known = Known(forced.history)
        self._absences = Absences(forced, config)

    def deviation(self, rank: int) -> Deviation:
        """What is wrong with a merge that the rules would not have made; to be asked in ascending order."""
        position, symbols = self._forced.positions[rank], self._forced.symbols[rank]
        highest, tied = self._forced.highest_at(position)
        facts = self._facts(rank, highest, tied)
        kind, verdict = kind_of(facts), facts.verdict
        return Deviation(
            rank=rank,
            pair=facts.pair,
            kind=kind.name,
            count=facts.count,
            best=None if verdict is None else verdict.winner.pair,
            best_count=highest,
            tied=self._listed(tied, symbols, highest, position),
            tied_total=len(tied),
            rules=facts.tie_rules,
            missing=facts.missing,
            elsewhere="",
            elsewhere_rules=None,
            shares=() if verdict is None else verdict.pick.shares,
            words=0 if verdict is None else verdict.pick.words,
            best_shares=() if verdict is None else verdict.winner.shares,
            best_words=0 if verdict is None else verdict.winner.words,
            sentence=kind.sentence(facts),
        )

    def _facts(self, rank: int, highest: int, tied: list[SymbolPair]) -> Facts:
        """The facts about a merge that is not the pick; the `tied` pairs occur `highest` times."""
        forced, position = self._forced, self._forced.positions[rank]
        pair, symbols = forced.merges[rank], forced.symbols[rank]
        end = end_before(forced, rank, highest, self._config)
        verdict = self._verdict(pair, symbols, position) if highest else None
        absence = missing = other = None
        tie_rules: tuple[str, ...] = ()
        if verdict is not None and not end:
            missing = self._absences.missing_merge(rank, verdict.winner.pair)
            if not verdict.pick.count:
                absence = self._absences.at(rank, verdict.border)
                missing = absence.missing
            elif symbols is not None:
                picked = forced.taken_by(self._rule, tied, highest, position)
                other = forced.recount(position, symbols, picked, self._rule)
                if verdict.pick.count == highest:
                    tie_rules = self._rules_that_take(symbols, tied, highest, position)
        return Facts(rank, pair, self._config, end, verdict, other, tie_rules, absence, missing)

    def _verdict(self, pair: Pair, symbols: SymbolPair | None, position: int) -> Verdict:
        """The pair compared with the pick, as a prediction is."""
        history = self._forced.history
        if symbols is None:
            found = [self._absences.known(text, position)[:1] for text in pair]
            symbols = (found[0][0], found[1][0]) if all(found) else None
        pair = pair if symbols is None else history.pair_texts(symbols)
        return PredictionJudge(self._known, position).verdict(pair)

    def _listed(
        self, tied: list[SymbolPair], symbols: SymbolPair | None, highest: int, position: int
    ) -> tuple[Pair, ...]:
        """The texts of the tied pairs: the picked one, then the list's own, then the others."""
        if not tied:
            return ()
        picked = self._forced.taken_by(self._rule, tied, highest, position)
        own = [symbols] if symbols in tied and symbols is not None else []
        order = dict.fromkeys([picked, *own, *tied])
        return tuple(map(self._forced.history.pair_texts, list(order)[:_MOST_TIED]))

    def _rules_that_take(
        self, symbols: SymbolPair, tied: list[SymbolPair], highest: int, position: int
    ) -> tuple[str, ...]:
        id_order = self._config.id_order
        return tuple(
            name
            for name in TIE_BREAKS
            if not TIE_BREAKS[name].is_drawn
            and symbols == self._forced.taken_by(TieRule(name, id_order), tied, highest, position)
        )
