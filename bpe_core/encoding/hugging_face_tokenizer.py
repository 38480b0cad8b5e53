"""The tokenizer in a `tokenizer.json`: the library's stages around a BPE model of our own.

In: the stages and the model of a file. Out: tokens, ids and offsets as Hugging Face's library gives them, the
rules that fire in each word, and the text for ids.
"""

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cached_property, partial
from itertools import pairwise
from operator import attrgetter
from typing import Any, Concatenate, ParamSpec, TypeVar

from bpe_core import notebook
from bpe_core.encoding.bpe_model import BPEModel
from bpe_core.encoding.encoded_text import Encoding, Remembered, WordEncoder, WordTokens
from bpe_core.encoding.growth import check_tokens
from bpe_core.encoding.hosting import Hosted
from bpe_core.encoding.library_stages import LibraryStages, Span, StageFacts, StageWord, library_errors_as
from bpe_core.encoding.merge_rules import ALL_ALGORITHMS, UNKNOWN, NumberedRules
from bpe_core.encoding.spelling import byte_of
from bpe_core.encoding.tracing import Trace, WordTrace, trace_steps
from bpe_core.errors import ConfigError, TextError, TokenizerFileError, UnknownIdError
from bpe_core.symbol_texts import BYTE_OF_CHARACTER
from bpe_core.validation import check_choice, checked_text, is_listing, shown

Arguments = ParamSpec("Arguments")
Result = TypeVar("Result")

_WHOLE = 0, 0
"""The span of a token that is a word as a whole; it may have no base symbols."""


