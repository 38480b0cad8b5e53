"""Why this pair: what the rules choose at a position, or why training is over.

Where pairs are tied, one sentence says which rule decides and how; each tie rule brings its own half of it.
"""

from bpe_core.encoding.spelling import printed_word
from bpe_core.engine.merge_history import MergeHistory
from bpe_core.limits import BELOW_MINIMUM_FREQUENCY, NO_PAIRS_LEFT, limit_reached
from bpe_core.queries.pair_table import tied_pairs
from bpe_core.queries.records import RulePick
from bpe_core.queries.tie_order import TieOrder
from bpe_core.symbols import SymbolPair
from bpe_core.tie_breaks import TIE_BREAKS, PairInWords, TieBreak

MOST_TIED = 500
"""Where more pairs than that are tied, no picks are worked out: the place of each would have to be found."""

_LONGEST_WORD = 40
"""Most characters named of a word or symbol."""


def picked_at(history: MergeHistory, position: int) -> SymbolPair | None:
    """The pair that the rules merge at this position, or None where training is over."""
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
    """Why training is over at this position, or None while it is not."""
    if picked_at(history, position) is not None:
        return None
    limit = limit_reached(history.config, history.table.base_size, position)
    if limit is not None:
        return limit
    return BELOW_MINIMUM_FREQUENCY if history.count_log.counts_at(position)[1].any() else NO_PAIRS_LEFT


def tie_reason(history: MergeHistory, position: int, picked: SymbolPair, other: SymbolPair, tied: int) -> str:
    """How a tie of `tied` pairs was decided for one and against another, in one sentence."""
    rule = TIE_BREAKS[history.config.tie_break]
    taken, left = (_in_words(history, position, pair, rule) for pair in (picked, other))
    return f"{rule.title} decides: {rule.reason(taken, left, tied, history.config.tie_seed)}."


def picks_among(
    history: MergeHistory, position: int, tied: list[SymbolPair], count: int, order: TieOrder
) -> tuple[RulePick, ...]:
    """What every rule but the history's own would take among all pairs that share the highest count."""
    picks = []
    for rule in TIE_BREAKS.values() if tied else ():
        if rule.name != history.config.tie_break:
            pair = order.taken_by(rule, tied, count=count, position=position)
            picks.append(RulePick(rule.name, history.pair_texts(pair), history.token_ids(pair)))
    return tuple(picks)


def _in_words(history: MergeHistory, position: int, pair: SymbolPair, rule: TieBreak) -> PairInWords:
    length = sum(map(history.table.key_length, pair))
    unit = "byte" if history.config.alphabet == "bytes" else "character"
    return PairInWords(
        text=" + ".join(map(_shortened, history.pair_texts(pair))),
        where=_first_word(history, position, pair) if rule.looks_at_places else "",
        ids=history.token_ids(pair),
        length=f"{length} {unit}{'' if length == 1 else 's'}",
    )


def _first_word(history: MergeHistory, position: int, pair: SymbolPair) -> str:
    """Where a pair is first met: `in word 2 (pug)`."""
    index = history.timeline.word_at(int(history.occurrences.of_pair(*pair, position)[0]))
    word = history.words[index]  # the whole corpus may be one word
    more = "…" if len(word) > _LONGEST_WORD else ""
    return f"in word {index + 1:,} ({printed_word(word[:_LONGEST_WORD], history.config)}{more})"


def _shortened(text: str) -> str:
    return text if len(text) <= _LONGEST_WORD else f"{text[:_LONGEST_WORD]}…"
