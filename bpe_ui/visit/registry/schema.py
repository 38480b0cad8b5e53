"""The schema of a page's settings: how a link reads, writes and refuses them, and what their widgets allow.

The settings of a page are a dataclass whose fields are annotated with their `Codec`.

>>> from dataclasses import dataclass
>>> from typing import Annotated
>>> @dataclass
... class Settings:
...     step: Annotated[int, integer(0, 7)] = 0
...     view: Annotated[str, one_of(("table", "graph"))] = "table"
>>> form = settings_codec(Settings)
>>> form.read({"step": 3}, "settings")
Settings(step=3, view='table')
>>> form.write(Settings(view="graph"))  # only what differs from a new page
{'view': 'graph'}
>>> form.read({"step": 8}, "settings")
Traceback (most recent call last):
    ...
bpe_ui.visit.registry.schema.LinkError: is broken: step must be an integer from 0 to 7, got 8.
>>> bounds(Settings, "step")
{'min_value': 0, 'max_value': 7}
"""

from collections.abc import Callable, Collection, Mapping
from dataclasses import fields
from types import MappingProxyType
from typing import Any, NamedTuple, get_args, get_type_hints

from bpe_core import BPEConfig, BPEError
from bpe_core.validation import check_characters, shown

MAX_BYTES = 2 * 2**20
"""The most that a link or file may hold, in bytes of JSON: 2 MiB."""
MAX_POSITION = 10_000_000
"""The largest position in a link."""
MAX_NUMBER = 2**53 - 1
"""The largest number among the rules: a browser's form has no larger exact numbers."""


class LinkError(ValueError):
    """What is wrong with a link or file, as the end of a sentence; or why there can be none."""


class Codec(NamedTuple):
    """How one kind of value is written in a link."""

    read: Callable[[Any, str], Any]
    """From JSON and the value's name in a sentence; raises a `LinkError` or a `BPEError`."""

    write: Callable[[Any], Any] = lambda value: value
    """To JSON."""

    bounds: Mapping[str, int] = MappingProxyType({})
    """What a widget allows, as arguments for Streamlit."""


class Member(NamedTuple):
    """A member of an object in a link."""

    attribute: str
    """The attribute of the value that it holds."""

    form: Codec
    """How it is read and written."""


# ---- forms


def integer(least: int, most: int) -> Codec:
    """An integer within these bounds."""

    def read(value: Any, name: str) -> int:
        if isinstance(value, bool) or not isinstance(value, int) or not least <= value <= most:
            raise wrong(name, f"an integer from {least:,} to {most:,}", value)
        return value

    return Codec(read, bounds={"min_value": least, "max_value": most})


def longest(limit: int = MAX_BYTES) -> Codec:
    """A text of at most this many characters; reading it may raise `TextError`."""

    def read(value: Any, name: str) -> str:
        if not isinstance(value, str) or len(value) > limit:
            raise wrong(name, f"a text of at most {limit:,} characters", value)
        check_characters(value, name.capitalize())
        return value

    return Codec(read, bounds={"max_chars": limit})


def one_of(allowed: Collection[str], in_words: str = "") -> Codec:
    """One of these texts. A sentence about them lists them, or uses `in_words`."""

    def read(value: Any, name: str) -> str:
        if not isinstance(value, str) or value not in allowed:
            raise wrong(name, in_words or f"one of {', '.join(allowed)}", value)
        return value

    return Codec(read)


def tuple_of(each: Codec, its_name: str, most: int, *, least: int = 0) -> Codec:
    """A list with this many entries of one form."""

    def read(value: Any, name: str) -> tuple[Any, ...]:
        return tuple(each.read(entry, its_name) for entry in a_list(value, name, most, least=least))

    return Codec(read, lambda entries: [each.write(entry) for entry in entries])


def settings_codec(
    settings: type[Any], usual: Any = None, check: Callable[[Any], None] = lambda made: None
) -> Codec:
    """All annotated fields of a dataclass or named tuple; only those that differ from `usual` are written.

    `check` raises a `LinkError` if the fields do not fit together.
    """
    usual = settings() if usual is None else usual
    values = {name: getattr(usual, name) for name in settings.__match_args__}
    members = members_of(settings)

    def read(value: Any, name: str) -> Any:
        made = settings(**(values | read_members(value, name, members)))
        check(made)
        return made

    return Codec(read, lambda value: written_members(value, members, usual))


def members_of(settings: type[Any]) -> dict[str, Member]:
    """The annotated fields of such settings, as members of an object in a link, by name."""
    if settings not in _members:  # every field on a page asks, in every run
        members = {}
        for attribute, hint in get_type_hints(settings, include_extras=True).items():
            about = get_args(hint)[1:]
            form = next((each for each in about if isinstance(each, Codec)), None)
            if form is not None:
                members[attribute] = Member(attribute, form)
        _members[settings] = members
    return _members[settings]


_members: dict[type[Any], dict[str, Member]] = {}


def codec_of(settings: type[Any], field: str) -> Codec | None:
    """The form of a field; None if no link holds it."""
    return next((form for attribute, form in members_of(settings).values() if attribute == field), None)


def bounds(settings: type[Any], field: str) -> dict[str, int]:
    """What the widget of a field allows, as arguments for Streamlit."""
    form = codec_of(settings, field)
    return {} if form is None else dict(form.bounds)


def fits_in_link(settings: type[Any], field: str, value: Any) -> bool:
    """Whether a link with this value of a field would open."""
    form = codec_of(settings, field)
    if form is None or value == getattr(settings(), field):
        return True
    try:
        form.read(form.write(value), field)
    except (LinkError, BPEError):
        return False
    return True


# ---- parts of forms


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
    """The members of an object, by attribute."""
    given = an_object(value, name, members)
    return {members[key].attribute: members[key].form.read(given[key], key) for key in given}


def written_members(holder: object, members: Mapping[str, Member], usual: object = None) -> dict[str, Any]:
    """The members of an object that differ from those of the `usual` one."""
    values = ((key, member, getattr(holder, member.attribute)) for key, member in members.items())
    return {
        key: member.form.write(value)
        for key, member, value in values
        if usual is None or value != getattr(usual, member.attribute)
    }


def wrong(name: str, must_be: str, value: Any) -> LinkError:
    """The error that says what a value must be."""
    return LinkError(f"is broken: {name} must be {must_be}, got {shown(value)}.")


# ---- yes or no, and the rules of a training


def _read_flag(value: Any, name: str) -> bool:
    if not isinstance(value, bool):
        raise wrong(name, "true or false", value)
    return value


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
    for rule in rules:  # a browser's form can show only exact numbers and whole characters
        held = getattr(config, rule)
        if isinstance(held, int) and held > MAX_NUMBER:
            raise wrong(rule, f"at most {MAX_NUMBER:,}", held)
        for each in held if isinstance(held, tuple) else (held,):
            if isinstance(each, str):
                check_characters(each, rule)
    return config


FLAG = Codec(_read_flag)
RULES = Codec(_read_rules, rules_as_json)