class HuggingFaceTokenizer:
    """Encodes and decodes as the installed library does with the file; has the calls of `BPETokenizer`.

    Added tokens, normalizer, pre-tokenizer, post-processor and decoder are run by the library. What happens
    in a word is done and traced here: base symbols, byte fallback, merges by rank, `ignore_merges`. What a
    file says of dropout, truncation and padding is left out.
    """

    def __init__(
        self, root: Mapping[str, Any], stages: Hosted[LibraryStages], facts: StageFacts, model: BPEModel
    ) -> None:
        """Made by `BPETokenizer.from_file` and `from_bytes`; `root` is the file's JSON without its merges."""
        self._root = root
        self._stages, self._facts = stages, facts
        self._model = model
        self._token_of = {token_id: token for token, token_id in facts.ids.items()}
        self._encoder = WordEncoder(self._encode_word)
        self._sizes: Remembered[str, int] = Remembered(lambda part: len(model.spell(part).symbols))
        self._parts = {
            algorithm: Remembered(partial(self._encode_part, algorithm)) for algorithm in ALL_ALGORITHMS
        }

    @property
    def vocab(self) -> dict[str, int]:
        """Token -> id, in id order; a new dict each time."""
        return dict(self._facts.ids)

    @property
    def merges(self) -> tuple[tuple[str, str], ...]:
        """The left and right symbol of each merge rule, in rank order."""
        token_of = self._model.token_of
        return tuple((token_of[left], token_of[right]) for left, right in self._model.rules.pairs)

    @property
    def token_of(self) -> Mapping[int, str]:
        """Id -> token, in id order."""
        return self._token_of

    def id_of(self, token: str) -> int | None:
        """The id of a token; None where the vocabulary does not have it."""
        return self._facts.ids.get(token) if isinstance(token, str) else None

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
    def options(self) -> tuple[str, ...]:
        """The options of the model that the file sets, such as `byte_fallback`; they are followed here."""
        names = "unk_token", "fuse_unk", "byte_fallback", "ignore_merges"
        return tuple(name for name in names if getattr(self._model, name))

    @property
    def stages(self) -> dict[str, tuple[str, ...]]:
        """The stages that the library runs -> the types of their parts, such as `Replace`, in order."""
        return self._facts.types

    @property
    def added_tokens(self) -> tuple[str, ...]:
        """The tokens that are cut out of a text first, special or not."""
        return self._facts.added_tokens

    @cached_property
    def around(self) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """The tokens that the file can put before a text, and those after it; raises `TextError`."""
        around: tuple[tuple[str, ...], tuple[str, ...]] = self._ask(0, attrgetter("around"))
        return around

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

    @cached_property
    def token_bytes(self) -> dict[int, bytes]:
        """Id -> the bytes that the token adds to a text, behind another one; raises `TextError`."""
        ids = self._facts.ids
        if self._facts.types.get("decoder") == ("ByteLevel",):
            # The library takes a second for 200,000 tokens.
            return {token_id: _printed_bytes(token) for token, token_id in ids.items()}
        alone = self._texts_of([[token_id] for token_id in ids.values()])
        twice = self._texts_of([[token_id, token_id] for token_id in ids.values()])
        return {
            token_id: _bytes_of(token, two.removeprefix(one) or one)
            for (token, token_id), one, two in zip(ids.items(), alone, twice, strict=True)
        }

    def encode(
        self,
        text: str,
        *,
        algorithm: str = "lowest_rank",
        dropout: float = 0.0,
        seed: int = 0,
        add_special_tokens: bool = False,
    ) -> Encoding:
        """The tokens of a text; with `add_special_tokens` also what the post-processor puts around it.

        The other arguments are those of `BPETokenizer.encode`. Raises `TextError` for a lone surrogate and
        for a text that the library cannot cut, `ConfigError` for another algorithm or probability.
        """
        tokens_of = self._encoder.by(algorithm, dropout, seed)
        words = self._stage_words(text, add_special_tokens)
        encoded = [tokens_of(word.word) if word.added is None else _one_token(*word.added) for word in words]
        before, after = self.around if add_special_tokens else ((), ())
        around = len(before), len(after)
        in_text = words[len(before) : len(words) - len(after)]
        find_trace = partial(self._trace_at, in_text, algorithm)
        return Encoding.of_words(text, encoded, partial(_offsets, words, encoded), find_trace, around)

    def encode_word(self, word: str) -> tuple[str, ...]:
        """The tokens of a word as the stages before the model leave it; raises `TextError`."""
        return self._encode_word("lowest_rank", checked_text("word", word)).tokens

    def trace(self, text: str, *, algorithm: str = "lowest_rank", add_special_tokens: bool = False) -> Trace:
        """Word by word, the merge rules that fire and what they make; raises as `encode` does.

        Where no pre-tokenizer cuts a text, a word is a part of it that no rule joins to the next one.
        """
        check_choice("algorithm", algorithm, ALL_ALGORITHMS, ConfigError)
        words = self._stage_words(text, add_special_tokens)
        return Trace(trace for word in words for trace in self._traces(word, algorithm))

    def trace_at(self, text: str, place: int, *, algorithm: str = "lowest_rank") -> WordTrace | None:
        """The trace of one word alone, as `Encoding.trace_at` finds it; raises as `encode` does."""
        return self.encode(text, algorithm=algorithm).trace_at(place)

    def pair_ranks(self, symbols: Sequence[str]) -> tuple[int | None, ...]:
        """The rank of the rule for each pair of neighbours among tokens; None where there is no rule."""
        ids = map(self._model.vocab.get, symbols)
        return tuple(map(self._model.rules.rank_of.get, pairwise(ids)))  # type: ignore[arg-type]

    def made_of(self, left: str, right: str) -> str | None:
        """What the rule for two tokens makes of them; None where there is none."""
        rules, vocab = self._model.rules, self._model.vocab
        rank = rules.rank_of.get((vocab.get(left), vocab.get(right)))  # type: ignore[arg-type]
        return None if rank is None else self._model.token_of[rules.products[rank]]

    def rank_between(self, left: Sequence[str], right: Sequence[str]) -> int | None:
        """The rank of the rule for two tokens, each given by its base symbols; None where there is none."""
        spelled = [tuple(self._model.vocab.get(text, UNKNOWN) for text in part) for part in (left, right)]
        return self._model.rules.rank_between(*spelled)

    def normalized(self, text: str) -> str:
        """A text as the file's normalizer rewrites it; raises `TextError`."""
        return self._ask(len(checked_text("text", text)), LibraryStages.normalized, text)

    def left_after(self, text: str) -> dict[str, str]:
        """What is left of a text after its stages: see `LibraryStages.left_after`."""
        return self._ask(len(checked_text("text", text)), LibraryStages.left_after, text)

    def decode(self, ids: Iterable[int | None]) -> str:
        """The text that the file's decoder makes of the tokens with these ids, special ones as they are.

        Raises `UnknownIdError` for an id that is not in the vocabulary.
        """
        if not is_listing(ids) and not isinstance(ids, bytes):
            raise UnknownIdError(f"`ids` must be a list of ids, got {shown(ids)}.")
        known: list[int] = []
        for token_id in ids:
            if not isinstance(token_id, int) or token_id not in self._token_of:
                raise UnknownIdError(f"The id {shown(token_id)} is not in the vocabulary.")
            known.append(token_id)
        return self._texts_of([known])[0]

    def to_files(self, name: str) -> dict[str, bytes]:
        """As `BPETokenizer.to_files`; only a `tokenizer.json` holds all of its stages."""
        if not isinstance(name, str) or name != "hugging_face":
            raise TokenizerFileError("Only a tokenizer.json can hold the stages of this tokenizer.")
        return {"tokenizer.json": self.to_bytes()}

    def to_bytes(self) -> bytes:
        """The content of a `tokenizer.json` with which the library encodes as this tokenizer does."""
        merges = list(map(list, self.merges))
        model = {**self._root["model"], "merges": merges, "dropout": None}
        return json.dumps({**self._root, "model": model, "truncation": None, "padding": None}).encode()

    def __repr__(self) -> str:
        rules = self._model.rules
        return f"<HuggingFaceTokenizer: vocabulary of {len(self._token_of):,}, {len(rules.pairs):,} merges>"

    def _repr_html_(self) -> str:
        made = (self.rule(rank)[1] for rank in range(len(self._model.rules.pairs)))
        return notebook.tokenizer(repr(self), self.merges, made)

    def _stage_words(self, text: str, add_special_tokens: bool) -> list[StageWord]:
        characters = len(checked_text("text", text))
        words = self._ask(characters, LibraryStages.words, text, add_special_tokens=add_special_tokens)
        check_tokens(characters, self._model.most_symbols(word.word for word in words))
        return words

    def _texts_of(self, ids: Sequence[Sequence[int]]) -> list[str]:
        characters = sum(len(self._token_of[token_id]) for each in ids for token_id in each)
        return self._ask(characters, LibraryStages.texts_of, ids)

    def _ask(
        self,
        characters: int,
        method: Callable[Concatenate[LibraryStages, Arguments], Result],
        *args: Arguments.args,
        **kwargs: Arguments.kwargs,
    ) -> Result:
        """What the stages make of a text of so many characters; raises `TextError`."""
        with library_errors_as(TextError, "Hugging Face's tokenizers cannot run this file's stages on this"):
            return self._stages.call(characters, method, *args, **kwargs)

    def _encode_word(
        self, algorithm: str, word: str, is_dropped: Callable[[], bool] | None = None
    ) -> WordTokens:
        whole = self._model.whole(word)
        if whole is not None:
            return _one_token(word, whole)
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
        tokens = tuple(self._token_of[token_id] for token_id in merged.symbols)
        spans = tuple(pairwise([*merged.starts, len(spelled.symbols)]))
        return WordTokens(tokens, tuple(merged.symbols), spans, spelled.unknown)

    def _trace_at(self, words: Sequence[StageWord], algorithm: str, place: int) -> WordTrace | None:
        before = [word for word in words if word.span[0] <= place]
        return next(self._traces(before[-1], algorithm, place), None) if before else None

    def _traces(self, word: StageWord, algorithm: str, place: int | None = None) -> Iterator[WordTrace]:
        """The traces of a word's parts; with a place in the text, of the one there alone."""
        whole = self._model.whole(word.word)
        token, token_id = word.added or (word.word, whole)
        if token_id is not None:
            is_added = word.added is not None
            yield WordTrace(
                word.word, word.span, (token,), (word.span,), (), (token,), (token_id,), (), is_added
            )
            return
        parts = list(self._placed_parts(word))
        if place is not None:
            parts = [part for part in parts if part[1] and part[1][0][0] <= place][-1:]
        for part, places in parts:
            if places:
                yield self._trace_of(part, places, algorithm)

    def _placed_parts(self, word: StageWord) -> Iterator[tuple[str, Sequence[Span]]]:
        """The parts of a word, and where in the text their base symbols are."""
        parts = list(self._model.parts(word.word))
        first = 0
        for part in parts[:-1]:
            after = first + self._sizes[part]
            yield part, word.symbol_spans[first:after]
            first = after
        for part in parts[-1:]:
            yield part, word.symbol_spans[first:]

    def _trace_of(self, part: str, places: Sequence[Span], algorithm: str) -> WordTrace:
        spelled = self._model.spell(part)
        merged = self._model.rules.merge(spelled.symbols, algorithm)
        return WordTrace(
            word=part,
            offsets=(places[0][0], places[-1][1]),
            symbols=tuple(spelled.texts),
            symbol_offsets=tuple(places),
            steps=trace_steps(spelled.texts, merged.fired, self.rule, self._model.rules.turns),
            tokens=tuple(self._token_of[token_id] for token_id in merged.symbols),
            ids=tuple(merged.symbols),
            unknown=spelled.unknown,
        )

    def rule(self, rank: int) -> tuple[tuple[str, str], str]:
        """What the rule of a rank merges, and what it makes."""
        rules, token_of = self._model.rules, self._model.token_of
        left, right = rules.pairs[rank]
        return (token_of[left], token_of[right]), token_of[rules.products[rank]]


def _bytes_of(token: str, text: str) -> bytes:
    """The bytes of a token that the decoder turns into this text; of half a character it makes U+FFFD."""
    if "\N{REPLACEMENT CHARACTER}" not in text:
        return text.encode()
    byte = byte_of(token)
    return _printed_bytes(token) if byte is None else bytes([byte])


def _printed_bytes(token: str) -> bytes:
    """The bytes that the characters of a token stand for, where all of them are printed bytes."""
    try:
        return bytes(map(BYTE_OF_CHARACTER.__getitem__, token))
    except KeyError:
        return token.encode()


def _one_token(token: str, token_id: int) -> WordTokens:
    return WordTokens((token,), (token_id,), (_WHOLE,), ())


def _offsets(words: Iterable[StageWord], encoded: Iterable[WordTokens]) -> Iterator[tuple[int, int]]:
    """Where each token is in the text: from where its first base symbol begins to where its last one ends."""
    for word, tokens in zip(words, encoded, strict=True):
        for first, after in tokens.spans:
            is_whole = (first, after) == _WHOLE
            yield word.span if is_whole else (word.symbol_spans[first][0], word.symbol_spans[after - 1][1])
