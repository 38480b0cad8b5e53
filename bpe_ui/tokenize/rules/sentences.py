"""The sentences about a word whose rules fire one after another."""

from collections.abc import Collection, Iterable, Sequence
from itertools import islice
from typing import NamedTuple

from bpe_core.encoding import TraceStep, WordTrace
from bpe_core.merges import Pair
from bpe_core.studies.split_characters import Held, parts_of
from bpe_ui.text.byte_parts import bytes_held, in_full, in_hex
from bpe_ui.text.sentences import Number, Sentence, Token, joined, place_in_text, plain_text, plural, the_pair

NO_RULE = "No pair left has a rule"


class WordPair(NamedTuple):
    """A pair of neighbours in the word."""

    pair: Pair
    """Its two symbols."""

    rank: int | None
    """The rank of its rule; None where it has none."""

    times: int
    """How often it stands in the word."""

    is_late: bool
    """Whether its rule had its turn already, where each rule has one."""


def next_rule(step: TraceStep, candidates: Sequence[WordPair]) -> Sentence:
    """The big sentence while a rule is left: which one fires, and why this one."""
    others = sum(candidate.rank is not None and not candidate.is_late for candidate in candidates) - 1
    is_next = *the_pair(step.pair), " is next: "
    number = Number(step.rank + 1)
    if others:
        return (
            *is_next,
            "of ",
            Number(others + 1),
            " pairs with a rule, its merge ",
            number,
            " is the earliest.",
        )
    return *is_next, "it is the only pair with a rule, merge ", number, "."


def beneath(trace: WordTrace, position: int, candidates: Sequence[WordPair]) -> Sentence:
    """The line under it: what the word begins as, or the last rule; and what was passed over."""
    parts = [_began(trace) if position == 0 else _last(trace.steps[position - 1])]
    late = [candidate for candidate in candidates if candidate.is_late]
    if late:
        [first, *_] = late
        turn = (
            " has a rule too, but its turn, merge ",
            Number((first.rank or 0) + 1),
            ", is over: each rule is taken once.",
        )
        parts.append((*the_pair(first.pair), *turn))
    return joined(parts, between=" ", last=" ")


def the_end(trace: WordTrace) -> Sentence:
    """The big sentence when no rule is left."""
    if trace.is_added:
        how = " was added to the vocabulary, not learned: it is cut out of the text first, and never merged."
        return Token(trace.tokens[0]), how
    count = len(trace.tokens)
    if not trace.steps and count == 1:
        return Token(trace.word), " is one symbol, and so one token."
    tokens = joined([(Token(token),) for token in trace.tokens[:12]], between=" ", last=" ")
    more = (" …",) if count > 12 else ()
    return (
        f"{NO_RULE}: ",
        Token(trace.word),
        " is ",
        Number(count),
        f" {plural('token', count)}: ",
        *tokens,
        *more,
    )


def announcement(trace: WordTrace, position: int) -> Sentence:
    """What a screen reader says of a position."""
    if position == 0:
        return _began(trace)
    symbols = joined(
        [(Token(symbol),) for symbol in trace.steps[position - 1].symbols], between=", ", last=", "
    )
    return *_last(trace.steps[position - 1]), " Now: ", *symbols, "."


def _began(trace: WordTrace) -> Sentence:
    count = len(trace.symbols)
    begins: Sentence = (Token(trace.word), " begins as ", Number(count), " symbols.") if count > 1 else ()
    unknown, as_bytes = dict.fromkeys(trace.unknown), dict.fromkeys(trace.in_bytes)
    return *begins, *_outside(unknown, "not in the vocabulary."), *_outside(as_bytes, "written as bytes.")


def what_is_small(in_short: Iterable[Sentence], held: Iterable[Held]) -> Sentence:
    """What the small print on tokens is: ids, and where there is any what the tokens stand for, in short."""
    if not any(in_short):
        return ("The small number is a token's id. Choose a token to see its word.",)
    parts = (part for pieces in held for part in parts_of(pieces) if part.character is not None)
    part = next(parts, None)
    return "Small: a token's id, and its text", *(() if part is None else ("; ", *in_full(part))), "."


def place_and_bytes(offsets: tuple[int, int], data: bytes, held: Held) -> str:
    """Where a token is in the text and what its bytes are; of one that holds a part of a character, which.

    >>> place_and_bytes((0, 3), b"hug", ("hug",))
    'characters 1 to 3, bytes 68 75 67'
    """
    place, parts = place_in_text(*offsets), parts_of(held)
    if parts:
        told = place and f"in {place}", plain_text(bytes_held(data, parts))
    else:
        told = place, f"{plural('byte', len(data))} {in_hex(data)}" if data else ""
    return ", ".join(filter(None, told))


def _outside(symbols: Collection[str], are_what: str) -> Sentence:
    """What is said of symbols outside the vocabulary."""
    if not symbols:
        return ()
    are = " is " if len(symbols) == 1 else " are "
    named = joined([(Token(symbol),) for symbol in islice(symbols, 5)], last=" and ")
    more = (f" and {len(symbols) - 5:,} more",) if len(symbols) > 5 else ()
    return " ", *named, *more, f"{are}{are_what}"


def _last(step: TraceStep) -> Sentence:
    became: Sentence = (" became ", Token(step.token), f" by merge {step.rank + 1:,}")
    places = len(step.positions)
    return "Last: ", *the_pair(step.pair), *became, f", {places:,} times." if places > 1 else "."
