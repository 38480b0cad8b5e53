r"""The merge rules of a tokenizer, applied to one word at a time.

In: base symbols and pairs of symbols, as a training run numbers them. Out: `MergeRules`, which turns the
base symbols of a word into tokens.

>>> from bpe_core.config import BPEConfig
>>> g, h, u = 0, 1, 2
>>> rules = MergeRules([ord("h"), ord("u"), ord("g")], [(u, g), (h, 3)], BPEConfig())   # 3 is u + g
>>> [rules.table.text(symbol) for symbol in rules.merge([h, u, g]).symbols]
['hug']

There are two ways to apply merge rules. Both are taught, and they agree on every list of rules that a
training run produced. A third way looks at the tokens alone, and is what people expect BPE to do:

lowest_rank     merge the present pair that ranks lowest, the leftmost one first, until no pair has a rule
in_order        take each rule once, in the order learned, and apply it from left to right
longest_match   from left to right, take the longest token that the word goes on with, as WordPiece does

On rules written by hand they can differ: with (ab, c), (a, b) the word abc becomes `abc` by lowest rank, but
`ab c` in order, because `ab` does not exist yet when its turn comes.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from heapq import heapify, heappop, heappush
from itertools import pairwise
from operator import eq

from bpe_core.config import BPEConfig
from bpe_core.errors import ConfigError
from bpe_core.symbols import SymbolTable, check_codes
from bpe_core.validation import shown

ALGORITHMS = ("lowest_rank", "in_order")
"""The names of the two ways to apply merge rules."""

LONGEST_MATCH = "longest_match"
"""The name of the way that looks at the tokens alone."""

ALL_ALGORITHMS = (*ALGORITHMS, LONGEST_MATCH)
"""The names of all ways to make tokens of a word."""

UNKNOWN = -1
"""Stands in a word for a symbol outside the base vocabulary: no rule has it, so it is never merged."""

_GONE = -2  # stands where a symbol was merged into the one on its left


@dataclass(frozen=True, slots=True)
class MergedWord:
    """What the rules made of one word."""

    symbols: list[int]
    """The symbols that are left."""

    starts: list[int]
    """Which of the word's base symbols each of them begins with."""

    fired: list[tuple[int, int]]
    """Each merge made, in order: the rule's rank, and the base symbol at which the merged pair begins."""


class NumberedRules:
    """Merge rules in rank order, as numbers of symbols."""

    def __init__(self) -> None:
        self.pairs: list[tuple[int, int]] = []
        """The left and right symbol of each rule."""
        self.products: list[int] = []
        """The symbol that each rule makes. Two rules can make the same one."""
        self.rank_of: dict[tuple[int, int], int] = {}
        """The rank of the rule for a pair of symbols."""
        self.turns: list[int] = []
        """When each rule has its turn: its rank, or the rank of the first one that it is tied with."""

    def add(self, pair: tuple[int, int], product: int, *, is_tied: bool = False) -> None:
        """Add the next rule; of two for one pair, the later one counts.

        `is_tied` with the rule before: of both the leftmost fires first, as SentencePiece takes pieces with
        the same score.
        """
        rank = len(self.pairs)
        self.rank_of[pair] = rank
        self.turns.append(self.turns[-1] if is_tied else rank)
        self.pairs.append(pair)
        self.products.append(product)

    def numbered_by(self, number_of: Sequence[int]) -> "NumberedRules":
        """The same rules with other numbers for their symbols, themselves where all are the same."""
        if all(map(eq, number_of, range(len(number_of)))):
            return self
        rules = NumberedRules()
        rules.pairs = [(number_of[left], number_of[right]) for left, right in self.pairs]
        rules.products = [number_of[product] for product in self.products]
        rules.rank_of = {pair: rank for rank, pair in enumerate(rules.pairs)}
        rules.turns = self.turns
        return rules

    def merge(
        self,
        base_symbols: Sequence[int],
        algorithm: str = "lowest_rank",
        is_dropped: Callable[[], bool] | None = None,
    ) -> MergedWord:
        """Apply the rules to a word, in about n log n steps for n symbols.

        For BPE-dropout (Provilkov et al. 2020), by lowest rank, `is_dropped` draws each time a rule is about
        to fire whether it is passed over until another one has fired.
        """
        if algorithm == LONGEST_MATCH:
            return self._longest_match(base_symbols)
        in_order = algorithm == "in_order"
        symbols = list(base_symbols)
        size = len(symbols)
        following = list(range(1, size + 1))
        preceding = list(range(-1, size - 1))
        rank_of, turns, products = self.rank_of, self.turns, self.products
        fired = []
        # A turn and the place where a rule can fire are queued as one number, compared faster than two.
        ranks = map(rank_of.get, pairwise(symbols))
        queue = [turns[rank] * size + start for start, rank in enumerate(ranks) if rank is not None]
        heapify(queue)
        dropped: list[int] = []
        while queue:
            turn, start = divmod(queued := heappop(queue), size)
            if is_dropped is not None:
                if is_dropped():
                    dropped.append(queued)
                    continue
                while dropped:
                    heappush(queue, dropped.pop())
            second = following[start]
            # One of the two may have been merged away since the pair was queued: "aaa" queues (a, a) twice.
            rank = None if second == size else rank_of.get((symbols[start], symbols[second]))
            # Another rule may have come to stand here that makes the same: only where symbols share numbers.
            if rank is None or (turns[rank] != turn and products[rank] != products[turn]):
                continue
            fired.append((rank, start))
            symbols[start] = products[rank]
            symbols[second] = _GONE
            after = following[start] = following[second]
            before = preceding[start]
            if after < size:
                preceding[after] = start
                new_rank = rank_of.get((symbols[start], symbols[after]))
                if new_rank is not None and not (in_order and turns[new_rank] < turn):
                    heappush(queue, turns[new_rank] * size + start)
            if before >= 0:
                new_rank = rank_of.get((symbols[before], symbols[start]))
                if new_rank is not None and not (in_order and turns[new_rank] < turn):
                    heappush(queue, turns[new_rank] * size + before)
        starts = [start for start in range(size) if symbols[start] != _GONE]
        return MergedWord([symbols[start] for start in starts], starts, fired)

    def rank_between(self, left: tuple[int, ...], right: tuple[int, ...]) -> int | None:
        """The rank of the rule for two symbols, each given by the base symbols that spell it."""
        tokens, _ = self._spelled
        pair = tuple(part[0] if len(part) == 1 else tokens.get(part) for part in (left, right))
        rank = self.rank_of.get(pair)  # type: ignore[arg-type]
        return None if rank is None else self.turns[rank]

    def _longest_match(self, base_symbols: Sequence[int]) -> MergedWord:
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
        """What the rules make, by its base symbols; and how many of these there can be, the most first."""
        base_symbols: dict[int, tuple[int, ...]] = {}
        made = set(self.products)
        waiting = list(zip(self.pairs, self.products, strict=True))
        while waiting:  # again where a rule uses what a later one makes
            later = []
            for (left, right), product in waiting:
                if made.intersection((left, right)) <= base_symbols.keys():
                    parts = base_symbols.get(left, (left,)), base_symbols.get(right, (right,))
                    base_symbols[product] = parts[0] + parts[1]
                else:
                    later.append(((left, right), product))
            if len(later) == len(waiting):
                break  # the ids of a file can say that a token is made of itself: no word leads to it
            waiting = later
        tokens = {spelled: product for product, spelled in base_symbols.items()}
        return tokens, sorted({len(spelled) for spelled in tokens}, reverse=True)


