"""User merges: reads the merges of somebody's own implementation, from a file or a pasted text, leniently.

`files` refuses lists that no tokenizer could use. This module reads them, because `diagnosis` is
made for lists that differ. Rules that can never apply and rules given twice are kept.

>>> read_user_merges("#version: 0.2\\nu g\\nh ug\\n")
UserMerges(pairs=(('u', 'g'), ('h', 'ug')), kind='merges.txt')
>>> read_user_merges("[(b' ', b't'), (b' t', b'he')]").pairs
(('Ġ', 't'), ('Ġt', 'he'))
>>> read_user_merges("u g\\nhug")
Traceback (most recent call last):
    ...
bpe_core.errors.ComparisonError: Line 2 is 'hug'; expected one merge: two symbols and one space between them.

What a trainer returned is read too:

>>> user_merges_of([(b"h", b"ug"), (b"p", b"ug")]).pairs
(('h', 'ug'), ('p', 'ug'))
>>> user_merges_of(({0: b"g", 1: b"u", 2: b"ug", 3: b" "}, [(1, 0), (3, 2)])).pairs
(('u', 'g'), ('Ġ', 'ug'))
"""

import os
import re
from collections.abc import Mapping, Set
from dataclasses import dataclass, field
from numbers import Integral
from typing import Any

from bpe_core.encoding.parts import TokenizerParts
from bpe_core.errors import ComparisonError, ConfigError, TextError, TokenizerFileError
from bpe_core.files import minbpe, tiktoken
from bpe_core.files.given_file import GivenFile, as_given
from bpe_core.files.merge_rows import as_text, check_number
from bpe_core.files.other_files import by_first_bytes
from bpe_core.files.printed_merges import merges_of_value, read_written_merges
from bpe_core.files.printed_values import read_literal
from bpe_core.merges import Pair
from bpe_core.validation import check_characters, checked_path, is_listing, short_name, shown

MAX_USER_BYTES = 10_000_000
"""The largest merge list that is read, in bytes."""

MAX_USER_MERGES = 50_000
"""The most merges that are read."""

MAX_SYMBOL = 1_000
"""The longest symbol of a merge, in characters."""

_BYTES = re.compile(r"(?:^|[(\[,\s])b['\"]")
"""How bytes begin in a list of Python."""

_WORDS = re.compile(r"\n\s*(?:Counter\(|defaultdict\([^{\n]*)?(?P<words>\{[^{}]*\})\)?\s*$")
"""A dict after something else."""

_MOST_SPECIAL_TOKENS = 1_000
"""How many lines a minbpe model may have besides its merges."""

_MOST_TIKTOKEN_WORK = 2 * 10**7
"""The largest sum of the squared lengths of a tiktoken file's tokens; GPT-4's have half of it."""


@dataclass(frozen=True)
class UserMerges:
    """The merges of somebody's own implementation."""

    pairs: tuple[Pair, ...]
    """The two symbols of each merge, in the order learned. Symbols given as bytes or as numbers are written
    in GPT-2's printable characters, others as they were given."""

    kind: str
    """What they were read as, in plain words: "merges.txt", "subword-nmt codes", "minbpe model"."""

    counts: tuple[int, ...] = field(default=(), repr=False)
    """How often each pair occurred, where that stands beside all of them."""

    in_bytes: bool = field(default=False, repr=False)
    """Whether the symbols were given as bytes, as Python writes them."""

    words: tuple[tuple[tuple[str, ...], int], ...] = field(default=(), repr=False)
    """The words as split, each with its count, where a trainer's dict of them was given too."""


def read_user_merges(data: bytes | str, name: str = "") -> UserMerges:
    """The merges in a file's content or in pasted text; the content shows what it is.

    It reads merges.txt, tokenizer.json, minbpe's `.model` and its dict of merges, subword-nmt codes,
    tiktoken's ranks, lists of pairs in JSON or Python, and lines such as `h ug` and `Best pair: ('h', 'ug')`.
    An error begins with `name`. Raises `ComparisonError`, which names the line if there is one.
    """
    try:
        merges = _read(_checked_text(data))
        _check_pairs(merges.pairs)
    except (ComparisonError, TokenizerFileError, ConfigError, TextError) as error:
        sentence = _capitalized(str(error))
        raise ComparisonError(f"{short_name(name)}: {sentence}" if name else sentence) from error
    return merges


