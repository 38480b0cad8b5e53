r"""The merge rules of a tokenizer, applied to one word at a time.

>>> from bpe_core.config import BPEConfig
>>> g, h, u = 0, 1, 2
>>> rules = MergeRules([ord("h"), ord("u"), ord("g")], [(u, g), (h, 3)], BPEConfig())   # 3 is u + g
>>> [rules.table.text(symbol) for symbol in rules.merge([h, u, g]).symbols]
['hug']

The rules are applied by rank. Another way looks only at the tokens, and is what many people expect BPE to do:

lowest_rank     merge the pair with the lowest rank, the leftmost one first, until no pair has a rule
longest_match   from left to right, take the longest token that matches, as WordPiece does

To apply each rule once, in the order learned, gives the same as by lowest rank for every list of rules that a
training made: no merge crosses the border of a span that becomes a token, so each token has one rule that
makes it, with a lower rank than every rule that uses the token.
"""

from abc import ABC, abstractmethod
from bisect import bisect_left
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from heapq import heapify, heappop, heappush
from itertools import pairwise
from operator import eq

import numpy as np
from numpy.typing import NDArray

from bpe_core.config import BPEConfig
from bpe_core.errors import ConfigError
from bpe_core.symbols import SymbolTable, check_codes
from bpe_core.validation import shown

LONGEST_MATCH = "longest_match"
"""The name of the way that looks only at the tokens."""

ALGORITHMS = ("lowest_rank", LONGEST_MATCH)
"""The names of both ways."""

UNKNOWN = -1
"""Stands for a symbol outside the base vocabulary; no rule has it, so it is never merged."""

_GONE = -2  # stands where a symbol was merged into the one on its left


@dataclass(frozen=True, slots=True)
class MergedWord:
    """The result of applying the rules to one word."""

    symbols: list[int]
    """The remaining symbols."""

    starts: list[int]
    """The base symbol, by index, with which each of them begins."""

    fired: list[tuple[int, int]]
    """Each merge, in order: the rule's rank, and the index of the base symbol at which the pair begins."""


Symbols = tuple[int, int]
"""The left and right symbol of a rule."""


class Rules(ABC):
    """Merge rules with symbols as numbers, which apply to a word."""

    products: Sequence[int]
    """The symbol that each rule makes. Two rules can make the same one."""

    turns: Sequence[int]
    """When each rule has its turn: at its rank, or at that of the first rule it is tied with."""

    find: Callable[[Symbols], int | None]
    """The rank of the rule for a pair of symbols; None if there is no rule."""

    @abstractmethod
    def pair(self, rank: int) -> Symbols:
        """What a rule merges."""

    @abstractmethod
    def first_rank(self, product: int) -> int | None:
        """The rank of the first rule that makes a symbol."""

    @property
    @abstractmethod
    def numbered(self) -> "AllRules":
        """All of them, in rank order."""

    def merge(self, base_symbols: Sequence[int], algorithm: str = "lowest_rank") -> MergedWord:
        """Apply the rules to a word, in about n log n steps for n symbols."""
        if algorithm == LONGEST_MATCH:
            return self.numbered.longest_match(base_symbols)
        symbols = list(base_symbols)
        size = len(symbols)
        following = list(range(1, size + 1))
        preceding = list(range(-1, size - 1))
        find, turns, products = self.find, self.turns, self.products
        fired = []
        # A turn and the place where a rule can apply are queued as one number: two compare more slowly.
        ranks = map(find, pairwise(symbols))
        queue = [turns[rank] * size + start for start, rank in enumerate(ranks) if rank is not None]
        heapify(queue)
        while queue:
            turn, start = divmod(heappop(queue), size)
            second = following[start]
            # One of the two may have been merged since the pair was queued: "aaa" queues (a, a) twice.
            rank = None if second == size else find((symbols[start], symbols[second]))
            # Another rule that makes the same may apply here now; this happens only if symbols share numbers.
            if rank is None or (turns[rank] != turn and products[rank] != products[bisect_left(turns, turn)]):
                continue
            fired.append((rank, start))
            symbols[start] = products[rank]
            symbols[second] = _GONE
            after = following[start] = following[second]
            before = preceding[start]
            if after < size:
                preceding[after] = start
                new_rank = find((symbols[start], symbols[after]))
                if new_rank is not None:
                    heappush(queue, turns[new_rank] * size + start)
            if before >= 0:
                new_rank = find((symbols[before], symbols[start]))
                if new_rank is not None:
                    heappush(queue, turns[new_rank] * size + before)
        starts = [start for start in range(size) if symbols[start] != _GONE]
        return MergedWord([symbols[start] for start in starts], starts, fired)


