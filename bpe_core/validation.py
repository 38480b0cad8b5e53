"""Checks of what was given: texts, numbers, choices and JSON; and how an error shows it.

>>> shown("hug" * 50)
"'hughughughughughughughughughughughughughughughughughughu..."
"""

import json
import operator
import os
import re
import reprlib
from collections.abc import Callable, Iterable, Mapping
from itertools import islice
from pathlib import Path
from typing import Any

from bpe_core.errors import BPEError, TextError

_LONGEST = 60
_short = reprlib.Repr()
_short.maxlevel = 2

MOST = 10**30 - 1
"""The largest number that is allowed anywhere and written out in a sentence."""

MAX_JSON_SIGNS = 2_500_000
"""The most opening brackets, commas and colons that JSON may have outside its texts: read in about a second.
A tokenizer.json with 260,000 tokens and 510,000 merges has 2.2 million."""

TOO_MANY_SIGNS = f"more than {MAX_JSON_SIGNS:,} opening brackets, commas and colons"
"""How a sentence names JSON that has more."""

_TEXT_OR_SIGN = re.compile(r'"[^"\\]*+(?:\\.[^"\\]*+)*+"?|[\[{:,]', re.DOTALL)


def shown(value: object) -> str:
    """A value as an error shows it, shortened."""
    if isinstance(value, int) and not isinstance(value, bool) and abs(value) > MOST:
        return "a number of more than 30 digits"
    if isinstance(value, str | bytes):
        value = value[: 2 * _LONGEST]
    try:
        # A container may be long or deeply nested.
        text = _short.repr(value) if isinstance(value, list | tuple | dict | set) else repr(value)
    except Exception:
        return f"a {type(value).__name__}"
    return text if len(text) <= _LONGEST else text[: _LONGEST - 3] + "..."


def short_name(name: str) -> str:
    """A file's name as a sentence shows it; of a long name the beginning and the end.

    >>> short_name("w" * 300 + ".csv.gz")
    'wwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwww...wwwwwwwwwwwww.csv.gz'
    """
    return name if len(name) <= _LONGEST else f"{name[: _LONGEST - 23]}...{name[-20:]}"


def checked_integer(
    name: str, value: object, error: type[BPEError], *, least: int = 0, most: int | None = None
) -> int:
    """The value as an `int` (numpy's are allowed); raises `error` if it is not one or out of bounds.

    >>> from bpe_core.errors import ComparisonError
    >>> checked_integer("seeds", 1, ComparisonError, least=2, most=1_000)
    Traceback (most recent call last):
        ...
    bpe_core.errors.ComparisonError: `seeds` must be an integer from 2 to 1,000, got 1.
    """
    try:
        number = None if isinstance(value, bool) else operator.index(value)  # type: ignore[arg-type]
    except TypeError:
        number = None
    if number is None or not least <= number <= (MOST if most is None else most):
        bounds = f">= {least:,}" if most is None else f"from {least:,} to {most:,}"
        if most is None and number is not None and number > MOST:
            bounds = "of at most 30 digits"
        raise error(f"{_quoted(name)} must be an integer {bounds}, got {shown(value)}.")
    return number


def check_choice(name: str, value: object, allowed: Iterable[str], error: type[BPEError]) -> None:
    """Raise `error` if the value is not one of the allowed strings."""
    names = list(allowed)
    if not isinstance(value, str) or value not in names:
        choices = ", ".join(map(repr, names))
        raise error(f"{_quoted(name)} must be one of {choices}, got {shown(value)}.")


def _quoted(name: str) -> str:
    """The name of a parameter in backticks; a phrase of several words ("The count of 'pug'") as it is."""
    return f"`{name}`" if name.isidentifier() else name


def is_listing(value: object) -> bool:
    """Whether it is a collection other than a text; a numpy array without dimensions is not."""
    if isinstance(value, str | bytes):
        return False
    try:
        iter(value)  # type: ignore[call-overload]
    except TypeError:
        return False
    return True


def checked_path(value: object, error: type[BPEError]) -> Path:
    """The value as a path; raises `error` if it is not one or has a character that file names cannot have."""
    if not isinstance(value, str | os.PathLike):
        raise error(f"A path must be a string or a path, got {shown(value)}.")
    try:
        path = os.fsencode(value)
    except (TypeError, UnicodeEncodeError) as refusal:
        raise error(f"{shown(value)} is not a path that a file can have.") from refusal
    if b"\0" in path:
        raise error(f"{shown(value)} is not a path that a file can have.")
    return Path(os.fsdecode(path))


def checked_files(files: object, error: type[BPEError]) -> dict[str, bytes]:
    """Files by name, each as `bytes`; raises `error` for anything else."""
    if not isinstance(files, Mapping):
        raise error(f"The files must be a dict of names and their bytes, got {shown(files)}.")
    for name, data in files.items():
        if not isinstance(name, str):
            raise error(f"The name of a file must be a string, got {shown(name)}.")
        if not isinstance(data, bytes | bytearray | memoryview):
            raise error(f"The content of {shown(name)} must be bytes, got {shown(data)}.")
    return {name: bytes(data) for name, data in files.items()}


def checked_text(name: str, value: object) -> str:
    """The value as a text; raises `TextError` if it is not one or has a lone surrogate."""
    if not isinstance(value, str):
        raise TextError(f"`{name}` must be a string, got {shown(value)}.")
    check_characters(value, f"The {name}")
    return value


def check_characters(text: str, what: str, error: type[BPEError] = TextError) -> None:
    """Raise `error` if the text contains a lone surrogate; `what` begins the sentence ("The text")."""
    if text.isascii():
        return
    # Encoding is the fastest search for surrogates; in parts, so that a long text is not copied as a whole.
    for start in range(0, len(text), 1_000_000):
        try:
            text[start : start + 1_000_000].encode("utf-8")
        except UnicodeEncodeError as refusal:
            position = start + refusal.start
            raise error(
                f"{what} contains the lone surrogate U+{ord(text[position]):04X} at character"
                f" {position + 1:,}, which is not a Unicode character."
            ) from refusal


def has_too_many_signs(json_text: str) -> bool:
    """Whether JSON has more than `MAX_JSON_SIGNS`, and would take too much time and memory to read."""
    if sum(map(json_text.count, "[{:,")) <= MAX_JSON_SIGNS:
        return False
    # Those inside texts cost nothing and do not count.
    signs = (match for match in _TEXT_OR_SIGN.finditer(json_text) if json_text[match.start()] != '"')
    return next(islice(signs, MAX_JSON_SIGNS, None), None) is not None


def load_json(
    text: str,
    what: str,
    error: type[BPEError],
    object_of: Callable[[list[tuple[str, Any]]], object] | None = None,
) -> Any:
    """The value of a JSON text that is not too large; `object_of` makes an object of its pairs.

    Raises `error` with a sentence that begins with `what`, for example "it".
    """
    if has_too_many_signs(text):
        raise error(f"{what} is JSON with {TOO_MANY_SIGNS}.")
    try:
        return json.loads(text, object_pairs_hook=object_of)
    except json.JSONDecodeError as refusal:
        raise error(f"{what} is not valid JSON: {refusal}.") from refusal
    except (RecursionError, ValueError) as refusal:
        raise error(f"{what} is JSON nested too deeply, or with too long a number.") from refusal
