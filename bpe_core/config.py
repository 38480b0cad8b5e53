"""The settings of one training, in one frozen record.

>>> from dataclasses import replace
>>> config = BPEConfig(word_boundary="end_symbol", max_merges=5)
>>> config.marker
'</w>'
>>> replace(config, alphabet="runes")
Traceback (most recent call last):
    ...
bpe_core.errors.ConfigError: `alphabet` must be one of 'characters', 'bytes', got 'runes'.
"""

from collections.abc import Collection
from dataclasses import dataclass

from bpe_core.errors import ConfigError
from bpe_core.normalizers import NORMALIZERS
from bpe_core.pre_tokenizers.custom_pattern import compiled_pattern
from bpe_core.pre_tokenizers.registry import PRE_TOKENIZERS
from bpe_core.tie_breaks import TIE_BREAKS
from bpe_core.validation import check_characters, check_choice, checked_integer, is_listing, shown

ALPHABETS = ("characters", "bytes")
WORD_BOUNDARIES = ("none", "end_symbol", "end_suffix", "start_prefix")
BASE_VOCABULARIES = ("seen", "all_bytes")
UNKNOWN_POLICIES = ("keep", "drop", "unk", "bytes")
ID_ORDERS = ("code_point", "byte_value")

_CHOICES: dict[str, Collection[str]] = {
    "pre_tokenizer": PRE_TOKENIZERS,
    "alphabet": ALPHABETS,
    "word_boundary": WORD_BOUNDARIES,
    "tie_break": TIE_BREAKS,
    "base_vocabulary": BASE_VOCABULARIES,
    "unknown": UNKNOWN_POLICIES,
    "id_order": ID_ORDERS,
}
_NO_LIMIT_IS_NONE = ("max_merges", "vocab_size")

BYTE_TOKENS = tuple(f"<0x{byte:02X}>" for byte in range(256))
"""The tokens of the 256 byte values, as SentencePiece and Llama write them."""

DEFAULT_MARKERS = {"none": "", "end_symbol": "</w>", "end_suffix": "</w>", "start_prefix": "▁"}

MAX_PATTERN_LENGTH = 1_000
"""The longest custom pre-tokenization pattern, in characters."""

_MAX_NORMALIZERS = 20
_MAX_SPECIAL_TOKENS = 10_000  # published tokenizers have up to some 6,000
_TEXT = "$A"  # stands for the text in a template, as in Hugging Face tokenizers
_MAX_SPECIAL_CHARACTERS = 200_000  # of all special tokens together
_MAX_TOKEN_LENGTH = 200
_MAX_TEMPLATE_LENGTH = 1_000
_MAX_MARKER_LENGTH = 20


