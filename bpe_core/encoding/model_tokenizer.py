"""What the tokenizers of a `tokenizer.json` and of a SentencePiece model have in common: a model in ids.

In: a vocabulary, and a model that spells words and has rules. Out: the tokens of a word, and what is known of
tokens and rules. The stages before the model and behind it are each tokenizer's own.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cached_property, partial
from itertools import pairwise
from typing import Protocol

from bpe_core.encoding.encoded_text import Encoding, Remembered, WordEncoder, WordTokens
from bpe_core.encoding.merge_rules import ALL_ALGORITHMS, UNKNOWN, NumberedRules
from bpe_core.encoding.spelling import SpelledWord
from bpe_core.encoding.tracing import WordTrace
from bpe_core.validation import checked_text


class Model(Protocol):
    """What the rules apply to."""

    @property
    def vocab(self) -> Mapping[str, int]:
        """The tokens that rules can have, with their ids."""

    @property
    def token_of(self) -> Mapping[int, str]:
        """Id -> token, of all that a word can become."""

    @property
    def rules(self) -> NumberedRules:
        """The merge rules, in ids."""

    @property
    def unk_token(self) -> str | None:
        """What stands for a symbol that is not in the vocabulary; None: it is dropped."""

    @property
    def base_ids(self) -> tuple[int, ...]:
        """The ids that `spell` can give."""

    @property
    def ignore_merges(self) -> bool:
        """Whether a word that is in the vocabulary is one token, whatever the rules make of it."""

    def spell(self, word: str) -> SpelledWord:
        """The base symbols of a word."""

    def whole(self, word: str) -> int | None:
        """The id of a word that is a token as a whole; None for another."""

    def parts(self, word: str) -> Iterator[str]:
        """The parts of a word that no rule joins."""


class ModelTokenizer:
    """The calls of a tokenizer that its model alone answers."""

    def __init__(self, ids: Mapping[str, int], token_of: Mapping[int, str], model: Model) -> None:
        """`ids` and `token_of` have all tokens in id order, also those that the model does not have."""
        self._ids, self._token_of = ids, token_of
        self._model = model
        self._encoder = WordEncoder(self._encode_word)
        self._parts = {
            algorithm: Remembered(partial(self._encode_part, algorithm)) for algorithm in ALL_ALGORITHMS
        }

    @property
    def vocab(self) -> dict[str, int]:
        """Token -> id, in id order; a new dict each time."""
        return dict(self._ids)

    @property
    def token_of(self) -> Mapping[int, str]:
        """Id -> token, in id order."""
        return self._token_of

    def id_of(self, token: str) -> int | None:
        """The id of a token; None where the vocabulary does not have it."""
        return self._ids.get(token) if isinstance(token, str) else None

    @property
    def merges(self) -> tuple[tuple[str, str], ...]:
        """The left and right symbol of each merge rule, in rank order."""
        token_of = self._model.token_of
        return tuple((token_of[left], token_of[right]) for left, right in self._model.rules.pairs)

    @property
    def unk_token(self) -> str | None:
        """What stands for a symbol that is not in the vocabulary; None: it is dropped."""
        return self._model.unk_token

    @cached_property
    def rank_of_token(self) -> Mapping[str, int]:
        """Token -> the rank of the first rule that makes it."""
        products = reversed(list(enumerate(self._model.rules.products)))
        return {self._model.token_of[product]: rank for rank, product in products}

    @property
    def base_ids(self) -> tuple[int, ...]:
        """The ids of what words are spelled with before any rule."""
        return self._model.base_ids

    @property
    def id_rules(self) -> NumberedRules:
        """The merge rules, in ids."""
        return self._model.rules

    @property
    def ignore_merges(self) -> bool:
        """Whether a word that is in the vocabulary is one token, whatever the rules make of it."""
        return self._model.ignore_merges

    def encode(
        self,
        text: str,
        *,
        algorithm: str = "lowest_rank",
        dropout: float = 0.0,
        seed: int = 0,
        add_special_tokens: bool = False,
    ) -> Encoding:
        """The tokens of a text, as `BPETokenizer.encode` gives them."""
        raise NotImplementedError

    def encode_word(self, word: str) -> tuple[str, ...]:
        """The tokens of a word as the stages before the model leave it; raises `TextError`."""
        return self._encode_word("lowest_rank", checked_text("word", word)).tokens

    def trace_at(self, text: str, place: int, *, algorithm: str = "lowest_rank") -> WordTrace | None:
        """The trace of one word alone, as `Encoding.trace_at` finds it; raises as `encode` does."""
        return self.encode(text, algorithm=algorithm).trace_at(place)

    def pair_ranks(self, symbols: Sequence[str]) -> tuple[int | None, ...]:
        """The rank of the rule for each pair of neighbours among tokens; None where there is no rule.

        Tied rules have the rank of the first of them.
        """
        rank_of, turns = self._model.rules.rank_of, self._model.rules.turns
        ids = map(self._model.vocab.get, symbols)
        ranks = (rank_of.get(pair) for pair in pairwise(ids))  # type: ignore[arg-type]
        return tuple(None if rank is None else turns[rank] for rank in ranks)

    def made_of(self, left: str, right: str) -> str | None:
        """What the rule for two tokens makes of them; None where there is none."""
        rules, vocab = self._model.rules, self._model.vocab
        rank = rules.rank_of.get((vocab.get(left), vocab.get(right)))  # type: ignore[arg-type]
        return None if rank is None else self._model.token_of[rules.products[rank]]

    def rank_between(self, left: Sequence[str], right: Sequence[str]) -> int | None:
        """The rank of the rule for two tokens, each given by its base symbols; None where there is none."""
        spelled = [tuple(self._model.vocab.get(text, UNKNOWN) for text in part) for part in (left, right)]
        return self._model.rules.rank_between(*spelled)

    def __repr__(self) -> str:
        rules = len(self._model.rules.pairs)
        return f"<{type(self).__name__}: vocabulary of {len(self._token_of):,}, {rules:,} merges>"

    def _encode_word(
        self, algorithm: str, word: str, is_dropped: Callable[[], bool] | None = None
    ) -> WordTokens:
        whole = self._model.whole(word)
        if whole is not None:
            return WordTokens((word,), (whole,), ((0, len(word.encode())),), ())
        parts = list(self._model.parts(word))
        if len(parts) == 1:
            return self._encode_part(algorithm, word, is_dropped)
        if is_dropped is not None:
            return WordTokens.of_parts([self._encode_part(algorithm, part, is_dropped) for part in parts])
        return WordTokens.of_parts(list(map(self._parts[algorithm].__getitem__, parts)))

    def _encode_part(
        self, algorithm: str, part: str, is_dropped: Callable[[], bool] | None = None
    ) -> WordTokens:
        spelled = self._model.spell(part)
        merged = self._model.rules.merge(spelled.symbols, algorithm, is_dropped)
        tokens = tuple(self._model.token_of[token_id] for token_id in merged.symbols)
        symbols = pairwise([*merged.starts, len(spelled.symbols)])
        spans = tuple((spelled.spans[first][0], spelled.spans[after - 1][1]) for first, after in symbols)
        return WordTokens(tokens, tuple(merged.symbols), spans, spelled.unknown)