def _capitalized(sentence: str) -> str:
    return sentence[0].upper() + sentence[1:]


def _checked_text(data: bytes | str) -> str:
    if isinstance(data, bytes):
        data = as_given(data)
        if (other := by_first_bytes(data)) is not None:
            raise ComparisonError(other)
    size = len(data) if isinstance(data, bytes) else len(data.encode("utf-8", "surrogatepass"))
    if size > MAX_USER_BYTES:
        raise ComparisonError(f"The merges have {size:,} bytes; at most {MAX_USER_BYTES:,} can be read.")
    if isinstance(data, str):
        check_characters(data, "The merge list")
        data = data.encode()
    if not data.strip():
        raise ComparisonError("There are no merges here; at least one is needed.")
    return GivenFile("", data).text


def _read(text: str) -> UserMerges:
    file = GivenFile("", text.encode())
    if minbpe.is_minbpe(text):
        check_number(text.count("\n") - _MOST_SPECIAL_TOKENS)
        return UserMerges(_pairs_of_numbers(minbpe.read(file)), "minbpe model")
    if tiktoken.is_lines(file) and len(text.split("\n", 2)) > 1:
        _check_tiktoken(text)
        return UserMerges(_pairs_of_numbers(tiktoken.read(file)), "tiktoken ranks")
    text, words = split_words(text)
    merges = read_written_merges(text)
    return UserMerges(merges.pairs, merges.kind, merges.counts, bool(_BYTES.search(text)), words)


def split_words(text: str) -> tuple[str, tuple[tuple[tuple[str, ...], int], ...]]:
    """A text without the dict of words with their counts that ends it, and these words as they are split.

    >>> split_words("l o\\nlo w\\n{'low </w>': 5, 'e r </w>': 2}")
    ('l o\\nlo w', ((('low', '</w>'), 5), (('e', 'r', '</w>'), 2)))
    """
    found = _WORDS.search(text)
    if found is None:
        return text, ()
    value = read_literal(found["words"])
    if not isinstance(value, dict) or not all(type(count) is int for count in value.values()):
        return text, ()
    if all(isinstance(word, tuple) and len(word) == 2 for word in value):  # a dict of merges
        return text, ()
    words = []
    for word, count in value.items():
        symbols = tuple(word.split(" ")) if isinstance(word, str) else word
        if not isinstance(symbols, tuple) or not all(isinstance(each, str | bytes) for each in symbols):
            return text, ()
        words.append((tuple(map(as_text, symbols)), count))
    return text[: found.start()].rstrip(), tuple(words)


