"""The rules as a person chooses them: for each field of `BPEConfig` its options, titles and explanations.

In: the core's registries, and words for what has no registry there. Out: `RULE_FIELDS`, which the panel
draws; and drafts, the fields of a config while they may not be valid together.

>>> [option.title for option in RULE_FIELDS["alphabet"].options]
['Characters', 'Bytes']
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, fields, replace
from typing import Any

from bpe_core import PROFILES, TIE_BREAKS, BPEConfig, TieBreak
from bpe_core.normalizers import NORMALIZERS, Normalizer
from bpe_core.pre_tokenizers import PRE_TOKENIZERS, PreTokenizer
from bpe_core.studies.diagnosis import title_near_a_profile


@dataclass(frozen=True)
class Option:
    """One value that a rule can have."""

    value: Any
    """As `BPEConfig` has it."""

    title: str
    """A few words."""

    explanation: str
    """One line."""


@dataclass(frozen=True)
class RuleField:
    """A rule that is a choice among options."""

    field: str
    """The field of `BPEConfig`."""

    title: str
    """What is chosen."""

    what: str
    """How a sentence calls it: "because ... changed"."""

    options: tuple[Option, ...]
    """The options, in the order shown."""

    def explanations(self) -> list[str]:
        """The explanations in the order of the options."""
        return [option.explanation for option in self.options]

    def titles(self) -> dict[Any, str]:
        """The titles by value, in the order of the options."""
        return {option.value: option.title for option in self.options}

    def title_of(self, value: Any) -> str:
        """The title of the option with this value."""
        return self.titles()[value]


def _registered(entries: Iterable[TieBreak | PreTokenizer | Normalizer]) -> tuple[Option, ...]:
    return tuple(Option(entry.name, entry.title, entry.explanation) for entry in entries)


_IN_ORDER = (
    RuleField("normalizers", "Change the text first", "the normalizers", _registered(NORMALIZERS.values())),
    RuleField("pre_tokenizer", "Cut into words", "the pre-tokenizer", _registered(PRE_TOKENIZERS.values())),
    RuleField(
        "alphabet",
        "What a word is made of",
        "the alphabet",
        (
            Option(
                "characters",
                "Characters",
                "Each Unicode character is a base symbol; one never seen in training is unknown.",
            ),
            Option(
                "bytes", "Bytes", "Each UTF-8 byte is a base symbol, shown as GPT-2 prints it: Ġ is a space."
            ),
        ),
    ),
    RuleField(
        "word_boundary",
        "Where a word begins or ends",
        "the word boundary",
        (
            Option("none", "Not marked", "The symbols of a word are its characters or bytes alone."),
            Option(
                "end_symbol",
                "A symbol at the end",
                "low becomes l o w </w>, and the marker merges like any symbol.",
            ),
            Option("end_suffix", "Attached to the last symbol", "low becomes l o w</w>, as in subword-nmt."),
            Option(
                "start_prefix", "Attached to the first symbol", "low becomes ▁l o w, as in SentencePiece."
            ),
        ),
    ),
    RuleField(
        "base_vocabulary",
        "Base symbols",
        "the base vocabulary",
        (
            Option("seen", "Those in the corpus", "Only symbols that occur get an id."),
            Option("all_bytes", "All 256 bytes", "Every byte gets an id, so that no text is ever unknown."),
        ),
    ),
    RuleField(
        "id_order",
        "Order of the base symbols' ids",
        "the order of the ids",
        (
            Option("code_point", "As printed", "By the code point of the printed symbol: Ġ comes after z."),
            Option("byte_value", "By byte", "By the byte's value: a space, 32, comes before a, 97."),
        ),
    ),
    RuleField(
        "tie_break",
        "Which of several equally frequent pairs to merge",
        "the tie rule",
        _registered(TIE_BREAKS.values()),
    ),
    RuleField(
        "count_overlaps",
        "Counting a + a in aaa",
        "the counting of overlaps",
        (
            Option(
                True,
                "Twice",
                "Every adjacent pair counts, as in most programs; only one of the two can merge.",
            ),
            Option(False, "Once", "Only pairs that can be merged together count."),
        ),
    ),
    RuleField(
        "unknown",
        "A symbol that the training never saw",
        "the rule for unknown symbols",
        (
            Option("keep", "Keep it", "It stays in the tokens, without an id."),
            Option("drop", "Drop it", "It is removed silently, as in Hugging Face without an unknown token."),
            Option("unk", "Replace it", "A token of your choice replaces it."),
            Option(
                "bytes",
                "Write its bytes",
                "é becomes <0xC3> <0xA9>, as in Llama: 256 byte tokens come before the base symbols' ids.",
            ),
        ),
    ),
)

RULE_FIELDS: dict[str, RuleField] = {entry.field: entry for entry in _IN_ORDER}
"""Every rule with its options, by its field."""


_NOTHING = {
    "normalizers": "Change the text first: nothing",
    "special_tokens": "Special tokens: none",
    "template": "Special tokens around a text: none",
}


def must_be(field: str, values: Sequence[Any]) -> str:
    """What a rule has to be, as the panel calls it and its options.

    >>> must_be("word_boundary", ("none", "end_suffix"))
    'Where a word begins or ends: Not marked or Attached to the last symbol'
    """
    if field in _NOTHING:
        return _NOTHING[field]
    rule = RULE_FIELDS[field]
    return f"{rule.title}: {' or '.join(map(rule.title_of, values))}"


def title_beside(config: BPEConfig, other: BPEConfig) -> str:
    """What to call rules beside others: by their tie rule if nothing else differs.

    >>> title_beside(BPEConfig(), BPEConfig(tie_break="random"))
    'First seen'
    """
    differing = [
        entry.name for entry in fields(BPEConfig) if getattr(config, entry.name) != getattr(other, entry.name)
    ]
    if differing == ["tie_break"]:
        return RULE_FIELDS["tie_break"].title_of(config.tie_break)
    return title_of(config)


def draft_of(config: BPEConfig) -> dict[str, Any]:
    """The fields of a config by their names."""
    return {entry.name: getattr(config, entry.name) for entry in fields(config)}


def config_of(draft: dict[str, Any]) -> BPEConfig:
    """The rules that a draft says, without what its other choices make idle; raises `ConfigError`."""
    idle: dict[str, Any] = {}
    if draft["pre_tokenizer"] != "pattern":
        idle["pattern"] = None
    if draft["unknown"] != "unk":
        idle |= {"unk_token": None, "fuse_unk": False}
    return BPEConfig(**{**draft, **idle})


def of_word_counts(config: BPEConfig) -> str:
    """What rules do with a corpus of word counts.

    >>> of_word_counts(PROFILES["sentencepiece"].config)
    'Word counts are cut into words already: the pre-tokenizer is not applied, and no ▁ is put before a word.'
    """
    space = PRE_TOKENIZERS[config.pre_tokenizer].space.strip()
    missing = f", and no {space} is put before a word" if space else ""
    return f"Word counts are cut into words already: the pre-tokenizer is not applied{missing}."


def profile_of(config: BPEConfig) -> str | None:
    """The profile with these rules, whatever the limits and special tokens are; None for a mixture."""
    rules = replace(config, template=None, max_merges=None, vocab_size=None)
    for name, profile in PROFILES.items():
        if replace(rules, special_tokens=profile.config.special_tokens) == profile.config:
            return name
    return None


def title_of(config: BPEConfig) -> str:
    """What the header calls these rules; a profile with one or two other rules is named by them.

    >>> title_of(replace(PROFILES["textbook"].config, tie_break="smallest_pair"))
    'Textbook + smallest pair'
    """
    profile = profile_of(config)
    if profile:
        return PROFILES[profile].title
    title = title_near_a_profile(config)
    is_a_profile = title in {each.title for each in PROFILES.values()}  # as far as its merges go
    return "custom rules" if title is None or is_a_profile else title
