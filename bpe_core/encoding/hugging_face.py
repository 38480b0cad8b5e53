"""Hugging Face's library with one `tokenizer.json`: see `library`.

The library does everything with its file. Only the rules come from the file itself; the symbols before any
merge come from the library too, with a model that has no merges.
"""

import json
import threading
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from itertools import chain
from typing import Any

import numpy as np

from bpe_core.config import BYTE_TOKENS
from bpe_core.encoding.encoded_text import Span
from bpe_core.encoding.library import (
    LibraryFacts,
    LibraryTokens,
    LibraryWord,
    check_tokens,
    library_errors_as,
)
from bpe_core.encoding.merge_rules import ListedRules
from bpe_core.encoding.spelling import byte_of, byte_tokens
from bpe_core.errors import TextError, TokenizerFileError
from bpe_core.progress import collector_paused
from bpe_core.symbol_texts import BYTE_OF_CHARACTER
from bpe_core.validation import load_json, shown

CANNOT_LOAD = "Hugging Face's tokenizers cannot load it"
"""How the error begins if the library refuses a file."""
MODELS = ("BPE", "WordPiece", "Unigram")
"""The types of models that are read."""
MOST_WRITTEN = 100
"""The longest prefix, suffix and unknown token of a model, in characters: any symbol may have them."""

_STAGES = ("normalizer", "pre_tokenizer", "decoder", "post_processor")
_MEMBERS = ("normalizers", "pretokenizers", "decoders", "processors")
_OPTIONS = ("unk_token", "fuse_unk", "byte_fallback", "ignore_merges")
_MARKERS = ("continuing_subword_prefix", "end_of_word_suffix")
_NONE = np.empty((0, 2), np.int64), np.empty(0, np.int64)
_HALF = "\N{REPLACEMENT CHARACTER}"


