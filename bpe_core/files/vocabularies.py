"""The ids that come with a list of merges: in a vocabulary, in the list's own file, or as a list of tokens.

>>> listed_ids([("h", "u")], GivenFile("merges.txt", b"h u"), [GivenFile("vocab.txt", b"h\\nu\\nhu")])
{'h': 0, 'u': 1, 'hu': 2}
"""

import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from itertools import chain
from typing import Any

from bpe_core.errors import TokenizerFileError
from bpe_core.files.given_file import GivenFile, is_vocabulary, reading
from bpe_core.files.other_files import by_members, is_added_tokens
from bpe_core.files.written_tokens import TextPair
from bpe_core.validation import checked_integer, shown


def ids_in(files: Iterable[GivenFile]) -> tuple[dict[str, int] | None, dict[str, int]]:
    """The ids in the vocabulary among some files, and those of added tokens, as transformers saves them.

    The vocabulary is the JSON object with the most ids; None without one. Raises `TokenizerFileError`.
    """
    objects: list[tuple[str, dict[str, Any]]] = []
    for file in files:
        if file.root is not None and is_vocabulary(file.root) and by_members(file.root) is None:
            inside = [file.root, *(member for member in file.root.values() if isinstance(member, dict))]
            objects.append((file.name, max(map(_by_token, inside), key=_number_of_ids)))
    if not objects:
        return None, {}
    largest = max(objects, key=lambda each: _number_of_ids(each[1]))
    with reading(largest[0]):
        ids = token_ids(largest[1])
    added: dict[str, int] = {}
    token_of = {token_id: token for token, token_id in ids.items()}
    for name, root in objects:
        if root is not largest[1] and is_added_tokens(root):
            with reading(name):
                for token, token_id in token_ids(root).items():
                    if token_of.setdefault(token_id, token) != token or ids.get(token, token_id) != token_id:
                        raise TokenizerFileError(f"{shown(token)} has another id in the vocabulary.")
                added |= root
    return ids, added


def listed_ids(
    pairs: Sequence[TextPair], rules: GivenFile, others: Iterable[GivenFile]
) -> dict[str, int] | None:
    """The ids in the file of the rules or in lists of tokens: those that have all tokens of the rules."""
    tokens = {*chain.from_iterable(pairs), *map("".join, pairs)}
    lists = (each for file in others for each in _lists_in(file))
    for value in chain((rules.root or {}).values(), lists):
        ids = _by_token(dict(enumerate(value))) if isinstance(value, list) else value
        if isinstance(ids, dict) and tokens <= (ids := _by_token(ids)).keys():
            return token_ids(ids)
    return None


def _lists_in(file: GivenFile) -> Iterator[list[Any]]:
    """The tokens in a JSON array, or one a line."""
    with suppress(TokenizerFileError, ValueError, RecursionError):
        if file.text.lstrip().startswith("["):
            listed = json.loads(file.text)
            if all(isinstance(token, str) for token in listed):
                yield listed
        lines = file.text.removesuffix("\n").split("\n")
        if file.root is None and not any(" " in line for line in lines):
            yield [line.removesuffix("\r") for line in lines]


def _by_token(value: Mapping[Any, Any]) -> dict[str, Any]:
    """A JSON object of id -> token turned round, and one with ids as texts; anything else as it is."""
    if all(type(token) is str and _is_id(key) for key, token in value.items()):
        return {token: int(key) for key, token in value.items()}
    if all(type(token_id) is str and _is_id(token_id) for token_id in value.values()):
        return {token: int(token_id) for token, token_id in value.items()}
    return dict(value)


def _is_id(value: str | int) -> bool:
    return re.fullmatch("[0-9]{1,9}", str(value)) is not None


def _number_of_ids(value: Mapping[str, Any]) -> int:
    return sum(type(token_id) is int for token_id in value.values())


def token_ids(value: object) -> dict[str, int]:
    """A JSON object of token -> id, checked."""
    if not isinstance(value, dict):
        raise TokenizerFileError("the vocabulary is not a JSON object of tokens and their ids.")
    seen: dict[int, str] = {}
    for token, token_id in value.items():
        if type(token_id) is not int or not 0 <= token_id < 2**32:
            checked_integer(f"the id of {shown(token)}", token_id, TokenizerFileError, most=2**32 - 1)
        if token_id in seen:
            both = f"{shown(seen[token_id])} and {shown(token)}"
            raise TokenizerFileError(f"{both} have the same id, {token_id}.")
        seen[token_id] = token
    return value
