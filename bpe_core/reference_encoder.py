"""Encoding on one page, as simple as possible. Read it after `reference.py`, which learns the merges.

A text is cut into words, and each word is spelled in base symbols. Then the pair whose rule was learned first
is merged, again and again, until no pair has a rule. Tokenizers (`BPETokenizer`) must make exactly the same
tokens; the tests compare them.

>>> encoder = Encoder([("u", "g"), ("h", "ug")], {"b": 0, "h": 1, "ug": 2, "hug": 3, "<s>": 4}, ["<s>"])
>>> encoder.encode("hug<s>bug")
['hug', '<s>', 'b', 'ug']
>>> [encoder.number(token) for token in encoder.encode("hug<s>bug")]
[3, 4, 0, 2]

A text is cut at white space, and a word is spelled in its characters, unless others do that:

>>> Encoder([("g", "</w>")], symbols_of=lambda word: [*word, "</w>"]).encode("hug")
['h', 'u', 'g</w>']
"""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import pairwise

Pair = tuple[str, str]
Symbols = list[str]


class Encoder:
    """Makes tokens of texts by merge rules."""

    def __init__(
        self,
        merges: Sequence[Pair],
        ids: Mapping[str, int] | None = None,
        special_tokens: Sequence[str] = (),
        *,
        words_of: Callable[[str], list[str]] = str.split,
        symbols_of: Callable[[str], Symbols] = list,
    ) -> None:
        """`merges` are the rules in the order learned, and `ids` the id of each token."""
        self.ranks: Mapping[Pair, int] = {pair: rank for rank, pair in enumerate(merges)}
        """The place of each rule in the list, from 0."""
        self.ids: Mapping[str, int] = ids or {}
        self.special_tokens = special_tokens
        self.words_of, self.symbols_of = words_of, symbols_of

    def encode(self, text: str) -> list[str]:
        """The tokens of a text."""
        return [token for _, tokens in self.by_word(text) for token in tokens]

    def by_word(self, text: str) -> Iterator[tuple[str, list[str]]]:
        """Each word of a text, and each special token, with its tokens."""
        for part in self.split(self.read(text)):
            if part in self.special_tokens:
                yield part, [part]
            else:
                for word in self.cut(part):
                    yield word, self.merge(self.spell(word))

    def read(self, text: str) -> str:
        """The text to encode: as it was given."""
        return text

    def split(self, text: str) -> list[str]:
        """The special tokens of a text, of which the longest counts, and the parts between them."""
        longest_first = sorted(self.special_tokens, key=len, reverse=True)
        pattern = "|".join(map(re.escape, longest_first)) or "(?!)"  # that matches nothing
        return [part for part in re.split(f"({pattern})", text) if part]

    def cut(self, text: str) -> list[str]:
        """The words of a text: no merge crosses from one into the next."""
        return self.words_of(text)

    def spell(self, word: str) -> Symbols:
        """The base symbols of a word."""
        return self.symbols_of(word)

    def merge(self, symbols: Symbols) -> Symbols:
        """The tokens of a word: merge until no pair has a rule."""
        while (place := self.pick(symbols)) is not None:
            symbols = self.apply(symbols, place)
        return symbols

    def pick(self, symbols: Symbols) -> int | None:
        """The place of the pair to merge next: the lowest rank wins, and of the same pair the leftmost."""
        ranks = [(self.rank(pair), place) for place, pair in enumerate(pairwise(symbols))]
        return min(((rank, place) for rank, place in ranks if rank is not None), default=(0, None))[1]

    def rank(self, pair: Pair) -> int | None:
        """The place of a pair's rule in the list; None if it has no rule."""
        return self.ranks.get(pair)

    def apply(self, symbols: Symbols, place: int) -> Symbols:
        """The symbols in which the one at a place and the next are one token."""
        token = self.join(symbols[place], symbols[place + 1])
        return [*symbols[:place], token, *symbols[place + 2 :]]

    def join(self, left: str, right: str) -> str:
        """The token of two symbols."""
        return left + right

    def number(self, token: str) -> int | None:
        """The id of a token; None if the vocabulary does not have it."""
        return self.ids.get(token)
