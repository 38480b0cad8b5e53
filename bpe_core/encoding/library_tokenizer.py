"""The tokenizer of a file that its own library reads: `tokenizer.json`, or a SentencePiece model.

The library encodes, decodes and places. What is ours is the trace of a word: which rules make its tokens, or
what was looked up for them. If that gives other tokens than the library's, the trace says so.
"""

import json
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from functools import cached_property, partial
from itertools import accumulate, pairwise, starmap
from operator import attrgetter, itemgetter, methodcaller
from typing import Any

from bpe_core.encoding.base_tokenizer import BaseTokenizer, added_trace, whole_trace
from bpe_core.encoding.encoded_text import Encoding, Span, WordTokens
from bpe_core.encoding.hosting import EndedError, Hosted, ask_for_room
from bpe_core.encoding.hugging_face import HuggingFaceLibrary
from bpe_core.encoding.library import Library, LibraryFacts, LibraryTokens, LibraryWord
from bpe_core.encoding.merge_rules import NumberedRules, Rules
from bpe_core.encoding.sentencepiece import SentencePieceLibrary
from bpe_core.encoding.spelling import SpelledWord, byte_of
from bpe_core.encoding.tracing import Lookup, Trace, WordTrace
from bpe_core.encoding.word_piece import WordPiece
from bpe_core.errors import TokenizerFileError, UnknownIdError
from bpe_core.pre_tokenizers.registry import META
from bpe_core.symbol_texts import BYTE_CHARACTERS
from bpe_core.validation import checked_text, shown

LONGEST_PART = 50
"""A word that is a whole text is shown in parts of so many tokens at most."""
UNKNOWN_PENALTY = 10.0
"""How much less likely Unigram takes an unknown character to be than the unlikeliest piece."""
_SPACES = (" ", META, BYTE_CHARACTERS[ord(" ")])


