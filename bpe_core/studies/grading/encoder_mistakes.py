r"""Encoder mistakes: each as an encoder that makes it, to find those that give exactly somebody's ids.

>>> from bpe_core.studies.rule_lists import tokenizer_of_rules
>>> tokenizer = tokenizer_of_rules("b c\na b\na bc\nab a", "abcaba")
>>> tokenizer.encode("abcaba").tokens
('abc', 'aba')
>>> wrong = WrongEncoders(tokenizer, "abcaba")
>>> for mistake in wrong.that_give(list(map(tokenizer.id_of, ("ab", "c", "aba")))):
...     print(mistake.sentence)
the first pair from the left that has a rule is merged, whatever its rank
the pair with the highest rank is merged first
the rules are sorted by their symbols
each word is gone through once from the left, and pairs with a rule are merged on the way
"""

import json
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from functools import cache, partial
from typing import Any, NamedTuple

from bpe_core.errors import BPEError
from bpe_core.pre_tokenizers import PRE_TOKENIZERS
from bpe_core.symbol_texts import BYTE_CHARACTERS
from bpe_core.tokenizer import BPETokenizer, Tokenizer

MOST_CHARACTERS = 100_000
"""The longest text on which mistakes are tried."""

_LONGEST_WORD = 2_000
"""The longest word, in base symbols, in which rules are applied in another order."""

_BLOCKS = sorted({2**power for power in range(3, 17)} | {10**power for power in range(1, 6)})
"""How many bytes or characters are read at a time, if a text is read in blocks; any other number would be a
guess."""
_MOST_BLOCKS = 2_000

_PATTERNS = {
    r"'(?:[sdmt]|ll|ve|re)| ?[A-Za-z]+| ?[0-9]+| ?[^\sA-Za-z0-9]+|\s+(?!\S)|\s+": (
        "GPT-2's pattern is run by re, with A-Za-z for letters"
    ),
    r"'(?:[sdmt]|ll|ve|re)| ?\w+| ?[^\s\w]+|\s+(?!\S)|\s+": (
        "GPT-2's pattern is run by re, with \\w for letters and digits"
    ),
    r"'(?:[sdmt]|ll|ve|re)|\p{L}+|\p{N}+|[^\s\p{L}\p{N}]+|\s+(?!\S)|\s+": (
        "GPT-2's pattern takes no space before a word"
    ),
    r"(?s:.)": "each character is encoded by itself, so that no rule joins two",
}
"""Other ways to cut words, besides those of `PRE_TOKENIZERS`."""

Ids = list[int | None]


class RankedPair(NamedTuple):
    """Two neighbours that have a rule."""

    rank: int
    """The rank of the rule."""

    place: int
    """The index of the left symbol in the word."""


Key = Callable[[int, int, Sequence[str]], Any]
"""Gives what is compared, from the rank and the place of a pair with a rule and the symbols of the word; the
pair with the smallest key is merged."""
GoesOn = Callable[[RankedPair, RankedPair], bool]
"""Whether a pair may be merged after the one that was merged last."""


class EncoderMistake(NamedTuple):
    """One mistake, with the encoder that makes it."""

    sentence: str
    """What is done wrong, to follow "when"."""

    encode: Callable[[str], Ids]
    """The ids of a text with it; may raise `BPEError`."""

    family: str = ""
    """What it shares with other mistakes, of which only one is named; empty if all are named."""


def with_a_config(tokenizer: Tokenizer, text: str) -> Tokenizer:
    """The tokenizer as a `BPETokenizer`, which can cut words differently, if it is GPT-2's on this text."""
    if isinstance(tokenizer, BPETokenizer):
        return tokenizer
    files = {
        "vocab.json": json.dumps(tokenizer.vocab).encode(),
        "merges.txt": "\n".join(["#version: 0.2", *map(" ".join, tokenizer.merges)]).encode(),
    }
    try:
        made = BPETokenizer.from_files(files)
        if not isinstance(made, BPETokenizer):
            return tokenizer
        config = replace(made.config, special_tokens=tokenizer.added_tokens)
        made = BPETokenizer.of_parts(replace(made.parts, config=config))
        return made if made.encode(text).ids == tokenizer.encode(text).ids else tokenizer
    except BPEError:
        return tokenizer


