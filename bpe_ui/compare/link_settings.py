"""What a link says about the Compare page: how each of its settings is read and written.

In: the member `compare` as JSON has it, from anybody; or `Settings`. Out: `Settings`, or a `LinkError` or a
`BPEError`; or JSON of what differs from a new page.

>>> value = {"view": "causes", "columns": [{"tie": "random"}, {"profile": "cs336"}]}
>>> SETTINGS.read(value, "compare").choices[1].title
'Stanford CS336'
>>> SETTINGS.write(SETTINGS.read(value, "compare")) == value
True
>>> SETTINGS.read({"columns": [{"tie": "random"}]}, "compare")
Traceback (most recent call last):
    ...
bpe_ui.share.links.LinkError: is broken: columns must be a list of 2 to 8 columns, got [{'tie': 'random'}].
"""

from collections.abc import Mapping
from typing import Any

from bpe_core import PROFILES, TIE_BREAKS
from bpe_core.studies.causes import CAUSES
from bpe_core.studies.comparison import MAX_COLUMNS, MAX_TEXT, MIN_COLUMNS
from bpe_core.studies.random_ties import MAX_SEEDS, MIN_SEEDS
from bpe_core.studies.worlds import MAX_DEPTH
from bpe_ui.compare.choices import MAX_TITLE, PROFILE_CHOICES, TIE_CHOICES, TRAIN, ColumnChoice
from bpe_ui.compare.state import (
    LARGE,
    MAX_MERGES,
    MAX_STEPS,
    MAX_VOCABULARY,
    PANES,
    TREES,
    UNTIL,
    VIEWS,
    Settings,
)
from bpe_ui.share.link_forms import (
    FLAG,
    RULES,
    Form,
    Member,
    a_list,
    an_object,
    integer,
    one_of,
    read_members,
    rules_as_json,
    text,
    written_members,
    wrong,
)
from bpe_ui.share.links import LinkError
from bpe_ui.text.visible import has_visible

VIEWS_IN_LINKS = {"columns": "sides", "random_ties": "chance", "diagnosis": "mine"}
"""Views that have another name in a link."""

_PROFILE_KEYS = tuple(choice.key for choice in PROFILE_CHOICES)
_RULE_KEYS = (TRAIN, *(choice.key for choice in TIE_CHOICES), *_PROFILE_KEYS)
_REGISTRIES: dict[str, Mapping[str, Any]] = {"tie": TIE_BREAKS, "profile": PROFILES}


def _read_view(value: Any, name: str) -> str:
    views = {VIEWS_IN_LINKS.get(view, view): view for view in VIEWS}
    return views[one_of(views).read(value, name)]


def _read_columns(value: Any, name: str) -> tuple[ColumnChoice, ...]:
    if not isinstance(value, list) or not MIN_COLUMNS <= len(value) <= MAX_COLUMNS:
        raise wrong(name, f"a list of {MIN_COLUMNS} to {MAX_COLUMNS} columns", value)
    choices = tuple(map(_read_column, value))
    if len({choice.key for choice in choices}) < len(choices):
        raise LinkError("is broken: two of its columns are the same; each may appear once.")
    return choices


def _read_column(value: Any) -> ColumnChoice:
    members = an_object(value, "a column")
    for kind, known in _REGISTRIES.items():
        if kind in members:
            name = an_object(value, "a column", (kind,))[kind]
            return ColumnChoice(kind, one_of(known).read(name, kind))
    an_object(value, "a column", ("title", "rules"))
    title = text(MAX_TITLE).read(members.get("title"), "a column's title")
    if not has_visible(title):
        raise wrong("a column's title", "a text with a visible character", title)
    return ColumnChoice("own", title, RULES.read(members.get("rules", {}), "rules"))


def _write_columns(choices: tuple[ColumnChoice, ...]) -> list[dict[str, Any]]:
    return [
        {choice.kind: choice.name}
        if choice.config is None
        else {"title": choice.name, "rules": rules_as_json(choice.config)}
        for choice in choices
    ]


def _read_cause_order(value: Any, name: str) -> tuple[str, ...]:
    order = tuple(one_of(CAUSES).read(cause, name) for cause in a_list(value, name, len(CAUSES)))
    if len(set(order)) < len(order):
        raise LinkError("is broken: its order of causes names one twice; each may appear once.")
    return order


_MERGES = integer(1, MAX_MERGES)
_RULES = one_of(_RULE_KEYS, "train, tie: with a tie rule or profile: with a profile")
MEMBERS = {
    "view": Member("view", Form(_read_view, lambda view: VIEWS_IN_LINKS.get(view, view))),
    "columns": Member("choices", Form(_read_columns, _write_columns)),
    "against": Member("against", integer(0, MAX_COLUMNS - 1)),
    "until": Member("until", one_of(UNTIL)),
    "merges": Member("merges", _MERGES),
    "vocab_size": Member("vocab_size", integer(1, MAX_VOCABULARY)),
    "position": Member("position", integer(0, MAX_MERGES)),
    "pane": Member("pane", one_of(PANES)),
    "large": Member("large", one_of(LARGE)),
    "picture_is_wide": Member("picture_is_wide", FLAG),
    "picture_from": Member("picture_from", _MERGES),
    "text": Member("text", text(MAX_TEXT)),
    "all_merges": Member("all_merges", FLAG),
    "seeds": Member("seeds", integer(MIN_SEEDS, MAX_SEEDS)),
    "chance_merges": Member("random_ties_merges", _MERGES),
    "depth": Member("depth", integer(1, MAX_DEPTH)),
    "tree": Member("tree", one_of(TREES)),
    "cause_from": Member("cause_from", _RULES),
    "cause_to": Member("cause_to", _RULES),
    "cause_order": Member("cause_order", Form(_read_cause_order, list)),
    "cause_merges": Member("cause_merges", _MERGES),
    "mine_text": Member("diagnosis_text", text()),
    "mine_expected": Member(
        "diagnosis_expected",
        one_of(("", TRAIN, *_PROFILE_KEYS), "an empty text, train or profile: with a profile"),
    ),
    "mine_step": Member("diagnosis_step", integer(0, MAX_STEPS)),
}
"""Each setting by its name in a link."""


def _read_settings(value: Any, name: str) -> Settings:
    settings = Settings(**read_members(value, name, MEMBERS))
    integer(0, len(settings.choices) - 1).read(settings.against, "against")
    return settings


SETTINGS = Form(_read_settings, lambda settings: written_members(settings, MEMBERS, Settings()))
"""All settings; only what differs from a new page is written."""