class MergeRules(NumberedRules):
    """The rules of one tokenizer, in rank order, with the table of the symbols that they make."""

    def __init__(
        self, base_codes: Sequence[int], pairs: Sequence[tuple[int, int]], config: BPEConfig
    ) -> None:
        """Base symbols are numbered in id order; the symbol that rule r makes has number (base symbols + r).

        A rule may use the symbol of a later one, which no training produces but people write by hand. Raises
        `ConfigError` for a code that is no character or byte or is given twice, a number that is no symbol, a
        rule given twice, and rules that need each other.
        """
        super().__init__()
        check_codes(base_codes, config)
        self.table = SymbolTable(base_codes, config)
        for rank, rule in enumerate(pairs):
            if not isinstance(rule, tuple | list) or len(rule) != 2 or {*map(type, rule)} != {int}:
                raise ConfigError(f"Merge rule {rank + 1} must be two symbol numbers, got {shown(rule)}.")
        number_of = self._make_symbols(pairs)
        for rank, (left, right) in enumerate(pairs):
            pair = number_of[left], number_of[right]
            if pair in self.rank_of:
                raise ConfigError(f"Merge rules {self.rank_of[pair] + 1} and {rank + 1} are the same.")
            self.add(pair, number_of[self.table.base_size + rank])

    def _make_symbols(self, pairs: Sequence[tuple[int, int]]) -> dict[int, int]:
        """Put what the rules make into the table, parts before wholes; the given numbers -> the table's."""
        base_size = self.table.base_size
        number_of = {symbol: symbol for symbol in range(base_size)}
        number_of_text = {self.table.text(symbol): symbol for symbol in range(base_size)}
        waiting_for: dict[int, list[int]] = {}  # a symbol that is not made yet -> the rules that need it
        for first_rank in range(len(pairs)):
            ready = [first_rank]
            while ready:
                rank = ready.pop()
                left, right = pairs[rank]
                if left not in number_of or right not in number_of:
                    missing = left if left not in number_of else right
                    waiting_for.setdefault(missing, []).append(rank)
                    continue
                made = self.table.add(number_of[left], number_of[right])
                first_made = number_of_text.setdefault(self.table.text(made), made)
                if first_made != made:
                    self.table.truncate(made)
                number_of[base_size + rank] = first_made
                if base_size + rank in waiting_for:
                    ready += waiting_for.pop(base_size + rank)
        if waiting_for:
            stuck = min(rank for ranks in waiting_for.values() for rank in ranks)
            raise ConfigError(_impossible_rule(pairs, stuck, base_size))
        return number_of


def number_merges(base_texts: Sequence[str], merges: Sequence[tuple[str, str]]) -> list[tuple[int, int]]:
    """Merge rules written as text, in the numbers that `MergeRules` takes; raises `ConfigError`.

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
                    f"Merge rule {rank + 1} uses {shown(text)}, which is no base symbol and which no rule"
                    " makes."
                )
        numbered.append((number_of[pair[0]], number_of[pair[1]]))
    return numbered


def _impossible_rule(pairs: Sequence[tuple[int, int]], rank: int, base_size: int) -> str:
    largest = base_size + len(pairs) - 1
    for symbol in pairs[rank]:
        if not 0 <= symbol <= largest:
            return f"Merge rule {rank + 1} has symbol {shown(symbol)}; symbols 0 to {largest} exist."
    return f"Merge rule {rank + 1} uses a token that can only be made with that rule itself."
