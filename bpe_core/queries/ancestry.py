"""The ancestry of a token: the two tokens that its rule merges, the two that each of those is made of, ...

>>> from bpe_core import EXAMPLES, BPEStepper
>>> example = EXAMPLES["hug_pug_pun"]
>>> stepper = BPEStepper(example.corpus, example.config)
>>> stepper.run(3)
>>> hug = stepper.history.ancestry(stepper.history[2].token_id)
>>> hug.token, hug.rank, [part.token for part in hug.parts], [part.token for part in hug.parts[1].parts]
('hug', 2, ['h', 'ug'], ['u', 'g'])
"""

from collections.abc import Callable
from dataclasses import dataclass

from bpe_core.encoding.decoding import TokenText, bytes_of
from bpe_core.engine.merge_history import MergeHistory
from bpe_core.errors import UnknownIdError
from bpe_core.symbols import LONGEST_TEXT

MAX_ANCESTORS = 255
"""The most tokens in an ancestry; beyond that, the parts of the smallest tokens are left out."""


@dataclass(frozen=True, slots=True)
class Ancestor:
    """A token and the tokens that it is made of."""

    id: int
    """Its id."""

    token: str
    """The token as printed."""

    bytes: bytes
    """What it adds to a text; empty if the token has more base symbols than `LONGEST_TEXT`."""

    rank: int | None
    """The rank of the rule that makes it; None if no rule does."""

    parts: tuple["Ancestor", ...]
    """The two tokens that the rule merges; empty if `rank` is None, and beyond `MAX_ANCESTORS`."""


def ancestry_of(
    token_id: int,
    pair_of: Callable[[int], tuple[int, int] | None],
    ancestor: Callable[[int, tuple[Ancestor, ...]], Ancestor],
) -> Ancestor:
    """A token and what it is made of, at most `MAX_ANCESTORS` tokens.

    `pair_of` returns the ids of the two tokens that a token is merged from, `ancestor` makes a record.
    """
    ids = [token_id]
    places: list[range] = []
    for each in ids:  # the list grows, level by level
        pair = pair_of(each) if len(ids) < MAX_ANCESTORS else None
        places.append(range(len(ids), len(ids) + len(pair or ())))
        ids += pair or ()
    made: dict[int, Ancestor] = {}
    for place in reversed(range(len(ids))):
        made[place] = ancestor(ids[place], tuple(made[part] for part in places[place]))
    return made[0]


def learned_ancestry(history: MergeHistory, token_id: int) -> Ancestor:
    """The ancestry of a token of a training; raises `UnknownIdError`."""
    table, config = history.table, history.config
    leading = {history.numbering.first_ids[token]: token for token in config.leading_tokens}
    if token_id not in leading and history.numbering.symbol_with(token_id) is None:
        raise UnknownIdError(f"There is no token with the id {token_id}.")

    def rank_of(each: int) -> int | None:
        rank = (history.numbering.symbol_with(each) or 0) - table.base_size
        return rank if rank >= 0 else None

    def pair_of(each: int) -> tuple[int, int] | None:
        rank = rank_of(each)
        return None if rank is None else history.token_ids(history.pairs[rank])

    def ancestor(each: int, parts: tuple[Ancestor, ...]) -> Ancestor:
        symbol = history.numbering.symbol_with(each)
        if symbol is None:
            return Ancestor(each, leading[each], leading[each].encode(), None, parts=())
        is_long = table.lengths[symbol] > LONGEST_TEXT
        data = b"" if is_long else bytes_of(TokenText(table.literal(symbol), table.is_marked(symbol)), config)
        return Ancestor(each, table.text(symbol), data, rank_of(each), parts=parts)

    return ancestry_of(token_id, pair_of, ancestor)
