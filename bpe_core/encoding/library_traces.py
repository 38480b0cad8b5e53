"""Trace the words of a text with the stages and the model of a `tokenizer.json`.

In: the words as the stages leave them. Out: the trace of each, with the places of its base symbols, for which
the library is asked.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import accumulate, pairwise

from bpe_core.encoding.base_tokenizer import added_trace
from bpe_core.encoding.bpe_model import BPEModel
from bpe_core.encoding.encoded_text import Remembered, Span, TokenWithId, WordTokens
from bpe_core.encoding.library_stages import StageWord
from bpe_core.encoding.tracing import WordTrace

Places = Callable[[str, Sequence[WordTokens]], Mapping[int | None, list[Span]]]


class LibraryTraces:
    """Traces words. Where no pre-tokenizer cuts a text, the parts of a word that no rule joins are traced."""

    def __init__(self, model: BPEModel, places: Places, trace_of: Callable[..., WordTrace]) -> None:
        """`places` is that of `LibraryStages`, `trace_of` that of the tokenizer."""
        self._model = model
        self._trace_part = trace_of
        self._places_in = places
        self._symbols: Remembered[str, WordTokens] = Remembered(self._symbols_of)
        self._sizes: Remembered[str, int] = Remembered(lambda part: _size(self._symbols_of(part)))

    def of_all(self, text: str, words: Sequence[StageWord], algorithm: str) -> Iterator[WordTrace]:
        """The traces of words in order; a part without a base symbol has none. Raises `TextError`."""
        parts = {
            number: list(self._model.parts(word.word))
            for number, word in enumerate(words)
            if self._whole(word) is None
        }
        symbols = {
            number: WordTokens.of_parts(list(map(self._symbols.__getitem__, parts[number])))
            for number in parts
        }
        places = self._places(text, words, symbols)
        for number, word in enumerate(words):
            if (token := self._whole(word)) is not None:
                yield _of_one_token(word, token)
                continue
            borders = pairwise([*symbols[number].part_starts, len(symbols[number].ids)])
            for part, (first, after) in zip(parts[number], borders, strict=True):
                if first < after:
                    yield self._trace_of(part, places[number][first:after], algorithm)

    def at(self, text: str, words: Sequence[StageWord], algorithm: str, place: int) -> WordTrace | None:
        """The trace of what is at a place of the text, or last before it; None for nothing."""
        numbers = [number for number, word in enumerate(words) if word.span[0] <= place]
        if not numbers:
            return None
        number = numbers[-1]
        if (token := self._whole(words[number])) is not None:
            return _of_one_token(words[number], token)
        parts = list(self._model.parts(words[number].word))
        spans = tuple(pairwise(accumulate(map(self._sizes.__getitem__, parts), initial=0)))
        found = [at for at, (first, after) in enumerate(spans) if first < after]
        if not found:
            return None
        at = found[0]
        if len(found) > 1:  # the word can be a long text: which part is meant comes before the symbols in it
            as_one = WordTokens(("",) * len(parts), (0,) * len(parts), spans, ())
            places = self._places(text, words, {number: as_one})[number]
            at = max((at for at in found if places[at][0] <= place), default=at)
        symbols, (first, _) = self._symbols[parts[at]], spans[at]
        inside = tuple((first + start, first + end) for start, end in symbols.spans)
        asked = WordTokens(symbols.tokens, symbols.ids, inside, ())
        return self._trace_of(parts[at], self._places(text, words, {number: asked})[number], algorithm)

    def _places(
        self, text: str, words: Sequence[StageWord], asked: Mapping[int, WordTokens]
    ) -> Mapping[int | None, list[Span]]:
        """Where in the text these tokens of some words are."""
        made = [asked.get(number, _NOTHING) for number, word in enumerate(words) if word.added is None]
        return self._places_in(text, made)

    def _symbols_of(self, part: str) -> WordTokens:
        spelled = self._model.spell(part)
        return WordTokens(tuple(spelled.texts), tuple(spelled.symbols), tuple(spelled.spans), ())

    def _whole(self, word: StageWord) -> TokenWithId | None:
        """The one token that a word is, whatever the rules make of it; None for another word."""
        token_id = self._model.whole(word.word)
        return word.added or (None if token_id is None else (word.word, token_id))

    def _trace_of(self, part: str, places: Sequence[Span], algorithm: str) -> WordTrace:
        return self._trace_part(part, (places[0][0], places[-1][1]), algorithm, lambda _: places)


def _of_one_token(word: StageWord, token: TokenWithId) -> WordTrace:
    return added_trace(word.word, word.span, token, is_added=word.added is not None)


_NOTHING = WordTokens((), (), (), ())


def _size(symbols: WordTokens) -> int:
    return symbols.spans[-1][1] if symbols.spans else 0
