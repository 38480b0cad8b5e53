"""All the rules of one training run, in one frozen record.

In: the choices of a person or of a profile. Out: a `BPEConfig` that is valid, hashable and picklable.

>>> from dataclasses import replace
>>> config = BPEConfig(word_boundary="end_symbol", max_merges=5)
>>> config.marker
'</w>'
>>> replace(config, alphabet="runes")
Traceback (most recent call last):
    ...
bpe_core.errors.ConfigError: alphabet is 'runes'; allowed are 'characters', 'bytes'.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from bpe_core.errors import ConfigError
from bpe_core.pre_tokenizers.custom_pattern import compiled_pattern
from bpe_core.pre_tokenizers.registry import PRE_TOKENIZERS
from bpe_core.validation import MOST, shown

NORMALIZERS = ("lowercase", "nfc", "nfd", "nfkc", "nfkd", "strip_accents", "strip")
ALPHABETS = ("characters", "bytes")
WORD_BOUNDARIES = ("none", "end_symbol", "end_suffix", "start_prefix")
TIE_BREAK_NAMES = (
    "first_seen",
    "last_seen",
    "smallest_ids",
    "smallest_pair",
    "greatest_pair",
    "shortest_token",
    "longest_token",
    "random",
)
BASE_VOCABULARIES = ("seen", "all_bytes")
UNKNOWN_POLICIES = ("keep", "drop", "unk")
ID_ORDERS = ("code_point", "byte_value")

DEFAULT_MARKERS = {"none": "", "end_symbol": "</w>", "end_suffix": "</w>", "start_prefix": "▁"}

MAX_PATTERN_LENGTH = 1_000
"""Longest pre-tokenization pattern of one's own, in characters."""

MAX_MARKER_LENGTH = 20
"""Longest word-boundary marker, in characters."""

MAX_TOKEN_LENGTH = 200
"""Longest special or unknown token, in characters."""

MAX_SPECIAL_TOKENS = 10_000
"""The most special tokens; published tokenizers have up to some 6,000."""

MAX_SPECIAL_CHARACTERS = 200_000
"""The most characters that all special tokens have together."""

MAX_NORMALIZERS = 20
"""The most normalizers, one after the other."""


