"""Column tokens: one text in every column's tokens, with what the reference column cuts otherwise marked.

In: a text and tokenizers. Out: for each its tokens, with their places in the text as it was given.

>>> from bpe_core import BPEConfig, BPEStepper, EXAMPLES
>>> corpus = EXAMPLES["hug_pug_pun"].corpus
>>> rules = BPEConfig(tie_break="first_seen"), BPEConfig(tie_break="smallest_pair")
>>> steppers = [BPEStepper(corpus, config) for config in rules]
>>> for stepper in steppers:
...     stepper.run(5)
>>> columns = tokens_of_columns("hugs pug", [stepper.tokenizer() for stepper in steppers], against=0)
>>> [[token.token for token in column.tokens] for column in columns]
[['hug', 's', 'pug'], ['hugs', 'p', 'ug']]
>>> [(token.token, token.start, token.end) for token in columns[1].tokens if token.differs]
[('hugs', 0, 4), ('p', 5, 6), ('ug', 6, 8)]
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from bpe_core.config import BPEConfig
from bpe_core.encoding.encoded_text import Encoding
from bpe_core.studies.comparison.original_places import Span, original_span, original_spans, without_spaces
from bpe_core.tokenizer import BPETokenizer


@dataclass(frozen=True, slots=True)
class ColumnToken:
    """A token of the text."""

    token: str
    """The token as it is printed."""

    id: int | None
    """Its id, or None for an unknown symbol that was kept or whose `unk_token` has none."""

    start: int
    """Its first character in the text as it was given. A token with some of a character's bytes has the whole
    character; one that a normalizer made of several characters, as é of e and an accent, has them all."""

    end: int
    """The place after its last character; equal to `start` for a marker that stands for none of the text."""

    starts_word: bool
    """Whether it is the first token of a word."""

    known: bool
    """Whether it is in the vocabulary, and no stand-in for an unknown symbol."""

    differs: bool
    """Whether the reference column cuts the text otherwise: it has no token, or not as many, at this place,
    apart from spaces at its ends."""


@dataclass(frozen=True)
class ColumnTokens:
    """The text in one column's tokens."""

    tokens: tuple[ColumnToken, ...]
    """Its tokens, in the order of the text."""


def tokens_of_columns(text: str, tokenizers: Sequence[BPETokenizer], against: int) -> list[ColumnTokens]:
    """Return the tokens of a text in every column, compared with those of one of them."""
    encodings = [tokenizer.encode(text) for tokenizer in tokenizers]
    spans = [
        _spans_as_given(text, tokenizer.config, encoding)
        for tokenizer, encoding in zip(tokenizers, encodings, strict=True)
    ]
    # Without spaces at the ends, `Ġhug` stands where `hug` does.
    places = [[without_spaces(text, *span) for span in column] for column in spans]
    there = Counter(places[against])
    columns = []
    for tokenizer, encoding, own_spans, own_places in zip(tokenizers, encodings, spans, places, strict=True):
        config, here, starts = tokenizer.config, Counter(own_places), encoding.word_starts
        stand_in = config.unk_token if config.unknown == "unk" else None
        tokens = tuple(
            ColumnToken(
                token,
                token_id,
                start,
                end,
                starts_word=index in starts,
                known=token_id is not None and token != stand_in,
                differs=here[place] != there[place],
            )
            for index, (token, token_id, (start, end), place) in enumerate(
                zip(encoding.tokens, encoding.ids, own_spans, own_places, strict=True)
            )
        )
        columns.append(ColumnTokens(tokens))
    return columns


def _spans_as_given(text: str, config: BPEConfig, encoding: Encoding) -> list[Span]:
    """Where each token is in the text before it was normalized."""
    if not config.normalizers:
        return list(encoding.offsets)
    originals = original_spans(text, config)
    return [original_span(start, end, originals) for start, end in encoding.offsets]