@dataclass(frozen=True, kw_only=True)
class BPEConfig:
    """The settings of one training, checked: raises `ConfigError`. `dataclasses.replace` varies them."""

    normalizers: tuple[str, ...] = ()
    """Names from `NORMALIZERS`, applied to every document in this order."""

    pre_tokenizer: str = "whitespace"
    """How a normalized document is cut into words: one of `PRE_TOKENIZERS`."""

    pattern: str | None = None
    """The regular expression that matches words; only for the pre-tokenizer "pattern"."""

    alphabet: str = "characters"
    """What a word is made of: "characters" (Unicode code points) or "bytes" (of its UTF-8 encoding)."""

    word_boundary: str = "none"
    """How the end or start of a word is marked: "none"; "end_symbol": a marker as a symbol of its own after
    the word; "end_suffix": a marker joined to the last symbol; "start_prefix": joined to the first symbol."""

    boundary_marker: str | None = None
    """The text of the marker; None for the usual one (see `marker`)."""

    tie_break: str = "first_seen"
    """Which of the pairs with the same highest count is merged: one of `bpe_core.TIE_BREAKS`."""

    tie_seed: int = 0
    """The seed of the tie-break "random", >= 0."""

    count_overlaps: bool = True
    """Whether the pair (a, a) counts twice in `aaa` (True) or once (False); it is merged once either way."""

    min_frequency: int = 0
    """Pairs that occur less often than this are never merged; 0 and 1 both mean no minimum."""

    max_merges: int | None = None
    """Stop after this many merges (>= 1); None for no limit."""

    vocab_size: int | None = None
    """Stop when the vocabulary (special tokens, byte tokens, base symbols, merges) has this many tokens;
    None for no limit."""

    base_vocabulary: str = "seen"
    """"seen": the symbols that occur in the corpus; "all_bytes": all 256 bytes, for the byte alphabet (where
    the marker is joined to a symbol, each byte is there once more with the marker)."""

    special_tokens: tuple[str, ...] = ()
    """Cut out of every text before anything else and never merged; they have the first ids, in this order."""

    template: str | None = None
    """What encoding may put around a text: special tokens and `$A` for the text, separated by spaces, such as
    `[CLS] $A [SEP]`; None for nothing."""

    unknown: str = "keep"
    """What encoding does with a symbol outside the base vocabulary. "keep": it becomes a token without an id;
    "drop": it is left out; "unk": it is replaced by `unk_token`; "bytes": it is replaced by the tokens of its
    UTF-8 bytes (and those of its marker). These 256 `BYTE_TOKENS` then follow the special tokens."""

    unk_token: str | None = None
    """Replaces unknown symbols; it has an id if it is one of the special tokens."""

    fuse_unk: bool = False
    """Whether neighbouring unknown symbols of a word become one `unk_token`."""

    id_order: str = "code_point"
    """How the ids of the base symbols are ordered: by "code_point" of the printed symbol, or "byte_value"."""

    def __post_init__(self) -> None:
        self._check_strings("normalizers", _MAX_NORMALIZERS)
        self._check_strings("special_tokens", _MAX_SPECIAL_TOKENS)
        for name in self.normalizers:
            check_choice("normalizers", name, NORMALIZERS, ConfigError)
        for field, allowed in _CHOICES.items():
            check_choice(field, getattr(self, field), allowed, ConfigError)
        for field, least in {"tie_seed": 0, "min_frequency": 0, "max_merges": 1, "vocab_size": 1}.items():
            value = getattr(self, field)
            if value is not None or field not in _NO_LIMIT_IS_NONE:
                self._set(field, checked_integer(field, value, ConfigError, least=least))
        for field in ("count_overlaps", "fuse_unk"):
            if not isinstance(getattr(self, field), bool):
                raise ConfigError(f"`{field}` must be True or False, got {shown(getattr(self, field))}.")
        self._check_pattern()
        self._check_tokens()
        self._check_template()
        self._check_combinations()

    @property
    def marker(self) -> str:
        """The text of the word-boundary marker; empty for the style "none"."""
        if self.word_boundary == "none":
            return ""
        return self.boundary_marker or DEFAULT_MARKERS[self.word_boundary]

    @property
    def leading_tokens(self) -> tuple[str, ...]:
        """The tokens that have the first ids, before the base symbols: special tokens, then byte tokens."""
        return (*self.special_tokens, *BYTE_TOKENS) if self.unknown == "bytes" else self.special_tokens

    @property
    def around(self) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """The special tokens that the template puts before a text, and those after it."""
        parts = tuple((self.template or _TEXT).split())
        place = parts.index(_TEXT)
        return parts[:place], parts[place + 1 :]

    def _set(self, field: str, value: object) -> None:
        object.__setattr__(self, field, value)

    def _check_strings(self, field: str, most: int) -> None:
        given = getattr(self, field)
        strings = tuple(given) if is_listing(given) else ()
        if not is_listing(given) or not all(isinstance(string, str) for string in strings):
            raise ConfigError(f"`{field}` must be a tuple of strings, got {shown(given)}.")
        if len(strings) > most:
            raise ConfigError(f"`{field}` has {len(strings):,} entries; at most {most:,} are allowed.")
        self._set(field, strings)

    def _check_pattern(self) -> None:
        if self.pattern is not None:
            if not isinstance(self.pattern, str):
                raise ConfigError(f"`pattern` must be a string or None, got {shown(self.pattern)}.")
            check_characters(self.pattern, "`pattern`", ConfigError)
        if self.pre_tokenizer == "pattern":
            if not self.pattern:
                raise ConfigError("The pre-tokenizer 'pattern' needs a pattern.")
            _check_length("pattern", self.pattern, MAX_PATTERN_LENGTH)
            compiled_pattern(self.pattern)

    def _check_tokens(self) -> None:
        if self.boundary_marker is not None:
            _check_length("boundary_marker", self.boundary_marker, _MAX_MARKER_LENGTH)
        if self.unk_token is not None:
            _check_length("unk_token", self.unk_token, _MAX_TOKEN_LENGTH)
        characters = sum(map(len, self.special_tokens))
        if characters > _MAX_SPECIAL_CHARACTERS:
            raise ConfigError(
                f"`special_tokens` has {characters:,} characters in all;"
                f" at most {_MAX_SPECIAL_CHARACTERS:,} are allowed."
            )
        for token in self.special_tokens:
            _check_length("special_tokens", token, _MAX_TOKEN_LENGTH)
        if len(set(self.special_tokens)) != len(self.special_tokens):
            raise ConfigError(f"`special_tokens` must not repeat a token, got {shown(self.special_tokens)}.")

    def _check_template(self) -> None:
        if self.template is None:
            return
        _check_length("template", self.template, _MAX_TEMPLATE_LENGTH)
        parts = self.template.split()
        if parts.count(_TEXT) != 1 or not {*parts} <= {_TEXT, *self.special_tokens}:
            raise ConfigError(
                "`template` must be `special_tokens` with $A once for the text, such as '[CLS] $A [SEP]', got"
                f" {shown(self.template)}."
            )

    def _check_combinations(self) -> None:
        if self.unknown == "unk" and self.unk_token is None:
            raise ConfigError("`unknown` 'unk' needs an `unk_token`, for instance '[UNK]'.")
        if self.unknown == "bytes" and self.alphabet == "bytes":
            raise ConfigError("`unknown` 'bytes' needs the `alphabet` 'characters'.")
        if len(set(self.leading_tokens)) != len(self.leading_tokens):
            [token, *_] = set(self.special_tokens).intersection(BYTE_TOKENS)
            raise ConfigError(f"`unknown` 'bytes' needs {token} for a byte; it must be no special token.")
        if self.alphabet != "bytes" and self.base_vocabulary == "all_bytes":
            raise ConfigError("`base_vocabulary` 'all_bytes' needs the `alphabet` 'bytes'.")
        if self.alphabet != "bytes" and self.id_order == "byte_value":
            raise ConfigError("`id_order` 'byte_value' needs the `alphabet` 'bytes'.")


def _check_length(field: str, value: object, longest: int) -> None:
    if not isinstance(value, str) or not 1 <= len(value) <= longest:
        of = f"{len(value):,} characters" if isinstance(value, str) and value else shown(value)
        raise ConfigError(f"`{field}` must have 1 to {longest:,} characters, got {of}.")
    check_characters(value, f"`{field}`", ConfigError)
