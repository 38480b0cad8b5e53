"""Encode a text with the installed tokenizers library too, and compare its tokens and ids with ours.

In: a tokenizer, and what it made of a text. Out: an `EncodingProof`: both made the same, or the first
difference.

>>> from bpe_core import PROFILES, BPEStepper, Corpus
>>> stepper = BPEStepper(Corpus.from_text("hug pug hug"), PROFILES["hf_tokenizers"].config)
>>> stepper.run()
>>> tokenizer = stepper.tokenizer()
>>> proof = prove_encoding(tokenizer, "hug pug", tokenizer.encode("hug pug"))
>>> proof.library, proof.tokens, proof.has_ids, proof.first_difference
('tokenizers', 2, True, None)

The library is given the tokenizer.json that says all of the rules. Where there is none, it is given the words
in base symbols, each written as one private character, and applies the merge rules alone.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import zip_longest
from types import ModuleType
from typing import NamedTuple
from weakref import WeakKeyDictionary

from bpe_core.encoding.encoded_text import Encoding
from bpe_core.encoding.library_stages import library_errors_as
from bpe_core.encoding.parts import TokenizerParts
from bpe_core.encoding.tracing import WordTrace
from bpe_core.errors import ComparisonError, TokenizerFileError
from bpe_core.tokenizer import BPETokenizer, Tokenizer

MAX_CHARACTERS = 20_000
"""The longest text that the library is given: it takes about 50 ms."""

MAX_CHARACTERS_IN_WORDS = 10_000
"""The same where it is given words in base symbols, since these are traced first."""

_UNKNOWN = 0xF0000  # the private character for all unknown symbols; those of the base symbols follow
_MAX_BASE_SYMBOLS = 100_000
_KEPT = "The tokenizers library drops unknown characters; these rules keep them."


class ProvedToken(NamedTuple):
    """A token of the text, with its id."""

    token: str
    """The token as it is printed."""

    token_id: int | None
    """Its id; None where it has none, or where ids are not compared."""


class EncodingDifference(NamedTuple):
    """The first token that is not the same."""

    place: int
    """Which token of the text, counted from 0."""

    ours: ProvedToken | None
    """The token here, or None where there are no more."""

    theirs: ProvedToken | None
    """The token that the library gives, or None where it gives no more."""


@dataclass(frozen=True)
class EncodingProof:
    """What came of encoding a text with the library."""

    library: str
    """The library's name."""

    version: str
    """The version that is installed."""

    tokens: int
    """How many tokens the text has here."""

    first_difference: EncodingDifference | None
    """The first token that is not the same, or None."""

    why_words: str = ""
    """Why the library was given words in base symbols, in a sentence; empty where it was given the text."""

    @property
    def has_ids(self) -> bool:
        """Whether ids were compared, and not only tokens."""
        return not self.why_words


def prove_encoding(
    tokenizer: Tokenizer,
    text: str,
    encoding: Encoding,
    *,
    add_special_tokens: bool = False,
) -> EncodingProof:
    """Encode the text with the library, and compare; what that needs of a tokenizer is made once.

    `add_special_tokens` says whether `encoding` has what a post-processor puts around the text. Raises
    `ComparisonError` where the library is not installed, cannot encode the text, or would take too long.
    """
    try:
        import tokenizers
    except ImportError as error:
        raise ComparisonError("The tokenizers library is not installed here.") from error
    with library_errors_as(ComparisonError, "Hugging Face's tokenizers cannot encode this text"):
        library = _libraries.get(tokenizer)
        if library is None:
            library = _libraries[tokenizer] = _Library(tokenizers, tokenizer)
        why_words = library.why_words(encoding)
        _check_length(text, MAX_CHARACTERS_IN_WORDS if why_words else MAX_CHARACTERS)
        if why_words and isinstance(tokenizer, BPETokenizer):
            traces = tokenizer.trace(text, add_special_tokens=add_special_tokens)
            theirs = library.words.encode(traces)
            place = _first_difference(encoding.tokens, [token.token for token in theirs])
        else:
            theirs = library.encode(text, add_special_tokens)
            place = _first_difference(encoding.ids, [token.token_id for token in theirs])
    ours = [*map(ProvedToken, encoding.tokens, encoding.ids)]
    difference = None if place is None else EncodingDifference(place, _at(ours, place), _at(theirs, place))
    return EncodingProof("tokenizers", tokenizers.__version__, len(ours), difference, why_words)


