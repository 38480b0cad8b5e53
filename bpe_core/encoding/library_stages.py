"""The stages around the model of a `tokenizer.json`, run by Hugging Face's installed library.

They give the words of a text, after added tokens, normalizer and pre-tokenizer; the places of tokens in the
text; the tokens that the post-processor puts around it; and the text of ids.

The library gets the file without its merge rules, and its model is never used. After the last pre-tokenizer
we read the words, or hand over the tokens that our model has made of them.
"""

import json
import threading
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any, NamedTuple

from bpe_core.encoding.encoded_text import Span, TokenWithId, WordTokens
from bpe_core.encoding.library_refusals import CANNOT_LOAD, library_errors_as, why_refused
from bpe_core.errors import TextError, TokenizerFileError
from bpe_core.validation import shown

STAGES = ("normalizer", "pre_tokenizer", "decoder", "post_processor")
"""The members of a file that change a text, or what is around it."""


def model_type(model: Mapping[str, Any]) -> str:
    """The kind of a file's model, such as "BPE"; older files do not say it."""
    if "type" in model:
        return str(model["type"])
    if "merges" in model:
        return "BPE"
    return "Unigram" if isinstance(model.get("vocab"), list) else "WordPiece"


def vocab_of(model: Mapping[str, Any]) -> Mapping[str, int]:
    """The tokens of a file's model, with their ids."""
    vocab = model["vocab"]
    return {piece: number for number, (piece, _) in enumerate(vocab)} if isinstance(vocab, list) else vocab


class StageWord(NamedTuple):
    """A word of a text, ready for the model; or an added token."""

    word: str
    """The word, normalized and pre-tokenized; or the text that matched an added token."""

    span: Span
    """The characters of the text that it comes from, as (start, end)."""

    added: TokenWithId | None = None
    """An added token, as the file names it; None for a word."""


class StageFacts(NamedTuple):
    """What the library knows of a file once it is loaded."""

    types: dict[str, tuple[str, ...]]
    """The stages of the file -> the types of their parts, such as `Replace`, in order."""

    ids: dict[str, int]
    """Token -> id, in id order, added tokens included."""

    added: dict[int, str]
    """Id -> token, for the tokens that are cut out of a text first, special or not."""

    decoded: dict[int, str]
    """Id -> the same token as it is decoded, perhaps changed by the normalizer."""

    notes: tuple[str, ...]
    """Sentences about tokens that the library cannot tell apart."""

    scores: tuple[float, ...]
    """The scores of Unigram's pieces, by id, as the library reads them: its last bit may be another one."""