class HuggingFaceLibrary:
    """One file in the library; several threads may use it."""

    def __init__(self, data: bytes) -> None:
        """Raises `TokenizerFileError`, with the library's reason, if it cannot load the file.

        Dropout, truncation and padding in the file are ignored.
        """
        with collector_paused():
            self._load(data)

    def _load(self, data: bytes) -> None:
        from tokenizers import Tokenizer

        text, root, model = _checked(data)
        if "type" not in model:  # without one, the library may take a faulty model for one of another kind
            model = model | {"type": _model_type(model)}
            text = json.dumps({**root, "model": model})
        self._rules = ListedRules(*_NONE)
        if model["type"] == "BPE":
            try:
                self._rules = _rules(model)
            except TokenizerFileError:
                raise
            except (AttributeError, LookupError, TypeError, ValueError):
                pass  # the library says what is wrong
        with library_errors_as(TokenizerFileError, CANNOT_LOAD):
            self._library = Tokenizer.from_str(text)
        self._library.no_truncation()
        self._library.no_padding()
        self._options = model
        self._vocab = _vocab_of(model)
        self._prefix = model.get("continuing_subword_prefix") or ""
        self._suffix = model.get("end_of_word_suffix") or ""
        self._model = self._library.model
        if model["type"] == "BPE":
            self._model.dropout = None
            self._options = {name: value for name, value in model.items() if name not in ("vocab", "merges")}
        has_unknown = model.get("unk_token") is not None or self._vocab.keys() >= BYTE_OF_CHARACTER.keys()
        self._drops = model["type"] == "BPE" and not has_unknown
        self._symbols_alone: Any = None
        self._one_at_a_time = threading.Lock()
        added = self._library.get_added_tokens_decoder()
        nothing = [each for each in added.values() if each.normalized and not self.normalized(each.content)]
        if nothing:  # next to another token, the library would search for it forever
            raise TokenizerFileError(f"its added token {shown(nothing[0].content)} is normalized to nothing.")
        self.facts = self._facts(root, {token_id: token.content for token_id, token in added.items()})
        """What is known of the file."""

    def _facts(self, root: Mapping[str, Any], added: Mapping[int, str]) -> LibraryFacts:
        model = self._options
        kind, unknown = model["type"], model.get("unk_token")
        if kind == "Unigram":
            unknown = None if model.get("unk_id") is None else model["vocab"][model["unk_id"]][0]
        self._base = self._base_of(unknown)
        around, around_ids = self._around()
        stages = {
            name: tuple(each for each in map(_type_of, _parts(root.get(name))) if each != "Sequence")
            for name in _STAGES
            if root.get(name)
        }
        return LibraryFacts(
            library="tokenizers",
            model=kind,
            vocab=self._vocab,
            added=added,
            unk_token=unknown,
            base=[*self._base.values()],
            stages=stages,
            options=tuple(name for name in _OPTIONS if model.get(name)),
            scores=_scores(model["vocab"]) if kind == "Unigram" else {},
            prefix=self._prefix,
            longest=model.get("max_input_chars_per_word", 0),
            around=around,
            around_ids=around_ids,
            same_text=_same_text(model["vocab"], self._vocab) if kind == "Unigram" else {},
            joins_with_spaces=stages.get("decoder", ()) in ((), ("WordPiece",)),
        )

    def rules(self) -> ListedRules:
        """See `Library`."""
        return self._rules

    def encode(self, text: str, *, add_special_tokens: bool) -> LibraryTokens:
        """See `Library`."""
        made = self._encoded(text, add_special_tokens)
        if len(made.ids) != len(made.tokens):  # which the library does not check in a post-processor
            raise TextError(f"The post-processor gives {len(made.tokens)} tokens and {len(made.ids)} ids.")
        heard = self._heard(text) if self._drops else []
        dropped = [each for word, _, added in heard if not added for each in self._unspelled(word)]
        return LibraryTokens(*_four(made), dropped)

    def words(self, text: str, number: int | None = None) -> list[LibraryWord]:
        """See `Library`."""
        words = [
            LibraryWord(word, span, (self.facts.added[tokens[0].id], tokens[0].id) if tokens else None)
            for word, span, tokens in self._heard(text)
        ]
        if self.facts.model == "BPE":
            words = self._spelled(text, words)
        return words if number is None else words[number : number + 1]

    def normalized(self, text: str) -> str:
        """See `Library`."""
        if self._library.normalizer is None:
            return text
        with library_errors_as(TextError, "Hugging Face's tokenizers cannot normalize this text"):
            return str(self._library.normalizer.normalize_str(text))

    def texts_of(self, ids: Sequence[Sequence[int]]) -> list[str]:
        """See `Library`."""
        with library_errors_as(TextError, "Hugging Face's tokenizers cannot decode these ids"):
            return list(self._library.decode_batch(ids, skip_special_tokens=False))

    def bytes_of(self, ids: Sequence[int]) -> list[bytes]:
        """See `Library`."""
        tokens = [self._library.id_to_token(token_id) or "" for token_id in ids]
        if self.facts.stages.get("decoder") == ("ByteLevel",):
            return list(map(_printed_bytes, tokens))
        alone = self.texts_of([[token_id] for token_id in ids])
        twice = self.texts_of([[token_id, token_id] for token_id in ids])
        texts = (two.removeprefix(one) or one for one, two in zip(alone, twice, strict=True))
        return list(map(_bytes_of, tokens, texts))

    # How a text becomes words, and words symbols

    def _encoded(self, text: str, add_special_tokens: bool) -> Any:
        with self._asked("encode this text"):
            made = self._library.encode(text, add_special_tokens=add_special_tokens)
        check_tokens(text, made.ids)
        return made

    def _heard(self, text: str) -> list[Any]:
        """Each word, its place, and its token if it is an added one: what the model is given."""
        from tokenizers.pre_tokenizers import PreTokenizer
        from tokenizers.pre_tokenizers import Sequence as InOrder

        listener, cutter = _Listener(), self._library.pre_tokenizer
        parts = [part for part in (cutter, PreTokenizer.custom(listener)) if part is not None]
        with self._asked("cut this text"), self._changed(pre_tokenizer=InOrder(parts), post_processor=None):
            self._library.encode(text, add_special_tokens=False)
        return listener.heard

    def _spelled(self, text: str, words: Sequence[LibraryWord]) -> list[LibraryWord]:
        """Words with the symbols that the library spells them with, before any merge."""
        with self._asked("spell this text"), self._changed(model=self._without_merges(), post_processor=None):
            made = self._library.encode(text, add_special_tokens=False)
        check_tokens(text, made.ids)
        spelled = [
            word._replace(symbols=[], ids=[], offsets=[], dropped=[*self._unspelled(word.text)] * self._drops)
            for word in words
        ]
        for symbol, token_id, span, number in zip(*_four(made), strict=True):
            word: Any = spelled[number]
            word.symbols.append(symbol)
            word.ids.append(token_id)
            word.offsets.append(span)
        return spelled

    def _without_merges(self) -> Any:
        from tokenizers.models import BPE

        if self._symbols_alone is None:
            names = "unk_token", "fuse_unk", "byte_fallback", *_MARKERS
            options = {name: value for name in names if (value := self._options.get(name)) is not None}
            self._symbols_alone = BPE(self._base, [], **options)
        return self._symbols_alone

    def _unspelled(self, word: str) -> Iterator[str]:
        """The characters of a word that BPE's vocabulary does not have, nor their bytes."""
        falls_back, last = self._options.get("byte_fallback"), len(word) - 1
        for place, character in enumerate(word):
            symbol = self._prefix * (place > 0) + character + self._suffix * (place == last)
            in_bytes = falls_back and all(byte in self._vocab for byte in byte_tokens(symbol))
            if symbol not in self._vocab and not in_bytes:
                yield character

    def _base_of(self, unknown: str | None) -> dict[str, int]:
        """The single characters, bytes in place of them, and the unknown token, with their ids."""
        prefix, suffix, vocab = self._prefix, self._suffix, self._vocab
        base = {unknown, *(BYTE_TOKENS if self._options.get("byte_fallback") else ())}
        for token in vocab:
            if len(token) <= len(prefix) + 1 + len(suffix):
                bare = token.removeprefix(prefix), token.removesuffix(suffix)
                if 1 in map(len, (token, *bare, bare[0].removesuffix(suffix))):
                    base.add(token)
        return {token: token_id for token, token_id in vocab.items() if token in base}

    def _around(self) -> tuple[tuple[tuple[str, ...], tuple[str, ...]], list[int]]:
        """The tokens that the post-processor puts around a text, and their ids: none if it cannot."""
        from tokenizers import Tokenizer
        from tokenizers.models import WordLevel

        if self._library.post_processor is None:
            return ((), ()), []
        text = Tokenizer(WordLevel({"x": 0}, unk_token="x")).encode("x")
        try:
            with library_errors_as(TextError):
                made = self._library.post_processor.process(text, None, True)
        except TextError:
            return ((), ()), []
        places = [place for place, word in enumerate(made.word_ids) if word is not None]
        first, last = (places[0], places[-1]) if places else (len(made), len(made))
        put_in = [token_id for token_id, word in zip(made.ids, made.word_ids, strict=False) if word is None]
        return (tuple(made.tokens[:first]), tuple(made.tokens[last + 1 :])), put_in

    @contextmanager
    def _changed(self, **parts: Any) -> Iterator[None]:
        """The library with other parts, while somebody asks it."""
        before = {name: getattr(self._library, name) for name in parts}
        try:
            for name, part in parts.items():
                setattr(self._library, name, part)
            yield
        finally:
            for name, part in before.items():
                setattr(self._library, name, part)

    @contextmanager
    def _asked(self, what: str) -> Iterator[None]:
        """Ask the library for something, one thread at a time; raises `TextError`."""
        with self._one_at_a_time, library_errors_as(TextError, f"Hugging Face's tokenizers cannot {what}"):
            yield


