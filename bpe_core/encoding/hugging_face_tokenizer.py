"""The tokenizer in a `tokenizer.json`: the library's stages around a BPE model of our own.

In: the stages and the model of a file. Out: tokens, ids and offsets as Hugging Face's library gives them, the
rules that fire in each word, and the text for ids.
"""

import json
from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property, partial
from itertools import chain
from typing import Any

from bpe_core.encoding.asked_stages import AskedStages
from bpe_core.encoding.bpe_model import BPEModel
from bpe_core.encoding.encoded_text import Encoding, WordTokens
from bpe_core.encoding.growth import check_tokens
from bpe_core.encoding.hosting import Hosted
from bpe_core.encoding.library_stages import LibraryStages, StageFacts, StageWord, TokenWithId
from bpe_core.encoding.library_traces import LibraryTraces, around
from bpe_core.encoding.merge_rules import ALL_ALGORITHMS
from bpe_core.encoding.model_tokenizer import ModelTokenizer
from bpe_core.encoding.spelling import byte_of
from bpe_core.encoding.tracing import Trace
from bpe_core.errors import ConfigError, TokenizerFileError, UnknownIdError
from bpe_core.symbol_texts import BYTE_OF_CHARACTER
from bpe_core.validation import check_choice, checked_text, is_listing, shown