class LibraryStages:
    """The stages of one file; several threads may use them. They may be in another process: see `hosting`."""

    def __init__(self, root: Mapping[str, Any]) -> None:
        """Raises `TokenizerFileError`, with the library's reason, if it cannot load the file."""
        from tokenizers import Tokenizer
        from tokenizers.pre_tokenizers import PreTokenizer
        from tokenizers.pre_tokenizers import Sequence as InOrder

        # Without a type, the library may take a faulty model for one of another kind.
        of_this_type = {**root, "model": {**root["model"], "type": model_type(root["model"])}}
        try:
            with library_errors_as(ValueError):
                self._library = Tokenizer.from_str(json.dumps(of_this_type))
                self._library.no_truncation()
                self._library.no_padding()
                parts_of = {name: getattr(self._library, name) for name in STAGES}
                written = {name: json.loads(part.__getstate__()) for name, part in parts_of.items() if part}
        except ValueError as refusal:
            raise TokenizerFileError(f"{CANNOT_LOAD}: {why_refused(root, str(refusal))}.") from refusal
        self._templates = [
            part for part in _parts(written.get("post_processor")) if part["type"] == "TemplateProcessing"
        ]
        types = {
            name: tuple(part["type"] for part in _parts(stage) if part["type"] != "Sequence")
            for name, stage in written.items()
        }
        self._post_processor, self._library.post_processor = self._library.post_processor, None
        self._model = _ModelBehind()
        parts = [self._library.pre_tokenizer, PreTokenizer.custom(self._model)]
        self._library.pre_tokenizer = InOrder([part for part in parts if part is not None])
        self._one_at_a_time = threading.Lock()
        ids = self._library.get_vocab(with_added_tokens=True)
        added = self._library.get_added_tokens_decoder()
        contents = {token_id: token.content for token_id, token in added.items()}
        text_of = {
            token.content: self.normalized(token.content) for token in added.values() if token.normalized
        }
        nothing = next((content for content, text in text_of.items() if not text), None)
        if nothing is not None:  # next to another token, the library would search for it forever
            raise TokenizerFileError(f"its added token {shown(nothing)} is normalized to nothing.")
        self.facts = StageFacts(
            types,
            dict(sorted(ids.items(), key=lambda item: item[1])),
            contents,
            {each: self._library.id_to_token(each) or token for each, token in contents.items()},
            tuple(_notes_on_tokens(vocab_of(root["model"]), contents, text_of)),
            self._scores() if model_type(root["model"]) == "Unigram" else (),
        )
        """What is known of the file."""

    def _scores(self) -> tuple[float, ...]:
        return tuple(score for _, score in json.loads(self._library.model.__getstate__())["vocab"])

    def words(self, text: str) -> list[StageWord]:
        """The words and added tokens of a text, in order; raises `TextError`."""
        with self._asked("cut this text"):
            self._library.encode(text, add_special_tokens=False)
            splits = self._model.heard()
        return [
            StageWord(word, span, (self.facts.added[tokens[0].id], tokens[0].id) if tokens else None)
            for word, span, tokens in splits
        ]

    def places(self, text: str, made: Sequence[WordTokens]) -> Mapping[int | None, list[Span]]:
        """Where tokens are in the text, as (start, end), by the index of the word or added token.

        `made` has the tokens of each word, without added tokens, and with spans in bytes of the word. Raises
        `TextError`.
        """
        encoding = self._encoding(text, made)
        found: dict[int | None, list[Span]] = {}
        for number, span in zip(encoding.word_ids, encoding.offsets, strict=True):
            found.setdefault(number, []).append(span)
        return found

    def offsets(
        self, text: str, made: Sequence[WordTokens], *, add_special_tokens: bool = False
    ) -> list[Span]:
        """Where all tokens are, according to the post-processor; raises `TextError`.

        It may leave out spaces at their ends; the tokens that it adds are at (0, 0).
        """
        encoding = self._encoding(text, made)
        if self._post_processor is None:
            return list(encoding.offsets)
        with library_errors_as(TextError, _NO_POST_PROCESSOR):
            return list(self._post_processor.process(encoding, None, add_special_tokens).offsets)

    def _encoding(self, text: str, made: Sequence[WordTokens]) -> Any:
        with self._asked("place the tokens of this text"), self._model.giving(made):
            return self._library.encode(text, add_special_tokens=False)

    def in_order(self, *, add_special_tokens: bool) -> tuple[TokenWithId | None, ...]:
        """The tokens that the post-processor puts around a text; None is the text. Raises `TextError`."""
        from tokenizers import Tokenizer
        from tokenizers.models import WordLevel

        if self._post_processor is None:
            return (None,)
        # The library accepts special tokens with more ids than tokens, or fewer. After another template, the
        # one for pairs is used: the text and what is around it.
        for template in self._templates if add_special_tokens else ():
            pieces = [*template["single"], *(template["pair"] if len(self._templates) > 1 else ())]
            used = {piece["SpecialToken"]["id"] for piece in pieces if "SpecialToken" in piece}
            for name, token in template["special_tokens"].items():
                ids, tokens = len(token["ids"]), len(token["tokens"])
                if name in used and ids != tokens:
                    raise TextError(
                        f"The special token {shown(name)} of the post-processor has {ids} ids and {tokens}"
                        " tokens; the two numbers must be equal."
                    )
        text = Tokenizer(WordLevel({"x": 0}, unk_token="x")).encode("x")
        with library_errors_as(TextError, _NO_POST_PROCESSOR):
            made = self._post_processor.process(text, None, add_special_tokens)
        return tuple(
            (token, token_id) if word is None else None
            for token, token_id, word in zip(made.tokens, made.ids, made.word_ids, strict=True)
        )

    @contextmanager
    def _asked(self, what: str) -> Iterator[None]:
        """Ask the library for something, one thread at a time; raises `TextError`."""
        with self._one_at_a_time, library_errors_as(TextError, f"Hugging Face's tokenizers cannot {what}"):
            yield

    def normalized(self, text: str) -> str:
        """A text without added tokens, as the normalizer changes it; raises `TextError`."""
        if self._library.normalizer is None:
            return text
        with library_errors_as(TextError, "Hugging Face's tokenizers cannot normalize this text"):
            rewritten: str = self._library.normalizer.normalize_str(text)
        return rewritten

    def texts_of(self, ids: Sequence[Sequence[int]]) -> list[str]:
        """The texts of several lists of ids."""
        with library_errors_as(TextError, "Hugging Face's tokenizers cannot decode these ids"):
            texts: list[str] = self._library.decode_batch(ids, skip_special_tokens=False)
        return texts


