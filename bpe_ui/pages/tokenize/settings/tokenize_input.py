"""What the views of the Tokenize page get: a tokenizer, a text or ids."""

import re
from typing import NamedTuple

from bpe_core import BPEError, Tokenizer
from bpe_core.encoding import Encoding
from bpe_ui.stage.text.sentences import say_plainly

MAX_TEXT = 100_000
"""The longest text that is tokenized, in characters."""
MOST_SAID = 60
"""How many characters of the text of ids are repeated below the box."""


class TokenizeInput(NamedTuple):
    """What to tokenize, with or without the tokens around a text."""

    tokenizer: Tokenizer
    """The trained one, up to the chosen merge, or one from a file."""

    text: str
    """The text, cut to the part that is tokenized; that of the `ids`, if ids were typed."""

    add_special_tokens: bool = False
    """Whether to add the tokens that the tokenizer can put around a text."""

    ids: tuple[int, ...] = ()
    """The ids that were typed instead of a text."""

    note: str = ""
    """How the box was read, if it holds numbers only; or what it made of the ends of lines."""

    def encoding(self) -> Encoding:
        """The tokens of the text; raises as `encode` does."""
        return self.tokenizer.encode(self.text, add_special_tokens=self.add_special_tokens)


def read_typed(typed: str, tokenizer: Tokenizer, *, as_text: bool) -> tuple[str, tuple[int, ...], str]:
    """What was typed as a text, or as ids if all of it are ids of the tokenizer: as `TokenizeInput` has it,
    the text, the ids and the note."""
    cut = typed[:MAX_TEXT]
    ids = read_ids(typed) if len(typed) <= MAX_TEXT else ()
    if not ids:
        return cut, (), ""
    token_of = tokenizer.token_of
    unknown = next((token_id for token_id in ids if token_id not in token_of), None)
    if unknown is not None:
        first, last, number = min(token_of, default=0), max(token_of, default=0), len(token_of)
        not_one = (
            "Read as a text: {unknown:d} is not an id. The {number:,} ids go from {first:d} to {last:d}."
        )
        return cut, (), say_plainly(not_one, unknown=unknown, number=number, first=first, last=last)
    if as_text:
        return cut, (), "Read as a text."
    try:
        text = tokenizer.decode(ids)
    except BPEError as error:
        return cut, (), str(error)
    if len(text) > MAX_TEXT:
        too_long = "Read as a text: that of these ids has {length:,} characters, more than {most:,}."
        return cut, (), say_plainly(too_long, length=len(text), most=MAX_TEXT)
    said = text if len(text) <= MOST_SAID else f"{text[:MOST_SAID]}…"
    return text, ids, say_plainly("Read as ids of {text:token or nothing}", text=said)


def about_line_ends(text: str, tokenizer: Tokenizer) -> str:
    r"""What a box that keeps \r\n as \n changes in the tokens of a pasted text; empty for nothing."""
    try:
        kept, lost = (tokenizer.encode(each).ids for each in (text, text.replace("\n", "\r\n")))
    except BPEError:
        return ""
    if kept == lost:
        return ""
    if len(kept) == len(lost):
        return r"You pasted lines that end with \r\n; a box keeps \n. With \r\n this text has other tokens."
    return say_plainly(
        r"You pasted lines that end with \r\n; a box keeps \n. With \r\n this text has"
        " {there:,} {there:token|tokens}, not {here:,}.",
        there=len(lost),
        here=len(kept),
    )


def read_ids(text: str) -> tuple[int, ...]:
    """The ids in a text of integers with spaces or commas between them, perhaps in brackets.

    Empty for any other text. A single number is a text, also with commas between its thousands.

    >>> read_ids("[24912, 2375]"), read_ids("24912"), read_ids("24,912"), read_ids("24912 hugs")
    ((24912, 2375), (), (), ())
    """
    if re.fullmatch(r"[0-9]{1,3}(,[0-9]{3})+", text.strip()):
        return ()
    words = text.strip().strip("[]()").replace(",", " ").split()
    are_ids = len(words) > 1 and all(word.isascii() and word.isdigit() and len(word) <= 10 for word in words)
    return tuple(map(int, words)) if are_ids else ()