class LibraryTokenizer(BaseTokenizer):
    """Encodes and decodes as the installed library does with a file; has the methods of `BPETokenizer`.

    Dropout, truncation and padding in the file are ignored.
    """

    def __init__(self, make: Callable[[bytes], Library], data: bytes, name: str) -> None:
        """Raises `TokenizerFileError`, with the library's reason, if it cannot load the file."""
        self._library = Hosted(make, data, name=name)
        try:
            ask_for_room(self._library.call(attrgetter("facts.tokens")))
            facts: LibraryFacts = self._library.call(attrgetter("facts"))
        except EndedError as error:
            raise TokenizerFileError(f"{name} cannot load it: {error}.") from error
        ids = {**facts.vocab, **{token: token_id for token_id, token in facts.added.items()}}
        token_of = {token_id: token for token, token_id in facts.vocab.items()}
        # An added token may share its id with another token; then the id is decoded as the added one.
        token_of = {**facts.same_text, **token_of, **facts.added}
        super().__init__(
            dict(sorted(ids.items(), key=itemgetter(1))), dict(sorted(token_of.items())), facts.unk_token
        )
        self.library, self.stages, self.options = facts.library, facts.stages, facts.options
        self.without_merges = "" if facts.model == "BPE" else facts.model
        self.ignore_merges = "ignore_merges" in facts.options
        self.scores = facts.scores
        self._facts, self._data, self._bytes = facts, data, dict[int, bytes]()
        self._unknown_id = None if facts.unk_token is None else self.id_of(facts.unk_token)

    library: str
    """The name of the library's package."""
    stages: Any
    """The stages that the library runs -> the names of their parts, such as `Replace`, in order."""
    options: tuple[str, ...]
    """The options that the file sets for the model, such as `byte_fallback`."""

    @classmethod
    def of_json(cls, data: bytes) -> "LibraryTokenizer":
        """The tokenizer in the content of a `tokenizer.json`; raises `TokenizerFileError`."""
        return cls(HuggingFaceLibrary, data, "Hugging Face's tokenizers")

    @classmethod
    def of_sentencepiece(cls, data: bytes) -> "LibraryTokenizer":
        """The tokenizer in a SentencePiece model; raises `TokenizerFileError`."""
        return cls(SentencePieceLibrary, data, "SentencePiece")

    @cached_property
    def rules(self) -> Rules:
        """The merge rules, in ids; raises `TextError` if the library does not answer."""
        return NumberedRules() if self.without_merges else self._ask("rules")

    @property
    def base_ids(self) -> Sequence[int]:
        """The ids of the symbols that words are spelled with, tokens for unknown symbols included."""
        return self._facts.base

    @property
    def added_tokens(self) -> tuple[str, ...]:
        """The tokens that are cut out of a text first, special or not."""
        return tuple(self._facts.added.values())

    @property
    def around(self) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """The tokens that can be put before a text, and those after it."""
        return self._facts.around

    @property
    def joins_with_spaces(self) -> bool:
        """Whether decoding puts a space between two tokens, which belongs to neither."""
        return self._facts.joins_with_spaces

    def bytes_of(self, ids: Sequence[int]) -> list[bytes]:
        """What each of these tokens adds to a text when it is not the first; raises `TextError`."""
        missing = [*dict.fromkeys(token_id for token_id in ids if token_id not in self._bytes)]
        if missing:
            self._bytes.update(zip(missing, self._ask("bytes_of", missing), strict=True))
        return [self._bytes[token_id] for token_id in ids]

    def normalized(self, text: str) -> str:
        """A text as the file's normalizer changes it; raises `TextError`."""
        normalized: str = self._ask("normalized", checked_text("text", text))
        return normalized

    def to_files(self, name: str) -> dict[str, bytes]:
        """The files in a format, as `BPETokenizer.to_files`: only a `tokenizer.json` holds what one says."""
        if name == "hugging_face" and self.library == "tokenizers":
            return {"tokenizer.json": self.to_bytes()}
        held = ", ".join((*self.stages, *self.options))
        raise TokenizerFileError(
            f"No other format can hold what this file has besides tokens and merges{held and ': '}{held}."
        )

    def to_bytes(self) -> bytes:
        """The content of a `tokenizer.json` with which the library encodes as this tokenizer does."""
        root = json.loads(self._data)
        if "dropout" in root["model"]:
            root["model"]["dropout"] = None
        return json.dumps({**root, "truncation": None, "padding": None}, ensure_ascii=False).encode()

    # Texts

    def encode(self, text: str, *, add_special_tokens: bool = False) -> Encoding:
        """The tokens of a text; with `add_special_tokens`, also those put around it.

        Raises `TextError` if the library cannot encode the text.
        """
        made = self._tokens(text, add_special_tokens)
        inside = _inside(made)
        return Encoding(
            normalized=text,
            tokens=tuple(made.tokens),
            ids=tuple(made.ids),
            unknown=(*self._unknown(text, made.ids, made.offsets), *made.dropped),
            _find_starts=partial(self._starts_of, made),
            _find_offsets=lambda: made.offsets,
            _find_trace=partial(self._trace_at, text, made),
            _around=(inside.start, len(made.ids) - inside.stop),
        )

    def trace(self, text: str, *, add_special_tokens: bool = False) -> Trace:
        """How the tokens of each word come about; raises as `encode` does.

        If a file does not cut words, each "word" is a part of the text, between which no rule applies.
        """
        made = self._tokens(text, add_special_tokens)
        words: list[LibraryWord] = self._ask("words", text)
        _, parts = self._starts_of(made)
        traces, of_word = [], _PartsOf(None)
        for tokens in starmap(range, pairwise(parts)):
            first, number = tokens.start, made.words[tokens.start]
            if number is None:
                traces.append(added_trace("", made.offsets[first], (made.tokens[first], made.ids[first])))
                continue
            if of_word.word is not words[number]:
                of_word = _PartsOf(words[number])
            traces.append(self._traced(text, of_word, made, tokens))
        return Trace(traces)

    def _tokens(self, text: str, add_special_tokens: bool) -> LibraryTokens:
        text = checked_text("text", text)
        made: LibraryTokens = self._ask("encode", text, add_special_tokens=add_special_tokens)
        # The library prints an added token with the spaces that it took.
        for place, token in enumerate(made.tokens):
            if token not in self._ids and made.ids[place] != self._unknown_id:
                made.tokens[place] = self._facts.added.get(made.ids[place] or 0, token)
        return made

    def _is_whole(self, word: LibraryWord) -> bool:
        """Whether a word is a token, whatever the rules."""
        return self.ignore_merges and word.text in self._facts.vocab

    def _unknown(self, text: str, ids: Sequence[int | None], offsets: Sequence[Span]) -> list[str]:
        """The parts of a text that became the unknown token."""
        found = (place for token_id, place in zip(ids, offsets, strict=True) if token_id == self._unknown_id)
        return [text[start:end] for start, end in found if start < end]

    # The trace of a word

    def _trace_at(self, text: str, made: LibraryTokens, _: int, tokens: range) -> WordTrace | None:
        """The trace of these tokens of a text: of a word, or of a part of one."""
        number = made.words[tokens.start] if tokens else None
        if number is None:
            return None
        [word] = self._ask("words", text, number)
        of_word = _PartsOf(word)
        of_word.skip(made.tokens[made.words.index(number) : tokens.start])
        return self._traced(text, of_word, made, tokens)

    def _traced(self, text: str, of_word: "_PartsOf", made: LibraryTokens, of_part: range) -> WordTrace:
        """How the next tokens of a word come about."""
        word = of_word.word or LibraryWord("", (0, 0))
        if word.added is not None:
            return added_trace(word.text, word.span, word.added)
        here = slice(of_part.start, of_part.stop)
        tokens, ids, offsets = tuple(made.tokens[here]), tuple(made.ids[here]), tuple(made.offsets[here])
        goes_on = made.words[of_part.stop : of_part.stop + 1] == [made.words[of_part.start]]
        if of_word.done or goes_on:
            word = of_word.part(tokens)
            span = offsets[0][0], offsets[-1][1]
            is_spelled = all(byte_of(token) is None and token != self.unk_token for token in tokens)
            word = word._replace(span=span, text=word.text if is_spelled else text[slice(*span)])
        unknown = (*self._unknown(text, ids, offsets), *word.dropped)
        of_library = whole_trace(word.text, word.span, WordTokens(tokens, ids, offsets, unknown), offsets)
        if self.without_merges == "Unigram":
            return replace(of_library, lookup=Lookup("Unigram", scored=(*map(self._scored, tokens, ids),)))
        if self._pieces is not None:
            of_library = replace(of_library, lookup=self._pieces.lookup(word.text))
            pieces = self._pieces.pieces(word.text)
            return replace(of_library, is_disputed=pieces is not None and tuple(pieces) != tokens)
        if self._is_whole(word):
            return of_library
        trace = self._trace_of(word.text, word.span, _spelled(word, unknown), word.offsets)
        return trace if trace.ids == ids else replace(of_library, is_disputed=True)

    def _starts_of(self, made: LibraryTokens) -> tuple[Sequence[int], Sequence[int]]:
        """The tokens with which words begin, and parts of words; and the number of all.

        A word that holds spaces is cut at them into parts, and a long one anywhere between two tokens: no
        merge crosses such a border. With a prefix for what goes on a word, no part is like a word.
        """
        words, parts = list[int](), list[int]()
        before: int | None = None
        for place, (token, word) in enumerate(zip(made.tokens, made.words, strict=True)):
            is_new = word is None or word != before or not place
            is_space = token.startswith(_SPACES) and not made.tokens[place - 1].endswith(_SPACES)
            if is_new:
                words.append(place)
            if is_new or (not self._facts.prefix and (is_space or place - parts[-1] >= LONGEST_PART)):
                parts.append(place)
            before = word
        return [*words, len(made.ids)], [*parts, len(made.ids)]

    @cached_property
    def _pieces(self) -> WordPiece | None:
        if self.without_merges != "WordPiece":
            return None
        return WordPiece.of_vocabulary(
            self._facts.vocab, prefix=self._facts.prefix, longest=self._facts.longest
        )

    def _scored(self, token: str, token_id: int | None) -> tuple[str, float]:
        """A piece with its score; unknown characters are less likely than any piece."""
        score = None if token_id is None else self.scores.get(token_id)
        if score is None or token_id == self._unknown_id:
            score = min(self.scores.values(), default=0.0) - UNKNOWN_PENALTY
        return token, score

    def _decoded(self, ids: Iterable[int | None]) -> str:
        known: list[int] = []
        around = self._facts.around_ids
        for token_id in ids:
            if not isinstance(token_id, int) or not (token_id in self.token_of or token_id in around):
                raise UnknownIdError(f"The id {shown(token_id)} is not in the vocabulary.")
            known.append(token_id)
        [text] = self._ask("texts_of", [known])
        return str(text)

    def _ask(self, question: str, *given: Any, **named: Any) -> Any:
        """The answer of the `Library`, wherever it runs; raises `TextError`."""
        return self._library.ask(methodcaller(question, *given, **named))