class _ModelBehind:
    """A last pre-tokenizer: it records the words from those before it, and gives them their tokens."""

    def __init__(self) -> None:
        self._splits: list[Any] = []
        self._made: Iterator[list[Any]] | None = None

    def pre_tokenize(self, text: Any) -> None:
        """Called by the library."""
        made = self._made
        if made is None:
            self._splits = text.get_splits(offset_referential="original", offset_type="char")
        # A word that has tokens is not passed to the library's own model.
        text.tokenize(lambda word: [] if made is None else next(made))

    def heard(self) -> list[Any]:
        """The last words: each word, its place, and its tokens if it is an added token."""
        splits, self._splits = self._splits, []
        return splits

    @contextmanager
    def giving(self, made: Sequence[WordTokens]) -> Iterator[None]:
        """Give the words of the next text these tokens."""
        from tokenizers import Token

        tokens_of: dict[int, list[Any]] = {}  # a repeated word is the same object

        def library_tokens(word: WordTokens) -> list[Any]:
            if id(word) not in tokens_of:
                tokens_of[id(word)] = [
                    Token(token_id, token, span)
                    for token_id, token, span in zip(word.ids, word.tokens, word.spans, strict=True)
                    if token_id is not None
                ]
            return tokens_of[id(word)]

        self._made = map(library_tokens, made)
        try:
            yield
        finally:
            self._made = None


def _parts(stage: Any) -> Iterator[Mapping[str, Any]]:
    """A stage, or the members of a sequence of stages."""
    if isinstance(stage, dict):
        yield stage
        for members in ("normalizers", "pretokenizers", "decoders", "processors"):
            for part in stage.get(members) or ():
                yield from _parts(part)


_NO_POST_PROCESSOR = "Hugging Face's tokenizers cannot run the post-processor"


def _notes_on_tokens(
    vocab: Mapping[str, int], added: Mapping[int, str], text_of: Mapping[str, str]
) -> Iterator[str]:
    """A sentence, with an example, for each way in which the library mixes up tokens; most files need none.

    >>> list(_notes_on_tokens({"a": 0, "b": 13}, {13: "<s>"}, {}))
    ["Hugging Face's tokenizers gives the added token '<s>' the id 13 of 'b': the id is decoded as '<s>'."]
    """
    at_random = "one of the two, chosen at random each time it loads the file"
    first: dict[str, str] = {}
    for content, text in text_of.items():
        other = first.setdefault(text, content)
        if other != content:
            yield (
                f"Its added tokens {shown(other)} and {shown(content)} are both looked for as {shown(text)};"
                f" Hugging Face's tokenizers finds {at_random}."
            )
            break
    token_of = {token_id: token for token, token_id in vocab.items()}
    if len(token_of) < len(vocab):
        token, token_id = next(each for each in vocab.items() if token_of[each[1]] != each[0])
        yield (
            f"Its tokens {shown(token)} and {shown(token_of[token_id])} have the same id, {token_id}; Hugging"
            f" Face's tokenizers prints {at_random}."
        )
    for token_id, content in added.items():
        if token_of.get(token_id, content) != content:
            yield (
                f"Hugging Face's tokenizers gives the added token {shown(content)} the id {token_id} of"
                f" {shown(token_of[token_id])}: the id is decoded as {shown(content)}."
            )
            break
