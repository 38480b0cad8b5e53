r"""Encoder mistakes: each as an encoder that makes it, to find those that give exactly somebody's ids.

>>> from bpe_core.studies.rule_lists import tokenizer_of_rules
>>> tokenizer = tokenizer_of_rules("b c\na b\na bc\nab a", "abcaba")
>>> tokenizer.encode("abcaba").tokens
('abc', 'aba')
>>> ids = [tokenizer.id_of(token) for token in ("ab", "c", "aba")]
>>> for mistake in mistakes_that_give(ids, "abcaba", tokenizer):
...     print(mistake.sentence)
the first pair from the left that has a merge is merged, whatever its rank
"""

import json
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from dataclasses import replace
from functools import cache, partial
from typing import NamedTuple

from bpe_core.errors import BPEError
from bpe_core.tokenizer import BPETokenizer, Tokenizer

MOST_CHARACTERS = 100_000
"""The longest text on which mistakes are tried."""

_LONGEST_WORD = 2_000
"""The longest word, in base symbols, in which rules are applied in another order."""

_NO_SPACES = r"'(?:[sdmt]|ll|ve|re)|\p{L}+|\p{N}+|[^\s\p{L}\p{N}]+|\s+(?!\S)|\s+"

Ids = list[int | None]


class EncoderMistake(NamedTuple):
    """One mistake, with the encoder that makes it."""

    sentence: str
    """What is done wrong, to follow "when"."""

    encode: Callable[[str], Ids]
    """The ids of a text with it; may raise `BPEError`."""

    def gives(self, text: str) -> Ids | None:
        """The ids of a text with it; None where it cannot be made."""
        with suppress(BPEError):
            return self.encode(text)
        return None


def with_a_config(tokenizer: Tokenizer, text: str) -> Tokenizer:
    """The tokenizer as a `BPETokenizer`, which can cut words differently, if it is GPT-2's on this text."""
    if isinstance(tokenizer, BPETokenizer):
        return tokenizer
    files = {
        "vocab.json": json.dumps(tokenizer.vocab).encode(),
        "merges.txt": "\n".join(["#version: 0.2", *map(" ".join, tokenizer.merges)]).encode(),
    }
    with suppress(BPEError):
        made = BPETokenizer.from_files(files)
        if isinstance(made, BPETokenizer):
            config = replace(made.config, special_tokens=tokenizer.added_tokens)
            made = BPETokenizer.of_parts(replace(made.parts, config=config))
            return made if made.encode(text).ids == tokenizer.encode(text).ids else tokenizer
    return tokenizer


def mistakes_that_give(ids: Ids, text: str, tokenizer: Tokenizer) -> list[EncoderMistake]:
    """The known mistakes that give a text exactly these ids."""
    known = [*_other_orders(tokenizer), *_other_special_tokens(tokenizer, text)]
    lines = "the text is encoded line by line"
    known += [
        EncoderMistake(lines, lambda text: _joined(tokenizer, text.splitlines(keepends=True))),
        EncoderMistake(f"{lines}, without their ends", lambda text: _joined(tokenizer, text.splitlines())),
    ]
    if isinstance(tokenizer, BPETokenizer):
        known += _other_words(tokenizer)
    return [mistake for mistake in known if mistake.gives(text) == ids]


def _ids(tokenizer: Tokenizer, text: str, algorithm: str = "lowest_rank") -> Ids:
    return list(tokenizer.encode(text, algorithm=algorithm).ids)


def _other_orders(tokenizer: Tokenizer) -> Iterator[EncoderMistake]:
    longest = "each word is cut from left to right into the longest tokens that fit"
    yield EncoderMistake(longest, partial(_ids, tokenizer, algorithm="longest_match"))
    in_order = "each merge is made once, in the order of the list"
    yield EncoderMistake(in_order, partial(_ids, tokenizer, algorithm="in_order"))
    first = "the first pair from the left that has a merge is merged, whatever its rank"
    yield EncoderMistake(first, partial(_from_the_left, tokenizer))


def _from_the_left(tokenizer: Tokenizer, text: str) -> Ids:
    """The ids if the first pair that has a merge is merged."""

    @cache
    def tokens_of(symbols: tuple[str, ...]) -> Ids:
        left = list(symbols)
        while True:
            ranks = enumerate(tokenizer.pair_ranks(left))
            place = next((place for place, rank in ranks if rank is not None), None)
            if place is None:
                return list(map(tokenizer.id_of, left))
            left[place : place + 2] = [tokenizer.made_of(*left[place : place + 2]) or ""]

    ids: Ids = []
    for word in tokenizer.trace(text):
        is_kept = word.is_added or len(word.symbols) > _LONGEST_WORD
        ids += word.ids if is_kept else tokens_of(word.symbols)
    return ids


def _other_special_tokens(tokenizer: Tokenizer, text: str) -> Iterator[EncoderMistake]:
    if isinstance(tokenizer, BPETokenizer) and any(token in text for token in tokenizer.added_tokens):
        config = replace(tokenizer.config, special_tokens=(), template=None)
        plain = BPETokenizer.of_parts(replace(tokenizer.parts, config=config, ids=tokenizer.vocab))
        yield EncoderMistake("special tokens are encoded as other text is", partial(_ids, plain))


def _joined(tokenizer: Tokenizer, parts: Iterable[str]) -> Ids:
    return [id_ for part in parts for id_ in _ids(tokenizer, part)]


def _other_words(tokenizer: BPETokenizer) -> Iterator[EncoderMistake]:
    def cut_by(name: str, pattern: str | None, text: str) -> Ids:
        rules = replace(tokenizer.config, pre_tokenizer=name, pattern=pattern)
        return _ids(BPETokenizer.of_parts(tokenizer.parts.with_stages(rules)), text)

    if tokenizer.config.pre_tokenizer != "none":
        yield EncoderMistake("the text is not cut into words first", partial(cut_by, "none", None))
    apart = "GPT-2's pattern takes no space before a word"
    yield EncoderMistake(apart, partial(cut_by, "pattern", _NO_SPACES))
