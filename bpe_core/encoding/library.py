"""What a library that encodes with its own file says: the same answers from each of them.

`hugging_face` and `sentencepiece` ask the two libraries; they run where `hosting` says, so all that goes in
and out can be pickled. `library_tokenizer` is the tokenizer that asks them.
"""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any, NamedTuple, Protocol

from bpe_core.encoding.encoded_text import Span, TokenWithId
from bpe_core.encoding.merge_rules import Rules
from bpe_core.errors import BPEError, TextError

MOST_TOKENS, TOKENS_PER_CHARACTER = 500_000, 8
"""A text may become this many tokens, or this many for each of its characters."""


class LibraryFacts(NamedTuple):
    """What is known of a file once its library has loaded it."""

    library: str
    """The name of the library's package."""

    model: str
    """"BPE", "WordPiece" or "Unigram"."""

    vocab: Mapping[str, int]
    """Token -> id, of the model."""

    added: Mapping[int, str]
    """Id -> token, for the tokens that are cut out of a text first, special or not."""

    unk_token: str | None
    """Stands for what the vocabulary cannot spell; None: it is left out."""

    base: Sequence[int]
    """The ids of single characters, of bytes in place of them, and of the unknown token."""

    stages: Mapping[str, tuple[str, ...]]
    """The stages of the file -> the names of their parts, such as `Replace`, in order."""

    options: tuple[str, ...] = ()
    """The options that the file sets for the model, such as `byte_fallback`."""

    scores: Mapping[int, float] = {}
    """Id -> score, of the pieces of Unigram."""

    prefix: str = ""
    """By WordPiece: what tokens have before them that go on a word."""

    longest: int = 0
    """By WordPiece: a word with more characters is unknown."""

    around: tuple[tuple[str, ...], tuple[str, ...]] = ((), ())
    """The tokens that can be put before a text, and those after it."""

    around_ids: Sequence[int] = ()
    """The ids of these, which the vocabulary may lack."""

    same_text: Mapping[int, str] = {}
    """Id -> token, for the tokens of which another one with a later id has the same text."""

    joins_with_spaces: bool = False
    """Whether decoding puts a space between two tokens, which belongs to neither."""

    @property
    def tokens(self) -> int:
        """How many tokens the file has."""
        return len(self.vocab)


class LibraryTokens(NamedTuple):
    """The tokens of a text."""

    tokens: list[str]
    """The tokens as printed; an added one as the file names it."""

    ids: list[int | None]
    """Their ids, as in `Encoding.ids`."""

    offsets: list[Span]
    """Where they are in the text as given, as (start, end) in characters."""

    words: list[int | None]
    """The word that each belongs to, by index; None for a token around the text."""

    dropped: Sequence[str] = ()
    """What has left no token, because the vocabulary cannot spell it and has no token for that."""


class LibraryWord(NamedTuple):
    """A word of a text, as the library hands it to the model; or an added token."""

    text: str
    """The word; or the text that matched an added token."""

    span: Span
    """The characters of the text that it comes from, as (start, end)."""

    added: TokenWithId | None = None
    """An added token, as the file names it; None for a word."""

    symbols: Sequence[str] = ()
    """By BPE: the symbols that the word is spelled with before any merge."""

    ids: Sequence[int] = ()
    """Their ids."""

    offsets: Sequence[Span] = ()
    """Where they are in the text."""

    dropped: Sequence[str] = ()
    """As in `LibraryTokens`."""


class Library(Protocol):
    """A file in its library."""

    facts: LibraryFacts
    """What is known of the file."""

    def rules(self) -> Rules:
        """The merge rules of the file, in ids."""

    def encode(self, text: str, *, add_special_tokens: bool) -> LibraryTokens:
        """The tokens of a text; raises `TextError`."""

    def words(self, text: str, number: int | None = None) -> list[LibraryWord]:
        """The words of a text, or only the one with this index; raises `TextError`."""

    def normalized(self, text: str) -> str:
        """A text as the file's normalizer changes it; raises `TextError`."""

    def texts_of(self, ids: Sequence[Sequence[int]]) -> list[str]:
        """The texts of several lists of ids; raises `TextError`."""

    def bytes_of(self, ids: Sequence[int]) -> list[bytes]:
        """What each token adds to a text when it is not the first; raises `TextError`."""


def check_tokens(text: str, made: Sequence[Any]) -> None:
    """Raise `TextError` if a file makes too many tokens of a text."""
    most = max(MOST_TOKENS, TOKENS_PER_CHARACTER * len(text))
    if len(made) > most:
        raise TextError(
            f"This text of {len(text):,} characters becomes {len(made):,} tokens; at most {most:,} are"
            " allowed."
        )


@contextmanager
def library_errors_as(error: type[Exception], what: str = "") -> Iterator[None]:
    """Turn whatever the library raises into `error`; a panic in its Rust code is no `Exception`."""
    try:
        yield
    except BPEError:
        raise
    except BaseException as caught:
        if isinstance(caught, Exception) or type(caught).__name__ == "PanicException":
            why = "out of memory" if isinstance(caught, MemoryError) else str(caught).rstrip(".")
            raise error(f"{what}: {why}." if what else why) from caught
        raise
