"""Sentences about what is decoded: whether a text comes back from its ids, or ids from their text."""

from collections.abc import Sequence

from bpe_core import BPETokenizer
from bpe_core.encoding import Encoding
from bpe_ui.pages.tokenize.settings.tokenize_input import TokenizeInput
from bpe_ui.stage.text.sentences import Sentence, say

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
