"""The rules of one training, in one frozen record.

Each rule is described once, in its field: its name, the values it allows, and what it needs. A new rule is
one field here; its place in the form, in a link, in errors and among the causes follows from `RULES`.

>>> from dataclasses import replace
>>> config = BPEConfig(word_boundary="end_symbol", max_merges=5)
>>> config.marker
'</w>'
>>> replace(config, alphabet="runes")
Traceback (most recent call last):
    ...
bpe_core.errors.ConfigError: `alphabet` must be one of 'characters', 'bytes', got 'runes'.
>>> RULES["alphabet"].what
'the alphabet'
"""

from dataclasses import dataclass
from operator import attrgetter
from typing import Annotated, Any, get_args, get_type_hints

from bpe_core.config.rules import (
    ALPHABETS,
    BASE_VOCABULARIES,
    ID_ORDERS,
    OVERLAPS,
    SCORES,
    UNKNOWN_POLICIES,
    WORD_BOUNDARIES,
    Choice,
    Decides,
    Flag,
    Integer,
    Pattern,
    Rule,
    Several,
    Text,
    TokenList,
    check_length,
)
from bpe_core.errors import ConfigError
from bpe_core.normalizers import NORMALIZERS
from bpe_core.pre_tokenizers.custom_pattern import compiled_pattern
from bpe_core.pre_tokenizers.patterns import DIGITS
from bpe_core.pre_tokenizers.registry import (
    PRE_TOKENIZERS,
    PreTokenizer,
    cuts_digits,
    pre_tokenizer_of,
    rules_of_pattern,
)
from bpe_core.tie_breaks import TIE_BREAKS
from bpe_core.validation import shown

BYTE_TOKENS = tuple(f"<0x{byte:02X}>" for byte in range(256))
"""The tokens of the 256 byte values, as SentencePiece and Llama write them."""

MAX_PATTERN_LENGTH = 1_000
"""The longest custom pre-tokenization pattern, in characters."""

_TEXT = "$A"  # stands for the text in a template, as in Hugging Face tokenizers


