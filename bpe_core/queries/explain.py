"""Why this pair: one sentence that says which rule decides between tied pairs, and how.

Each tie rule has its own sentence; this module tells it about the two pairs.
"""

from bpe_core.encoding.spelling import printed_word
from bpe_core.engine.merge_history import MergeHistory
from bpe_core.symbols import SymbolPair
from bpe_core.tie_breaks import TIE_BREAKS, DecidedTie, PairInWords, TieBreak
from bpe_core.told import Told

_LONGEST_WORD = 40
"""How many characters of a word or symbol are named."""


def tie_reason(
    history: MergeHistory, position: int, picked: SymbolPair, other: SymbolPair, tied: int
) -> Told:
    """How a tie of `tied` pairs was decided for one pair and against another, in one sentence."""
    rule = TIE_BREAKS[history.config.tie_break]
    taken, left = (_in_words(history, position, pair, rule) for pair in (picked, other))
    return rule.reason(DecidedTie(rule.title, taken, left, tied, history.config.tie_seed))


def _in_words(history: MergeHistory, position: int, pair: SymbolPair, rule: TieBreak) -> PairInWords:
    length = sum(map(history.table.key_length, pair))
    left, right = map(_shortened, history.pair_texts(pair))
    number, word = _first_word(history, position, pair) if rule.looks_at_places else (0, "")
    are_bytes = history.config.alphabet == "bytes"
    return PairInWords(
        pair=(left, right),
        number=number,
        word=word,
        ids=history.token_ids(pair),
        length=Told("{n} {n:byte|bytes}" if are_bytes else "{n} {n:character|characters}", n=length),
    )


def _first_word(history: MergeHistory, position: int, pair: SymbolPair) -> tuple[int, str]:
    """The number and the text of the word where a pair first occurs: 2, pug."""
    index = history.timeline.word_at(int(history.occurrences.of_pair(*pair, position)[0]))
    word = history.words[index]  # the whole corpus may be one word
    more = "…" if len(word) > _LONGEST_WORD else ""
    return index + 1, f"{printed_word(word[:_LONGEST_WORD], history.config)}{more}"


def _shortened(text: str) -> str:
    return text if len(text) <= _LONGEST_WORD else f"{text[:_LONGEST_WORD]}…"
