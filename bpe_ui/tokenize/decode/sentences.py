"""What the page says of a round trip: whether the text comes back, and what each stage lost of it."""

from collections.abc import Iterable

from bpe_core.normalizers import NORMALIZERS
from bpe_core.pre_tokenizers import PRE_TOKENIZERS
from bpe_core.studies.round_trip import DecodedToken, Loss, RoundTrip, TextChange
from bpe_ui.text.byte_parts import bytes_held
from bpe_ui.text.sentences import Number, Sentence, Token, joined, plural, words_listed

UNKNOWN_NAMED = 8
"""The most unknown symbols that are named."""
AROUND = 22
"""How much of a text is shown around what it lost, in characters."""
PARTS_NAMED = 6
"""The most tokens with a part of a character that are named."""

TITLES = {name: entry.title for name, entry in (NORMALIZERS | PRE_TOKENIZERS).items()}


def verdict(trip: RoundTrip) -> Sentence:
    """Whether the text comes back."""
    ids: Sentence = Number(len(trip.ids)), f" {plural('id', len(trip.ids))}"
    if trip.is_exact:
        return "Exact: the text comes back from its ", *ids, ", character for character."
    change = trip.change
    return "Not exact: at character ", Number(change.place + 1), ", ", *_comes_back(change), "."


def shown_round_trip(trip: RoundTrip) -> Sentence:
    """What comes back of a text, as much of it as is read at a glance, from where it differs.

    >>> from bpe_ui.text.sentences import plain_text
    >>> plain_text(shown_round_trip(RoundTrip("is the best", (), "isthebest", ())))
    'is␣the␣best comes back as isthebest.'
    """
    place = 0 if trip.is_exact else trip.change.place
    before, after = (_around(text, place) for text in (trip.text, trip.decoded))
    return *_comes_back(TextChange(0, before, after)), "."


def lost(loss: Loss) -> Sentence:
    """What one stage lost."""
    names = words_listed([TITLES.get(name, name) for name in loss.names])
    back = _comes_back(loss.change)
    if loss.stage == "unknown":
        shown = joined([(Token(symbol),) for symbol in loss.names[:UNKNOWN_NAMED]], between=" ", last=" ")
        more = len(loss.names) - UNKNOWN_NAMED
        rest = f" and {more:,} more" if more > 0 else ""
        return "Not in the vocabulary: ", *shown, f"{rest}. So ", *back, "."
    if loss.stage == "added_token":
        return "Added tokens take the spaces beside them: ", *back, "."
    if loss.stage == "normalizer":
        return f"The normalizer ({names}) rewrites the text: ", *back, "."
    if loss.stage == "pre_tokenizer":
        return f"The pre-tokenizer ({names}) does not keep all that stands between words: ", *back, "."
    return "The decoder joins the tokens in its own way: ", *back, "."


def shared_characters(tokens: Iterable[DecodedToken]) -> list[Sentence]:
    """Which tokens stand for a part of a character."""
    found: list[Sentence] = []
    for number, token in enumerate(tokens, start=1):
        if token.parts and token.token_id is not None:
            held = bytes_held(token.bytes, token.parts)
            found.append((f"Token {number:,} (id {token.token_id}) stands for ", *held, "."))
    more = len(found) - PARTS_NAMED
    rest: list[Sentence] = (
        [(f"{more:,} more {plural('token', more)} with a part of a character.",)] if more > 0 else []
    )
    return found[:PARTS_NAMED] + rest


def _around(text: str, place: int) -> str:
    """What stands around a place, as much as is read at a glance."""
    first = max(0, place - AROUND // 2)
    shown = text[first : first + AROUND]
    return f"{'…' * (first > 0)}{shown}{'…' * (first + AROUND < len(text))}"


def _comes_back(change: TextChange) -> Sentence:
    return *_text(change.before), " comes back as ", *_text(change.after)


def _text(text: str) -> Sentence:
    return (Token(text),) if text else ("nothing",)