def _check_tiktoken(text: str) -> None:
    """Refuse what would take long to read: the time grows with the squared lengths of the tokens."""
    check_number(text.count("\n"))
    lengths = (len(line.partition(" ")[0]) * 3 // 4 for line in text.split("\n"))  # base64
    if sum(length**2 for length in lengths) > _MOST_TIKTOKEN_WORK:
        raise ComparisonError("This tiktoken file has tokens that are too long to find their merges.")


def _pairs_of_numbers(contents: TokenizerParts) -> tuple[Pair, ...]:
    """The merges of a file whose base symbols are bytes, as printed text."""
    plain = contents.plain_tokens
    return tuple((plain[left], plain[right]) for left, right in contents.printed_merges)


def _check_pairs(pairs: tuple[Pair, ...]) -> None:
    """Raise `ComparisonError` if there are no merges or too many, or if symbols are empty or too long."""
    if not pairs:
        raise ComparisonError("There are no merges here; at least one is needed.")
    check_number(len(pairs), MAX_USER_MERGES)
    for number, pair in enumerate(pairs, start=1):
        for symbol in pair:
            check_characters(symbol, f"Merge {number:,}")
            if not 1 <= len(symbol) <= MAX_SYMBOL:
                raise ComparisonError(
                    f"Merge {number:,} has the symbol {shown(symbol)}; a symbol has 1 to"
                    f" {MAX_SYMBOL:,} characters."
                )


def user_merges_of(given: object) -> UserMerges:
    """The merges in a list or dict of pairs, in a file, or in a text.

    Symbols are texts (perhaps in GPT-2's printed characters), bytes, or ids. Ids are those of minbpe (bytes,
    then 256 and up), unless a vocabulary comes with the merges: `(vocabulary, merges)`, id -> token or token
    -> id. A path, or a text of one line, names a file. Raises `ComparisonError`.
    """
    if isinstance(given, os.PathLike) or (isinstance(given, str) and "\n" not in given):
        path = checked_path(given, ComparisonError)
        try:
            with path.open("rb") as file:
                return read_user_merges(file.read(MAX_USER_BYTES + 1), path.name)
        except OSError as error:
            raise ComparisonError(f"{str(path)!r} cannot be read: {error.strerror}.") from error
    if isinstance(given, str | bytes):
        return read_user_merges(given)
    try:
        plain = _spelled_out(given)
        merges = merges_of_value(plain)
        _check_pairs(merges.pairs)
    except TokenizerFileError as error:
        raise ComparisonError(_capitalized(str(error))) from error
    return UserMerges(merges.pairs, merges.kind, merges.counts, _holds_bytes(plain))


def _spelled_out(given: object) -> object:
    """The merges with their ids replaced by tokens, if they come with a vocabulary."""
    merges: Any = given
    vocabulary: Mapping[Any, Any] | None = None
    if isinstance(given, tuple | list) and len(given) == 2:
        for part, other in (given, given[::-1]):
            if isinstance(part, Mapping) and not all(isinstance(key, tuple) for key in part):
                vocabulary, merges = part, other
    if isinstance(merges, Mapping):
        merges = {_plain(pair): _plain(number) for pair, number in merges.items()}
        if vocabulary is None:
            return merges
        if not all(type(number) is int for number in merges.values()):
            raise ComparisonError(f"The merges must be numbered by integers, got {shown(merges)}.")
        merges = sorted(merges, key=merges.__getitem__)
    if isinstance(merges, Set):
        return merges  # a set has no order, and is refused
    if not is_listing(merges):
        raise ComparisonError(f"The merges must be a list of pairs, a dict or a file, got {shown(merges)}.")
    pairs = list(map(_plain, merges))
    are_ids = all(isinstance(pair, tuple) and all(type(id_) is int for id_ in pair) for pair in pairs)
    if vocabulary is None or not are_ids:
        return pairs
    token_of = {}
    for key, value in vocabulary.items():
        number, token = (value, key) if isinstance(key, str | bytes) else (key, value)
        if isinstance(token, list | tuple) and all(type(byte) is int and 0 <= byte < 256 for byte in token):
            token = bytes(token)
        number = _plain(number)
        if isinstance(number, int):
            token_of[number] = as_text(token) if isinstance(token, str | bytes) else token
    for number, pair in enumerate(pairs, start=1):
        for part in pair:
            if not isinstance(token_of.get(part), str):
                raise ComparisonError(
                    f"Merge {number:,} uses the id {shown(part)}, which the vocabulary lacks."
                )
    return [tuple(token_of[part] for part in pair) for pair in pairs]


def _plain(value: Any) -> Any:
    """Numbers as `int` (numpy's too), and lists as tuples."""
    if isinstance(value, Integral):
        return int(value)
    return tuple(map(_plain, value)) if is_listing(value) else value


def _holds_bytes(value: Any) -> bool:
    """Whether one of its symbols is bytes."""
    return isinstance(value, bytes) or (is_listing(value) and any(map(_holds_bytes, value)))
