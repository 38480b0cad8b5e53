"""The values of a link, each described once: how it is read from JSON and how it is written.

In: JSON from anybody, with its name in a sentence; or a value. Out: the value, or a `LinkError` that says
what it must be; or JSON.

>>> integer(0, 7).read(3, "position")
3
>>> integer(0, 7).read("3", "position")
Traceback (most recent call last):
    ...
bpe_ui.share.links.LinkError: is broken: position must be an integer from 0 to 7, got '3'.
"""

from collections.abc import Callable, Collection, Mapping
from dataclasses import fields
from typing import Any, NamedTuple

from bpe_core import BPEConfig
from bpe_core.validation import check_characters, shown
from bpe_ui.share.links import MAX_BYTES, LinkError

MAX_NUMBER = 2**53 - 1
"""The largest number among the rules: the browser's form has no larger exact ones."""


class Form(NamedTuple):
    """How one kind of value stands in a link."""

    read: Callable[[Any, str], Any]
    """From JSON and its name in a sentence; raises a `LinkError` or a `BPEError`."""

    write: Callable[[Any], Any] = lambda value: value
    """To JSON."""


class Member(NamedTuple):
    """A member of an object in a link."""

    attribute: str
    """The attribute of the value that it holds."""

    form: Form
    """How it is read and written."""


def integer(least: int, most: int) -> Form:
    """An integer in these bounds."""

    def read(value: Any, name: str) -> int:
        if isinstance(value, bool) or not isinstance(value, int) or not least <= value <= most:
            raise wrong(name, f"an integer from {least:,} to {most:,}", value)
        return value

    return Form(read)


def text(longest: int = MAX_BYTES) -> Form:
    """A text of whole characters; reading it may raise `TextError`."""

    def read(value: Any, name: str) -> str:
        if not isinstance(value, str) or len(value) > longest:
            raise wrong(name, f"a text of at most {longest:,} characters", value)
        check_characters(value, name.capitalize())
        return value

    return Form(read)


def one_of(allowed: Collection[str], in_words: str = "") -> Form:
    """One of these texts, which a sentence lists unless it has other words for them."""

    def read(value: Any, name: str) -> str:
        if not isinstance(value, str) or value not in allowed:
            raise wrong(name, in_words or f"one of {', '.join(allowed)}", value)
        return value

    return Form(read)


def a_list(value: Any, name: str, most: int, *, least: int = 0) -> list[Any]:
    """A list with this many entries."""
    if not isinstance(value, list) or len(value) < least:
        raise wrong(name, "a list", value)
    if len(value) > most:
        raise LinkError(f"is too large: {name} has {len(value):,} entries; at most {most:,} fit.")
    return value


def an_object(value: Any, name: str, known: Collection[str] | None = None) -> dict[str, Any]:
    """An object, with no other members than these."""
    if not isinstance(value, dict):
        raise wrong(name, "an object", value)
    for member in value:
        if known is not None and member not in known:
            raise LinkError(f"is broken: {name} has the unknown member {shown(member)}.")
    return value


def read_members(value: Any, name: str, members: Mapping[str, Member]) -> dict[str, Any]:
    """What an object says, by attribute."""
    found = an_object(value, name, members)
    return {members[key].attribute: members[key].form.read(found[key], key) for key in found}


def written_members(holder: object, members: Mapping[str, Member], usual: object = None) -> dict[str, Any]:
    """An object's members, as far as they differ from those of the `usual` one."""
    values = ((key, member, getattr(holder, member.attribute)) for key, member in members.items())
    return {
        key: member.form.write(value)
        for key, member, value in values
        if usual is None or value != getattr(usual, member.attribute)
    }


def settings_form(settings: Callable[..., object], members: Mapping[str, Member]) -> Form:
    """The settings of a page; only what differs from a new page is written."""
    return Form(
        lambda value, name: settings(**read_members(value, name, members)),
        lambda value: written_members(value, members, settings()),
    )


def wrong(name: str, must_be: str, value: Any) -> LinkError:
    """The error that says what a value must be."""
    return LinkError(f"is broken: {name} must be {must_be}, got {shown(value)}.")


def rules_as_json(config: BPEConfig) -> dict[str, Any]:
    """The rules that differ from the usual ones, by field of `BPEConfig`; a tuple becomes a list."""
    usual = BPEConfig()
    values = {entry.name: getattr(config, entry.name) for entry in fields(config)}
    return {
        name: list(value) if isinstance(value, tuple) else value
        for name, value in values.items()
        if value != getattr(usual, name)
    }


def _read_rules(value: Any, name: str) -> BPEConfig:
    """Raises a `BPEError` for what the core refuses."""
    rules = an_object(value, name, [entry.name for entry in fields(BPEConfig)])
    config = BPEConfig(**rules)
    for rule in rules:
        _check_for_a_form(getattr(config, rule), rule)
    return config


def _check_for_a_form(value: Any, name: str) -> None:
    """The rules are shown in a form of the browser, which has exact numbers and whole characters only."""
    if isinstance(value, int) and value > MAX_NUMBER:
        raise wrong(name, f"at most {MAX_NUMBER:,}", value)
    for each in value if isinstance(value, tuple) else (value,):
        if isinstance(each, str):
            check_characters(each, name)


def _read_flag(value: Any, name: str) -> bool:
    if not isinstance(value, bool):
        raise wrong(name, "true or false", value)
    return value


FLAG = Form(_read_flag)
RULES = Form(_read_rules, rules_as_json)
