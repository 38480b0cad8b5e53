"""How a rule is described by its annotation in `BPEConfig`; and the options of the rules that are choices.

These descriptions decide what a config accepts and refuses, the form in which a person sets the rules, and
the names of the causes between two sets of rules.

>>> rule = Choice("Alphabet", cause="alphabet", decides="symbols", options=ALPHABETS)
>>> rule.checked("alphabet", "runes")
Traceback (most recent call last):
    ...
bpe_core.errors.ConfigError: `alphabet` must be one of 'characters', 'bytes', got 'runes'.
"""

from collections.abc import Callable, Mapping
from dataclasses import KW_ONLY, dataclass, field
from typing import Any, Literal, Protocol

from bpe_core.errors import ConfigError
from bpe_core.validation import check_characters, check_choice, checked_integer, is_listing, shown

RuleValues = Mapping[str, Any]
"""The value of each rule, by field; they need not be valid together."""

Decides = Literal["words", "symbols", "counts", "ties", "ids", "end", "encoding"]
"""What a rule decides: which words a text has, their symbols, how pairs are counted, which of the tied pairs
is merged, the ids of base symbols, when the training ends, or how a text is encoded."""

RuleTab = Literal["Words", "Symbols", "Merging", "Limits", "Unknown"]
"""The group in which a form shows the rule."""
_TABS: dict[Decides, RuleTab] = {
    "words": "Words",
    "symbols": "Symbols",
    "ids": "Symbols",
    "counts": "Merging",
    "ties": "Merging",
    "end": "Limits",
    "encoding": "Unknown",
}


class Described(Protocol):
    """Something to choose: an option, a tie-break, a pre-tokenizer or a normalizer."""

    @property
    def title(self) -> str:
        """A few words."""

    @property
    def explanation(self) -> str:
        """One line."""


@dataclass(frozen=True)
class Option:
    """One value that a rule can have."""

    title: str
    """A few words."""

    explanation: str
    """One line."""


@dataclass(frozen=True)
class Rule:
    """The description of a rule, whatever its value."""

    name: str
    """A noun: "Tie rule"."""

    label: str = ""
    """The heading of its options or its field; empty: its name."""

    _: KW_ONLY

    cause: str
    """The cause that it belongs to, as in `studies.causes`; rules of one cause change together."""

    decides: Decides
    """What it decides."""

    tab: RuleTab | None = None
    """The group in which a form shows it; None: with the rules that decide the same."""

    only_with: tuple[str, Callable[[Any], bool]] | None = None
    """Another field and a test of its value: the rule has an effect only if that is true; None: always."""

    term: str = ""
    """The glossary term for it; empty: its name."""

    note: str = ""
    """A line of text below its field."""

    def __post_init__(self) -> None:
        usual = {"label": self.name, "term": self.name.lower(), "tab": _TABS[self.decides]}
        for attribute, value in usual.items():
            object.__setattr__(self, attribute, getattr(self, attribute) or value)

    @property
    def what(self) -> str:
        """How a sentence names it: "because the tie rule changed"."""
        return f"the {self.name[0].lower()}{self.name[1:]}"

    def checked(self, field: str, value: Any) -> Any:
        """The value as a config keeps it; raises `ConfigError` if it is never allowed."""
        raise NotImplementedError

    def is_effective(self, values: RuleValues) -> bool:
        """Whether its value has an effect, given the other values."""
        return self.only_with is None or self.only_with[1](values[self.only_with[0]])


@dataclass(frozen=True, kw_only=True)
class Choice(Rule):
    """One of several options."""

    options: Mapping[Any, Described]
    """The options by value, in the order in which they are shown."""

    needs: Mapping[Any, Mapping[str, tuple[Any, ...]]] = field(default_factory=dict)
    """What an option requires: the values that other fields may have."""

    brings_needs: bool = False
    """Whether a person can always choose it, and what it requires is chosen with it."""

    samples: tuple[str, ...] = ()
    """Texts whose words show what the option does."""

    def checked(self, field: str, value: Any) -> Any:
        """The value, if it is one of the options."""
        if True in self.options:
            return _flag(field, value)
        check_choice(field, value, self.options, ConfigError)
        return value

    def fits(self, option: Any, values: RuleValues) -> bool:
        """Whether the option has what it requires."""
        return all(values[other] in needed for other, needed in self.needs.get(option, {}).items())


@dataclass(frozen=True, kw_only=True)
class Several(Rule):
    """Several options in order."""

    options: Mapping[str, Described]
    """The options by value."""

    most: int
    """How many there may be at most."""

    def checked(self, field: str, value: Any) -> tuple[str, ...]:
        """A tuple of options."""
        chosen = _strings(field, value, self.most)
        for name in chosen:
            check_choice(field, name, self.options, ConfigError)
        return chosen


@dataclass(frozen=True)
class Flag(Rule):
    """Yes or no."""

    def checked(self, field: str, value: Any) -> bool:
        """True or False."""
        return _flag(field, value)


@dataclass(frozen=True, kw_only=True)
class Integer(Rule):
    """A whole number."""

    least: int
    """The smallest value."""

    is_optional: bool = False
    """Whether None is allowed."""

    def checked(self, field: str, value: Any) -> int | None:
        """An integer."""
        if value is None and self.is_optional:
            return None
        return checked_integer(field, value, ConfigError, least=self.least)