class AllRules(Rules):
    """Merge rules that are all known."""

    pairs: Sequence[Symbols]
    """The left and right symbol of each rule."""

    @property
    def numbered(self) -> "AllRules":
        """Themselves."""
        return self

    def pair(self, rank: int) -> Symbols:
        """See `Rules`."""
        return self.pairs[rank]

    def rank_between(self, left: tuple[int, ...], right: tuple[int, ...]) -> int | None:
        """The rank of the rule for two symbols, given by the base symbols that spell them."""
        tokens, _ = self._spelled
        first, second = (part[0] if len(part) == 1 else tokens.get(part) for part in (left, right))
        rank = None if first is None or second is None else self.find((first, second))
        return None if rank is None else self.turns[rank]

    def longest_match(self, base_symbols: Sequence[int]) -> MergedWord:
        """The longest tokens that match, from left to right."""
        tokens, lengths = self._spelled
        symbols, starts = [], []
        start = 0
        while start < len(base_symbols):
            for length in lengths:
                token = tokens.get(tuple(base_symbols[start : start + length]))
                if token is not None:
                    break
            else:
                token, length = base_symbols[start], 1
            symbols.append(token)
            starts.append(start)
            start += length
        return MergedWord(symbols, starts, [])

    @cached_property
    def _spelled(self) -> tuple[dict[tuple[int, ...], int], list[int]]:
        """What the rules make, by its base symbols; and the numbers of base symbols, the largest first."""
        base_symbols: dict[int, tuple[int, ...]] = {}
        loose = {part for pair in self.pairs for part in pair}.difference(self.products)
        # With the ids of a file, a token can be made of itself: no word leads to it.
        for rank in parts_first(self.pairs, self.products, loose):
            left, right = (base_symbols.get(part, (part,)) for part in self.pairs[rank])
            base_symbols[self.products[rank]] = left + right
        tokens = {spelled: product for product, spelled in base_symbols.items()}
        return tokens, sorted({len(spelled) for spelled in tokens}, reverse=True)


def parts_first(pairs: Sequence[Symbols], products: Sequence[int], known: Iterable[int]) -> Iterator[int]:
    """The ranks of rules in an order in which each uses what is known or made before; others are left out."""
    made = set(known)
    waiting_for: dict[int, list[int]] = {}  # a symbol not made yet -> the rules that need it
    for first_rank in range(len(pairs)):
        ready = [first_rank]
        while ready:
            rank = ready.pop()
            left, right = pairs[rank]
            if left not in made or right not in made:
                waiting_for.setdefault(right if left in made else left, []).append(rank)
                continue
            made.add(products[rank])
            yield rank
            ready += waiting_for.pop(products[rank], [])


class NumberedRules(AllRules):
    """Merge rules in lists, quick to apply to a whole text."""

    def __init__(self) -> None:
        self.pairs: list[Symbols] = []
        self.products: list[int] = []
        self.rank_of: dict[Symbols, int] = {}
        """The rank of the rule for a pair of symbols."""
        self.turns: list[int] = []

    @property
    def find(self) -> Callable[[Symbols], int | None]:  # type: ignore[override]
        """See `Rules`."""
        return self.rank_of.get

    def first_rank(self, product: int) -> int | None:
        """See `Rules`."""
        return self._first_ranks.get(product)

    @cached_property
    def _first_ranks(self) -> dict[int, int]:
        return {product: rank for rank, product in reversed([*enumerate(self.products)])}

    def add(self, pair: Symbols, product: int) -> None:
        """Add the next rule; of two rules for one pair, the later one counts."""
        rank = len(self.pairs)
        self.rank_of[pair] = rank
        self.turns.append(rank)
        self.pairs.append(pair)
        self.products.append(product)

    def numbered_by(self, number_of: Sequence[int]) -> "NumberedRules":
        """The same rules with other numbers for the symbols; itself if no number changes."""
        if all(map(eq, number_of, range(len(number_of)))):
            return self
        rules = NumberedRules()
        rules.pairs = [(number_of[left], number_of[right]) for left, right in self.pairs]
        rules.products = [number_of[product] for product in self.products]
        rules.rank_of = {pair: rank for rank, pair in enumerate(rules.pairs)}
        rules.turns = self.turns
        return rules


