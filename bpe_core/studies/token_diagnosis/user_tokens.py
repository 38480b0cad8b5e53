"""Reads somebody's tokens of a text: a list of texts, bytes or ids, or as a program prints one.

>>> read_tokens("['h', 'ug']"), read_tokens("tensor([[39, 1018]])"), read_tokens("h ug s")
(('h', 'ug'), (39, 1018), ('h', 'ug', 's'))
"""

import ast
import os
import re
from contextlib import suppress
from numbers import Integral
from pathlib import Path
from typing import Any

from bpe_core.errors import ComparisonError
from bpe_core.studies.token_diagnosis.diagnosis import Given
from bpe_core.validation import check_characters, is_listing, shown

MOST_BYTES, MOST_TOKENS = 5_000_000, 200_000
"""The longest list that is read, as a file and in tokens."""

_IDS = re.compile(r"[\d\s,;|\[\](){}-]*")
_AROUND = re.compile(r"\b(tensor|array|np\.array|dtype\s*=\s*[\w.]+|input_ids|ids|tokens)\b\s*[:=]?")


def tokens_of(given: object) -> tuple[Given, ...]:
    """The tokens in a list, a file (by its path) or a text; raises `ComparisonError`."""
    if isinstance(given, os.PathLike):
        try:
            with Path(given).open("rb") as file:
                return read_tokens(file.read(MOST_BYTES + 1).decode(errors="replace"))
        except OSError as error:
            raise ComparisonError(f"{os.fspath(given)!r} cannot be read: {error.strerror}.") from error
    if isinstance(given, str):
        return read_tokens(given)
    listed: Any = given.tolist() if hasattr(given, "tolist") else given  # numpy, torch
    if not is_listing(listed):
        raise ComparisonError(f"The tokens must be a list of texts, bytes or ids, got {shown(given)}.")
    tokens = list(listed)
    if len(tokens) == 1 and isinstance(tokens[0], list | tuple):
        tokens = [*tokens[0]]
    if len(tokens) > MOST_TOKENS:
        raise ComparisonError(f"There are {len(tokens):,} tokens; at most {MOST_TOKENS:,} are compared.")
    for number, token in enumerate(tokens, start=1):
        if token is True or token is False or not isinstance(token, str | bytes | Integral):
            raise ComparisonError(f"Token {number:,} must be a text, bytes or an id, got {shown(token)}.")
        if isinstance(token, str):
            check_characters(token, f"Token {number:,}", ComparisonError)
    if len({kind for token in tokens for kind in (str, bytes, Integral) if isinstance(token, kind)}) > 1:
        raise ComparisonError("The tokens must all be texts, all bytes or all ids.")
    return tuple(int(token) if isinstance(token, Integral) else token for token in tokens)


def read_tokens(text: str) -> tuple[Given, ...]:
    """The tokens in a text: a list of Python or JSON, ids, one token a line, or tokens between spaces."""
    if len(text) > MOST_BYTES:
        raise ComparisonError(f"The tokens have more than {MOST_BYTES:,} characters; no more are read.")
    bare = _AROUND.sub(" ", text)
    if _IDS.fullmatch(bare) and any(map(str.isdecimal, bare)):
        return tokens_of([int(each) for each in re.findall(r"-?\d+", bare)])
    listed = None
    if found := re.search(r"\[.*\]|\(.*\)", text, re.DOTALL):
        with suppress(ValueError, SyntaxError, MemoryError, RecursionError):  # it may only look like a list
            listed = ast.literal_eval(found[0])
    if listed is not None:
        return tokens_of(listed)
    lines = [line for line in text.replace("\r\n", "\n").split("\n") if line]
    return tokens_of(lines if len(lines) > 1 else text.split())
