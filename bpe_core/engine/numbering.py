"""The ids of a vocabulary that grows: leading tokens or those of a base, then the symbols that these lack.

>>> from bpe_core.config import BPEConfig
>>> table = SymbolTable(map(ord, "abc"), BPEConfig())
>>> numbering = Numbering(table, {"b": 0, "ab": 1, "a": 7})
>>> numbering.add(0, 1), numbering.add(3, 2)
(3, 4)
>>> table.ids, numbering.symbol_with(9), numbering.size(5), numbering.vocabulary(5)
([7, 0, 8, 1, 9], 4, 5, {'b': 0, 'ab': 1, 'a': 7, 'c': 8, 'abc': 9})
"""

from collections.abc import Iterable, Mapping

from bpe_core.symbols import SymbolTable


class Numbering:
    """Gives the symbols of a table their ids; grows and shrinks with the history."""

    def __init__(
        self, table: SymbolTable, base: Mapping[str, int], leading_tokens: Iterable[str] = ()
    ) -> None:
        """Number the base symbols: a token of `base` keeps its id, others get the next ones."""
        self._table = table
        self._has_base = bool(base)
        end = max(base.values(), default=-1) + 1
        missing = [token for token in leading_tokens if token not in base]
        self.first_ids: Mapping[str, int] = {**base, **{token: end + at for at, token in enumerate(missing)}}
        """The ids of the tokens that are there before any symbol: leading ones, and all that a base has."""
        self._symbol_of: dict[int, int] = {}
        self._free = [end + len(missing)]  # the next free id, before each symbol and after the last one
        for symbol in range(len(table)):
            self._number(symbol)

    def _number(self, symbol: int) -> None:
        free = self._free[-1]
        token_id = self.first_ids.get(self._table.whole_text(symbol), free) if self._has_base else free
        self._table.ids[symbol] = token_id
        self._symbol_of[token_id] = symbol
        self._free.append(free + (token_id == free))

    def add(self, left: int, right: int) -> int:
        """Add the token of two symbols to the table and return its number."""
        symbol = self._table.add(left, right)
        self._number(symbol)
        return symbol

    def truncate(self, size: int) -> None:
        """Remove the newest tokens, so that `size` symbols remain."""
        for token_id in self._table.ids[size:]:
            del self._symbol_of[token_id]
        del self._free[size + 1 :]
        self._table.truncate(size)

    def symbol_with(self, token_id: int) -> int | None:
        """The symbol that has an id; None if none has."""
        return self._symbol_of.get(token_id)

    def size(self, symbols: int) -> int:
        """How many tokens there are with the first `symbols` symbols, or will be."""
        more = max(0, symbols - len(self._table))
        return len(self.first_ids) + self._free[symbols - more] - self._free[0] + more

    def vocabulary(self, symbols: int) -> dict[str, int]:
        """Token -> id, with the first `symbols` symbols."""
        text, ids = self._table.text, self._table.ids
        return {**self.first_ids, **{text(symbol): ids[symbol] for symbol in range(symbols)}}
