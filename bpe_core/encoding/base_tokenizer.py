"""What all tokenizers share: their vocabulary and their rules, and how merge rules make tokens of a word.

`BPETokenizer` encodes by its own rules, and a `LibraryTokenizer` has a library do it.
"""

import re
from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from itertools import pairwise

from bpe_core.encoding.encoded_text import Encoding, Span, TokenWithId, WordTokens
from bpe_core.encoding.merge_rules import UNKNOWN, AllRules, MergedWord, Rules
from bpe_core.encoding.spelling import SpelledWord
from bpe_core.encoding.tracing import Lookup, Trace, WordTrace, trace_steps
from bpe_core.errors import UnknownIdError
from bpe_core.validation import is_listing, shown

_NAME = re.compile(r"<[^<>\s]+>|\[[^\[\]\s]+\]")


class BaseTokenizer(ABC):
    """The methods that all tokenizers have."""

    without_merges: str = ""
    """The name of a model that makes tokens without merges, "WordPiece" or "Unigram"; empty for BPE."""

    ignore_merges: bool = False
    """Whether a word in the vocabulary is one token, whatever the rules would make of it."""

    scores: Mapping[int, float] = {}
    """Id -> the score of a piece of Unigram; empty for other models."""

    def __init__(self, ids: Mapping[str, int], token_of: Mapping[int, str], unk_token: str | None) -> None:
        """`ids` and `token_of` have all tokens in id order."""
        self._ids = ids
        self.token_of = token_of
        """Id -> token, in id order."""
        self.unk_token = unk_token
        """Stands for a symbol outside the vocabulary; None: such a symbol is kept or dropped."""

    # The vocabulary and the rules

    @property
    @abstractmethod
    def rules(self) -> Rules:
        """The merge rules, in ids."""

    @property
    @abstractmethod
    def base_ids(self) -> Sequence[int]:
        """The ids of the symbols that words are spelled with, tokens for unknown symbols included."""

    @property
    @abstractmethod
    def added_tokens(self) -> tuple[str, ...]:
        """The tokens that are cut out of a text first."""

    def is_added(self, token: str) -> bool:
        """Whether a token is one of these."""
        return token in self._added

    @cached_property
    def _added(self) -> frozenset[str]:
        return frozenset(self.added_tokens)

    @property
    def vocab(self) -> dict[str, int]:
        """Token -> id, in id order; a new dict each time."""
        return dict(self._ids)

    def id_of(self, token: str) -> int | None:
        """The id of a token; None if the vocabulary does not have it."""
        return self._ids.get(token) if isinstance(token, str) else None

    @abstractmethod
    def bytes_of(self, ids: Sequence[int]) -> list[bytes]:
        """What each of these tokens adds to a text when it is not the first; raises `TextError`."""

    @property
    def token_bytes(self) -> Mapping[int, bytes]:
        """The same by id, for all tokens."""
        return dict(zip(self.token_of, self.bytes_of([*self.token_of]), strict=True))

    @property
    def id_rules(self) -> AllRules:
        """The merge rules, in ids, all of which are found now."""
        return self.rules.numbered

    @property
    def most_rules(self) -> int:
        """How many merge rules there are at most, without finding those of ranks."""
        return len(self.rules.turns)

    @cached_property
    def merges(self) -> tuple[tuple[str, str], ...]:
        """The left and right symbol of each merge rule as printed, in rank order."""
        token_of = self.token_of
        return tuple((token_of[left], token_of[right]) for left, right in self.id_rules.pairs)

    def rule(self, rank: int) -> tuple[tuple[str, str], str]:
        """What the rule with a rank merges, and the token that it makes."""
        left, right = self.rules.pair(rank)
        return (self.token_of[left], self.token_of[right]), self.token_of[self.rules.products[rank]]

    def rank_of(self, token: str) -> int | None:
        """The rank of the first rule that makes a token; None if no rule does."""
        token_id = self._ids.get(token)
        rank = None if token_id is None else self.rules.first_rank(token_id)
        return None if rank is None else self.rules.turns[rank]

    @cached_property
    def uncut_names(self) -> tuple[str, ...]:
        """The tokens with names such as `<|endoftext|>` that no rule makes and no text is cut at.

        A vocab.json has them, and does not say that they are to be taken whole.
        """
        names = filter(_NAME.fullmatch, self._ids.keys() - self._added)
        base = set(self.base_ids)
        return tuple(
            sorted(name for name in names if self._ids[name] not in base and self.rank_of(name) is None)
        )

    def pair_ranks(self, symbols: Sequence[str]) -> tuple[int | None, ...]:
        """The rank of the rule for each pair of neighbours; None if it has no rule.

        These are the candidates at a step of a trace: by lowest rank, the lowest of them wins. Tied rules
        have the rank of the first of them.
        """
        rules = self.rules
        ids = [self._ids.get(symbol, UNKNOWN) for symbol in symbols]
        ranks = map(rules.find, pairwise(ids))
        return tuple(None if rank is None else rules.turns[rank] for rank in ranks)

    def rank_between(self, left: Sequence[str], right: Sequence[str]) -> int | None:
        """The rank of the rule for two tokens, given by their base symbols; None if there is no rule."""
        first, second = (tuple(self._ids.get(text, UNKNOWN) for text in part) for part in (left, right))
        return self.id_rules.rank_between(first, second)

    def __repr__(self) -> str:
        rules = f", {self.most_rules:,} merges" if not self.without_merges else f", {self.without_merges}"
        return f"<{type(self).__name__}: vocabulary of {len(self._ids):,}{rules}>"

    # Texts

    @abstractmethod
    def encode(self, text: str, *, add_special_tokens: bool = False) -> Encoding:
        """The tokens of a text; with `add_special_tokens`, also those put around it.

        Raises `TextError` for a lone surrogate, or if a library cannot encode the text.
        """

    @abstractmethod
    def trace(self, text: str, *, add_special_tokens: bool = False) -> Trace:
        """How the tokens of each word come about; raises as `encode` does.

        If a file does not cut words, each "word" is a part of the text, between which no rule applies.
        """

    @abstractmethod
    def normalized(self, text: str) -> str:
        """A text as the normalizers change it, with special tokens in place; raises `TextError`."""

    def decode(self, ids: Iterable[int | None]) -> str:
        """The text of the tokens with these ids; special tokens are written as they are.

        Raises `UnknownIdError` if an id is not in the vocabulary.
        """
        if not is_listing(ids) and not isinstance(ids, bytes):
            raise UnknownIdError(f"`ids` must be a list of ids, got {shown(ids)}.")
        return self._decoded(ids)

    @abstractmethod
    def _decoded(self, ids: Iterable[int | None]) -> str: ...

    @property
    @abstractmethod
    def around(self) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """The tokens that can be put before a text, and those after it."""

    # Words

    def _tokens_of(self, spelled: SpelledWord, algorithm: str = "lowest_rank") -> WordTokens:
        """The tokens that the rules make of base symbols."""
        return self._made(spelled, self.rules.merge(spelled.symbols, algorithm))

    def _made(self, spelled: SpelledWord, merged: MergedWord) -> WordTokens:
        """The tokens of merged symbols; an unknown symbol that is kept has no id."""
        ids: tuple[int | None, ...] = tuple(merged.symbols)
        if UNKNOWN in merged.symbols:
            placed = list(zip(merged.symbols, merged.starts, strict=True))
            tokens = tuple(
                spelled.texts[start] if symbol == UNKNOWN else self.token_of[symbol]
                for symbol, start in placed
            )
            ids = tuple(None if symbol == UNKNOWN else symbol for symbol in merged.symbols)
        else:
            tokens = tuple(map(self.token_of.__getitem__, merged.symbols))
        borders = pairwise([*merged.starts, len(spelled.symbols)])
        spans = tuple((spelled.spans[first][0], spelled.spans[after - 1][1]) for first, after in borders)
        return WordTokens(tokens, ids, spans, tuple(spelled.unknown))

    def _trace_of(
        self,
        word: str,
        offsets: Span,
        spelled: SpelledWord,
        places: Iterable[Span],
        algorithm: str = "lowest_rank",
    ) -> WordTrace:
        """The trace of a word, or a part of one, whose base symbols have these places in the text."""
        merged = self.rules.merge(spelled.symbols, algorithm)
        made = self._made(spelled, merged)
        return WordTrace(
            word=word,
            offsets=offsets,
            symbols=tuple(spelled.texts),
            symbol_offsets=tuple(places),
            steps=trace_steps(spelled.texts, merged.fired, self.rule, self.rules.turns),
            tokens=made.tokens,
            ids=made.ids,
            unknown=made.unknown,
        )


def added_trace(word: str, offsets: Span, token: TokenWithId) -> WordTrace:
    """The trace of an added token."""
    texts, ids = (token[0],), (token[1],)
    return WordTrace(word, offsets, texts, (offsets,), (), texts, ids, (), is_added=True)


def whole_trace(
    word: str, offsets: Span, made: WordTokens, places: Sequence[Span], lookup: Lookup | None = None
) -> WordTrace:
    """The trace of a word that no rules apply to; its tokens have these places in the text."""
    tokens, ids = made.tokens, made.ids
    return WordTrace(
        word, offsets, tokens, tuple(places), (), tokens, ids, made.unknown, is_whole=True, lookup=lookup
    )
