"""Encodes a text with an installed library too, and compares its tokens and ids with ours.

>>> from bpe_core import PROFILES, BPEStepper, Corpus
>>> stepper = BPEStepper(Corpus.from_text("hug pug hug"), PROFILES["hf_tokenizers"].config)
>>> stepper.run()
>>> tokenizer = stepper.tokenizer()
>>> proof = prove_encoding(tokenizer, "hug pug", tokenizer.encode("hug pug"))
>>> proof.library, proof.tokens, proof.first_difference
('tokenizers', 2, None)

Byte ranks go to tiktoken, if that is installed; everything else that we encode goes to tokenizers, with a
tokenizer.json. If that cannot hold all of the rules, the library gets the words in base symbols, each written
as one private character, and applies only the merge rules. Where a library encodes with its own file, there
is nothing to compare: the trace of a word says whether the rules in the file make the same tokens.
"""

from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import cached_property
from importlib import import_module
from importlib.metadata import version
from itertools import zip_longest
from types import ModuleType
from typing import NamedTuple
from weakref import WeakKeyDictionary

from bpe_core.encoding.encoded_text import Encoding
from bpe_core.encoding.hosting import Hosted
from bpe_core.encoding.library import library_errors_as
from bpe_core.encoding.library_tokenizer import LibraryTokenizer
from bpe_core.encoding.parts import TokenizerParts
from bpe_core.encoding.ranks import RankedParts
from bpe_core.encoding.tracing import WordTrace
from bpe_core.errors import ComparisonError, TokenizerFileError
from bpe_core.files.writing import pattern_of
from bpe_core.tokenizer import BPETokenizer, Tokenizer

MAX_CHARACTERS = 100_000
"""The longest text that a library gets: it takes about 0.2 s."""

MAX_CHARACTERS_IN_WORDS = 20_000
"""The same if it gets words in base symbols, because these are traced first."""
_UNKNOWN = 0xF0000  # the private character for all unknown symbols; those of the base symbols follow
_MAX_BASE_SYMBOLS = 100_000
_KEPT = "The tokenizers library drops unknown characters; these rules keep them."


class ProvedToken(NamedTuple):
    """A token of the text, with its id."""

    token: str
    """The token as printed."""

    token_id: int | None
    """Its id; None if it has none, or if ids are not compared."""


class EncodingDifference(NamedTuple):
    """The first token that differs."""

    place: int
    """Its index among the tokens of the text."""

    ours: ProvedToken | None
    """Our token; None if there are no more."""

    theirs: ProvedToken | None
    """The library's token; None if there are no more."""


@dataclass(frozen=True)
class EncodingProof:
    """The result of encoding the text with the library."""

    library: str
    """The library's name."""

    version: str
    """The installed version."""

    tokens: int
    """How many tokens the text has here."""

    first_difference: EncodingDifference | None
    """The first token that differs, or None."""

    why_said: str = ""
    """Why the library got words in base symbols, so that tokens were compared, in a sentence; empty if it got
    the text, and ids were compared."""

    is_by_library: bool = False
    """Whether there is nothing to compare: the tokens are the library's own."""


def prove_encoding(
    tokenizer: Tokenizer,
    text: str,
    encoding: Encoding,
    *,
    add_special_tokens: bool = False,
) -> EncodingProof:
    """Encode the text with the library, and compare; the library's tokenizer is kept for the next text.

    `add_special_tokens` says whether `encoding` has what a post-processor puts around the text. Raises
    `ComparisonError` if the library is not installed, cannot encode the text, or would take too long.
    """
    if isinstance(tokenizer, LibraryTokenizer):
        name = tokenizer.library
        return EncodingProof(name, version(name), len(encoding), None, is_by_library=True)
    library = _libraries.get(tokenizer)
    if library is None:
        with library_errors_as(ComparisonError, "The library cannot load these rules"):
            library = _libraries[tokenizer] = library_for(tokenizer)
    why_said = library.why_said(encoding)
    most = MAX_CHARACTERS_IN_WORDS if why_said else MAX_CHARACTERS
    if len(text) > most:
        raise ComparisonError(
            f"the text has {len(text):,} characters, and at most {most:,} are given to the library."
        )
    with library_errors_as(ComparisonError, f"{library.name} cannot encode this text"):
        theirs = library.encode(Asked(tokenizer, text, encoding, add_special_tokens))
    ours = [*map(ProvedToken, encoding.tokens, encoding.ids)]

    first = _first_difference(ours, theirs, by_token=bool(why_said))
    return EncodingProof(library.name, version(library.name), len(ours), first, why_said)


def _first_difference(
    ours: Iterable[ProvedToken], theirs: Iterable[ProvedToken], *, by_token: bool = False
) -> EncodingDifference | None:
    def key(token: ProvedToken) -> str | int | None:
        return token.token if by_token else token.token_id

    for place, (our, their) in enumerate(zip_longest(ours, theirs)):
        if our is None or their is None or key(our) != key(their):
            return EncodingDifference(place, our, their)
    return None


_libraries: WeakKeyDictionary[BPETokenizer, "Library"] = WeakKeyDictionary()