class WrongEncoders:
    """The mistakes that an encoder with a tokenizer's rules may make, tried on a text."""

    def __init__(self, tokenizer: Tokenizer, text: str) -> None:
        self._tokenizer = tokenizer
        self._text = text

    def that_give(self, ids: Ids) -> list[EncoderMistake]:
        """The mistakes that give exactly these ids."""
        found: list[EncoderMistake] = []
        for mistake in self._all():
            is_said = mistake.family and any(each.family == mistake.family for each in found)
            if not is_said and _encoded(mistake, self._text) == ids:
                found.append(mistake)
        return found

    def is_shown_by(self, word: str, mistake: EncoderMistake) -> bool:
        """Whether a mistake changes the ids of a single word."""
        return _encoded(mistake, word) not in (None, self._ids("lowest_rank", word))

    def _all(self) -> Iterator[EncoderMistake]:
        yield from self._other_orders()
        yield from self._other_special_tokens()
        yield from self._text_in_parts()
        tokenizer = self._tokenizer
        if isinstance(tokenizer, BPETokenizer):
            yield from _other_words(tokenizer)
            if tokenizer.config.alphabet == "bytes":
                said = "the code points of characters are taken for bytes, without UTF-8"
                encode = partial(
                    self._merged,
                    lambda rank, place, symbols: (rank, place),
                    spell=lambda word: [BYTE_CHARACTERS[ord(each) % 256] for each in word],
                )
                yield EncoderMistake(said, encode)

    def _ids(self, algorithm: str, text: str) -> Ids:
        return list(self._tokenizer.encode(text, algorithm=algorithm).ids)

    # The rules

    def _other_orders(self) -> Iterator[EncoderMistake]:
        longest = "each word is cut from left to right into the longest tokens that there are"
        yield EncoderMistake(longest, partial(self._ids, "longest_match"))
        in_order = "each rule is applied once, in the order of the list"
        yield EncoderMistake(in_order, partial(self._ids, "in_order"))
        for sentence, key in _KEYS.items():
            yield EncoderMistake(sentence, partial(self._merged, key))
        once = "each word is gone through once from the left, and pairs with a rule are merged on the way"
        yield EncoderMistake(
            once, partial(self._merged, _by_place, goes_on=lambda pair, last: pair.place >= last.place)
        )
        reverse = "each rule is applied once, the last of the list first"
        yield EncoderMistake(
            reverse,
            partial(self._merged, _KEYS[_HIGHEST_FIRST], goes_on=lambda pair, last: pair.rank <= last.rank),
        )

    def _merged(
        self,
        key: Key,
        text: str,
        *,
        goes_on: GoesOn = lambda pair, last: True,
        spell: Callable[[str], Sequence[str]] | None = None,
    ) -> Ids:
        """The ids if a key decides which pair is merged, among those that may follow the last one."""

        @cache
        def tokens_of(symbols: tuple[str, ...]) -> Ids:
            left, last = list(symbols), None
            while True:
                ranks = enumerate(self._tokenizer.pair_ranks(left))
                pairs = [RankedPair(rank, place) for place, rank in ranks if rank is not None]
                pairs = [pair for pair in pairs if last is None or goes_on(pair, last)]
                if not pairs:
                    return list(map(self._tokenizer.id_of, left))
                last = min(pairs, key=lambda pair: key(pair.rank, pair.place, left))
                place = last.place
                left[place : place + 2] = [self._tokenizer.made_of(*left[place : place + 2]) or ""]

        ids: Ids = []
        for word in self._tokenizer.trace(text):
            symbols = word.symbols if spell is None else tuple(spell(word.word))
            is_kept = word.is_added or len(symbols) > _LONGEST_WORD
            ids += word.ids if is_kept else tokens_of(symbols)
        return ids

    # Special tokens

    def _other_special_tokens(self) -> Iterator[EncoderMistake]:
        tokenizer, special = self._tokenizer, self._tokenizer.added_tokens
        if not any(token in self._text for token in special):
            return
        own = set(map(tokenizer.id_of, special))
        lost = "special tokens are cut out of the text and lost"
        yield EncoderMistake(
            lost, lambda text: [id_ for id_ in self._ids("lowest_rank", text) if id_ not in own]
        )
        if isinstance(tokenizer, BPETokenizer):
            config = replace(tokenizer.config, special_tokens=(), template=None)
            plain = BPETokenizer.of_parts(replace(tokenizer.parts, config=config, ids=tokenizer.vocab))
            said = "special tokens are encoded as other text is"
            yield EncoderMistake(said, lambda text: list(plain.encode(text).ids))
            said = "of two special tokens that begin alike the shorter one is taken"
            yield EncoderMistake(said, lambda text: _cut_at(sorted(special, key=len), plain, text))

    # The text in parts

    def _text_in_parts(self) -> Iterator[EncoderMistake]:
        lines = "the text is encoded line by line"
        yield EncoderMistake(lines, lambda text: self._joined(text.splitlines(keepends=True)))
        yield EncoderMistake(f"{lines}, without the line ends", lambda text: self._joined(text.splitlines()))

        def in_blocks_of_bytes(block: int, errors: str, text: str) -> Ids:
            data = text.encode()
            parts = (data[start : start + block] for start in range(0, len(data), block))
            return self._joined(part.decode(errors=errors) for part in parts)

        def in_blocks(block: int, text: str) -> Ids:
            return self._joined(text[start : start + block] for start in range(0, len(text), block))

        size = len(self._text)
        blocks = [block for block in _BLOCKS if size / _MOST_BLOCKS < block < 4 * size]
        for block in blocks if len(self._text.encode()) > size else ():
            for errors in ("replace", "ignore"):
                yield EncoderMistake(
                    f"the text is read in blocks of {block:,} bytes or so, which cut characters, and each is"
                    f" decoded by itself with errors={errors!r}",
                    partial(in_blocks_of_bytes, block, errors),
                    f"blocks of bytes, {errors}",
                )
        for block in blocks:
            yield EncoderMistake(
                f"the text is read in blocks of {block:,} characters or so, which cut words",
                partial(in_blocks, block),
                "blocks of characters",
            )

    def _joined(self, parts: Iterable[str]) -> Ids:
        return [id_ for part in parts for id_ in self._ids("lowest_rank", part)]


