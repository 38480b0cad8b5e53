"""Reads what a link says about the Compare page; `links` writes it.

In: the member `compare` as JSON has it, from anybody. Out: `Settings`, or a `LinkError` or a `BPEError`.

>>> read_settings({"view": "causes", "columns": [{"tie": "random"}, {"profile": "cs336"}]}).choices[1].title
'Stanford CS336'
>>> read_settings({"columns": [{"tie": "random"}]})
Traceback (most recent call last):
    ...
bpe_ui.share.links.LinkError: is broken: columns is [{'tie': 'random'}]; a list of 2 to 8 columns is allowed.
"""

from collections.abc import Callable, Mapping
from typing import Any

from bpe_core import PROFILES, TIE_BREAKS
from bpe_core.studies.causes import CAUSES
from bpe_core.studies.comparison import MAX_COLUMNS, MIN_COLUMNS
from bpe_core.studies.random_ties import MAX_SEEDS, MIN_SEEDS
from bpe_core.studies.worlds import MAX_DEPTH
from bpe_core.validation import shown
from bpe_ui.compare.choices import MAX_TITLE, PROFILE_CHOICES, TIE_CHOICES, TRAIN, ColumnChoice
from bpe_ui.compare.state import (
    MAX_MERGES,
    MAX_VOCABULARY,
    NAMES_IN_LINKS,
    PANES,
    UNTIL,
    VIEWS,
    VIEWS_IN_LINKS,
    Settings,
)
from bpe_ui.share.link_values import a_list, a_text, an_object, one_of, only, read_rules, whole_number
from bpe_ui.share.links import MAX_TYPED, LinkError
from bpe_ui.text.visible import has_visible

_PROFILE_KEYS = tuple(choice.key for choice in PROFILE_CHOICES)
_RULE_KEYS = (TRAIN, *(choice.key for choice in TIE_CHOICES), *_PROFILE_KEYS)
_REGISTRIES: dict[str, Mapping[str, Any]] = {"tie": TIE_BREAKS, "profile": PROFILES}


def read_settings(value: Any) -> Settings:
    """What is set on the page; raises a `LinkError`, or a `BPEError` for rules that the core refuses."""
    members = an_object(value, "compare")
    names = {NAMES_IN_LINKS.get(name, name): name for name in _READERS}
    only(members, names, "compare")
    settings = Settings(**{names[name]: _READERS[names[name]](members[name], name) for name in members})
    whole_number(settings.against, "against", least=0, most=len(settings.choices) - 1)
    return settings


def _view(value: Any, name: str) -> str:
    views = {VIEWS_IN_LINKS.get(view, view): view for view in VIEWS}
    return views[one_of(value, name, views)]


def _columns(value: Any, name: str) -> tuple[ColumnChoice, ...]:
    if isinstance(value, list) and not MIN_COLUMNS <= len(value) <= MAX_COLUMNS:
        allowed = f"{MIN_COLUMNS} to {MAX_COLUMNS} columns"
        raise LinkError(f"is broken: {name} is {shown(value)}; a list of {allowed} is allowed.")
    choices = tuple(_column(column) for column in a_list(value, name, MAX_COLUMNS))
    if len({choice.key for choice in choices}) < len(choices):
        raise LinkError("is broken: two of its columns are the same; each is allowed once.")
    return choices


def _column(value: Any) -> ColumnChoice:
    members = an_object(value, "a column")
    for kind, known in _REGISTRIES.items():
        if kind in members:
            only(members, (kind,), "a column")
            return ColumnChoice(kind, one_of(members[kind], kind, known))
    only(members, ("title", "rules"), "a column")
    title = a_text(members.get("title"), "a column's title", MAX_TITLE)
    if not has_visible(title):
        raise LinkError(
            f"is broken: a column's title is {shown(title)}; a text with a visible character is allowed."
        )
    return ColumnChoice("own", title, read_rules(members.get("rules", {})))


# ---- readers: a value and its name to a value


def _among(allowed: tuple[str, ...]) -> Callable[[Any, str], str]:
    return lambda value, name: one_of(value, name, allowed)


def _rules(allowed: tuple[str, ...], in_words: str) -> Callable[[Any, str], str]:
    """One of many keys, which a sentence does not list."""

    def read(value: Any, name: str) -> str:
        if not isinstance(value, str) or value not in allowed:
            raise LinkError(f"is broken: {name} is {shown(value)}; {in_words} is allowed.")
        return value

    return read


def _number(least: int, most: int) -> Callable[[Any, str], int]:
    return lambda value, name: whole_number(value, name, least=least, most=most)


def _cause_order(value: Any, name: str) -> tuple[str, ...]:
    order = tuple(one_of(cause, name, CAUSES) for cause in a_list(value, name, len(CAUSES)))
    if len(set(order)) < len(order):
        raise LinkError("is broken: its order of causes names one twice; each is allowed once.")
    return order


_READERS: dict[str, Callable[[Any, str], Any]] = {
    "view": _view,
    "choices": _columns,
    "against": _number(0, MAX_COLUMNS - 1),
    "until": _among(UNTIL),
    "merges": _number(1, MAX_MERGES),
    "vocab_size": _number(1, MAX_VOCABULARY),
    "position": _number(0, MAX_MERGES),
    "pane": _among(PANES),
    "text": lambda value, name: a_text(value, name, MAX_TYPED),
    "seeds": _number(MIN_SEEDS, MAX_SEEDS),
    "random_ties_merges": _number(1, MAX_MERGES),
    "depth": _number(1, MAX_DEPTH),
    "cause_from": _rules(_RULE_KEYS, "train, tie: with a tie rule or profile: with a profile"),
    "cause_to": _rules(_RULE_KEYS, "train, tie: with a tie rule or profile: with a profile"),
    "cause_order": _cause_order,
    "cause_merges": _number(1, MAX_MERGES),
    "diagnosis_text": lambda value, name: a_text(value, name),
    "diagnosis_expected": _rules(
        ("", TRAIN, *_PROFILE_KEYS), "an empty text, train or profile: with a profile"
    ),
}
"""How the value of each setting is read."""
