"""Encode a text with the installed library too, and compare its tokens and ids with ours.

In: a tokenizer, and what it made of a text. Out: an `EncodingProof`: both made the same, or the first
difference.

>>> from bpe_core import PROFILES, BPEStepper, Corpus
>>> stepper = BPEStepper(Corpus.from_text("hug pug hug"), PROFILES["hf_tokenizers"].config)
>>> stepper.run()
>>> tokenizer = stepper.tokenizer()
>>> proof = prove_encoding(tokenizer, "hug pug", tokenizer.encode("hug pug"))
>>> proof.library, proof.tokens, proof.has_ids, proof.first_difference
('tokenizers', 2, True, None)

Ranks of bytes go to tiktoken and subword-nmt's codes to subword-nmt, where these are installed; the rest
goes to tokenizers, with the tokenizer.json that says all of the rules. Where there is none, it is given the
words in base symbols, each written as one private character, and applies the merge rules alone.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from importlib.metadata import version
from itertools import zip_longest
from typing import NamedTuple
from weakref import WeakKeyDictionary

from bpe_core.encoding.encoded_text import Encoding
from bpe_core.encoding.library_stages import library_errors_as
from bpe_core.errors import ComparisonError
from bpe_core.studies.proving_libraries import Asked, Library, ProvedToken, library_for
from bpe_core.tokenizer import Tokenizer

MAX_CHARACTERS = 100_000
"""The longest text that a library is given: it takes about 0.2 s."""

MAX_CHARACTERS_IN_WORDS = 20_000
"""The same where it is given words in base symbols, since these are traced first."""


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

    has_ids: bool = True
    """Whether ids were compared, and not only tokens."""


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
    library = _libraries.get(tokenizer)
    if library is None:
        with library_errors_as(ComparisonError, "The library cannot load these rules"):
            library = _libraries[tokenizer] = library_for(tokenizer)
    why_words = library.why_words(encoding)
    _check_length(text, MAX_CHARACTERS_IN_WORDS if why_words else MAX_CHARACTERS)
    with library_errors_as(ComparisonError, f"{library.name} cannot encode this text"):
        theirs = library.encode(Asked(tokenizer, text, encoding, add_special_tokens))
    has_ids = library.has_ids and not why_words
    ours = library.ours(encoding)
    place = _first_difference(*([each[has_ids] for each in tokens] for tokens in (ours, theirs)))
    difference = None if place is None else EncodingDifference(place, _at(ours, place), _at(theirs, place))
    return EncodingProof(library.name, version(library.name), len(ours), difference, why_words, has_ids)


_libraries: WeakKeyDictionary[Tokenizer, Library] = WeakKeyDictionary()


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