@dataclass(frozen=True, kw_only=True)
class BPEConfig:
    """The rules of one training run; `dataclasses.replace` varies them. Raises `ConfigError`."""

    normalizers: tuple[str, ...] = ()
    """Applied in this order to every document: any of `NORMALIZERS`."""

    pre_tokenizer: str = "whitespace"
    """How a normalized document is cut into words: one of `PRE_TOKENIZERS`."""

    pattern: str | None = None
    """The regular expression whose matches are the words; used by the pre-tokenizer "pattern" alone."""

    alphabet: str = "characters"
    """What a word is made of: "characters" (Unicode code points) or "bytes" (of its UTF-8 form)."""

    word_boundary: str = "none"
    """"none"; "end_symbol": the marker is a symbol of its own after the word; "end_suffix": it is glued
    to the last symbol; "start_prefix": it is glued to the first symbol."""

    boundary_marker: str | None = None
    """How the marker is written; None for the style's usual one (see `marker`)."""

    tie_break: str = "first_seen"
    """Which of the pairs that share the highest count is merged: one of `bpe_core.TIE_BREAKS`."""

    tie_seed: int = 0
    """The seed of the tie-break "random", 0 or more."""

    count_overlaps: bool = True
    """Whether `aaa` counts the pair (a, a) twice (True) or once (False); it is merged once either way."""

    min_frequency: int = 0
    """Pairs that occur less often than this are never merged; 0 and 1 both mean no minimum."""

    max_merges: int | None = None
    """Stop after so many merges (at least 1), or None for no limit."""

    vocab_size: int | None = None
    """Stop when the vocabulary (special tokens, base symbols, merges) has so many tokens, or None."""

    base_vocabulary: str = "seen"
    """"seen": the symbols that occur in the corpus; "all_bytes": all 256, with the byte alphabet (and each
    once more with the marker, where the word boundary is glued on)."""

    special_tokens: tuple[str, ...] = ()
    """Cut out of every text before anything else, never merged; they take the first ids, in this order."""

    unknown: str = "keep"
    """What encoding does with a symbol outside the base vocabulary: "keep" it as a token without an id,
    "drop" it, or "unk": put `unk_token` in its place."""

    unk_token: str | None = None
    """Printed in place of an unknown symbol; it has an id if it is one of the special tokens."""

    fuse_unk: bool = False
    """Whether neighbouring unknown symbols of a word become one `unk_token`."""

    id_order: str = "code_point"
    """Order of the base symbols' ids: "code_point" of the printed symbols, or "byte_value"."""

    def __post_init__(self) -> None:
        self._set("normalizers", _strings("normalizers", self.normalizers))
        self._set("special_tokens", _strings("special_tokens", self.special_tokens))
        _at_most("normalizers", len(self.normalizers), MAX_NORMALIZERS, "entries")
        for name in self.normalizers:
            _one_of("normalizers", name, NORMALIZERS)
        _one_of("pre_tokenizer", self.pre_tokenizer, tuple(PRE_TOKENIZERS))
        _one_of("alphabet", self.alphabet, ALPHABETS)
        _one_of("word_boundary", self.word_boundary, WORD_BOUNDARIES)
        _one_of("tie_break", self.tie_break, TIE_BREAK_NAMES)
        _one_of("base_vocabulary", self.base_vocabulary, BASE_VOCABULARIES)
        _one_of("unknown", self.unknown, UNKNOWN_POLICIES)
        _one_of("id_order", self.id_order, ID_ORDERS)
        _whole_number("tie_seed", self.tie_seed, least=0)
        _whole_number("min_frequency", self.min_frequency, least=0)
        if self.max_merges is not None:
            _whole_number("max_merges", self.max_merges, least=1, or_none=True)
        if self.vocab_size is not None:
            _whole_number("vocab_size", self.vocab_size, least=1, or_none=True)
        _true_or_false("count_overlaps", self.count_overlaps)
        _true_or_false("fuse_unk", self.fuse_unk)
        self._check_pattern()
        self._check_tokens()
        self._check_combinations()

    @property
    def marker(self) -> str:
        """The word-boundary marker as it is printed; empty for the style "none"."""
        if self.word_boundary == "none":
            return ""
        return self.boundary_marker or DEFAULT_MARKERS[self.word_boundary]

    def _set(self, field: str, value: object) -> None:
        object.__setattr__(self, field, value)

    def _check_pattern(self) -> None:
        if self.pattern is not None:
            if not isinstance(self.pattern, str):
                raise ConfigError(
                    f"pattern is {shown(self.pattern)}; a regular expression in a string is allowed."
                )
            _whole_characters("pattern", self.pattern)
        if self.pre_tokenizer != "pattern":
            return
        if not self.pattern:
            raise ConfigError("The pre-tokenizer 'pattern' needs a pattern; it is empty.")
        if len(self.pattern) > MAX_PATTERN_LENGTH:
            raise ConfigError(
                f"The pattern has {len(self.pattern):,} characters; "
                f"at most {MAX_PATTERN_LENGTH:,} are allowed."
            )
        compiled_pattern(self.pattern)

    def _check_tokens(self) -> None:
        if self.boundary_marker is not None:
            _short_text("boundary_marker", self.boundary_marker, MAX_MARKER_LENGTH)
        if self.unk_token is not None:
            _short_text("unk_token", self.unk_token, MAX_TOKEN_LENGTH)
        _at_most("special_tokens", len(self.special_tokens), MAX_SPECIAL_TOKENS, "entries")
        characters = sum(map(len, self.special_tokens))
        _at_most("special_tokens", characters, MAX_SPECIAL_CHARACTERS, "characters in all")
        for token in self.special_tokens:
            _short_text("special_tokens", token, MAX_TOKEN_LENGTH)
        if len(set(self.special_tokens)) != len(self.special_tokens):
            raise ConfigError(
                f"special_tokens is {shown(self.special_tokens)}; each token may stand in it once."
            )

    def _check_combinations(self) -> None:
        if self.unknown == "unk" and self.unk_token is None:
            raise ConfigError("unknown is 'unk' and unk_token is None; name the token, for instance '[UNK]'.")
        if self.alphabet != "bytes" and self.base_vocabulary == "all_bytes":
            raise ConfigError("base_vocabulary is 'all_bytes'; that needs the alphabet 'bytes'.")
        if self.alphabet != "bytes" and self.id_order == "byte_value":
            raise ConfigError("id_order is 'byte_value'; that needs the alphabet 'bytes'.")


def _strings(field: str, value: object) -> tuple[str, ...]:
    if isinstance(value, str) or not isinstance(value, Iterable):
        raise ConfigError(f"{field} is {shown(value)}; a tuple of strings is allowed.")
    strings = tuple(value)
    if not all(isinstance(string, str) for string in strings):
        raise ConfigError(f"{field} is {shown(strings)}; a tuple of strings is allowed.")
    return strings


def _one_of(field: str, value: object, allowed: tuple[str, ...]) -> None:
    if not isinstance(value, str) or value not in allowed:
        names = ", ".join(repr(name) for name in allowed)
        raise ConfigError(f"{field} is {shown(value)}; allowed are {names}.")


def _whole_number(field: str, value: Any, *, least: int, or_none: bool = False) -> None:
    if isinstance(value, bool) or not isinstance(value, int) or not least <= value <= MOST:
        none = ", or None for no limit" if or_none else ""
        bounds = "of up to 30 digits" if isinstance(value, int) and value > MOST else f"from {least} on"
        raise ConfigError(f"{field} is {shown(value)}; a whole number {bounds} is allowed{none}.")


def _true_or_false(field: str, value: object) -> None:
    if not isinstance(value, bool):
        raise ConfigError(f"{field} is {shown(value)}; True or False is allowed.")


def _at_most(field: str, number: int, most: int, what: str) -> None:
    if number > most:
        raise ConfigError(f"{field} has {number:,} {what}; at most {most:,} are allowed.")


def _short_text(field: str, value: object, longest: int) -> None:
    if not isinstance(value, str) or not 1 <= len(value) <= longest:
        raise ConfigError(f"{field} has {shown(value)}; a text of 1 to {longest} characters is allowed.")
    _whole_characters(field, value)


def _whole_characters(field: str, value: str) -> None:
    if any("\ud800" <= character <= "\udfff" for character in value):
        raise ConfigError(f"{field} has {shown(value)}; a lone surrogate is not a Unicode character.")
