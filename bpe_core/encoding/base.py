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

from collections.abc import Mapping
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Any, Protocol

from bpe_core.config import RULES, BPEConfig
from bpe_core.encoding.merge_rules import UNKNOWN, Rules, number_merges
from bpe_core.encoding.parts import TokenizerParts
from bpe_core.encoding.ranks import RankedParts
from bpe_core.errors import ConfigError, PairNotFoundError
from bpe_core.merges import Pair
from bpe_core.progress import OnProgress, Progress, tell_nobody
from bpe_core.symbol_texts import BYTE_OF_CHARACTER
from bpe_core.symbols import SymbolTable
from bpe_core.validation import shown

_SPELLING = ("alphabet", "word_boundary", "boundary_marker")

_TELL_EVERY = 500
"""After so many words, or merges, progress is told."""


class History(Protocol):
    """What a base has to do with a merge history, which is in `engine`."""

    config: BPEConfig
    table: SymbolTable
    timeline: Any
    numbering: Any
    words: list[str]
    pairs: list[tuple[int, int]]
    by_user: list[bool]
    given_ranks: list[int]

    def extend(self, forced: tuple[int, int] | None = None) -> bool:
        """Merge a pair at the end."""

    def number_after(self, ids: Mapping[str, int]) -> None:
        """Number the symbols after the tokens of a base."""

    def pair_texts(self, pair: tuple[int, int]) -> Pair:
        """A pair as it is printed."""


@dataclass(frozen=True)
class Base:
    """What a training begins with."""

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
                needed, label = f"{_said(rule, theirs)}, got {_said(rule, ours)}", RULES[rule].label
                raise ConfigError(f"To go on from `base`, “{label}” must be {needed}.")
        return cls(tokenizer.vocab, parts)

    @property
    def rules(self) -> Rules:
        """The merge rules, in ids."""
        return self.parts.id_rules

    def give(self, history: History, tell: OnProgress = tell_nobody) -> None:
        """Make the given merges in a new history, but for those whose pair does not occur.

        Raises `ConfigError` for rules that do not make these words in the order of their ranks, each token
        from one pair: no training makes such rules.
        """
        table = history.table
        history.number_after(self.ids)
        symbol_of = dict(zip(table.ids, range(table.base_size), strict=True))
        made_by: dict[int, int] = {}
        for rank in self._fired(history, tell):
            left, right = self.rules.pair(rank)
            product = self.rules.products[rank]
            if product in made_by:
                both = f"merges {made_by[product] + 1:,} and {rank + 1:,} make the same token"
                raise ConfigError(f"`base` cannot be gone on from: its {both}, both in this corpus.")
            try:
                history.extend((symbol_of[left], symbol_of[right]))
            except PairNotFoundError as error:  # a longer token than the rules allow
                what = f"`base` has a token that the rules do not allow: merge {rank + 1:,}."
                raise ConfigError(what) from error
            history.by_user[-1] = False
            history.given_ranks.append(rank)
            made_by[product], symbol_of[product] = rank, len(table) - 1
            if len(made_by) % _TELL_EVERY == 0:
                tell(Progress(len(made_by), None, "given merges made"))

    def _fired(self, history: History, tell: OnProgress) -> list[int]:
        """The ranks of the merges whose pair occurs, ascending."""
        codes, id_of_code = history.table.codes, self.parts.id_of_code
        ids = [id_of_code.get(code, UNKNOWN) for code in codes]
        size, fired = len(history.words), set[int]()
        splits = history.timeline.splits(range(size), 0)
        for number, (word, symbols) in enumerate(zip(history.words, splits, strict=True)):
            ranks = [rank for rank, _ in self.rules.merge([ids[symbol] for symbol in symbols]).fired]
            if any(left > right for left, right in pairwise(ranks)):
                raise ConfigError(
                    f"`base` cannot be gone on from: in {shown(word)}, an earlier merge follows a later one."
                )
            fired.update(ranks)
            if number % _TELL_EVERY == 0:
                tell(Progress(number, size, "words encoded with what is given"))
        return sorted(fired)

    def with_learned(self, history: History, position: int) -> TokenizerParts:
        """The parts of the tokenizer with all given merges and those learned before a position.

        Before the last given merge it has only those up to there.
        """
        given, table, config = len(history.given_ranks), history.table, history.config
        learned = [history.pair_texts(pair) for pair in history.pairs[given:position]]
        ids = history.numbering.vocabulary(table.base_size + position)
        first = None if position >= given else history.given_ranks[position]
        if isinstance(self.parts, RankedParts):
            left_out = set(self.rules.products[first:] if first is not None else ())
            ranks = {token: rank for token, rank in self.parts.ranks.items() if rank not in left_out}
            for token in map("".join, learned):
                ranks.setdefault(bytes(map(BYTE_OF_CHARACTER.__getitem__, token)), ids[token])
            return replace(self.parts, config=config, ranks=ranks)
        codes = sorted({*self.parts.base_codes, *table.codes})
        symbols = SymbolTable(codes, config)
        texts = [symbols.text(symbol) for symbol in range(len(codes))]
        merges = self.parts.printed_merges[:first]
        return TokenizerParts(config, codes, number_merges(texts, [*merges, *learned]), ids)


def _said(rule: str, value: Any) -> str:
    """The value of a rule, by its title if it has one."""
    options = getattr(RULES[rule], "options", {})
    return options[value].title if value in options else repr(value)


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
