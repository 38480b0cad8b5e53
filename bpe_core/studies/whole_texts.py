"""A text as a whole: its length in each unit, its units of three kinds, and its way through all stages.

>>> from bpe_core import EXAMPLES, BPEStepper
>>> stepper = BPEStepper(EXAMPLES["hug_pug_pun"].corpus, EXAMPLES["hug_pug_pun"].config)
>>> stepper.run(3)
>>> text_counts(stepper.tokenizer(), "hug hugs")
TextCounts(characters=8, bytes=8, words=2, tokens=3)
>>> for cut in three_cuts(stepper.tokenizer(), {row.word for row in stepper.words}, "hug thugs"):
...     print(cut.unit, *cut.tokens, cut.unknown, cut.vocabulary)
characters h u g [UNK] h u g s 1 7
subwords hug [UNK] hug s 1 10
words hug [UNK] 1 5
>>> from dataclasses import replace
>>> example = EXAMPLES["hug_bug"]
>>> rules = replace(example.config, normalizers=("lowercase",), template="[CLS] $A [SEP]")
>>> stepper = BPEStepper(example.corpus, rules)
>>> stepper.run()
>>> way = pipeline(stepper.tokenizer(), "Bug hub")
>>> way.normalized, way.words, way.tokens
('bug hub', ('bug', 'hub'), (('bug',), ('h', 'u', 'b')))
>>> way.with_special_tokens, way.ids, way.decoded
(('[CLS]', 'bug', 'h', 'u', 'b', '[SEP]'), (0, 7, 4, 5, 2, 1), '[CLS]bughub[SEP]')
"""

from collections.abc import Collection
from dataclasses import dataclass, replace

from bpe_core.pre_tokenizers.registry import pre_tokenizer_of
from bpe_core.tokenizer import BPETokenizer, Tokenizer


@dataclass(frozen=True)
class TextCounts:
    """The length of a text in several units."""

    characters: int
    """Its length in characters: the number of tokens if each character were one."""

    bytes: int
    """Its length in bytes of UTF-8."""

    words: int
    """Its length in words, as the pre-tokenizer cuts them; a special token counts as one."""

    tokens: int
    """Its length in tokens."""

    @property
    def tokens_per_word(self) -> float:
        """Tokens divided by words; 0 without words."""
        return self.tokens / self.words if self.words else 0.0


def text_counts(tokenizer: Tokenizer, text: str) -> TextCounts:
    """Count a text in every unit; raises what `encode` raises."""
    encoding = tokenizer.encode(text)
    return TextCounts(len(text), len(text.encode()), encoding.words, len(encoding))


@dataclass(frozen=True)
class TextCut:
    """A text in one kind of unit."""

    unit: str
    """"characters", "subwords" or "words"."""

    tokens: tuple[str, ...]
    """The text in these units; unknown ones are replaced by the rules' unknown token, if there is one."""

    unknown: int
    """How many of the units the training has not seen."""

    vocabulary: int
    """How many different units the training knows."""


def three_cuts(tokenizer: BPETokenizer, words: Collection[str], text: str) -> tuple[TextCut, ...]:
    """The text in characters, subwords and words; raises what `encode` raises."""
    config = tokenizer.config
    characters = BPETokenizer.of_parts(replace(tokenizer.parts, merges=(), ids=None))
    by_character, by_rules = characters.encode(text), tokenizer.encode(text)
    cut = pre_tokenizer_of(config.pre_tokenizer, config.pattern).words(tokenizer.normalized(text))
    known = tuple(word if word in words else tokenizer.unk_token or word for word in cut)
    return (
        TextCut("characters", by_character.tokens, len(by_character.unknown), len(characters.vocab)),
        TextCut("subwords", by_rules.tokens, len(by_rules.unknown), len(tokenizer.vocab)),
        TextCut("words", known, sum(word not in words for word in cut), len(words)),
    )


@dataclass(frozen=True)
class Pipeline:
    """What each stage makes of a text, in order."""

    normalized: str
    """After the normalizers."""

    words: tuple[str, ...]
    """After the pre-tokenizer."""

    tokens: tuple[tuple[str, ...], ...]
    """After the model: the tokens of each word."""

    with_special_tokens: tuple[str, ...]
    """After the post-processor: all tokens, with those of the template around them."""

    ids: tuple[int | None, ...]
    """The ids of these tokens: the input of a model."""

    decoded: str
    """The text that the ids are decoded to."""


def pipeline(tokenizer: BPETokenizer, text: str) -> Pipeline:
    """Send a text through all stages; raises what `encode` raises."""
    trace = tokenizer.trace(text)
    encoding = tokenizer.encode(text, add_special_tokens=True)
    return Pipeline(
        tokenizer.normalized(text),
        tuple(word.word for word in trace),
        tuple(word.tokens for word in trace),
        encoding.tokens,
        encoding.ids,
        tokenizer.decode(encoding.ids),
    )