class ListedRules(AllRules):
    """The merge rules of a file in arrays: half a million, of which few are asked for.

    >>> rules = ListedRules(np.array([(0, 1), (2, 0)]), np.array([2, 3]))
    >>> rules.find((2, 0)), rules.find((1, 0)), rules.pairs[0], rules.first_rank(3)
    (1, None, (0, 1), 1)
    """

    def __init__(self, pairs: NDArray[np.int64], products: NDArray[np.int64]) -> None:
        """The pairs as rows, and what each becomes; all of them are ids below 2 ** 32."""
        self._pairs, self._products = pairs.astype(np.uint32), products.astype(np.uint32)
        self.turns = range(len(products))

    @cached_property
    def pairs(self) -> Sequence[Symbols]:  # type: ignore[override]
        """See `AllRules`."""
        return [*map(tuple, self._pairs.tolist())]

    @cached_property
    def products(self) -> Sequence[int]:  # type: ignore[override]
        """See `Rules`."""
        products: list[int] = self._products.tolist()
        return products

    def pair(self, rank: int) -> Symbols:
        """See `Rules`."""
        left, right = self._pairs[rank].tolist()
        return left, right

    @property
    def find(self) -> Callable[[Symbols], int | None]:  # type: ignore[override]
        """See `Rules`; of two rules for one pair, the later one counts."""
        return self._find

    def _find(self, pair: Symbols) -> int | None:
        keys, ranks = self._by_pair
        key = pair[0] << 32 | pair[1]
        place = int(np.searchsorted(keys, key, side="right")) - 1 if min(pair) >= 0 else -1
        return int(ranks[place]) if place >= 0 and keys[place] == key else None

    def first_rank(self, product: int) -> int | None:
        """See `Rules`."""
        products, ranks = self._by_product
        place = int(np.searchsorted(products, product))
        return int(ranks[place]) if place < len(products) and products[place] == product else None

    @cached_property
    def _by_pair(self) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        keys = self._pairs[:, 0].astype(np.int64) << 32 | self._pairs[:, 1]
        ranks = np.argsort(keys, kind="stable")
        return keys[ranks], ranks

    @cached_property
    def _by_product(self) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        ranks = np.argsort(self._products, kind="stable")
        return self._products[ranks].astype(np.int64), ranks


class MergeRules(NumberedRules):
    """The merge rules of one tokenizer, in rank order, with the table of their symbols."""

    def __init__(
        self, base_codes: Sequence[int], pairs: Sequence[tuple[int, int]], config: BPEConfig
    ) -> None:
        """Base symbols are numbered in id order; the symbol of rule r has the number (base symbols + r).

        A rule may use the symbol of a later one: no training produces that, but people write it by hand.
        Raises `ConfigError` for a code that is not a character or byte or is given twice, a number that is no
        symbol, a rule given twice, and rules that need each other.
        """
        super().__init__()
        check_codes(base_codes, config)
        self.table = SymbolTable(base_codes, config)
        for rank, rule in enumerate(pairs):
            if not isinstance(rule, tuple | list) or len(rule) != 2 or {*map(type, rule)} != {int}:
                raise ConfigError(f"Merge {rank + 1} must be two symbol numbers, got {shown(rule)}.")
        number_of = self._make_symbols(pairs)
        for rank, (left, right) in enumerate(pairs):
            pair = number_of[left], number_of[right]
            if pair in self.rank_of:
                raise ConfigError(f"Merges {self.rank_of[pair] + 1} and {rank + 1} are the same.")
            self.add(pair, number_of[self.table.base_size + rank])

    def _make_symbols(self, pairs: Sequence[tuple[int, int]]) -> dict[int, int]:
        """Add the products to the table, parts before wholes; returns given number -> number in the table."""
        base_size = self.table.base_size
        number_of = {symbol: symbol for symbol in range(base_size)}
        number_of_text = {self.table.text(symbol): symbol for symbol in range(base_size)}
        given = range(base_size, base_size + len(pairs))
        for rank in parts_first(pairs, given, number_of):
            left, right = pairs[rank]
            made = self.table.add(number_of[left], number_of[right])
            first_made = number_of_text.setdefault(self.table.text(made), made)
            if first_made != made:
                self.table.truncate(made)
            number_of[base_size + rank] = first_made
        stuck = next((rank for rank, product in enumerate(given) if product not in number_of), None)
        if stuck is not None:
            largest = base_size + len(pairs) - 1
            wrong = next((symbol for symbol in pairs[stuck] if not 0 <= symbol <= largest), None)
            raise ConfigError(
                f"Merge {stuck + 1} uses a token that can only be made with that merge itself."
                if wrong is None
                else f"Merge {stuck + 1} has symbol {shown(wrong)}; symbols 0 to {largest} exist."
            )
        return number_of


def number_merges(base_texts: Sequence[str], merges: Sequence[tuple[str, str]]) -> list[tuple[int, int]]:
    """Merge rules written as text, as numbers for `MergeRules`; raises `ConfigError`.

    `base_texts` are the base symbols in id order. A rule may use what a later one makes.

    >>> number_merges(["a", "b", "c"], [("ab", "c"), ("a", "b")])
    [(4, 2), (0, 1)]
    """
    number_of = {text: number for number, text in enumerate(base_texts)}
    for rank, (left, right) in enumerate(merges):
        number_of.setdefault(left + right, len(base_texts) + rank)
    numbered = []
    for rank, pair in enumerate(merges):
        for text in pair:
            if text not in number_of:
                raise ConfigError(
                    f"Merge {rank + 1} uses {shown(text)}, which is not a base symbol, and no merge makes it."
                )
        numbered.append((number_of[pair[0]], number_of[pair[1]]))
    return numbered
