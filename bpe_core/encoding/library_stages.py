"""The stages around the BPE model of a `tokenizer.json`, run by Hugging Face's installed library.

In: the file's JSON. Out: the words of a text, as its added tokens, normalizer and pre-tokenizer leave them;
the tokens that the post-processor puts around a text; and the text that ids stand for.

The library is given the file without its merge rules. What it makes of a text are then base symbols, and it
knows their places; the words themselves are overheard behind its last pre-tokenizer.
"""

import json
import threading
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import cached_property
from typing import Any, NamedTuple

from bpe_core.errors import TextError, TokenizerFileError

Span = tuple[int, int]

MAX_GROWTH = 1_000
"""The most that the normalizers of a file may put in the place of one character."""


class StageWord(NamedTuple):
    """A word of a text, ready for the model; or an added token."""

    word: str
    """The word, normalized and pre-tokenized."""

    span: Span
    """The characters of the text that it comes from, as (start, end)."""

    symbol_spans: Sequence[Span]
    """The same for each of its base symbols."""

    added_id: int | None = None
    """The id of an added token, which no rule applies to; None for a word."""


class LibraryStages:
    """The stages of one file; several threads may use them."""

    def __init__(self, root: Mapping[str, Any]) -> None:
        """Raises `TokenizerFileError` with what the library says of a file that it cannot load."""
        from tokenizers import Tokenizer
        from tokenizers.pre_tokenizers import PreTokenizer
        from tokenizers.pre_tokenizers import Sequence as InOrder

        model = {**root["model"], "merges": [], "ignore_merges": False, "dropout": None}
        without_rules = {**root, "model": model, "truncation": None, "padding": None}
        with _as_error(TokenizerFileError, "Hugging Face's tokenizers cannot load it"):
            self._library = Tokenizer.from_str(json.dumps(without_rules))
        _check_growth(root.get("normalizer"))
        self._post_processor, self._library.post_processor = self._library.post_processor, None
        self._overheard = _Overheard()
        parts = [self._library.pre_tokenizer, PreTokenizer.custom(self._overheard)]
        self._library.pre_tokenizer = InOrder([part for part in parts if part is not None])
        self._one_at_a_time = threading.Lock()
        ids = self._library.get_vocab(with_added_tokens=True)
        self.ids: dict[str, int] = dict(sorted(ids.items(), key=lambda item: item[1]))
        """Token -> id, in id order, added tokens among them."""

    def words(self, text: str, *, add_special_tokens: bool = False) -> Iterator[StageWord]:
        """The words of a text in order, added tokens among them; raises `TextError`.

        With `add_special_tokens` there is also what the post-processor puts around the text.
        """
        before, behind = self._around if add_special_tokens else ((), ())
        with self._one_at_a_time, _as_error(TextError, "Hugging Face's tokenizers cannot cut this text"):
            symbols = self._library.encode(text, add_special_tokens=False)
            splits = self._overheard.take()
        spans = defaultdict[int | None, list[Span]](list)
        for index, span in zip(symbols.word_ids, symbols.offsets, strict=True):
            spans[index].append(span)
        yield from (StageWord("", (0, 0), [(0, 0)], token_id) for token_id in before)
        for index, (word, span, tokens) in enumerate(splits):
            yield StageWord(word, span, spans[index], tokens[0].id if tokens else None)
        end = len(text), len(text)
        yield from (StageWord("", end, [end], token_id) for token_id in behind)

    @cached_property
    def _around(self) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """The ids that the post-processor puts before and behind a text."""
        from tokenizers import Tokenizer
        from tokenizers.models import WordLevel

        if self._post_processor is None:
            return (), ()
        any_text = Tokenizer(WordLevel({"x": 0}, unk_token="x")).encode("x")
        with _as_error(TokenizerFileError, "Hugging Face's tokenizers cannot run its post-processor"):
            processed = self._post_processor.process(any_text, None, True)
        text = processed.special_tokens_mask.index(0)
        return tuple(processed.ids[:text]), tuple(processed.ids[text + 1 :])

    def text_of(self, ids: Sequence[int]) -> str:
        """The text that ids stand for, as the file's decoder joins their tokens."""
        with _as_error(TextError, "Hugging Face's tokenizers cannot decode these ids"):
            text: str = self._library.decode(ids, skip_special_tokens=False)
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


def _check_growth(normalizer: object) -> None:
    """Refuse normalizers that replace one character by many, again and again."""
    growth = 1
    waiting = [normalizer]
    while waiting:
        part = waiting.pop()
        if isinstance(part, dict):
            waiting += part.get("normalizers") or ()
            growth *= max(1, *(len(str(part.get(added, ""))) for added in ("content", "prepend")))
        if growth > MAX_GROWTH:
            raise TokenizerFileError(
                f"its normalizers can make a text more than {MAX_GROWTH:,} times as long, the limit."
            )


@contextmanager
def _as_error(error: type[Exception], what: str) -> Iterator[None]:
    """Turn whatever the library raises into an error of ours; a panic of its Rust code is no `Exception`."""
    try:
        yield
    except BaseException as caught:
        if isinstance(caught, Exception) or type(caught).__name__ == "PanicException":
            raise error(f"{what}: {caught}.") from caught
        raise