def _four(made: Any) -> tuple[list[str], list[Any], list[Span], list[Any]]:
    """Tokens, ids, places, and the number of the word of each."""
    return made.tokens, made.ids, made.offsets, made.word_ids


class _Listener:
    """A last pre-tokenizer: it hears the words, and leaves none for the model."""

    def __init__(self) -> None:
        self.heard: list[Any] = []

    def pre_tokenize(self, text: Any) -> None:
        """Called by the library."""
        self.heard = text.get_splits(offset_referential="original", offset_type="char")
        text.tokenize(lambda word: [])


def _checked(data: bytes) -> tuple[str, dict[str, Any], dict[str, Any]]:
    """The text of a file, its root and its model; raises `TokenizerFileError`."""
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise TokenizerFileError(f"byte {error.start + 1:,} is not UTF-8; save it as such.") from error
    root = load_json(text, "it", TokenizerFileError)
    model = root.get("model") if isinstance(root, dict) else None
    if not isinstance(model, dict):
        raise TokenizerFileError("its model must be a JSON object.")
    if (kind := _model_type(model)) == "WordLevel":
        raise TokenizerFileError("it is a list of whole words (WordLevel), which has no merges.")
    if kind not in MODELS:
        raise TokenizerFileError(
            f"its model is of the type {shown(kind)}; those of {', '.join(MODELS)} can be read."
        )
    for name in (*_MARKERS, "unk_token"):
        if isinstance(marker := model.get(name), str) and len(marker) > MOST_WRITTEN:
            raise TokenizerFileError(
                f"its {name} has {len(marker):,} characters; at most {MOST_WRITTEN} are allowed."
            )
    return text, root, model