@dataclass(frozen=True, kw_only=True)
class Text(Rule):
    """A text, or None."""

    longest: int
    """How many characters it may have at most."""

    usual: str | Callable[[RuleValues], str] = ""
    """The placeholder of its empty field: what None means, or an example."""

    def checked(self, field: str, value: Any) -> str | None:
        """A text that is not empty."""
        if value is None:
            return None
        check_length(field, value, self.longest)
        return str(value)


@dataclass(frozen=True)
class Pattern(Text):
    """A regular expression, or None; while it has no effect, any text is allowed."""

    def checked(self, field: str, value: Any) -> str | None:
        """A text."""
        if value is None:
            return None
        if not isinstance(value, str):
            raise ConfigError(f"`{field}` must be a string or None, got {shown(value)}.")
        check_characters(value, f"`{field}`", ConfigError)
        return value


@dataclass(frozen=True, kw_only=True)
class TokenList(Rule):
    """Texts, no two of which are equal."""

    most: int
    """How many there may be at most."""

    longest: int
    """How many characters one may have at most."""

    most_characters: int
    """How many characters all of them may have together."""

    def checked(self, field: str, value: Any) -> tuple[str, ...]:
        """A tuple of texts."""
        tokens = _strings(field, value, self.most)
        characters = sum(map(len, tokens))
        if characters > self.most_characters:
            raise ConfigError(
                f"`{field}` has {characters:,} characters in all;"
                f" at most {self.most_characters:,} are allowed."
            )
        for token in tokens:
            check_length(field, token, self.longest)
        if len(set(tokens)) != len(tokens):
            raise ConfigError(f"`{field}` must not repeat a token, got {shown(tokens)}.")
        return tokens


def check_length(field: str, value: object, longest: int) -> None:
    """Raise `ConfigError` if a value is not a text, is empty or too long, or has a lone surrogate."""
    if not isinstance(value, str) or not 1 <= len(value) <= longest:
        of = f"{len(value):,} characters" if isinstance(value, str) and value else shown(value)
        raise ConfigError(f"`{field}` must have 1 to {longest:,} characters, got {of}.")
    check_characters(value, f"`{field}`", ConfigError)


def _flag(field: str, value: Any) -> bool:
    if not isinstance(value, bool):
        raise ConfigError(f"`{field}` must be True or False, got {shown(value)}.")
    return value


def _strings(field: str, value: Any, most: int) -> tuple[str, ...]:
    strings = tuple(value) if is_listing(value) else ()
    if not is_listing(value) or not all(isinstance(string, str) for string in strings):
        raise ConfigError(f"`{field}` must be a tuple of strings, got {shown(value)}.")
    if len(strings) > most:
        raise ConfigError(f"`{field}` has {len(strings):,} entries; at most {most:,} are allowed.")
    return strings


# ---- the options of the choices that have no registry of their own


@dataclass(frozen=True)
class WordBoundary(Option):
    """How the end or the start of a word is marked."""

    marker: str = ""
    """The default marker."""

    place: str = ""
    """Where it is: "</w> is ..."."""


ALPHABETS = {
    "characters": Option(
        "Characters", "Each Unicode character is a base symbol; one never seen in training is unknown."
    ),
    "bytes": Option("Bytes", "Each UTF-8 byte is a base symbol, shown as GPT-2 prints it: Ġ is a space."),
}

WORD_BOUNDARIES = {
    "none": WordBoundary("Not marked", "The symbols of a word are its characters or bytes alone."),
    "end_symbol": WordBoundary(
        "A symbol at the end",
        "low becomes l o w </w>, and the marker merges like any symbol.",
        marker="</w>",
        place="put at each word's end as a symbol of its own",
    ),
    "end_suffix": WordBoundary(
        "Attached to the last symbol",
        "low becomes l o w</w>, as in subword-nmt.",
        marker="</w>",
        place="attached to each word's last symbol",
    ),
    "start_prefix": WordBoundary(
        "Attached to the first symbol",
        "low becomes ▁l o w, as in SentencePiece.",
        marker="▁",
        place="attached to each word's first symbol",
    ),
    "inside_prefix": WordBoundary(
        "Attached to all but the first symbol",
        "low becomes l ##o ##w, as in WordPiece.",
        marker="##",
        place="attached to all but each word's first symbol",
    ),
}

SCORES = {
    "count": Option("The count", "BPE: the pair that occurs most often is merged."),
    "count_over_parts": Option(
        "The count, divided by the counts of both parts",
        "WordPiece, as the Hugging Face course has it; words are encoded by their longest tokens.",
    ),
}

BASE_VOCABULARIES = {
    "seen": Option("Those in the corpus", "Only symbols that occur get an id."),
    "all_bytes": Option("All 256 bytes", "Every byte gets an id, so that no text is ever unknown."),
}

ID_ORDERS = {
    "code_point": Option("As printed", "By the code point of the printed symbol: Ġ comes after z."),
    "byte_value": Option("By byte", "By the byte's value: a space, 32, comes before a, 97."),
}

OVERLAPS = {
    True: Option("Twice", "Every adjacent pair counts, as in most programs; only one of the two can merge."),
    False: Option("Once", "Only pairs that can be merged together count."),
}

UNKNOWN_POLICIES = {
    "keep": Option("Keep it", "It stays in the tokens, without an id."),
    "drop": Option("Drop it", "It is removed silently, as in Hugging Face without an unknown token."),
    "unk": Option("Replace it", "A token of your choice replaces it."),
    "bytes": Option(
        "Write its bytes",
        "é becomes <0xC3> <0xA9>, as in Llama: 256 byte tokens come before the base symbols' ids.",
    ),
}