def _encoded(mistake: EncoderMistake, text: str) -> Ids | None:
    try:
        return mistake.encode(text)
    except BPEError:
        return None


def _cut_at(special: Sequence[str], plain: BPETokenizer, text: str) -> Ids:
    """The ids if special tokens are searched for in this order at each place."""
    ids: Ids = []
    for part in re.split(f"({'|'.join(map(re.escape, special))})", text):
        ids += [plain.id_of(part)] if part in special else plain.encode(part).ids
    return ids


def _other_words(tokenizer: BPETokenizer) -> Iterator[EncoderMistake]:
    def cut_by(name: str, pattern: str | None, text: str) -> Ids:
        return list(BPETokenizer.of_parts(tokenizer.parts.cut_by(name, pattern)).encode(text).ids)

    for name, pre_tokenizer in PRE_TOKENIZERS.items():
        if name not in ("pattern", tokenizer.config.pre_tokenizer):
            cut = f"words are cut by “{pre_tokenizer.title}”"
            said = "the text is not cut into words first" if name == "none" else cut
            yield EncoderMistake(said, partial(cut_by, name, None))
    for pattern, said in _PATTERNS.items():
        yield EncoderMistake(said, partial(cut_by, "pattern", pattern))


def _by_place(rank: int, place: int, symbols: Sequence[str]) -> Any:
    return place


_HIGHEST_FIRST = "the pair with the highest rank is merged first"
_KEYS: dict[str, Key] = {
    "the first pair from the left that has a rule is merged, whatever its rank": _by_place,
    _HIGHEST_FIRST: lambda rank, place, symbols: (-rank, place),
    "the pair that makes the longest token is merged first, whatever its rank": lambda rank, place, symbols: (
        -len(symbols[place] + symbols[place + 1]),
        rank,
        place,
    ),
    "the rules are sorted by their symbols": lambda rank, place, symbols: (symbols[place : place + 2], place),
    "ranks are compared as texts, so that 10 comes before 9": lambda rank, place, symbols: (str(rank), place),
    "of a pair's places in a word the last one is merged first": lambda rank, place, symbols: (rank, -place),
}
"""The key that decides which rule is applied first, by what is wrong with it."""