def _inside(made: LibraryTokens) -> range:
    """The tokens of the text, without those around it."""
    of_words = [place for place, word in enumerate(made.words) if word is not None]
    return range(of_words[0], of_words[-1] + 1) if of_words else range(len(made.ids), len(made.ids))


class _PartsOf:
    """The parts of a word, each of which is some of its tokens."""

    def __init__(self, word: LibraryWord | None) -> None:
        self.word = word
        self.done = 0  # characters, as the symbols and tokens are printed
        sizes = map(len, word.symbols if word else ())
        self._symbol_at = {size: number for number, size in enumerate(accumulate(sizes, initial=0))}

    def skip(self, tokens: Sequence[str]) -> None:
        """Go past tokens."""
        self.done += sum(map(len, tokens))

    def part(self, tokens: Sequence[str]) -> LibraryWord:
        """The next tokens, as if they were a word; without symbols if these are cut elsewhere."""
        word, first = self.word or LibraryWord("", (0, 0)), self._symbol_at.get(self.done, 0)
        self.skip(tokens)
        own = slice(first, self._symbol_at.get(self.done, 0))
        text = "".join(tokens)
        return LibraryWord(text, word.span, None, word.symbols[own], word.ids[own], word.offsets[own])


def _spelled(word: LibraryWord, unknown: Sequence[str] = ()) -> SpelledWord:
    return SpelledWord(list(word.ids), list(word.symbols), list(word.offsets), list(unknown))
