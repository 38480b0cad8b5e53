"""Deviations: a merge of somebody's list that the rules would not have made, and what is wrong with it.

>>> from bpe_core.config import BPEConfig
>>> words = {"hug": 10, "pug": 5, "pun": 12, "bun": 4, "hugs": 5}
>>> merges = [("u", "g"), ("h", "ug"), ("u", "n"), ("p", "un"), ("hug", "s"), ("g", "b"), ("pug", "s")]
>>> judge = Judge(ForcedHistory(words, BPEConfig(), merges), BPEConfig())
>>> judge.deviation(1).sentence
'Your merge 2 takes h + ug, which occurs 15 times; u + n occurs 16 times.'
>>> deviation = judge.deviation(4)
>>> deviation.kind, deviation.best, deviation.rules
('tied', ('p', 'ug'), ('last_seen', 'smallest_pair', 'longest_token'))
>>> judge.deviation(6).absence
'Your merge 7 takes pug + s, but pug is not a symbol at this step.'
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import NamedTuple

from bpe_core.config import BPEConfig
from bpe_core.encoding.spelling import printed_word
from bpe_core.merges import Pair
from bpe_core.phrases import Phrase, in_words, together
from bpe_core.queries.history_facts import HistoryFacts
from bpe_core.queries.predictions import PredictionJudge, Verdict
from bpe_core.studies.diagnosis.forced_history import ForcedHistory, TieRule, tie_rule_of
from bpe_core.symbols import obligatory_codes
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

    config: BPEConfig
    """The rules that it deviates from, with the limits that count."""

    end: str
    """Why the rules stop before it; empty where they do not."""

    verdict: Verdict | None
    """The pair compared with the one that the rules pick, or would pick without a limit; None where no
    pair is left."""

    tied: tuple[Pair, ...]
    """The pairs that share the highest count, the picked one first; at most 12, the list's own pair
    among them if it is tied."""

    tied_total: int
    """How many share it."""

    rules: tuple[str, ...] = ()
    """For "tied", the tie rules, by their names in `TIE_BREAKS`, that take the list's pair."""

    absence: Phrase | None = None
    """Why its pair does not occur, in a sentence."""

    @property
    def kind(self) -> str:
        """What it is: a key of `DEVIATION_KINDS`."""
        if self.end:
            return "ended"
        if self.absence is not None:
            return "not_there"
        return "tied" if self.count == self.best_count else "not_most_frequent"

    @property
    def sentence(self) -> Phrase:
        """What happened, in one or two sentences with the numbers."""
        return DEVIATION_KINDS[self.kind].sentence(self)

    @property
    def count(self) -> int:
        """How often the pair occurs; 0 where it does not."""
        return self.verdict.pick.count if self.verdict else 0

    @property
    def best(self) -> Pair | None:
        """The pair that the rules pick, or would pick without a limit; None where no pair is left."""
        return self.verdict.winner.pair if self.verdict else None

    @property
    def best_count(self) -> int:
        """How often that one occurs."""
        return self.verdict.winner.count if self.verdict else 0


class DeviationKind(NamedTuple):
    """One way in which a merge can deviate from the rules."""

    title: str
    """In a word or three, as a table has it."""

    meaning: str
    """What it is, after "merge 57 differs:"."""

    sentence: Callable[[Deviation], Phrase]
    """What happened, with the numbers."""


def _ended(it: Deviation) -> Phrase:
    return Phrase("These rules stop before your merge {it.rank:rank}, {it.pair:pair}: {it.end}.", it=it)


def _less_frequent(it: Deviation) -> Phrase:
    less = (
        "Your merge {it.rank:rank} takes {it.pair:pair}, which occurs {it.count:once|# times}; {it.best:pair}"
        " occurs {it.best_count:once|# times}."
    )
    return Phrase(less, it=it)


def _tied(it: Deviation) -> Phrase:
    rule = TIE_BREAKS[it.config.tie_break].title
    if it.rules:
        others = in_words([Phrase("“{title}”", title=TIE_BREAKS[name].title) for name in it.rules])
        known = (
            "Your merge {it.rank:rank} takes {it.pair:pair}, which is tied with {it.best:pair}: both occur"
            " {it.count:once|# times}. “{rule}” takes {it.best:pair}; {others} would take yours."
        )
        return Phrase(known, it=it, rule=rule, others=others)
    unknown = (
        "Your merge {it.rank:rank} takes {it.pair:pair}, which is tied with {it.best:pair}: both occur"
        " {it.count:once|# times}. “{rule}” takes {it.best:pair}; no tie rule known here takes yours."
    )
    return Phrase(unknown, it=it, rule=rule)


def _not_there(it: Deviation) -> Phrase:
    occurs = Phrase("{it.best:pair} occurs {it.best_count:once|# times}.", it=it)
    return together(it.absence or Phrase(""), occurs)