def library_for(tokenizer: BPETokenizer) -> "Library":
    """The library with a tokenizer's rules: its own library, if that is installed.

    Raises `ComparisonError` if there is none.
    """
    with suppress(ImportError, TokenizerFileError):
        return _Tiktoken(tokenizer)
    try:
        return _Tokenizers(tokenizer)
    except ImportError as error:
        raise ComparisonError("The tokenizers library is not installed here.") from error


class Asked(NamedTuple):
    """A text for a library, and what it was encoded to here."""

    tokenizer: BPETokenizer
    text: str
    encoding: Encoding
    add_special_tokens: bool


class Library:
    """A library set up with the rules of one tokenizer; it is freed when it is no longer used."""

    name: str

    def encode(self, asked: Asked) -> list[ProvedToken]:
        """The tokens of a text."""
        raise NotImplementedError

    def why_said(self, encoding: Encoding) -> str:
        """Why it gets words in base symbols; empty if it can take the text."""
        return ""


class _Tiktoken(Library):
    """tiktoken, with byte ranks and a pattern, but without special tokens."""

    name = "tiktoken"

    def __init__(self, tokenizer: BPETokenizer) -> None:
        """Raises `ImportError`, and `TokenizerFileError` for rules of another kind."""
        import_module("tiktoken")
        config = tokenizer.config
        pattern = pattern_of(config)
        is_ranks = isinstance(tokenizer.parts, RankedParts)
        others = config.special_tokens, config.marker, () if is_ranks else config.normalizers
        knows_all = tokenizer.parts.knows_all_bytes
        if config.id_order != "byte_value" or not knows_all or not pattern or any(others):
            raise TokenizerFileError("these are not ranks of bytes.")
        self._token_of = tokenizer.token_of
        ranks = {tokenizer.token_bytes[token_id]: token_id for token_id in self._token_of}
        self._encoding = Hosted(_TiktokenEncoding, pattern, ranks)

    def encode(self, asked: Asked) -> list[ProvedToken]:
        # The library has no normalizers: who uses its ranks normalizes a text first.
        ids = self._encoding.call(_TiktokenEncoding.encode, asked.encoding.normalized)
        return [ProvedToken(self._token_of[token_id], token_id) for token_id in ids]


class _TiktokenEncoding:
    """The library's object, perhaps in another process."""

    def __init__(self, pattern: str, ranks: dict[bytes, int]) -> None:
        import tiktoken

        self._encoding = tiktoken.Encoding("", pat_str=pattern, mergeable_ranks=ranks, special_tokens={})

    def encode(self, text: str) -> list[int]:
        """The ids of a text."""
        return self._encoding.encode_ordinary(text)


class _Tokenizers(Library):
    """tokenizers, with any rules; raises `ImportError`."""

    name = "tokenizers"

    def __init__(self, tokenizer: BPETokenizer) -> None:
        import tokenizers

        self._library, self._parts = tokenizers, tokenizer.parts
        self._unknown_id: int | None = None
        self._tokenizer: Hosted[_WholeTokenizer] | None = None  # None if no file can have these rules
        self._cannot_say = ""
        parts, config = tokenizer.parts, tokenizer.config
        self._drops_unknown = config.unknown == "keep"
        if self._drops_unknown:
            parts = replace(parts, config=replace(config, unknown="drop"))
        elif config.unknown == "unk" and config.unk_token not in parts.vocabulary.ids:
            self._unknown_id = parts.with_unknown_id().vocabulary.ids[str(config.unk_token)]
        try:
            file = BPETokenizer.of_parts(parts).to_bytes()
            self._tokenizer = Hosted(_WholeTokenizer, file.decode())
        except TokenizerFileError as error:
            self._cannot_say = str(error)

    def why_said(self, encoding: Encoding) -> str:
        """Why it gets words in base symbols; empty if it can take the text."""
        return self._cannot_say or (_KEPT if self._drops_unknown and encoding.unknown else "")

    def encode(self, asked: Asked) -> list[ProvedToken]:
        adds = asked.add_special_tokens
        if self._tokenizer is None or self.why_said(asked.encoding):
            return self.words.encode(asked.tokenizer.trace(asked.text, add_special_tokens=adds))
        made = self._tokenizer.call(_WholeTokenizer.encode, asked.text, adds)
        unknown_id = self._unknown_id
        return [ProvedToken(token, None if each == unknown_id else each) for token, each in made]

    @cached_property
    def words(self) -> "_MergeRules":
        """The merge rules alone."""
        return _MergeRules(self._library, self._parts)


class _WholeTokenizer:
    """The library with a whole tokenizer.json, perhaps in another process."""

    def __init__(self, file: str) -> None:
        from tokenizers import Tokenizer

        self._tokenizer = Tokenizer.from_str(file)

    def encode(self, text: str, add_special_tokens: bool) -> list[tuple[str, int]]:
        """The tokens of a text, with their ids."""
        made = self._tokenizer.encode(text, add_special_tokens=add_special_tokens)
        return [*zip(made.tokens, made.ids, strict=True)]


class _MergeRules:
    """The library with only the merge rules of a tokenizer, and private characters for its base symbols."""

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
