"""Sentences about a word whose rules apply one after another, and whether a text comes back from its ids."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from bpe_core import BPETokenizer
from bpe_core.encoding import Encoding, TraceStep, WordTrace
from bpe_core.merges import Pair
from bpe_core.studies.split_characters import CharactersHeld, parts_of
from bpe_ui.pages.tokenize.settings.tokenize_input import TokenizeInput
from bpe_ui.stage.text.byte_parts import bytes_held, in_full, in_hex
from bpe_ui.stage.text.sentences import Sentence, Token, joined, place_in_text, plain_text, say, say_plainly


class WordPair(NamedTuple):
    """A pair of neighbours in the word."""

    pair: Pair
    """Its two symbols."""

    rank: int | None
    """The rank of its rule; None if it has none."""

    times: int
    """How often it occurs in the word."""


def next_rule(step: TraceStep, candidates: Sequence[WordPair]) -> Sentence:
    """The big sentence while a merge is left: which one is made, and why."""
    with_rule = sum(candidate.rank is not None for candidate in candidates)
    return say(
        "{step.pair:pair} is next: {pairs} merges fit, and merge {number} comes first."
        if with_rule > 1
        else "{step.pair:pair} is next: merge {number} is the only one that fits.",
        step=step,
        pairs=with_rule,
        number=step.rank + 1,
    )


def beneath(trace: WordTrace, position: int) -> Sentence:
    """The line under it: what the word begins as, or the last rule."""
    return _began(trace) if position == 0 else _last(trace.steps[position - 1])


def the_end(trace: WordTrace) -> Sentence:
    """The big sentence when no rule is left."""
    if trace.is_added:
        return say(
            "{token:token} was added to the vocabulary, not learned: it is cut out of the text first,"
            " and stays whole.",
            token=trace.tokens[0],
        )
    if trace.is_whole:
        return say("{word:token} is a token as a whole: it is looked up before any merge.", word=trace.word)
    count = len(trace.tokens)
    if not trace.steps and count == 1:
        return say("{word:token} is one symbol, so it is one token.", word=trace.word)
    becomes = "No pair left has a merge: {word:token} is {count} {count:token|tokens}: {tokens:tokens}"
    sentence = say(becomes, word=trace.word, count=count, tokens=trace.tokens[:12])
    return say("{sentence} …", sentence=sentence) if count > 12 else sentence


def shown_before(before: WordTrace, now: WordTrace) -> Sentence:
    """Which word stays in sight below another one, and how many of its merges that one has too."""
    if not before.steps:
        return say("Before: {word:token}.", word=before.word)
    pairs = {step.pair for step in now.steps}
    return say(
        "{before:token} after {n:,} {n:merge|merges}. Shared with {now:token}: {shared:,}.",
        before=before.word,
        n=len(before.steps),
        shared=sum(step.pair in pairs for step in before.steps),
        now=now.word,
    )


def announcement(trace: WordTrace, position: int) -> Sentence:
    """What a screen reader says of a position."""
    if position == 0:
        return _began(trace)
    step = trace.steps[position - 1]
    return _last(step) + say(
        " Now: {symbols}.", symbols=joined([(Token(symbol),) for symbol in step.symbols])
    )


def _began(trace: WordTrace) -> Sentence:
    sentence: Sentence = ()
    if len(trace.symbols) > 1:
        sentence = say("{word:token} begins as {n} symbols.", word=trace.word, n=len(trace.symbols))
    unknown, in_bytes = [*dict.fromkeys(trace.unknown)], [*dict.fromkeys(trace.in_bytes)]
    if unknown:
        are_not = " {symbols} {n:is|are} not in the vocabulary."
        sentence += say(are_not, symbols=_outside(unknown), n=len(unknown))
    if in_bytes:
        sentence += say(
            " {symbols} {n:is|are} written as bytes.", symbols=_outside(in_bytes), n=len(in_bytes)
        )
    return sentence


def hint(held: Iterable[CharactersHeld], *, has_ids: bool) -> Sentence:
    """What there is to see on tokens; of characters that several tokens share, what their parts mean."""
    what = (
        "Small numbers are ids. Choose a token to see its word."
        if has_ids
        else "Point at a token for its id and bytes; choose one to see its word."
    )
    pieces = [piece for each in held for piece in each]
    part = next((each for each in pieces if not isinstance(each, str) and each.character), None)
    if part is not None:
        return say("{part}. {what}", part=in_full(part), what=what)
    if any(isinstance(piece, str) and _JOINER in piece for piece in pieces):
        return say("ZWJ, a zero-width joiner, makes one picture of its neighbours. {what}", what=what)
    return say(what)


_JOINER = "\u200d"


def place_and_bytes(offsets: tuple[int, int], data: bytes, held: CharactersHeld) -> str:
    """Where a token is in the text and what its bytes are; of one that holds a part of a character, which.

    >>> place_and_bytes((0, 3), b"hug", ("hug",))
    'characters 1 to 3, bytes 68 75 67'
    """
    place, parts = place_in_text(*offsets), parts_of(held)
    if parts:
        facts = place and f"in {place}", plain_text(bytes_held(data, parts))
    else:
        facts = place, say_plainly("{n:byte|bytes} {hex}", n=len(data), hex=in_hex(data)) if data else ""
    return ", ".join(filter(None, facts))


def _outside(symbols: Sequence[str]) -> Sentence:
    """A list of the first symbols outside the vocabulary."""
    named = joined([(Token(symbol),) for symbol in symbols[:5]], last=" and ")
    return named + say(" and {more:,} more", more=len(symbols) - 5) if len(symbols) > 5 else named


def _last(step: TraceStep) -> Sentence:
    return say(
        "Last: {step.pair:pair} became {step.token:token} by merge {step.rank:rank}, {places:,} times."
        if len(step.positions) > 1
        else "Last: {step.pair:pair} became {step.token:token} by merge {step.rank:rank}.",
        step=step,
        places=len(step.positions),
    )


UNKNOWN_NAMED = 8
"""How many unknown symbols are named at most."""
UNSEEN = " The corpus has none of them, so no merge was learned; GPT-4o, under Tokenizer, knows any text."
"""What is said where most of a text is unknown."""
BEFORE, SHOWN = 20, 60
"""How many characters of another text are shown before the first that differs, and in all."""


def comes_back(request: TokenizeInput, encoding: Encoding, *, shows_text: bool = False) -> Sentence:
    """Whether the text comes back from its ids, or typed ids from their text; raises as `decode` does.

    A short text that does is repeated if asked for.
    """
    own = encoding.ids[encoding.of_text.start : encoding.of_text.stop]
    if request.ids:
        return _ids_again(request.ids, own)
    if not request.text:
        return ()
    decoded = request.tokenizer.decode(own)
    if decoded == request.text:
        if shows_text and len(decoded) <= SHOWN:
            return say("Decoding gives the text back: {decoded:token}.", decoded=decoded)
        return say("Decoding gives the text back.")
    shown = _around(decoded, request.text)
    another = say("Decoding gives another text: {decoded:token or nothing}.", decoded=shown)
    unknown = [*dict.fromkeys(encoding.unknown)]
    if not unknown:
        return another
    more = len(unknown) - UNKNOWN_NAMED
    named = another + say(
        " Not in the vocabulary: {unknown:tokens}{more}.",
        unknown=unknown[:UNKNOWN_NAMED],
        more=say(" and {more:,} more", more=more) if more > 0 else (),
    )
    is_wall = isinstance(request.tokenizer, BPETokenizer) and 2 * len(encoding.unknown) > len(encoding)
    return named + (say(UNSEEN) if is_wall else ())


def _around(decoded: str, text: str) -> str:
    """The part of a decoded text around the first character that is not that of the text."""
    pairs = enumerate(zip(decoded, text, strict=False))
    same = next((at for at, (here, there) in pairs if here != there), min(len(decoded), len(text)))
    first = max(0, same - BEFORE) if len(decoded) > SHOWN else 0
    return "…" * (first > 0) + decoded[first : first + SHOWN] + "…" * (len(decoded) > first + SHOWN)


def _ids_again(typed: Sequence[int], own: Sequence[int | None]) -> Sentence:
    """Whether the text of typed ids has the same ids."""
    if typed == own:
        return say("Encoding their text gives these ids again.")
    shorter = min(len(typed), len(own))
    place = next((place for place in range(shorter) if typed[place] != own[place]), shorter)
    ids = [
        say("{token_id:d}", token_id=token_id) if token_id is not None else say("no id")
        for token_id in (part[place] if place < len(part) else None for part in (typed, own))
    ]
    return say(
        "Encoding their text gives other ids, those above: number {place:,} is {own}, not {typed}.",
        place=place + 1,
        own=ids[1],
        typed=ids[0],
    )
