"""What is typed into the box: a text, or ids, which stand for one."""

from typing import NamedTuple

from bpe_core import BPEError, Tokenizer
from bpe_core.studies.round_trip import read_ids
from bpe_ui.pages.tokenize.settings.tokenize_input import MAX_TEXT
from bpe_ui.stage.text.sentences import say_plainly

MOST_SAID = 60
"""How many characters of the text of ids are repeated below the box."""


class Typed(NamedTuple):
    """How the box is read."""

    text: str
    """The text, or that of the ids."""

    ids: tuple[int, ...] = ()
    """The ids; empty for a text."""

    note: str = ""
    """What the box says of it; empty if there is no doubt."""


def read_typed(typed: str, tokenizer: Tokenizer, *, as_text: bool) -> Typed:
    """What was typed as a text, or as ids if all of it are ids of the tokenizer."""
    cut = typed[:MAX_TEXT]
    ids = read_ids(typed) if len(typed) <= MAX_TEXT else ()
    if not ids:
        return Typed(cut)
    token_of = tokenizer.token_of
    unknown = next((token_id for token_id in ids if token_id not in token_of), None)
    if unknown is not None:
        first, last, number = min(token_of, default=0), max(token_of, default=0), len(token_of)
        not_one = "Read as a text: {unknown:d} is no id. The {number:,} ids go from {first:d} to {last:d}."
        return Typed(cut, (), say_plainly(not_one, unknown=unknown, number=number, first=first, last=last))
    if as_text:
        return Typed(cut, (), "Read as a text.")
    try:
        text = tokenizer.decode(ids)
    except BPEError as error:
        return Typed(cut, (), str(error))
    if len(text) > MAX_TEXT:
        too_long = "Read as a text: that of these ids has {length:,} characters, more than {most:,}."
        return Typed(cut, (), say_plainly(too_long, length=len(text), most=MAX_TEXT))
    said = text if len(text) <= MOST_SAID else f"{text[:MOST_SAID]}…"
    return Typed(text, ids, say_plainly("Read as ids of {text:token or nothing}", text=said))