def _model_type(model: Mapping[str, Any]) -> str:
    """The kind of a file's model, such as "BPE"; older files do not say it."""
    if "type" in model:
        return str(model["type"])
    if "merges" in model:
        return "BPE"
    return "Unigram" if isinstance(model.get("vocab"), list) else "WordPiece"


def _vocab_of(model: Mapping[str, Any]) -> dict[str, int]:
    vocab = model["vocab"]
    return {piece: number for number, (piece, _) in enumerate(vocab)} if isinstance(vocab, list) else vocab


def _rules(model: Mapping[str, Any]) -> ListedRules:
    """The rules of a file: lists of two since tokenizers 0.20, before that "a b"; `TokenizerFileError`.

    The library would say nothing clear of tokens that the vocabulary lacks, or end the process.
    """
    vocab, merges = model["vocab"], model["merges"]
    size = len((model.get(_MARKERS[0]) or "").encode())
    if merges and isinstance(merges[0], str):
        merges = [merge.split(" ") for merge in merges if not merge.startswith("#version")]
    made = map("".join, merges) if not size else (_joined(left, right, size) for left, right in merges)
    try:
        parts = np.fromiter(map(vocab.__getitem__, chain.from_iterable(merges)), np.int64, 2 * len(merges))
        products = np.fromiter(map(vocab.__getitem__, made), np.int64, len(merges))
    except KeyError as missing:
        raise TokenizerFileError(
            f"its merges have or make {shown(missing.args[0])}, which is not in the vocabulary."
        ) from missing
    except (OverflowError, TypeError) as wrong:
        raise TokenizerFileError("its vocabulary has an id that is no number of a token.") from wrong
    return ListedRules(parts.reshape(-1, 2), products)


def _joined(left: str, right: str, size: int) -> str:
    """The token of a rule whose right part loses so many bytes, whatever they are."""
    try:
        if len(right.encode()) >= size:
            return (left.encode() + right.encode()[size:]).decode()
    except UnicodeDecodeError:
        pass
    raise TokenizerFileError(f"its merges go on with {shown(right)}, which must begin with the prefix.")


def _scores(pieces: Sequence[tuple[str, float]]) -> dict[int, float]:
    """Id -> score; of two pieces with one text, the later one counts."""
    number_of = {piece: number for number, (piece, _) in enumerate(pieces)}
    return {number: pieces[number][1] for number in number_of.values()}


def _same_text(pieces: Sequence[tuple[str, float]], vocab: Mapping[str, int]) -> dict[int, str]:
    return {number: piece for number, (piece, _) in enumerate(pieces) if vocab[piece] != number}


def _parts(stage: Any) -> Iterator[Mapping[str, Any]]:
    """A stage, or the members of a sequence of stages."""
    if isinstance(stage, dict):
        yield stage
        for part in chain.from_iterable(stage.get(members) or () for members in _MEMBERS):
            yield from _parts(part)


def _type_of(stage: Mapping[str, Any]) -> str:
    """The name of a stage; empty where the library knows it without."""
    return str(stage.get("type", ""))


def _bytes_of(token: str, text: str) -> bytes:
    """The bytes of a token that the decoder turns into this text; half a character gives U+FFFD."""
    if _HALF not in text:
        return text.encode()
    byte = byte_of(token)
    return _printed_bytes(token) if byte is None else bytes([byte])


def _printed_bytes(token: str) -> bytes:
    """The bytes that the characters of a token stand for, if all of them are printed bytes."""
    try:
        return bytes(map(BYTE_OF_CHARACTER.__getitem__, token))
    except KeyError:
        return token.encode()
