"""Encodes a text with an installed library too, and compares its tokens and ids with ours.

>>> from bpe_core import PROFILES, BPEStepper, Corpus
>>> stepper = BPEStepper(Corpus.from_text("hug pug hug"), PROFILES["hf_tokenizers"].config)
>>> stepper.run()
>>> tokenizer = stepper.tokenizer()
>>> proof = prove_encoding(tokenizer, "hug pug", tokenizer.encode("hug pug"))
>>> proof.library, proof.tokens, proof.has_ids, proof.first_difference
('tokenizers', 2, True, None)

Byte ranks go to tiktoken and subword-nmt's codes to subword-nmt, if these are installed. Everything else goes
to tokenizers, with a tokenizer.json. If that cannot hold all of the rules, the library gets the words in base
symbols, each written as one private character, and applies only the merge rules.
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
"""The longest text that a library gets: it takes about 0.2 s."""

MAX_CHARACTERS_IN_WORDS = 20_000
"""The same if it gets words in base symbols, because these are traced first."""


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

    why_words: str = ""
    """Why the library got words in base symbols, in a sentence; empty if it got the text."""

    has_ids: bool = True
    """Whether ids were compared too, not only tokens."""


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
    """The first index where the two differ; None if they are the same."""
    pairs = enumerate(zip_longest(ours, theirs, fillvalue=...))
    return next((place for place, (our, their) in pairs if our != their), None)


def _at(tokens: Sequence[ProvedToken], place: int) -> ProvedToken | None:
    return tokens[place] if place < len(tokens) else None
