"""A base to begin from: the merges of a tokenizer come first, and the ids of what is learned follow its own.

>>> from bpe_core import BPEConfig, BPEStepper, Corpus
>>> english = BPEStepper(Corpus.from_text("hug pug hugs"), BPEConfig())
>>> english.run(2)
>>> more = BPEStepper(Corpus.from_text("hugo hugo"), BPEConfig(), base=english.tokenizer())
>>> [(merge.token, merge.chosen_by) for merge in more.merges], more.step().token
([('ug', 'given'), ('hug', 'given')], 'hugo')
>>> english.tokenizer().vocab
{'g': 0, 'h': 1, 'p': 2, 's': 3, 'u': 4, 'ug': 5, 'hug': 6}
>>> more.tokenizer().vocab
{'g': 0, 'h': 1, 'p': 2, 's': 3, 'u': 4, 'ug': 5, 'hug': 6, 'o': 7, 'hugo': 8}
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Protocol

from bpe_core.config import BPEConfig
from bpe_core.encoding.merge_rules import number_merges
from bpe_core.encoding.parts import TokenizerParts
from bpe_core.encoding.ranks import RankedParts
from bpe_core.errors import ConfigError, PairNotFoundError
from bpe_core.merges import Pair
from bpe_core.symbol_texts import BYTE_OF_CHARACTER
from bpe_core.symbols import SymbolTable

_SPELLING = ("alphabet", "word_boundary", "boundary_marker")


class History(Protocol):
    """What a base has to do with a merge history, which is in `engine`."""

    config: BPEConfig
    table: SymbolTable
    pairs: list[tuple[int, int]]
    by_user: list[bool]
    given_ranks: list[int]
    base_ids: Mapping[str, int]
    base_end: int

    def extend(self, forced: tuple[int, int] | None = None) -> bool:
        """Merge a pair at the end."""

    def pair_texts(self, pair: tuple[int, int]) -> Pair:
        """A pair as it is printed."""


@dataclass(frozen=True)
class Base:
    """What a training begins with."""

    merges: Sequence[Pair]
    """The pair of each given merge as printed, in their order."""

    ids: Mapping[str, int]
    """The id of each token."""

    parts: TokenizerParts
    """What its tokenizer is made of."""

    @classmethod
    def of(cls, tokenizer: Any, config: BPEConfig) -> "Base":
        """The base that a tokenizer is for these rules; raises `ConfigError` for one that cannot be."""
        if not hasattr(tokenizer, "without_merges"):
            raise ConfigError(f"`base` must be a tokenizer, got a {type(tokenizer).__name__}.")
        if tokenizer.without_merges or config.is_wordpiece:
            raise ConfigError("`base` and the rules must both be BPE: others have no merges to go on from.")
        parts = getattr(tokenizer, "parts", None) or _parts_of_file(tokenizer)
        for rule in _SPELLING if parts.config.word_boundary != "none" else _SPELLING[:2]:
            theirs, ours = getattr(parts.config, rule), getattr(config, rule)
            if theirs != ours:
                raise ConfigError(f"`base` has the {rule} {theirs!r}; the rules need it too, got {ours!r}.")
        return cls(tokenizer.merges, tokenizer.vocab, parts)

    def give(self, history: History) -> None:
        """Make the given merges in a new history; those whose pair does not occur are passed over."""
        table = history.table
        symbol_of = {table.text(symbol): symbol for symbol in range(table.base_size)}
        for rank, (left, right) in enumerate(self.merges):
            if left in symbol_of and right in symbol_of:
                try:
                    history.extend((symbol_of[left], symbol_of[right]))
                except PairNotFoundError:
                    continue
                history.by_user[-1] = False
                history.given_ranks.append(rank)
                symbol_of.setdefault(table.text(len(table) - 1), len(table) - 1)
        history.base_ids = self.ids_with(history, 0)
        history.base_end = max(history.base_ids.values(), default=-1) + 1

    def ids_with(self, history: History, learned: int) -> dict[str, int]:
        """The id of each token, with those of so many merges learned here after all others."""
        table, ids = history.table, dict(self.ids)
        first = table.base_size + len(history.given_ranks)
        symbols = [*range(table.base_size), *range(first, first + learned)]
        following = max(ids.values(), default=-1) + 1
        for token in (*history.config.leading_tokens, *map(table.text, symbols)):
            if token not in ids:
                ids[token], following = following, following + 1
        return ids

    def with_learned(self, history: History, position: int) -> TokenizerParts:
        """The parts of the tokenizer with all given merges and those learned before a position.

        Before the last given merge it has only those up to there.
        """
        given = len(history.given_ranks)
        merges = list(self.merges)
        if position < given:
            merges = merges[: history.given_ranks[position]]
        learned = [history.pair_texts(pair) for pair in history.pairs[given:position]]
        ids, config = self.ids_with(history, len(learned)), history.config
        if isinstance(self.parts, RankedParts) and position >= given:
            ranks = dict(self.parts.ranks)
            for token in map("".join, learned):
                ranks.setdefault(bytes(map(BYTE_OF_CHARACTER.__getitem__, token)), ids[token])
            return replace(self.parts, config=config, ranks=ranks)
        codes = sorted({*self.parts.base_codes, *history.table.codes})
        table = SymbolTable(codes, config)
        texts = [table.text(symbol) for symbol in range(len(codes))]
        return TokenizerParts(config, codes, number_merges(texts, [*merges, *learned]), ids)


def _parts_of_file(tokenizer: Any) -> TokenizerParts:
    """The parts of a file that its library encodes with; raises `ConfigError` if rules cannot say them."""
    in_bytes = "ByteLevel" in tokenizer.stages.get("pre_tokenizer", ())
    token_of, merges = tokenizer.token_of, tokenizer.merges
    texts = [token_of[each] for each in tokenizer.base_ids if token_of[each] != tokenizer.unk_token]
    made = {left + right for left, right in merges}
    is_spelled = all(len(text) == 1 for text in texts) and made <= tokenizer.vocab.keys()
    if not is_spelled or (in_bytes and not {*texts} <= BYTE_OF_CHARACTER.keys()):
        raise ConfigError("`base` is a file whose symbols no rules here make: only bytes and characters are.")
    codes = [BYTE_OF_CHARACTER[text] if in_bytes else ord(text) for text in texts]
    config = BPEConfig(alphabet="bytes" if in_bytes else "characters")
    return TokenizerParts(config, codes, number_merges(texts, merges), tokenizer.vocab)
