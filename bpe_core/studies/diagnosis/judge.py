"""Judge: what is wrong with single merges of somebody's list.

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

from dataclasses import replace

from bpe_core.config import BPEConfig
from bpe_core.encoding.spelling import printed_word
from bpe_core.phrases import Phrase
from bpe_core.queries.history_facts import HistoryFacts
from bpe_core.queries.predictions import PredictionJudge
from bpe_core.studies.diagnosis.deviations import Deviation
from bpe_core.studies.diagnosis.forced_history import ForcedHistory
from bpe_core.studies.diagnosis.rule_scores import end_before
from bpe_core.studies.diagnosis.segmentation import TieRule, tie_rule_of
from bpe_core.tie_breaks import TIE_BREAKS

_MOST_TIED = 12
"""How many tied pairs are given at most."""


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
