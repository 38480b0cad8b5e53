"""Sentences about a round trip: whether the text comes back, and what each stage lost."""

from collections.abc import Iterable

from bpe_core.normalizers import NORMALIZERS
from bpe_core.pre_tokenizers import PRE_TOKENIZERS
from bpe_core.studies.round_trip import DecodedToken, Loss, RoundTrip
from bpe_ui.text.byte_parts import bytes_held
from bpe_ui.text.sentences import Sentence, say, words_listed

UNKNOWN_NAMED = 8
"""How many unknown symbols are named at most."""
AROUND = 22
"""How much of a text is shown around what was lost, in characters."""
PARTS_NAMED = 6
"""How many tokens with a part of a character are named at most."""

TITLES = {name: entry.title for name, entry in (NORMALIZERS | PRE_TOKENIZERS).items()}


def verdict(trip: RoundTrip) -> Sentence:
    """Whether the text comes back."""
    if trip.is_exact:
        exact = "Exact: the text comes back from its {ids} {ids:id|ids}, character for character."
        return say(exact, ids=len(trip.ids))
    return say(
        "Not exact: at character {place}, {change.before:token or nothing} comes back as"
        " {change.after:token or nothing}.",
        place=trip.change.place + 1,
        change=trip.change,
    )


def shown_round_trip(trip: RoundTrip) -> Sentence:
    """What comes back of a text: a short part, from where it differs.

    >>> from bpe_ui.text.sentences import plain_text
    >>> plain_text(shown_round_trip(RoundTrip("is the best", (), "isthebest", ())))
    'is␣the␣best comes back as isthebest.'
    """
    place = 0 if trip.is_exact else trip.change.place
    before, after = (_around(text, place) for text in (trip.text, trip.decoded))
    back = "{before:token or nothing} comes back as {after:token or nothing}."
    return say(back, before=before, after=after)


def lost(loss: Loss) -> Sentence:
    """What one stage lost."""
    more = len(loss.names) - UNKNOWN_NAMED
    return say(
        _LOST[loss.stage],
        stages=words_listed([TITLES.get(name, name) for name in loss.names]),
        unknown=loss.names[:UNKNOWN_NAMED],
        more=say(" and {more:,} more", more=more) if more > 0 else (),
        change=loss.change,
    )


_LOST = {
    "added_token": "Added tokens take the spaces beside them: {change.before:token or nothing} comes back as"
    " {change.after:token or nothing}.",
    "normalizer": "The normalizer ({stages}) rewrites the text: {change.before:token or nothing} comes back"
    " as {change.after:token or nothing}.",
    "pre_tokenizer": "The pre-tokenizer ({stages}) does not keep all that stands between words:"
    " {change.before:token or nothing} comes back as {change.after:token or nothing}.",
    "unknown": "Not in the vocabulary: {unknown:tokens}{more}. So {change.before:token or nothing} comes back"
    " as {change.after:token or nothing}.",
    "decoder": "The decoder joins the tokens in its own way: {change.before:token or nothing} comes back as"
    " {change.after:token or nothing}.",
}
"""The sentence about what a stage lost."""


def shared_characters(tokens: Iterable[DecodedToken]) -> list[Sentence]:
    """Which tokens stand for a part of a character."""
    sentences = [
        say("Token {number:,} (id {id:d}) stands for {held}.", number=number, id=token.token_id, held=held)
        for number, token in enumerate(tokens, start=1)
        if token.parts and token.token_id is not None
        for held in [bytes_held(token.bytes, token.parts)]
    ]
    more = len(sentences) - PARTS_NAMED
    rest = [say("{more:,} more {more:token|tokens} with a part of a character.", more=more)]
    return sentences[:PARTS_NAMED] + rest * (more > 0)


def _around(text: str, place: int) -> str:
    """The text around a place, in a short part."""
    first = max(0, place - AROUND // 2)
    shown = text[first : first + AROUND]
    return f"{'…' * (first > 0)}{shown}{'…' * (first + AROUND < len(text))}"