class HuggingFaceTokenizer(ModelTokenizer):
    """Encodes and decodes as the installed library does with the file; has the calls of `BPETokenizer`.

    Added tokens, normalizer, pre-tokenizer, post-processor and decoder are run by the library. What happens
    in a word is done and traced here: base symbols, byte fallback, merges by rank, `ignore_merges`. What a
    file says of dropout, truncation and padding is left out.
    """

    _model: BPEModel

    def __init__(
        self, root: Mapping[str, Any], stages: Hosted[LibraryStages], facts: StageFacts, model: BPEModel
    ) -> None:
        """Made by `BPETokenizer.from_file` and `from_bytes`; `root` is the file's JSON."""
        # The rules are kept in `model`; from ids that tokens share they could not be written again.
        self._root = root if model.shares_ids else {**root, "model": {**root["model"], "merges": []}}
        # An added token may have the id of another one, and is then what the id is decoded as.
        token_of = dict(sorted((model.token_of | facts.added).items()))
        super().__init__(facts.ids, token_of, model)
        self._facts, self._stages = facts, AskedStages(stages, token_of)
        self._traces = LibraryTraces(model, self._stages.places)

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
    def notes(self) -> tuple[str, ...]:
        """What is to be known of tokens that the library does not tell apart, in sentences."""
        return self._facts.notes

    @property
    def added_tokens(self) -> tuple[str, ...]:
        """The tokens that are cut out of a text first, special or not."""
        return tuple(self._facts.added.values())

    @cached_property
    def around(self) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """The tokens that the file can put before a text, and those after it; raises `TextError`."""
        in_order = self._stages.in_order(add_special_tokens=True)
        place = in_order.index(None) if None in in_order else len(in_order)
        before, after = (
            tuple(added[0] for added in part if added) for part in (in_order[:place], in_order[place:])
        )
        return before, after

    @property
    def quick_length(self) -> int:
        """For how many characters its stages are known to be quick; 0 where that is not known at all."""
        return self._stages.quick_length

    @cached_property
    def token_bytes(self) -> dict[int, bytes]:
        """Id -> the bytes that the token adds to a text, behind another one; raises `TextError`."""
        tokens = {**self._token_of, **self._facts.decoded}
        if self._facts.types.get("decoder") == ("ByteLevel",):
            # The library takes a second for 200,000 tokens.
            return {token_id: _printed_bytes(token) for token_id, token in tokens.items()}
        alone = self._stages.texts_of([[token_id] for token_id in tokens])
        twice = self._stages.texts_of([[token_id, token_id] for token_id in tokens])
        return {
            token_id: _bytes_of(token, two.removeprefix(one) or one)
            for (token_id, token), one, two in zip(tokens.items(), alone, twice, strict=True)
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
        in_order = self._stages.in_order(add_special_tokens=add_special_tokens)
        words = self._words(text, in_order.count(None))
        made = [tokens_of(word.word) if word.added is None else _one_token(*word.added) for word in words]
        arranged: list[WordTokens] = []
        for added in in_order:
            arranged += made if added is None else [_one_token(*added)]
        from_model = [tokens for word, tokens in zip(words, made, strict=True) if word.added is None]
        return Encoding.of_words(
            text,
            arranged,
            partial(self._stages.offsets, text, from_model, add_special_tokens=add_special_tokens),
            partial(self._traces.at, text, words, algorithm),
            _sizes_around(in_order),
            [word.span[0] for word in words],
        )

    def trace(self, text: str, *, algorithm: str = "lowest_rank", add_special_tokens: bool = False) -> Trace:
        """Word by word, the merge rules that fire and what they make; raises as `encode` does.

        Where no pre-tokenizer cuts a text, a word is a part of it that no rule joins to the next one.
        """
        check_choice("algorithm", algorithm, ALL_ALGORITHMS, ConfigError)
        in_order = self._stages.in_order(add_special_tokens=add_special_tokens)
        words = self._words(text, in_order.count(None))
        of_text = list(self._traces.of_all(text, words, algorithm))
        arranged = (of_text if added is None else [around(added)] for added in in_order)
        return Trace(chain.from_iterable(arranged))

    def normalized(self, text: str) -> str:
        """A text as the file's normalizer rewrites it; raises `TextError`."""
        return self._stages.normalized(checked_text("text", text))

    def left_after(self, text: str) -> dict[str, str]:
        """What is left of a text after its stages: see `LibraryStages.left_after`."""
        return self._stages.left_after(checked_text("text", text))

    def decode(self, ids: Iterable[int | None]) -> str:
        """The text that the file's decoder makes of the tokens with these ids, special ones as they are.

        The library skips the ids of a post-processor that the vocabulary does not have. Raises
        `UnknownIdError` for any other id that it does not have.
        """
        if not is_listing(ids) and not isinstance(ids, bytes):
            raise UnknownIdError(f"`ids` must be a list of ids, got {shown(ids)}.")
        known: list[int] = []
        for token_id in ids:
            if not isinstance(token_id, int) or not (
                token_id in self._token_of or token_id in self._stages.ids_around
            ):
                raise UnknownIdError(f"The id {shown(token_id)} is not in the vocabulary.")
            known.append(token_id)
        return self._stages.texts_of([known])[0]

    def to_files(self, name: str) -> dict[str, bytes]:
        """As `BPETokenizer.to_files`; only a `tokenizer.json` holds all of its stages."""
        if not isinstance(name, str) or name != "hugging_face":
            raise TokenizerFileError("Only a tokenizer.json can hold the stages of this tokenizer.")
        return {"tokenizer.json": self.to_bytes()}

    def to_bytes(self) -> bytes:
        """The content of a `tokenizer.json` with which the library encodes as this tokenizer does."""
        merges = self._root["model"]["merges"] or list(map(list, self.merges))
        model = {**self._root["model"], "merges": merges, "dropout": None}
        return json.dumps({**self._root, "model": model, "truncation": None, "padding": None}).encode()

    def _words(self, text: str, times: int) -> list[StageWord]:
        """The words of a text, which the post-processor puts there so many times."""
        words = self._stages.words(checked_text("text", text))
        check_tokens(len(text), times * self._model.most_symbols(word.word for word in words))
        return words


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
    return WordTokens((token,), (token_id,), ((0, len(token.encode())),), ())


def _sizes_around(in_order: Sequence[TokenWithId | None]) -> tuple[int, int]:
    """How many tokens stand before and after the text."""
    size = len(in_order)
    if None not in in_order:
        return size, 0
    return in_order.index(None), in_order[::-1].index(None)
