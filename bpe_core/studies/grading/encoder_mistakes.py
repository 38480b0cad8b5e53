r"""Encoder mistakes: each as an encoder that makes it, to find those that give exactly somebody's ids.

>>> from bpe_core.studies.rule_lists import tokenizer_of_rules
>>> tokenizer = tokenizer_of_rules("b c\na b\na bc\nab a", "abcaba")
>>> tokenizer.encode("abcaba").tokens
('abc', 'aba')
>>> ids = [tokenizer.id_of(token) for token in ("ab", "c", "aba")]
>>> for mistake in mistakes_that_give(ids, "abcaba", tokenizer):
...     print(mistake.sentence)
the first pair from the left that has a merge is merged, whatever its rank
the pair with the highest rank is merged first
"""

import json
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from dataclasses import replace
from functools import cache, partial
from itertools import islice
from typing import NamedTuple

from bpe_core.errors import BPEError
from bpe_core.symbol_texts import BYTE_CHARACTERS
from bpe_core.tokenizer import BPETokenizer, Tokenizer

MOST_CHARACTERS = 100_000
"""The longest text on which mistakes are tried."""

_LONGEST_WORD = 2_000
"""The longest word, in base symbols, in which rules are applied in another order."""

_BLOCKS = sorted({2**power for power in range(3, 17)} | {10**power for power in range(1, 6)})
"""How many characters are read at a time, if a text is read in blocks; any other number would be a guess."""
_MOST_BLOCKS = 2_000

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
    """The known mistakes that give a text exactly these ids; of the sizes of blocks, the smallest."""
    known = [*_other_orders(tokenizer), *_other_special_tokens(tokenizer, text)]
    lines = "the text is encoded line by line"
    known += [
        EncoderMistake(lines, lambda text: _joined(tokenizer, text.splitlines(keepends=True))),
        EncoderMistake(f"{lines}, without their ends", lambda text: _joined(tokenizer, text.splitlines())),
    ]
    if isinstance(tokenizer, BPETokenizer):
        known += _other_words(tokenizer)
    blocks = (mistake for mistake in _in_blocks(tokenizer, len(text)) if mistake.gives(text) == ids)
    return [*(mistake for mistake in known if mistake.gives(text) == ids), *islice(blocks, 1)]


def _ids(tokenizer: Tokenizer, text: str, algorithm: str = "lowest_rank") -> Ids:
    return list(tokenizer.encode(text, algorithm=algorithm).ids)


def _other_orders(tokenizer: Tokenizer) -> Iterator[EncoderMistake]:
    longest = "each word is cut from left to right into the longest tokens that fit"
    yield EncoderMistake(longest, partial(_ids, tokenizer, algorithm="longest_match"))
    in_order = "each merge is made once, in the order of the list"
    yield EncoderMistake(in_order, partial(_ids, tokenizer, algorithm="in_order"))
    first = "the first pair from the left that has a merge is merged, whatever its rank"
    yield EncoderMistake(first, partial(_merged, tokenizer, lambda pair: (pair[1], 0)))
    highest = "the pair with the highest rank is merged first"
    yield EncoderMistake(highest, partial(_merged, tokenizer, lambda pair: (-pair[0], pair[1])))


def _merged(
    tokenizer: Tokenizer,
    key: Callable[[tuple[int, int]], tuple[int, int]],
    text: str,
    *,
    code_points: bool = False,
) -> Ids:
    """The ids if the pair is merged first whose rank and place in the word give the smallest key."""

    @cache
    def tokens_of(symbols: tuple[str, ...]) -> Ids:
        left = list(symbols)
        while True:
            ranks = enumerate(tokenizer.pair_ranks(left))
            pairs = [(rank, place) for place, rank in ranks if rank is not None]
            if not pairs:
                return list(map(tokenizer.id_of, left))
            _, place = min(pairs, key=key)
            left[place : place + 2] = [tokenizer.made_of(*left[place : place + 2]) or ""]

    ids: Ids = []
    for word in tokenizer.trace(text):
        symbols = word.symbols
        if code_points:
            symbols = tuple(BYTE_CHARACTERS[ord(each) % 256] for each in word.word)
        is_kept = word.is_added or len(symbols) > _LONGEST_WORD
        ids += word.ids if is_kept else tokens_of(symbols)
    return ids


def _other_special_tokens(tokenizer: Tokenizer, text: str) -> Iterator[EncoderMistake]:
    special = tokenizer.added_tokens
    if not any(token in text for token in special):
        return
    own = set(map(tokenizer.id_of, special))
    lost = "special tokens are cut out of the text and lost"
    yield EncoderMistake(lost, lambda text: [id_ for id_ in _ids(tokenizer, text) if id_ not in own])
    if isinstance(tokenizer, BPETokenizer):
        config = replace(tokenizer.config, special_tokens=(), template=None)
        plain = BPETokenizer.of_parts(replace(tokenizer.parts, config=config, ids=tokenizer.vocab))
        yield EncoderMistake("special tokens are encoded as other text is", partial(_ids, plain))


def _in_blocks(tokenizer: Tokenizer, characters: int) -> Iterator[EncoderMistake]:
    def encode(block: int, text: str) -> Ids:
        return _joined(tokenizer, (text[start : start + block] for start in range(0, len(text), block)))

    for block in _BLOCKS:
        if characters / _MOST_BLOCKS < block < characters:
            said = f"the text is read in blocks of {block:,} characters or so, which cut words"
            yield EncoderMistake(said, partial(encode, block))


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
    if tokenizer.config.alphabet == "bytes":
        said = "the code points of characters are taken for bytes, without UTF-8"
        yield EncoderMistake(said, partial(_merged, tokenizer, lambda pair: pair, code_points=True))
