"""The stages around the BPE model of a `tokenizer.json`, run by Hugging Face's installed library.

In: the file's JSON. Out: the words of a text, as its added tokens, normalizer and pre-tokenizer leave them;
the tokens that the post-processor puts around a text; and the text that ids stand for.

The library is given the file without its merge rules. What it makes of a text are then base symbols, and it
knows their places; the words themselves are overheard behind its last pre-tokenizer.
"""

import json
import threading
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import cached_property
from itertools import chain
from typing import Any, NamedTuple

from bpe_core.encoding.growth import STAGES, check_growth, stage_parts
from bpe_core.errors import BPEError, TextError, TokenizerFileError
from bpe_core.validation import shown

Span = tuple[int, int]

_TEXT_ID = 2**32 - 1  # stands for the text where the post-processor is tried


class StageWord(NamedTuple):
    """A word of a text, ready for the model; or an added token."""

    word: str
    """The word, normalized and pre-tokenized."""

    span: Span
    """The characters of the text that it comes from, as (start, end)."""

    symbol_spans: Sequence[Span]
    """The same for each of its base symbols."""

    added: tuple[str, int] | None = None
    """An added token with its id, which no rule applies to; None for a word."""


class StageFacts(NamedTuple):
    """What the library knows of a file once it is loaded."""

    types: dict[str, tuple[str, ...]]
    """The stages that the file has -> the types of their parts, such as `Replace`, in order."""

    ids: dict[str, int]
    """Token -> id, in id order, added tokens among them."""

    added_tokens: tuple[str, ...]
    """The tokens that are cut out of a text first, special or not."""


