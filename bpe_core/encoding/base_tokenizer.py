"""What all tokenizers share: they cut a text, make tokens of its words by merge rules, and can trace how.

Each kind has its own way to cut a text, to place tokens in it, and to decode: `BPETokenizer` follows a
config, `HuggingFaceTokenizer` and `SentencePieceTokenizer` a file.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cached_property, partial
from itertools import chain, pairwise
from typing import Generic, Protocol, TypeVar

from bpe_core.encoding.encoded_text import (
    CutText,
    Encoding,
    Remembered,
    Span,
    TokenWithId,
    WordTokens,
    one_token,
)
from bpe_core.encoding.merge_rules import ALGORITHMS, UNKNOWN, MergedWord, NumberedRules, Rules
from bpe_core.encoding.piece_models import PieceModel, UnigramModel
from bpe_core.encoding.spelling import SpelledWord
from bpe_core.encoding.tracing import Lookup, Trace, WordTrace, trace_steps
from bpe_core.errors import ConfigError, UnknownIdError
from bpe_core.validation import check_choice, checked_text, is_listing, shown

InOrder = tuple[TokenWithId | None, ...]
"""The tokens of a text and around it, in order; None stands for the text itself."""


class Model(Protocol):
    """What merge rules apply to. A symbol is the id of its token, or `UNKNOWN`."""

    @property
    def vocab(self) -> Mapping[str, int]:
        """The ids of the tokens that rules can have."""

    @property
    def token_of(self) -> Mapping[int, str]:
        """Id -> token, for all that a word can become."""

    @property
    def rules(self) -> Rules:
        """The merge rules, in ids."""

    @property
    def unk_token(self) -> str | None:
        """Stands for a symbol outside the vocabulary; None: such a symbol is kept or dropped."""

    @property
    def base_ids(self) -> tuple[int, ...]:
        """The ids that `spell` can return."""

    @property
    def ignore_merges(self) -> bool:
        """Whether a word in the vocabulary is one token, whatever the rules would make of it."""

    def spell(self, word: str) -> SpelledWord:
        """The base symbols of a word."""

    def whole(self, word: str) -> WordTokens | None:
        """The tokens of a word that no rules apply to; None for any other word."""

    def parts(self, word: str) -> Iterable[str]:
        """The parts of a word, between which no rule applies."""


AnyCut = TypeVar("AnyCut", bound=CutText)


class BaseTokenizer(Generic[AnyCut]):
    """The methods that all tokenizers have."""

    def __init__(self, ids: Mapping[str, int], token_of: Mapping[int, str], model: Model) -> None:
        """`ids` and `token_of` have all tokens in id order, those that the model lacks included."""
        self._ids = ids
        self.token_of = token_of
        """Id -> token, in id order."""
        self._model: Model = model
        self.unk_token = model.unk_token
        """Stands for a symbol outside the vocabulary; None: such a symbol is kept or dropped."""
        self._words, self._parts = (
            {algorithm: Remembered(partial(encode, algorithm)) for algorithm in ALGORITHMS}
            for encode in (self._encode_word, self._encode_part)
        )

    # The vocabulary and the rules

    @property
    def vocab(self) -> dict[str, int]:
        """Token -> id, in id order; a new dict each time."""
        return dict(self._ids)

    def id_of(self, token: str) -> int | None:
        """The id of a token; None if the vocabulary does not have it."""
        return self._ids.get(token) if isinstance(token, str) else None

    @property
    def id_rules(self) -> NumberedRules:
        """The merge rules, in ids."""
        return self._model.rules.numbered

    @property
    def most_rules(self) -> int:
        """How many merge rules there are at most, without finding those of ranks."""
        return len(self._model.rules.products)

    @property
    def ignore_merges(self) -> bool:
        """Whether a word in the vocabulary is one token, whatever the rules would make of it."""
        return self._model.ignore_merges

    @property
    def without_merges(self) -> str:
        """The name of a model that makes tokens without merges, "WordPiece" or "Unigram"; empty for BPE."""
        return self._model.name if isinstance(self._model, PieceModel) else ""

    @property
    def scores(self) -> Mapping[int, float]:
        """Id -> the score of a piece of Unigram; empty for other models."""
        return self._model.scores if isinstance(self._model, UnigramModel) else {}

    @property
    def base_ids(self) -> tuple[int, ...]:
        """The ids of the symbols that words are spelled with, tokens for unknown symbols included."""
        return self._model.base_ids

    @cached_property
    def merges(self) -> tuple[tuple[str, str], ...]:
        """The left and right symbol of each merge rule as printed, in rank order."""
        token_of = self._model.token_of
        return tuple((token_of[left], token_of[right]) for left, right in self.id_rules.pairs)

    def rule(self, rank: int) -> tuple[tuple[str, str], str]:
        """What the rule with a rank merges, and the token that it makes."""
        rules, token_of = self._model.rules, self._model.token_of
        left, right = rules.pair(rank)
        return (token_of[left], token_of[right]), token_of[rules.products[rank]]

    def rank_of(self, token: str) -> int | None:
        """The rank of the first rule that makes a token; None if no rule does."""
        rules, token_id = self._model.rules, self._model.vocab.get(token)
        rank = None if token_id is None else rules.first_rank(token_id)
        return None if rank is None else rules.turns[rank]

    def pair_ranks(self, symbols: Sequence[str]) -> tuple[int | None, ...]:
        """The rank of the rule for each pair of neighbours; None if it has no rule.

        These are the candidates at a step of a trace: by lowest rank, the lowest of them wins. Tied rules
        have the rank of the first of them.
        """
        rules = self._model.rules
        ranks = map(self._rank_of, symbols, symbols[1:])
        return tuple(None if rank is None else rules.turns[rank] for rank in ranks)

    def rank_between(self, left: Sequence[str], right: Sequence[str]) -> int | None:
        """The rank of the rule for two tokens, given by their base symbols; None if there is no rule."""
        spelled = [tuple(self._model.vocab.get(text, UNKNOWN) for text in part) for part in (left, right)]
        return self.id_rules.rank_between(*spelled)

    def _rank_of(self, left: str, right: str) -> int | None:
        vocab = self._model.vocab
        return self._model.rules.find((vocab.get(left, UNKNOWN), vocab.get(right, UNKNOWN)))

    # Texts

    def encode(
        self,
        text: str,
        *,
        algorithm: str = "lowest_rank",
        add_special_tokens: bool = False,
    ) -> Encoding:
        """The tokens of a text; with `add_special_tokens`, also those put around it.

        `algorithm` is the way to make tokens of a word: see `encoding.merge_rules`. Raises `TextError` for a
        lone surrogate, or if a file's stages cannot cut the text or make too much of it; `ConfigError` for an
        invalid algorithm; and `PatternTimeoutError`.
        """
        check_choice("algorithm", algorithm, ALGORITHMS, ConfigError)
        in_order = self._in_order(add_special_tokens=add_special_tokens)
        cut = self._cut(checked_text("text", text), in_order.count(None))
        made = self._made(cut, self._words[algorithm].__getitem__)
        arranged = (made if added is None else [one_token(*added, size=0)] for added in in_order)
        words = list(chain.from_iterable(arranged))
        sizes = len(in_order), 0
        if None in in_order:
            sizes = in_order.index(None), in_order[::-1].index(None)
        return Encoding(
            normalized=cut.text,
            tokens=tuple(chain.from_iterable([word.tokens for word in words])),
            ids=tuple(chain.from_iterable([word.ids for word in words])),
            unknown=tuple(chain.from_iterable([word.unknown for word in words])),
            _words=words,
            _find_offsets=partial(self._offsets, cut, made, add_special_tokens=add_special_tokens),
            _find_trace=partial(self._trace_at, cut, algorithm),
            _around=sizes,
            _starts=cut.starts,
        )

    def encode_word(self, word: str) -> tuple[str, ...]:
        """The tokens of a word, which is neither normalized nor cut further; raises `TextError`."""
        return self._encode_word("lowest_rank", checked_text("word", word)).tokens

    def trace(self, text: str, *, algorithm: str = "lowest_rank", add_special_tokens: bool = False) -> Trace:
        """The merge rules that apply in each word, and what they make; raises as `encode` does.

        If a file does not cut words, each "word" is a part of the text, between which no rule applies. By
        `longest_match` no rule applies: a trace then has base symbols, no steps, and tokens.
        """
        check_choice("algorithm", algorithm, ALGORITHMS, ConfigError)
        in_order = self._in_order(add_special_tokens=add_special_tokens)
        cut = self._cut(checked_text("text", text), in_order.count(None))
        of_text = list(self._traces(cut, algorithm))
        arranged = (of_text if added is None else [added_trace("", (0, 0), added)] for added in in_order)
        return Trace(chain.from_iterable(arranged))

    def decode(self, ids: Iterable[int | None]) -> str:
        """The text of the tokens with these ids; special tokens are written as they are.

        Raises `UnknownIdError` if an id is not in the vocabulary.
        """
        if not is_listing(ids) and not isinstance(ids, bytes):
            raise UnknownIdError(f"`ids` must be a list of ids, got {shown(ids)}.")
        return self._decoded(ids)

    @cached_property
    def around(self) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """The tokens that can be put before a text, and those after it; raises `TextError`."""
        in_order = self._in_order(add_special_tokens=True)
        place = in_order.index(None) if None in in_order else len(in_order)
        before, after = (
            tuple(added[0] for added in part if added) for part in (in_order[:place], in_order[place:])
        )
        return before, after

    def __repr__(self) -> str:
        return f"<{type(self).__name__}: vocabulary of {len(self._ids):,}, {len(self.merges):,} merges>"

    # What each kind of tokenizer does in its own way

    def _in_order(self, *, add_special_tokens: bool) -> InOrder:
        """The tokens around a text, and None for the text."""
        raise NotImplementedError

    def _cut(self, text: str, times: int) -> AnyCut:
        """A text cut into words, which will be in the text this many times."""
        raise NotImplementedError

    def _made(self, cut: AnyCut, tokens_of: Callable[[str], WordTokens]) -> list[WordTokens]:
        """The tokens of each word, and the added tokens between the words."""
        raise NotImplementedError

    def _offsets(
        self, cut: AnyCut, made: Sequence[WordTokens], *, add_special_tokens: bool
    ) -> Iterable[Span]:
        """Where all tokens are; those around the text are at (0, 0)."""
        raise NotImplementedError

    def _traces(self, cut: AnyCut, algorithm: str) -> Iterator[WordTrace]:
        """The traces of the words."""
        raise NotImplementedError

    def _trace_at(self, cut: AnyCut, algorithm: str, place: int) -> WordTrace | None:
        """The trace of the word at a place, or of the last one before it."""
        raise NotImplementedError

    def _decoded(self, ids: Iterable[int | None]) -> str:
        """The text of the tokens with these ids."""
        raise NotImplementedError

    # Words

    def _encode_word(self, algorithm: str, word: str) -> WordTokens:
        whole = self._model.whole(word)
        if whole is not None:
            return whole
        parts = list(self._model.parts(word))
        if len(parts) == 1:
            return self._encode_part(algorithm, word)
        return WordTokens.of_parts(list(map(self._parts[algorithm].__getitem__, parts)))

    def _encode_part(self, algorithm: str, part: str) -> WordTokens:
        spelled = self._model.spell(part)
        return self._tokens_of(spelled, self._model.rules.merge(spelled.symbols, algorithm))

    def _trace_of(
        self,
        part: str,
        offsets: Span,
        algorithm: str,
        placed: Callable[[Sequence[Span]], Iterable[Span]],
    ) -> WordTrace:
        """The trace of a part of a word; `placed` gives the places of its base symbols in the text."""
        spelled = self._model.spell(part)
        merged = self._model.rules.merge(spelled.symbols, algorithm)
        made = self._tokens_of(spelled, merged)
        return WordTrace(
            word=part,
            offsets=offsets,
            symbols=tuple(spelled.texts),
            symbol_offsets=tuple(placed(spelled.spans)),
            steps=trace_steps(spelled.texts, merged.fired, self.rule, self._model.rules.turns),
            tokens=made.tokens,
            ids=made.ids,
            unknown=made.unknown,
        )

    def _tokens_of(self, spelled: SpelledWord, merged: MergedWord) -> WordTokens:
        """The tokens that the rules made of base symbols; an unknown symbol that is kept has no id."""
        ids: tuple[int | None, ...] = tuple(merged.symbols)
        if UNKNOWN in merged.symbols:
            placed = list(zip(merged.symbols, merged.starts, strict=True))
            tokens = tuple(
                spelled.texts[start] if symbol == UNKNOWN else self._model.token_of[symbol]
                for symbol, start in placed
            )
            ids = tuple(None if symbol == UNKNOWN else symbol for symbol in merged.symbols)
        else:
            tokens = tuple(map(self._model.token_of.__getitem__, merged.symbols))
        borders = pairwise([*merged.starts, len(spelled.symbols)])
        spans = tuple((spelled.spans[first][0], spelled.spans[after - 1][1]) for first, after in borders)
        return WordTokens(tokens, ids, spans, tuple(spelled.unknown))


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
