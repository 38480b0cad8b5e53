"""The stages of a `tokenizer.json` as its tokenizer asks them, wherever they run.

In: a text, or ids. Out: what `LibraryStages` makes of them. Each call says how long the text is, so that the
host may run it elsewhere; what the host has to end is a `TextError` here.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import Concatenate, ParamSpec, TypeVar

from bpe_core.encoding.encoded_text import WordTokens
from bpe_core.encoding.growth import check_decoded
from bpe_core.encoding.hosting import EndedError, Hosted
from bpe_core.encoding.library_stages import LibraryStages, Span, StageWord, TokenWithId
from bpe_core.errors import TextError

Arguments = ParamSpec("Arguments")
Result = TypeVar("Result")

_DECODED_AT_ONCE = 200_000  # characters, where it is not known how many are quick


class AskedStages:
    """The calls of `LibraryStages`, each with the length of its text; all raise `TextError`."""

    def __init__(self, stages: Hosted[LibraryStages], token_of: Mapping[int, str]) -> None:
        """`token_of` has the token of each id."""
        self._stages = stages
        self._token_of = token_of

    @property
    def quick_length(self) -> int:
        """For how many characters the stages are known to be quick; 0 where that is not known at all."""
        return self._stages.quick

    def words(self, text: str) -> list[StageWord]:
        """The words of a text in order, added tokens among them."""
        return self._ask(len(text), LibraryStages.words, text)

    def places(self, text: str, made: Sequence[WordTokens]) -> Mapping[int | None, list[Span]]:
        """Where tokens are, for each word by its number: see `LibraryStages.places`."""
        return self._ask(len(text), LibraryStages.places, text, made)

    def offsets(self, text: str, made: Sequence[WordTokens], *, add_special_tokens: bool) -> list[Span]:
        """Where all tokens are, as the post-processor leaves them."""
        return self._ask(len(text), LibraryStages.offsets, text, made, add_special_tokens=add_special_tokens)

    def in_order(self, *, add_special_tokens: bool) -> tuple[TokenWithId | None, ...]:
        """What the post-processor makes of a text; None stands for the text."""
        return self._with_tokens if add_special_tokens else self._without_tokens

    @cached_property
    def _with_tokens(self) -> tuple[TokenWithId | None, ...]:
        return self._ask(0, LibraryStages.in_order, add_special_tokens=True)

    @cached_property
    def _without_tokens(self) -> tuple[TokenWithId | None, ...]:
        return self._ask(0, LibraryStages.in_order, add_special_tokens=False)

    @property
    def ids_around(self) -> set[int]:
        """The ids of the tokens around a text, which the vocabulary may not have."""
        try:
            return {added[1] for added in self._with_tokens if added}
        except TextError:
            return set()

    def normalized(self, text: str) -> str:
        """A text as the normalizer rewrites it."""
        return self._ask(len(text), LibraryStages.normalized, text)

    def left_after(self, text: str) -> dict[str, str]:
        """What is left of a text after the stages: see `LibraryStages.left_after`."""
        return self._ask(len(text), LibraryStages.left_after, text)

    def texts_of(self, ids: Sequence[Sequence[int]]) -> list[str]:
        """The texts of several lists of ids, some lists at a time: a vocabulary may be large."""
        texts: list[str] = []
        for batch, characters in self._batches(ids):
            texts += self._ask(characters, LibraryStages.texts_of, batch)
            check_decoded(sum(map(len, ids)), sum(map(len, texts)))
        return texts

    def _batches(self, ids: Sequence[Sequence[int]]) -> Iterator[tuple[list[Sequence[int]], int]]:
        """Lists of ids, and how many characters their tokens have: few, or those of one list."""
        most = self._stages.quick or _DECODED_AT_ONCE
        batch: list[Sequence[int]] = []
        characters = 0
        for each in ids:
            size = sum(len(self._token_of.get(token_id, "")) for token_id in each)
            if batch and characters + size > most:
                yield batch, characters
                batch, characters = [], 0
            batch.append(each)
            characters += size
        if batch:
            yield batch, characters

    def _ask(
        self,
        characters: int,
        method: Callable[Concatenate[LibraryStages, Arguments], Result],
        *args: Arguments.args,
        **kwargs: Arguments.kwargs,
    ) -> Result:
        try:
            return self._stages.call(characters, method, *args, **kwargs)
        except EndedError as error:
            on = f" on these {characters:,} characters" if characters else ""
            raise TextError(f"The stages of this file cannot be run{on}: {error}.") from error