class _Library:
    """The library with the rules of one tokenizer, which goes when nobody else holds it."""

    def __init__(self, library: ModuleType, tokenizer: Tokenizer) -> None:
        self._library = library
        self._unknown_id: int | None = None
        self._drops_unknown = False
        self._cannot_say = ""
        self._parts = tokenizer.parts if isinstance(tokenizer, BPETokenizer) else None
        try:
            file = tokenizer.to_bytes() if self._parts is None else self._file_of(self._parts)
            self._tokenizer = library.Tokenizer.from_str(file.decode())
        except TokenizerFileError as error:
            self._cannot_say = str(error)

    def why_words(self, encoding: Encoding) -> str:
        """Why it is to be given words in base symbols; empty where it can take the text."""
        return self._cannot_say or (_KEPT if self._drops_unknown and encoding.unknown else "")

    def encode(self, text: str, add_special_tokens: bool) -> list[ProvedToken]:
        """The tokens of a text."""
        made = self._tokenizer.encode(text, add_special_tokens=add_special_tokens)
        ids = (None if token_id == self._unknown_id else token_id for token_id in made.ids)
        return [*map(ProvedToken, made.tokens, ids)]

    @cached_property
    def words(self) -> "_MergeRules":
        """The merge rules alone."""
        if self._parts is None:
            raise ComparisonError("Only a tokenizer of these rules is given words.")
        return _MergeRules(self._library, self._parts)

    def _file_of(self, parts: TokenizerParts) -> bytes:
        """A tokenizer.json; what to do with unknown characters may differ, as these fields then say."""
        config, ids = parts.config, parts.vocabulary.ids
        if config.unknown == "keep":
            self._drops_unknown = True
            parts = replace(parts, config=replace(config, unknown="drop"))
        elif config.unknown == "unk" and config.unk_token not in ids:
            self._unknown_id = max(ids.values(), default=-1) + 1
            parts = parts.with_ids({**ids, str(config.unk_token): self._unknown_id})
        return BPETokenizer.of_parts(parts).to_bytes()


class _MergeRules:
    """The library with the merge rules of one tokenizer, in private characters for its base symbols."""

    def __init__(self, library: ModuleType, parts: TokenizerParts) -> None:
        rules, table = parts.rules, parts.rules.table
        if table.base_size > _MAX_BASE_SYMBOLS:
            raise ComparisonError(
                f"The tokenizer has more than {_MAX_BASE_SYMBOLS:,} base symbols, the limit."
            )
        spelled = [chr(_UNKNOWN + 1 + symbol) for symbol in range(table.base_size)]
        spelled += [""] * (len(table) - table.base_size)
        for product, (left, right) in sorted(zip(rules.products, rules.pairs, strict=True)):
            spelled[product] = spelled[left] + spelled[right]  # parts come before wholes
        vocab = {text: symbol for symbol, text in enumerate(spelled)} | {chr(_UNKNOWN): len(spelled)}
        merges = [(spelled[left], spelled[right]) for left, right in rules.pairs]
        self._tokenizer = library.Tokenizer(library.models.BPE(vocab, merges))
        self._texts = [table.text(symbol) for symbol in range(len(table))]
        self._characters = dict(zip(self._texts, spelled[: table.base_size], strict=False))

    def encode(self, words: Iterable[WordTrace]) -> list[ProvedToken]:
        """The tokens of words, without ids."""
        symbols = [word.symbols for word in words]
        spelled = ["".join(self._characters.get(each, chr(_UNKNOWN)) for each in word) for word in symbols]
        unknown = (each for word in symbols for each in word if each not in self._characters)
        numbers = self._tokenizer.encode(spelled, is_pretokenized=True).ids
        texts = (self._texts[number] if number < len(self._texts) else next(unknown) for number in numbers)
        return [ProvedToken(text, None) for text in texts]


_libraries: WeakKeyDictionary[Tokenizer, _Library] = WeakKeyDictionary()


def _check_length(text: str, most: int) -> None:
    if len(text) > most:
        raise ComparisonError(
            f"the text has {len(text):,} characters, and at most {most:,} are given to the library."
        )


def _first_difference(ours: Sequence[object], theirs: Sequence[object]) -> int | None:
    """The first place where the two differ; None where they are the same."""
    pairs = enumerate(zip_longest(ours, theirs, fillvalue=...))
    return next((place for place, (our, their) in pairs if our != their), None)


def _at(tokens: Sequence[ProvedToken], place: int) -> ProvedToken | None:
    return tokens[place] if place < len(tokens) else None
