"""Cutting: a normalized text cut into words by the pre-tokenizer that a config names.

In: a text and a `BPEConfig`. Out: its words, or its words with their places in the text.

>>> words("I don't.", BPEConfig(pre_tokenizer="gpt2"))
['I', ' don', "'t", '.']
>>> pieces("a thug", BPEConfig())
[Piece(word='a', start=0, end=1), Piece(word='thug', start=2, end=6)]
"""

from dataclasses import replace
from functools import partial

from bpe_core.config import BPEConfig
from bpe_core.pre_tokenizers.registry import (
    PRE_TOKENIZERS,
    Piece,
    PreTokenizer,
    pattern_pieces,
    pattern_words,
)


def words(text: str, config: BPEConfig) -> list[str]:
    """The words of a normalized text, in order. Raises `PatternTimeoutError`."""
    return pre_tokenizer_of(config).words(text)


def pieces(text: str, config: BPEConfig) -> list[Piece]:
    """The words of a normalized text with their places, in order. Raises `PatternTimeoutError`."""
    return pre_tokenizer_of(config).pieces(text)


def pre_tokenizer_of(config: BPEConfig) -> PreTokenizer:
    """The config's entry of `PRE_TOKENIZERS`; "pattern" comes with the config's own pattern."""
    entry = PRE_TOKENIZERS[config.pre_tokenizer]
    if config.pre_tokenizer != "pattern" or config.pattern is None:
        return entry
    return replace(
        entry,
        words=partial(pattern_words, pattern=config.pattern),
        find_pieces=partial(pattern_pieces, pattern=config.pattern),
    )
