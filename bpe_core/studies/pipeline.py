"""Pipeline: what each stage of a tokenizer makes of a text, from the normalizers to the ids and back.

>>> from dataclasses import replace
>>> from bpe_core import EXAMPLES, BPEStepper
>>> example = EXAMPLES["hug_bug"]
>>> rules = replace(example.config, normalizers=("lowercase",), template="[CLS] $A [SEP]")
>>> stepper = BPEStepper(example.corpus, rules)
>>> stepper.run()
>>> way = pipeline(stepper.tokenizer(), "Bug hub")
>>> way.normalized, way.words, way.tokens
('bug hub', ('bug', 'hub'), (('bug',), ('h', 'u', 'b')))
>>> way.with_special_tokens, way.ids, way.decoded
(('[CLS]', 'bug', 'h', 'u', 'b', '[SEP]'), (0, 7, 4, 5, 2, 1), 'bughub')
"""

from dataclasses import dataclass

from bpe_core.tokenizer import BPETokenizer


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
    """The text of the ids without special tokens, as Hugging Face decodes them by default."""


def pipeline(tokenizer: BPETokenizer, text: str) -> Pipeline:
    """Send a text through all stages; raises what `encode` raises."""
    trace = tokenizer.trace(text)
    encoding = tokenizer.encode(text, add_special_tokens=True)
    special = {tokenizer.vocab.get(token) for token in tokenizer.config.special_tokens}
    return Pipeline(
        tokenizer.normalized(text),
        tuple(word.word for word in trace),
        tuple(word.tokens for word in trace),
        encoding.tokens,
        encoding.ids,
        tokenizer.decode(token_id for token_id in encoding.ids if token_id not in special),
    )