@dataclass(frozen=True, kw_only=True)
class BPEConfig:
    """The rules of one training, checked: raises `ConfigError`. `dataclasses.replace` varies them."""

    normalizers: Annotated[
        tuple[str, ...],
        Several(
            "Normalizers",
            "Change the text first",
            options=NORMALIZERS,
            most=20,
            cause="normalization",
            decides="words",
            term="normalizer",
        ),
    ] = ()
    """Names from `NORMALIZERS`, applied to every document in this order."""

    pre_tokenizer: Annotated[
        str,
        Choice(
            "Pre-tokenizer",
            "Cut into words",
            options=PRE_TOKENIZERS,
            samples=("I'LL हिन्दी 1234567", "if getName(x):\n\t\treturn"),
            cause="pre_tokenization",
            decides="words",
        ),
    ] = "whitespace"
    """How a normalized document is cut into words: one of `PRE_TOKENIZERS`."""

    pattern: Annotated[
        str | None,
        Pattern(
            "Pattern",
            "Your pattern",
            longest=MAX_PATTERN_LENGTH,
            only_with=("pre_tokenizer", "pattern".__eq__),
            cause="pre_tokenization",
            decides="words",
        ),
    ] = None
    """The regular expression that matches words; only for the pre-tokenizer "pattern"."""

    digits: Annotated[
        str,
        Choice(
            "Digit grouping",
            "Numbers, such as 1234567",
            options=DIGITS,
            samples=("1234567",),
            only_with=("pre_tokenizer", cuts_digits),
            cause="pre_tokenization",
            decides="words",
            term="pre-tokenizer",
        ),
    ] = "own"
    """How numbers are cut, where the pre-tokenizer can be told: one of `DIGITS`."""

    special_tokens: Annotated[
        tuple[str, ...],
        TokenList(
            "Special tokens",
            "Special tokens, one per line: cut out of every text first, and never merged",
            most=10_000,
            longest=200,
            most_characters=200_000,
            cause="special_tokens",
            decides="words",
            term="special token",
        ),
    ] = ()
    """Cut out of every text before anything else and never merged; they have the first ids, in this order."""

    template: Annotated[
        str | None,
        Text(
            "Special tokens around a text",
            "Special tokens around a text, with $A for the text; Tokenize adds them when you ask for it",
            longest=1_000,
            usual="[CLS] $A [SEP]",
            tab="Words",
            cause="special_tokens",
            decides="encoding",
            term="template",
        ),
    ] = None
    """What encoding may put around a text: special tokens and `$A` for the text, separated by spaces, such as
    `[CLS] $A [SEP]`; None for nothing."""

    alphabet: Annotated[
        str,
        Choice(
            "Alphabet",
            "What a word is made of",
            options=ALPHABETS,
            cause="alphabet",
            decides="symbols",
        ),
    ] = "characters"
    """What a word is made of: "characters" (Unicode code points) or "bytes" (of its UTF-8 encoding)."""

    base_vocabulary: Annotated[
        str,
        Choice(
            "Base vocabulary",
            "Base symbols",
            options=BASE_VOCABULARIES,
            needs={"all_bytes": {"alphabet": ("bytes",)}},
            cause="alphabet",
            decides="ids",
        ),
    ] = "seen"
    """"seen": the symbols that occur in the corpus; "all_bytes": all 256 bytes, for the byte alphabet (where
    the marker is joined to a symbol, each byte is there once more with the marker)."""

    id_order: Annotated[
        str,
        Choice(
            "Order of the ids",
            "Order of the base symbols' ids",
            options=ID_ORDERS,
            needs={"byte_value": {"alphabet": ("bytes",)}},
            cause="alphabet",
            decides="ids",
        ),
    ] = "code_point"
    """How the ids of the base symbols are ordered: by "code_point" of the printed symbol, or "byte_value"."""

    word_boundary: Annotated[
        str,
        Choice(
            "Word boundary",
            "Where a word begins or ends",
            options=WORD_BOUNDARIES,
            needs={
                "inside_prefix": {"alphabet": ("characters",), "unknown": ("keep", "drop", "unk")},
            },
            brings_needs=True,
            cause="boundary",
            decides="symbols",
        ),
    ] = "none"
    """How the end or start of a word is marked: "none"; "end_symbol": a marker as a symbol of its own after
    the word; "end_suffix": a marker joined to the last symbol; "start_prefix": joined to the first symbol;
    "inside_prefix": joined to every symbol but the first."""

    boundary_marker: Annotated[
        str | None,
        Text(
            "Marker",
            "How the marker is written",
            longest=20,
            usual=lambda values: WORD_BOUNDARIES[values["word_boundary"]].marker,
            only_with=("word_boundary", "none".__ne__),
            cause="boundary",
            decides="symbols",
        ),
    ] = None
    """The text of the marker; None for the usual one (see `marker`)."""

    pair_score: Annotated[
        str,
        Choice(
            "Choice of the next pair",
            "What wins",
            options=SCORES,
            needs={"count_over_parts": {"word_boundary": ("inside_prefix",), "count_overlaps": (True,)}},
            brings_needs=True,
            cause="score",
            decides="counts",
            term="score",
        ),
    ] = "count"
    """Which pair is merged: the one with the highest "count", or with the highest "count_over_parts", its
    count divided by the product of the counts of its two symbols, as WordPiece is taught. With the latter, a
    word is encoded from the left by the longest tokens, and is unknown as a whole if one is missing."""

    tie_break: Annotated[
        str,
        Choice(
            "Tie rule",
            "Which of several equally frequent pairs to merge",
            options=TIE_BREAKS,
            cause="ties",
            decides="ties",
        ),
    ] = "first_seen"
    """Which of the pairs with the same highest count is merged: one of `bpe_core.TIE_BREAKS`."""

    tie_seed: Annotated[
        int,
        Integer(
            "Seed",
            least=0,
            only_with=("tie_break", lambda name: TIE_BREAKS[name].is_drawn),
            cause="ties",
            decides="ties",
        ),
    ] = 0
    """The seed of the tie-break "random", >= 0."""

    count_overlaps: Annotated[
        bool,
        Choice(
            "Counting of overlaps",
            "Counting a + a in aaa",
            options=OVERLAPS,
            cause="overlaps",
            decides="counts",
        ),
    ] = True
    """Whether the pair (a, a) counts twice in `aaa` (True) or once (False); it is merged once either way."""

    max_merges: Annotated[
        int | None,
        Integer(
            "Merge limit",
            "Maximum merges",
            least=1,
            is_optional=True,
            cause="stop_rule",
            decides="end",
        ),
    ] = None
    """Stop after this many merges (>= 1); None for no limit."""

    vocab_size: Annotated[
        int | None,
        Integer(
            "Vocabulary limit",
            "Maximum vocabulary size",
            least=1,
            is_optional=True,
            note="The vocabulary counts special tokens, byte tokens, base symbols and merges.",
            cause="stop_rule",
            decides="end",
        ),
    ] = None
    """Stop when the vocabulary (special tokens, byte tokens, base symbols, merges) has this many tokens;
    None for no limit."""

    min_frequency: Annotated[
        int,
        Integer(
            "Minimum frequency",
            least=0,
            note="2 leaves out pairs that occur only once, as subword-nmt does. 0 and 1 set no limit.",
            cause="minimum_frequency",
            decides="end",
        ),
    ] = 0
    """Pairs that occur less often than this are never merged; 0 and 1 both mean no minimum."""

    max_token_length: Annotated[
        int | None,
        Integer(
            "Longest token",
            "Longest token, in base symbols",
            least=2,
            is_optional=True,
            note="A pair is never merged if its token would be longer. In Hugging Face's library, set"
            " max_token_length to one more: there it is the first length that is too long.",
            tab="Limits",
            only_with=("pair_score", "count".__eq__),
            cause="token_length",
            decides="counts",
            term="limit",
        ),
    ] = None
    """How many base symbols a token may have (>= 2): pairs that make a longer one are not counted, and so
    never merged; None for no limit. Without effect where scores decide."""

    limit_alphabet: Annotated[
        int | None,
        Integer(
            "Alphabet limit",
            "Most different characters",
            least=1,
            is_optional=True,
            note="The most frequent characters stay, and all others are left out of the words. Of equally"
            " frequent ones, the first in the text stay. Hugging Face's limit_alphabet chooses at random.",
            tab="Limits",
            only_with=("alphabet", "characters".__eq__),
            cause="alphabet",
            decides="counts",
            term="alphabet",
        ),
    ] = None
    """How many different characters training keeps (>= 1), not counting the marker: see `symbols.left_out`;
    None for all. Without effect on bytes."""

    unknown: Annotated[
        str,
        Choice(
            "Rule for unknown symbols",
            "A symbol that the training never saw",
            options=UNKNOWN_POLICIES,
            needs={"bytes": {"alphabet": ("characters",)}},
            cause="alphabet",
            decides="encoding",
        ),
    ] = "keep"
    """What encoding does with a symbol outside the base vocabulary. "keep": it becomes a token without an id;
    "drop": it is left out; "unk": it is replaced by `unk_token`; "bytes": it is replaced by the tokens of its
    UTF-8 bytes (and those of its marker). These 256 `BYTE_TOKENS` then follow the special tokens."""

    unk_token: Annotated[
        str | None,
        Text(
            "Unknown token",
            "Replacement token",
            longest=200,
            usual="[UNK]",
            only_with=("unknown", "unk".__eq__),
            cause="alphabet",
            decides="encoding",
        ),
    ] = None
    """Replaces unknown symbols; it has an id if it is one of the special tokens."""

    fuse_unk: Annotated[
        bool,
        Flag(
            "Fusing of unknown symbols",
            "One token for several unknown symbols in a row",
            only_with=("unknown", "unk".__eq__),
            cause="alphabet",
            decides="encoding",
        ),
    ] = False
    """Whether neighbouring unknown symbols of a word become one `unk_token`."""

    def __post_init__(self) -> None:
        for field, rule in RULES.items():
            object.__setattr__(self, field, rule.checked(field, getattr(self, field)))
        if self.pre_tokenizer == "pattern":
            if not self.pattern:
                raise ConfigError("The pre-tokenizer 'pattern' needs a pattern.")
            check_length("pattern", self.pattern, MAX_PATTERN_LENGTH)
            compiled_pattern(self.pattern)
        parts = (self.template or _TEXT).split()
        if parts.count(_TEXT) != 1 or not {*parts} <= {_TEXT, *self.special_tokens}:
            raise ConfigError(
                "`template` must be `special_tokens` with $A once for the text, such as '[CLS] $A [SEP]', got"
                f" {shown(self.template)}."
            )
        if self.unknown == "unk" and self.unk_token is None:
            raise ConfigError("`unknown` 'unk' needs an `unk_token`, for instance '[UNK]'.")
        for field, rule in RULES.items():
            value = getattr(self, field)
            if isinstance(rule, Choice) and not rule.fits(value, vars(self)):
                needs = rule.needs[value].items()
                other, needed = next(each for each in needs if getattr(self, each[0]) not in each[1])
                raise ConfigError(
                    f"`{field}` {value!r} needs the `{other}` {' or '.join(map(repr, needed))}."
                )
        if len(set(self.leading_tokens)) != len(self.leading_tokens):
            [token, *_] = set(self.special_tokens).intersection(BYTE_TOKENS)
            raise ConfigError(f"`unknown` 'bytes' needs {token} for a byte; it must be no special token.")

    @property
    def cutter(self) -> PreTokenizer:
        """What cuts a normalized text into words by these rules."""
        return pre_tokenizer_of(self.pre_tokenizer, self.pattern, self.digits)

    @property
    def marker(self) -> str:
        """The text of the word-boundary marker; empty for the style "none"."""
        usual = WORD_BOUNDARIES[self.word_boundary].marker
        return usual and (self.boundary_marker or usual)

    @property
    def is_wordpiece(self) -> bool:
        """Whether scores decide what is merged, and the longest tokens how a word is encoded."""
        return self.pair_score == "count_over_parts"

    @property
    def longest_token(self) -> int | None:
        """How many base symbols a token may have; None for no limit, as where scores decide."""
        return None if self.is_wordpiece else self.max_token_length

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

    @property
    def in_force(self) -> dict[str, Any]:
        """The effective value of each rule, by field; None if the rule has no effect, such as the seed of a
        tie rule without random choices."""
        values = {field: getattr(self, field) for field in RULES}
        if self.digits != "own" and cuts_digits(self.pre_tokenizer):  # perhaps it has a name of its own
            values |= rules_of_pattern(self.cutter.pattern or "")
        amounts = values | {"boundary_marker": self.marker, "min_frequency": max(1, self.min_frequency)}
        return {field: amounts[field] if rule.is_effective(values) else None for field, rule in RULES.items()}

    def only(self, *decides: Decides, **changes: Any) -> "BPEConfig":
        """A config with only those rules, of the kinds named, that have an effect, and with these changes.

        >>> BPEConfig(pre_tokenizer="gpt2", tie_break="last_seen", tie_seed=5).only("ties") == BPEConfig(
        ...     tie_break="last_seen"
        ... )
        True
        """
        values = {field: getattr(self, field) for field in RULES}
        kept = {
            field: values[field]
            for field, rule in RULES.items()
            if rule.decides in decides and rule.is_effective(values)
        }
        return BPEConfig(**{**kept, **changes})


RULES: dict[str, Rule] = {
    field: get_args(hint)[1] for field, hint in get_type_hints(BPEConfig, include_extras=True).items()
}
"""The description of each rule, by field, in the order in which a person sets them."""

_values_that_cut = attrgetter(*(field for field, rule in RULES.items() if rule.decides == "words"))


def cutting_rules(config: BPEConfig) -> tuple[object, ...]:
    """The values of the rules that decide into which words a corpus is cut.

    >>> cutting_rules(BPEConfig(normalizers=("lowercase",), special_tokens=("<unk>",), max_merges=5))
    (('lowercase',), 'whitespace', None, 'own', ('<unk>',))
    """
    values: tuple[object, ...] = _values_that_cut(config)
    return values
