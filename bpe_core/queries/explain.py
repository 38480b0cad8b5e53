"""Why this pair: what the rules choose at a position, or why training is over, in facts and in a sentence.

In: a history at a position. Out: the pair that the rules pick, what other tie rules would take, and, where
pairs are tied, one sentence that says which rule decides and how. Each tie rule brings its own half of it.

>>> from bpe_core import BPEStepper, EXAMPLES
>>> example = EXAMPLES["hug_pug_pun"]
>>> stepper = BPEStepper(example.corpus, example.config)
>>> stepper.goto(4)
>>> stepper.view.decision().reason
'First seen decides: p + ug is met first, in word 2 (pug); hug + s is met in word 5 (hugs).'
>>> {pick.rule: pick.pair for pick in stepper.view.rule_picks()}["smallest_pair"]
('hug', 's')
"""

from functools import cached_property

from bpe_core.encoding.spelling import printed_word
from bpe_core.engine.merge_history import MergeHistory
from bpe_core.limits import BELOW_MINIMUM_FREQUENCY, NO_PAIRS_LEFT, limit_reached
from bpe_core.queries.pair_cache import token_ids
from bpe_core.queries.pair_table import tied_pairs
from bpe_core.queries.records import RulePick
from bpe_core.queries.tie_order import TieOrder
from bpe_core.symbols import SymbolPair
from bpe_core.tie_breaks import TIE_BREAKS

MOST_TIED = 500
"""Where more pairs than that are tied, no picks are worked out: the place of each would have to be found."""

_LONGEST_WORD = 40
"""Of a longer word or symbol only so many characters are named."""


def picked_at(history: MergeHistory, position: int) -> SymbolPair | None:
    """The pair that the rules merge after so many merges, or None where training is over."""
    if limit_reached(history.config, history.table.base_size, position) is not None:
        return None
    if position == len(history):
        return history.next_pair()
    if not history.by_user[position]:
        return history.pairs[position]
    if history.highest[position] < history.config.min_frequency:
        return None
    return tied_pairs(history, position, 1)[0]


def stop_reason_at(history: MergeHistory, position: int) -> str | None:
    """Why training is over after so many merges, or None while it is not."""
    if picked_at(history, position) is not None:
        return None
    limit = limit_reached(history.config, history.table.base_size, position)
    if limit is not None:
        return limit
    return BELOW_MINIMUM_FREQUENCY if history.count_log.counts_at(position)[1].any() else NO_PAIRS_LEFT


def tie_reason(history: MergeHistory, position: int, picked: SymbolPair, other: SymbolPair, tied: int) -> str:
    """How a tie of so many pairs was decided for one and against another, in one sentence."""
    rule = TIE_BREAKS[history.config.tie_break]
    taken, left = _PairInWords(history, position, picked), _PairInWords(history, position, other)
    return f"{rule.title} decides: {rule.reason(taken, left, tied, history.config.tie_seed)}."


def picks_among(
    history: MergeHistory, position: int, tied: list[SymbolPair], count: int, order: TieOrder
) -> tuple[RulePick, ...]:
    """What every rule but the history's own would take among all pairs that share the highest count."""
    picks = []
    for rule in TIE_BREAKS.values() if tied else ():
        if rule.name != history.config.tie_break:
            pair = order.taken_by(rule, tied, count=count, position=position)
            picks.append(RulePick(rule.name, history.pair_texts(pair), token_ids(history, pair)))
    return tuple(picks)


class _PairInWords:
    """What a tie rule's reason may say of a pair (`tie_breaks.PairInWords`), found when asked for."""

    def __init__(self, history: MergeHistory, position: int, pair: SymbolPair) -> None:
        self._history, self._position, self._pair = history, position, pair

    @cached_property
    def text(self) -> str:
        left, right = (
            text if len(text) <= _LONGEST_WORD else f"{text[:_LONGEST_WORD]}…"
            for text in self._history.pair_texts(self._pair)
        )
        return f"{left} + {right}"

    @cached_property
    def where(self) -> str:
        history = self._history
        word = history.timeline.word_at(int(history.occurrences.of_pair(*self._pair, self._position)[0]))
        start = history.words[word][: _LONGEST_WORD + 1]  # the whole corpus may be one word
        more = "…" if len(start) > _LONGEST_WORD else ""
        return f"in word {word + 1:,} ({printed_word(start[:_LONGEST_WORD], history.config)}{more})"

    @cached_property
    def ids(self) -> tuple[int, int]:
        return token_ids(self._history, self._pair)

    @cached_property
    def length(self) -> str:
        length = sum(map(self._history.table.key_length, self._pair))
        unit = "byte" if self._history.config.alphabet == "bytes" else "character"
        return f"{length} {unit}{'' if length == 1 else 's'}"