class LibraryStages:
    """The stages of one file; several threads may use them. They may be in another process: see `hosting`."""

    def __init__(self, root: Mapping[str, Any]) -> None:
        """Raises `TokenizerFileError` with what the library says of a file that it cannot load."""
        from tokenizers import Tokenizer
        from tokenizers.pre_tokenizers import PreTokenizer
        from tokenizers.pre_tokenizers import Sequence as InOrder

        # The library would refuse a text for an unknown token that is not there, before the model is asked.
        unknown, vocab = root["model"].get("unk_token"), root["model"].get("vocab")
        if isinstance(unknown, str) and isinstance(vocab, dict) and unknown not in vocab:
            unknown = None
        model = {**root["model"], "unk_token": unknown, "merges": [], "ignore_merges": False, "dropout": None}
        without_rules = {**root, "model": model, "truncation": None, "padding": None}
        with library_errors_as(TokenizerFileError, "Hugging Face's tokenizers cannot load it"):
            self._library = Tokenizer.from_str(json.dumps(without_rules))
        parts_of = {name: getattr(self._library, name) for name in STAGES}
        written = {name: json.loads(part.__getstate__()) for name, part in parts_of.items() if part}
        check_growth(written)
        types = {
            name: tuple(part["type"] for part in stage_parts(stage) if part["type"] != "Sequence")
            for name, stage in written.items()
        }
        self._check_added_tokens(root.get("added_tokens") or ())
        self._post_processor, self._library.post_processor = self._library.post_processor, None
        self._overheard = _Overheard()
        parts = [self._library.pre_tokenizer, PreTokenizer.custom(self._overheard)]
        self._library.pre_tokenizer = InOrder([part for part in parts if part is not None])
        self._one_at_a_time = threading.Lock()
        ids = self._library.get_vocab(with_added_tokens=True)
        self.facts = StageFacts(
            types,
            dict(sorted(ids.items(), key=lambda item: item[1])),
            tuple(token.content for token in self._library.get_added_tokens_decoder().values()),
        )
        """What is known of the file."""
        self._token_of = {token_id: token for token, token_id in self.facts.ids.items()}

    def words(self, text: str, *, add_special_tokens: bool = False) -> list[StageWord]:
        """The words of a text in order, added tokens among them; raises `TextError`.

        With `add_special_tokens` there is also what the post-processor puts around the text.
        """
        with (
            self._one_at_a_time,
            library_errors_as(TextError, "Hugging Face's tokenizers cannot cut this text"),
        ):
            symbols = self._library.encode(text, add_special_tokens=False)
            splits = self._overheard.take()
        spans = defaultdict[int | None, list[Span]](list)
        for index, span in zip(symbols.word_ids, symbols.offsets, strict=True):
            spans[index].append(span)
        words = [
            StageWord(
                word, span, spans[index], (self._token_of[tokens[0].id], tokens[0].id) if tokens else None
            )
            for index, (word, span, tokens) in enumerate(splits)
        ]
        in_order = (
            words if added is None else [StageWord("", (0, 0), [(0, 0)], added)]
            for added in self._templates[add_special_tokens]
        )
        return [*chain.from_iterable(in_order)]

    @property
    def around(self) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """The tokens that the post-processor puts before a text, and those after it; raises `TextError`."""
        _, with_tokens = self._templates
        place = with_tokens.index(None) if None in with_tokens else len(with_tokens)
        before, after = (
            tuple(added[0] for added in part if added) for part in (with_tokens[:place], with_tokens[place:])
        )
        return before, after

    @cached_property
    def _templates(self) -> list[list[tuple[str, int] | None]]:
        """What the post-processor makes of a text, without and with the tokens that it adds.

        Each of these is there with its id; None stands for the text.
        """
        from tokenizers import Tokenizer
        from tokenizers.models import WordLevel

        if self._post_processor is None:
            return [[None], [None]]
        text = Tokenizer(WordLevel({"x": _TEXT_ID}, unk_token="x")).encode("x")
        with library_errors_as(TextError, "Hugging Face's tokenizers cannot run the post-processor"):
            made = [self._post_processor.process(text, None, adds) for adds in (False, True)]
        return [
            [
                None if token_id == _TEXT_ID else (token, token_id)
                for token, token_id in zip(each.tokens, each.ids, strict=True)
            ]
            for each in made
        ]

    def _check_added_tokens(self, added: Iterable[Mapping[str, Any]]) -> None:
        """Refuse a token that is nothing once it is normalized: the library would look for it forever."""
        normalizer = self._library.normalizer
        for token in added if normalizer is not None else ():
            with library_errors_as(
                TokenizerFileError, "Hugging Face's tokenizers cannot normalize an added token"
            ):
                is_nothing = token["normalized"] and not normalizer.normalize_str(token["content"])
            if is_nothing:
                raise TokenizerFileError(
                    f"its added token {shown(token['content'])} is normalized to nothing."
                )

    def normalized(self, text: str) -> str:
        """A text without added tokens, rewritten by the normalizer; raises `TextError`."""
        if self._library.normalizer is None:
            return text
        with library_errors_as(TextError, "Hugging Face's tokenizers cannot normalize this text"):
            rewritten: str = self._library.normalizer.normalize_str(text)
        return rewritten

    def texts_of(self, ids: Sequence[Sequence[int]]) -> list[str]:
        """The texts that several lists of ids stand for."""
        with library_errors_as(TextError, "Hugging Face's tokenizers cannot decode these ids"):
            texts: list[str] = self._library.decode_batch(ids, skip_special_tokens=False)
        return texts

    def left_after(self, text: str) -> dict[str, str]:
        """What a text would come back as, if it were decoded after these stages; raises `TextError`.

        That is after the added tokens have taken the spaces beside them; after the pre-tokenizer, with the
        normalizer left out; and after normalizer and pre-tokenizer.
        """
        words = [word for word in self.words(text) if word.span[0] < word.span[1]]
        cut: list[str] = []
        with_added = ""
        end = 0
        for start, after, content in [
            *((*word.span, word.added[0]) for word in words if word.added),
            (len(text), len(text), ""),
        ]:
            between = text[end:start]
            with_added += between + content
            cut += [*self._cut(between), content]
            end = after
        normalized = [word.word if word.added is None else word.added[0] for word in words]
        return {
            "added_token": with_added,
            "pre_tokenizer": self._joined([piece for piece in cut if piece]),
            "normalizer": self._joined(normalized),
        }

    def _cut(self, text: str) -> list[str]:
        """A text in words, not normalized."""
        with (
            self._one_at_a_time,
            library_errors_as(TextError, "Hugging Face's tokenizers cannot cut this text"),
        ):
            words = [word for word, _ in self._library.pre_tokenizer.pre_tokenize_str(text)]
            self._overheard.take()
        return words

    def _joined(self, tokens: list[str]) -> str:
        """The text that the file's decoder makes of tokens, whether the vocabulary has them or not."""
        if self._library.decoder is None:
            return " ".join(tokens)
        with library_errors_as(TextError, "Hugging Face's tokenizers cannot decode this text"):
            text: str = self._library.decoder.decode(tokens)
        return text


class _Overheard:
    """A last pre-tokenizer that changes nothing, and keeps what the ones before it have made."""

    def __init__(self) -> None:
        self._splits: list[Any] = []

    def pre_tokenize(self, text: Any) -> None:
        """Called by the library."""
        self._splits = text.get_splits(offset_referential="original", offset_type="char")

    def take(self) -> list[Any]:
        """What was heard last: each word, its place, and its tokens where it is an added token."""
        splits, self._splits = self._splits, []
        return splits


@contextmanager
def library_errors_as(error: type[Exception], what: str) -> Iterator[None]:
    """Turn whatever the library raises into an error of ours; a panic of its Rust code is no `Exception`."""
    try:
        yield
    except BPEError:
        raise
    except BaseException as caught:
        if isinstance(caught, Exception) or type(caught).__name__ == "PanicException":
            why = "it ran out of memory" if isinstance(caught, MemoryError) else caught
            raise error(f"{what}: {why}.") from caught
        raise
