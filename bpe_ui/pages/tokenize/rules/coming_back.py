"""Sentences about what is decoded: whether a text comes back from its ids, and what each stage lost."""

from collections.abc import Sequence

from bpe_core.encoding import Encoding
from bpe_core.normalizers import NORMALIZERS
from bpe_core.pre_tokenizers import PRE_TOKENIZERS
from bpe_core.studies.round_trip import Loss, round_trip
from bpe_ui.pages.tokenize.settings.tokenize_input import TokenizeInput
from bpe_ui.stage.text.sentences import Sentence, joined, say, words_listed

UNKNOWN_NAMED = 8
"""How many unknown symbols are named at most."""
SHOWN = 22
"""How much of what was lost is shown, in characters."""

TITLES = {name: entry.title for name, entry in (NORMALIZERS | PRE_TOKENIZERS).items()}


def comes_back(request: TokenizeInput, encoding: Encoding) -> Sentence:
    """Whether the text comes back from its ids, or typed ids from their text; raises as `decode` does."""
    if request.ids:
        of_text = encoding.of_text
        return _ids_again(request.ids, encoding.ids[of_text.start : of_text.stop])
    if not request.text:
        return ()
    trip = round_trip(request.tokenizer, request.text, request.algorithm)
    if trip.is_exact:
        return say("Decoding gives the text back.")
    changed = say("Decoding changes the text.")
    return joined([changed, *map(lost, trip.losses)], between=" ", last=" ")


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


def lost(loss: Loss) -> Sentence:
    """What one stage lost."""
    more = len(loss.names) - UNKNOWN_NAMED
    return say(
        _LOST[loss.stage],
        stages=words_listed([TITLES.get(name, name) for name in loss.names]),
        unknown=loss.names[:UNKNOWN_NAMED],
        n=len(loss.names),
        more=say(" and {more:,} more", more=more) if more > 0 else (),
        change=loss.change._replace(
            before=_beginning(loss.change.before), after=_beginning(loss.change.after)
        ),
    )


_LOST = {
    "added_token": "Added tokens take the spaces beside them: {change.before:token or nothing} comes back as"
    " {change.after:token or nothing}.",
    "normalizer": "The normalizer ({stages}) rewrites the text: {change.before:token or nothing} comes back"
    " as {change.after:token or nothing}.",
    "pre_tokenizer": "The pre-tokenizer ({stages}) drops some of what is between words:"
    " {change.before:token or nothing} comes back as {change.after:token or nothing}.",
    "unknown": "Not in the vocabulary: {unknown:tokens}{more}. So {n:it does|they do} not come back.",
    "decoder": "The decoder joins the tokens in its own way: {change.before:token or nothing} comes back as"
    " {change.after:token or nothing}.",
}
"""The sentence about what a stage lost."""


def _beginning(text: str) -> str:
    return f"{text[:SHOWN]}{'…' * (len(text) > SHOWN)}"
