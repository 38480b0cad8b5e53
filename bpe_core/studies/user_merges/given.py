"""Given merges: reads what somebody's trainer returned, or the file that it wrote.

>>> user_merges_of([(b"h", b"ug"), (b"p", b"ug")]).pairs
(('h', 'ug'), ('p', 'ug'))
>>> user_merges_of(({0: b"g", 1: b"u", 2: b"ug", 3: b" "}, [(1, 0), (3, 2)])).pairs
(('u', 'g'), ('Ġ', 'ug'))
"""

import os
from collections.abc import Iterable, Mapping, Set
from numbers import Integral
from typing import Any

from bpe_core.errors import ComparisonError
from bpe_core.studies.user_merges.reader import UserMerges, check_pairs, read_user_merges
from bpe_core.studies.user_merges.values import MAX_USER_BYTES, as_text, pairs_of_python
from bpe_core.validation import checked_path, shown


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
    pairs, kind = pairs_of_python(_spelled_out(given))
    check_pairs(pairs)
    return UserMerges(pairs, kind)


def _spelled_out(given: object) -> object:
    """The merges with their ids replaced by tokens, if they come with a vocabulary."""
    merges, vocabulary = given, None
    if isinstance(given, tuple | list) and len(given) == 2:
        for part, other in (given, given[::-1]):
            if isinstance(part, Mapping) and not all(isinstance(key, tuple) for key in part):
                vocabulary, merges = part, other
    if isinstance(merges, Mapping):
        merges = {_plain(pair): _plain(number) for pair, number in merges.items()}
        if vocabulary is None:
            return merges
        merges = sorted(merges, key=merges.__getitem__)
    if isinstance(merges, Set):
        return merges  # a set has no order, and is refused
    if not isinstance(merges, Iterable):
        raise ComparisonError(f"The merges must be a list of pairs, a dict or a file, got {shown(merges)}.")
    pairs = list(map(_plain, merges))
    if vocabulary is None or not all(type(id_) is int for pair in pairs for id_ in pair):
        return pairs
    return _tokens_of(pairs, vocabulary)


def _plain(value: Any) -> Any:
    """Numbers as `int` (numpy's too), and lists as tuples."""
    if isinstance(value, Integral):
        return int(value)
    is_listing = isinstance(value, Iterable) and not isinstance(value, str | bytes)
    return tuple(map(_plain, value)) if is_listing else value


def _tokens_of(pairs: list[Any], vocabulary: Mapping[Any, Any]) -> list[Any]:
    token_of = {}
    for key, value in vocabulary.items():
        number, token = (value, key) if isinstance(key, str | bytes) else (key, value)
        token = bytes(token) if isinstance(token, list | tuple) else token
        token_of[_plain(number)] = as_text(token) if isinstance(token, str | bytes) else token
    for number, pair in enumerate(pairs, start=1):
        for part in pair:
            if not isinstance(token_of.get(part), str):
                raise ComparisonError(f"Merge {number:,} uses the id {part}, which the vocabulary lacks.")
    return [tuple(token_of[part] for part in pair) for pair in pairs]