DEVIATION_KINDS = {
    "ended": DeviationKind("after the end", "the rules end the training before it", _ended),
    "not_there": DeviationKind("not there", "its pair does not occur at this step", _not_there),
    "tied": DeviationKind("tied", "it was tied, and the rules take another pair", _tied),
    "not_most_frequent": DeviationKind(
        "not the most frequent", "it was not the most frequent pair", _less_frequent
    ),
}
"""What a merge can be that the rules would not have made."""


class Judge:
    """Says what is wrong with single merges of a forced history."""

    def __init__(self, forced: ForcedHistory, config: BPEConfig) -> None:
        """`config` holds the rules, as the history's own do, and limits that count."""
        while forced.extend():
            pass
        self._forced = forced
        self._config = config
        self._rule = tie_rule_of(config)
        self._known = HistoryFacts(forced.history)

    def deviation(self, rank: int) -> Deviation:
        """What is wrong with a merge that the rules would not have made; to be asked in ascending order."""
        forced, position = self._forced, self._forced.positions[rank]
        pair, symbols = forced.merges[rank], forced.symbols[rank]
        highest, tied = forced.highest_at(position)
        end = end_before(forced, rank, highest, self._config)
        if not highest:
            return Deviation(rank, pair, self._config, end, None, (), 0)
        picked = forced.taken_by(self._rule, tied, highest, position)
        own = [symbols] if symbols in tied and symbols is not None else []
        tied_first = [*dict.fromkeys([picked, *own, *tied])][:_MOST_TIED]
        tied_texts = tuple(map(forced.history.pair_texts, tied_first))
        meant = symbols
        if meant is None:
            left, right = (self._symbols(text, position) for text in pair)
            meant = (left[0], right[0]) if left and right else None
        printed = pair if meant is None else forced.history.pair_texts(meant)
        verdict = PredictionJudge(self._known, position).verdict(printed)
        deviation = Deviation(rank, pair, self._config, end, verdict, tied_texts, len(tied))
        if end:
            return deviation
        if not verdict.pick.count:
            return replace(deviation, absence=self._absence(rank, verdict.border))
        if symbols is None:
            return deviation
        rules = tuple(
            name
            for name in TIE_BREAKS
            if own
            and not TIE_BREAKS[name].is_drawn
            and symbols == forced.taken_by(TieRule(name, self._config.id_order), tied, highest, position)
        )
        return replace(deviation, rules=rules)

    def _symbols(self, text: str, position: int) -> list[int]:
        """The symbols at a position that a list may write like this."""
        size = self._forced.history.table.base_size + position
        return [symbol for symbol in self._forced.symbols_written(text) if symbol < size]

    def _absence(self, rank: int, border: tuple[str, str] | None) -> Phrase:
        """Why the merge of this rank could not be made; `border` has words that end and begin so."""
        pair, earlier = self._forced.merges[rank], self._forced.merges[:rank]
        unknown = [text for text in pair if not self._symbols(text, self._forced.positions[rank])]
        before, after = (printed_word(word, self._config) for word in border or ("", ""))
        why = (
            "Your merge {rank:rank} takes {pair:pair}, but {pair[0]:token} and {pair[1]:token} are not next"
            " to each other in any word at this step."
        )
        if unknown:
            why = (
                "Your merge {rank:rank} takes {pair:pair}, but {unknown:token} is not a symbol at this step."
            )
        elif pair in earlier:
            why = "Your merge {rank:rank} takes {pair:pair}, but merge {made:rank} has merged it already."
        elif border:
            why = (
                "Your merge {rank:rank} takes {pair:pair}, but no word holds them together: {pair[0]:token}"
                " ends a word ({before:token}) and {pair[1]:token} begins one ({after:token})."
            )
        made = earlier.index(pair) if pair in earlier else 0
        values = {"unknown": "".join(unknown[:1]), "made": made, "before": before, "after": after}
        return Phrase(why, rank=rank, pair=pair, **values)


def end_before(forced: ForcedHistory, rank: int, highest: int, limits: BPEConfig) -> str:
    """Why a config's limits allow no merge of this rank where the highest count is this; empty if they do."""
    if limits.max_merges is not None and rank >= limits.max_merges:
        merges = "merge" if limits.max_merges == 1 else "merges"
        return f"the limit of {limits.max_merges:,} {merges} is reached"
    if limits.vocab_size is not None:
        base = {*forced.history.table.codes, *obligatory_codes(limits)}
        if len(limits.leading_tokens) + len(base) + rank >= limits.vocab_size:
            return f"the vocabulary has its {limits.vocab_size:,} tokens"
    if not highest:
        return "no pair is left"
    if highest < limits.min_frequency:
        return f"the highest count is {highest:,}, below the minimum frequency of {limits.min_frequency:,}"
    return ""
