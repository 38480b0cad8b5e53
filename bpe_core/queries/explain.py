"""Why this pair: the choice that the rules make at a position, in facts and in a sentence.

In: a film at a position. Out: a `Choice` with the pair, its count, the tied pairs, the runner-up and, where
pairs are tied, one sentence that says which rule decides and how.

>>> from bpe_core import BPEStepper, EXAMPLES
>>> example = EXAMPLES["hug_pug_pun"]
>>> stepper = BPEStepper(example.corpus, example.config)
>>> stepper.goto(4)
>>> stepper.explain().reason
'First seen decides: p + ug is met first, in word 2 (pug); hug + s is met in word 5 (hugs).'
"""

from collections.abc import Sequence
from dataclasses import dataclass

from bpe_core.encoding.spelling import printed_word
from bpe_core.engine.merge_history import MergeHistory
from bpe_core.merges import Pair
from bpe_core.queries.pair_facts import token_ids
from bpe_core.queries.pair_table import PairCount
from bpe_core.tie_breaks import TIE_BREAKS

_LONGEST_WORD = 40
"""Of a longer word or symbol only so many characters are told."""


@dataclass(frozen=True)
class Choice:
    """Which pair is next, and why."""

    pair: Pair
    """The pair that the rule picks."""

    token: str
    """What it becomes."""

    count: int
    """How often it occurs: the highest count of all pairs."""

    tied: Sequence[Pair]
    """The other pairs with that count, in the tie rule's order; worked out when looked at."""

    runner_up: PairCount | None
    """The next row of the pair table, or None where this is the only pair."""

    runner_ups: int
    """How many pairs have the runner-up's count; 0 where there is none."""

    lead: int | None
    """By how much the pair's count exceeds the runner-up's; 0 in a tie."""

    reason: str
    """How the tie was decided, in one sentence; empty where nothing is tied."""


Symbols = tuple[int, int]
"""A pair as its two symbols."""


def tie_reason(film: MergeHistory, position: int, picked: Symbols, other: Symbols, others: int) -> str:
    """How a tie between the picked pair and another one was decided, in one sentence."""
    rule = TIE_BREAKS[film.config.tie_break]
    this, that = _shown(film, picked), _shown(film, other)
    match rule.name:
        case "first_seen" | "last_seen":
            when, side = ("first", "left") if rule.name == "first_seen" else ("last", "right")
            here, there = _where(film, position, picked), _where(film, position, other)
            how = f"{this} is met {when}, {here}; {that} is met {there}"
            if here == there:
                how = f"both are first met {here}, where {this} stands further {side}"
        case "smallest_ids":
            how = f"{this} has the ids {_ids(film, picked)}, {that} has {_ids(film, other)}"
            how = f"{how}; {_smaller_id(film, picked, other)}"
        case "smallest_pair":
            how = f"{this} comes before {that} in character order"
        case "greatest_pair":
            how = f"{this} comes after {that} in character order"
        case "shortest_token" | "longest_token":
            how = f"{this} makes a token of {_length(film, picked)}, {that} one of {_length(film, other)}"
            if _length(film, picked) == _length(film, other):
                how = (
                    f"both tokens have {_length(film, picked)}; {this} comes before {that} in character order"
                )
        case _:
            how = f"the seed {film.config.tie_seed} draws {this} among {others + 1} pairs"
    return f"{rule.title} decides: {how}."


def _shown(film: MergeHistory, pair: Symbols) -> str:
    left, right = (
        text if len(text) <= _LONGEST_WORD else f"{text[:_LONGEST_WORD]}…" for text in film.pair_texts(pair)
    )
    return f"{left} + {right}"


def _where(film: MergeHistory, position: int, pair: Symbols) -> str:
    word = film.timeline.word_at(int(film.occurrences.of_pair(*pair, position)[0]))
    start = film.words[word][: _LONGEST_WORD + 1]  # the whole corpus may be one word
    more = "…" if len(start) > _LONGEST_WORD else ""
    return f"in word {word + 1:,} ({printed_word(start[:_LONGEST_WORD], film.config)}{more})"


def _ids(film: MergeHistory, pair: Symbols) -> str:
    left, right = token_ids(film, *pair)
    return f"{left} and {right}"


def _smaller_id(film: MergeHistory, picked: Symbols, other: Symbols) -> str:
    """The ids that decide: the left ones, or where these are equal the right ones."""
    (left, right), (other_left, other_right) = token_ids(film, *picked), token_ids(film, *other)
    if left != other_left:
        return f"{left} is smaller than {other_left}"
    return f"the left ones are equal, and {right} is smaller than {other_right}"


def _length(film: MergeHistory, pair: Symbols) -> str:
    length = sum(map(film.table.key_length, pair))
    unit = "byte" if film.config.alphabet == "bytes" else "character"
    return f"{length} {unit}{'' if length == 1 else 's'}"
