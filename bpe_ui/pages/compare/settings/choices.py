"""Columns of the Compare page: one rule changed, a library, or rules that were pinned.

>>> ColumnChoice("profile", "minbpe_regex").column(BPEConfig()).config.pre_tokenizer
'gpt4'
>>> [choice.title for choice in TIE_PICK]
['First seen', 'Smallest ids', 'Smallest pair', 'Greatest pair']
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, cast

from bpe_core import PROFILES, BPEConfig
from bpe_core.config import RULES, Choice
from bpe_core.studies.comparison import MAX_COLUMNS, MIN_COLUMNS, ColumnRules
from bpe_core.studies.diagnosis import describe
from bpe_ui.stage.text.visible import has_visible, shortened
from bpe_ui.visit.drafts.rules import bring_needs, draft_of
from bpe_ui.visit.registry.schema import RULES as ALL_RULES
from bpe_ui.visit.registry.schema import (
    Codec,
    LinkError,
    an_object,
    longest,
    one_of,
    rules_as_json,
    wrong,
)

MAX_TITLE = 60
"""The longest title of a pinned column, in characters."""

TRAIN = "train"
"""The key of the rules on Train, wherever rules are chosen by a key."""

RULE_KINDS = {
    "tie": "tie_break",
    "cut": "pre_tokenizer",
    "boundary": "word_boundary",
    "wins": "pair_score",
}
"""The kinds of columns that are the rules on Train but for one: its field of `BPEConfig`."""
KIND_LABELS = {
    "tie": "Tie",
    "cut": "Cut",
    "boundary": "Boundary",
    "wins": "Algorithm",
    "profile": "Library",
    "own": "Pinned",
}
ALGORITHMS = {"count": "BPE", "count_over_parts": "WordPiece"}
"""What is learned, by what wins."""


@dataclass(frozen=True)
class ColumnChoice:
    """A column, as it was chosen."""

    kind: str
    """One of `RULE_KINDS` (the rules on Train with this one), "profile" or "own" (rules that were pinned)."""

    name: str
    """The name of the rule's option or of the profile, or the title of pinned rules."""

    config: BPEConfig | None = None
    """The rules, if they were pinned."""

    @property
    def title(self) -> str:
        """The title above the column. In a link, the title of pinned rules may be any text."""
        if self.kind == "wins":
            return ALGORITHMS[self.name]
        if self.kind in RULE_KINDS:
            return _OPTIONS[self.kind][self.name].title
        return PROFILES[self.name].title if self.kind == "profile" else self.name

    @property
    def label(self) -> str:
        """Its title in a list of all kinds."""
        return f"{KIND_LABELS[self.kind]}: {self.title}"

    @property
    def key(self) -> str:
        """A text that identifies the choice: "tie:first_seen", "profile:minbpe_regex"."""
        return f"{self.kind}:{self.name}"

    def rules(self, base: BPEConfig) -> BPEConfig:
        """The rules of the column, without limits; `base` are those on Train."""
        if self.kind in RULE_KINDS:
            rules = _with_rule(base, RULE_KINDS[self.kind], self.name)
        elif self.kind == "profile":
            rules = PROFILES[self.name].config
        else:
            rules = base if self.config is None else self.config
        return without_limits(rules)

    def column(self, base: BPEConfig) -> ColumnRules:
        """The column as the core compares it."""
        return ColumnRules(self.title, self.rules(base))


_OPTIONS: dict[str, Mapping[str, Any]] = {
    kind: {
        name: option
        for name, option in cast(Choice, RULES[field]).options.items()
        if field != "pre_tokenizer" or name != "pattern"
    }
    for kind, field in RULE_KINDS.items()
}
"""The options of each of `RULE_KINDS`; not a pattern of one's own, which is nothing without its text."""


def _with_rule(base: BPEConfig, field: str, value: str) -> BPEConfig:
    """The rules with this option, and with what it needs of others."""
    draft = draft_of(base) | {field: value}
    bring_needs(draft, field)
    return replace(base, **draft)


def own_choice(config: BPEConfig) -> ColumnChoice:
    """Rules as a column with a title that describes them: a mixture by its change.

    >>> own_choice(BPEConfig(tie_break="greatest_pair", word_boundary="end_symbol")).title
    'Textbook + greatest pair'
    """
    return ColumnChoice("own", shortened(describe(config), MAX_TITLE), without_limits(config))


def without_limits(config: BPEConfig) -> BPEConfig:
    """The same rules without limits."""
    return replace(config, max_merges=None, vocab_size=None)


RULE_CHOICES = tuple(ColumnChoice(kind, name) for kind, options in _OPTIONS.items() for name in options)
"""Every option of `RULE_KINDS` as a column, tie rules first."""
PROFILE_CHOICES = tuple(ColumnChoice("profile", name) for name in PROFILES)
"""Every profile as a column."""
TIE_PICK = tuple(
    ColumnChoice("tie", name) for name in ("first_seen", "smallest_ids", "smallest_pair", "greatest_pair")
)
"""The columns of a new page."""
LIBRARY_PICK = tuple(
    ColumnChoice("profile", name)
    for name in (
        *("textbook", "hf_tokenizers", "subword_nmt", "minbpe_regex"),
        *("tiktoken_educational", "cs336", "hf_byte_level", "rustbpe"),
    )
)
"""Eight libraries on the same text."""


# ---- in links

_PROFILE_KEYS = tuple(choice.key for choice in PROFILE_CHOICES)
_REGISTRIES: dict[str, Mapping[str, Any]] = {**_OPTIONS, "profile": PROFILES}


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
    title = longest(MAX_TITLE).read(members.get("title"), "a column's title")
    if not has_visible(title):
        raise wrong("a column's title", "a text with a visible character", title)
    return ColumnChoice("own", title, ALL_RULES.read(members.get("rules", {}), "rules"))


def _write_columns(choices: tuple[ColumnChoice, ...]) -> list[dict[str, Any]]:
    return [
        {choice.kind: choice.name}
        if choice.config is None
        else {"title": choice.name, "rules": rules_as_json(choice.config)}
        for choice in choices
    ]


COLUMNS = Codec(_read_columns, _write_columns)
"""The columns from left to right, all different."""
EXPECTED_BY_KEY = one_of(("", TRAIN, *_PROFILE_KEYS), "an empty text, train or profile: with a profile")
"""What merges are compared with; empty if that is to be found."""
