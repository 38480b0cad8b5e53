"""Single values in a link: what was sent, or a `LinkError` that says what is allowed.

In: a value as JSON has it, and its name in a sentence. Out: the same value, known to be of its kind.

>>> whole_number(3, "position", least=0, most=7)
3
>>> whole_number("3", "position", least=0, most=7)
Traceback (most recent call last):
    ...
bpe_ui.share.links.LinkError: is broken: position is '3'; a whole number from 0 to 7 is allowed.
"""

from collections.abc import Mapping
from dataclasses import fields
from typing import Any

from bpe_core import BPEConfig
from bpe_core.validation import check_characters, shown
from bpe_ui.share.links import MAX_BYTES, LinkError

MAX_NUMBER = 2**53 - 1
"""The largest number among the rules."""


def an_object(value: Any, name: str) -> Mapping[str, Any]:
    """A JSON object."""
    if not isinstance(value, dict):
        raise LinkError(f"is broken: {name} is {shown(value)}; an object is allowed.")
    return value


def only(members: Mapping[str, Any], known: Any, name: str) -> None:
    """An object has no other members than these."""
    for member in members:
        if member not in known:
            raise LinkError(f"is broken: {name} has the member {shown(member)}, which nothing here knows.")


def a_list(value: Any, name: str, most: int, *, least: int = 0) -> list[Any]:
    """A list of so many entries."""
    if not isinstance(value, list) or len(value) < least:
        raise LinkError(f"is broken: {name} is {shown(value)}; a list is allowed.")
    if len(value) > most:
        raise LinkError(f"is too large: {name} has {len(value):,} entries, and {most:,} are allowed.")
    return value


def whole_number(value: Any, name: str, *, least: int, most: int) -> int:
    """A whole number in these bounds."""
    if isinstance(value, bool) or not isinstance(value, int) or not least <= value <= most:
        raise LinkError(
            f"is broken: {name} is {shown(value)}; a whole number from {least:,} to {most:,} is allowed."
        )
    return value


def flag(value: Any, name: str) -> bool:
    """True or false."""
    if not isinstance(value, bool):
        raise LinkError(f"is broken: {name} is {shown(value)}; true or false is allowed.")
    return value


def a_text(value: Any, name: str, longest: int = MAX_BYTES) -> str:
    """A text of whole characters; may raise `TextError`."""
    if not isinstance(value, str) or len(value) > longest:
        raise LinkError(
            f"is broken: {name} is {shown(value)}; a text of up to {longest:,} characters is allowed."
        )
    check_characters(value, name.capitalize())
    return value


def one_of(value: Any, name: str, allowed: Any) -> str:
    """One of the texts that are allowed."""
    if not isinstance(value, str) or value not in allowed:
        raise LinkError(f"is broken: {name} is {shown(value)}; allowed are {', '.join(allowed)}.")
    return value


def read_rules(value: Any) -> BPEConfig:
    """The rules that `links.rules_as_json` wrote; raises a `BPEError` for what the core refuses."""
    rules = an_object(value, "rules")
    only(rules, [entry.name for entry in fields(BPEConfig)], "rules")
    config = BPEConfig(**rules)
    for name in rules:
        _check_for_a_form(getattr(config, name), name)
    return config


def _check_for_a_form(value: Any, name: str) -> None:
    """The rules are shown in a form of the browser, which has exact numbers and whole characters only."""
    if isinstance(value, int) and value > MAX_NUMBER:
        raise LinkError(f"is broken: {name} is {shown(value)}; numbers up to {MAX_NUMBER:,} are allowed.")
    for text in value if isinstance(value, tuple) else (value,):
        if isinstance(text, str):
            check_characters(text, name)
