"""The ids that come with a list of merges: in a vocabulary, in the list's own file, or as a list of tokens.

>>> listed_ids([("h", "u")], GivenFile("merges.txt", b"h u"), [GivenFile("vocab.txt", b"h\\nu\\nhu")])
{'h': 0, 'u': 1, 'hu': 2}
"""

import ast
import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from itertools import chain, count
from typing import Any

from bpe_core.errors import TokenizerFileError
from bpe_core.files.given_file import GivenFile, is_vocabulary, reading
from bpe_core.files.merge_rows import as_text
from bpe_core.files.other_files import by_members, is_added_tokens
from bpe_core.files.printed_merges import merges_in, of_hex
from bpe_core.files.printed_values import QUOTED
from bpe_core.merges import Pair
from bpe_core.validation import checked_integer, shown

_HEX_OR_NAME = re.compile("(?:[0-9a-f]{2})+|<.*>")
_TOKEN_AND_ID = re.compile(r"(\S+)[\t ]([0-9]{1,9})\r?")
_ID_AND_TOKEN = re.compile(r"([0-9]{1,9})[\t ](\S+)\r?")
_NAMES_SPECIAL = re.compile("special|added", re.IGNORECASE)
_BYTES = re.compile(f"(?=b){QUOTED}")


def ids_in(files: Iterable[GivenFile]) -> tuple[dict[str, int] | None, dict[str, int]]:
    """The ids in the vocabulary among some files, and those of added tokens, as transformers saves them.

    The vocabulary is the JSON object with the most ids; None without one. Raises `TokenizerFileError`.
    """
    objects = [
        (file.name, ids_of(file.root))
        for file in files
        if file.root is not None and is_vocabulary(file.root) and by_members(file.root) is None
    ]
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


def ids_of(root: Mapping[str, Any]) -> dict[str, Any]:
    """The ids in a JSON object or in a member of it, whichever has more."""
    return max(_by_token(root), ids_inside(root), key=_number_of_ids)


def ids_inside(root: Mapping[str, Any]) -> dict[str, Any]:
    """The ids in the member of a JSON object that has the most; empty if none has any."""
    merges = merges_in(root)
    others = (
        member
        for name, member in root.items()
        if isinstance(member, dict) and member is not merges and not _may_be_counts(member)
        if not _NAMES_SPECIAL.search(name)
    )
    members = map(_by_token, others)
    most = max(members, key=_number_of_ids, default={})
    return most if most and _number_of_ids(most) == len(most) else {}


def special_inside(root: Mapping[str, Any], ids: Mapping[str, int]) -> dict[str, int]:
    """The special tokens in members of an object that are called so; listed ones have the next ids."""
    special: dict[str, int] = {}
    for name, member in root.items() if merges_in(root) is not None else ():
        if _NAMES_SPECIAL.search(name) and isinstance(member, dict):
            special |= token_ids(_by_token(member))
        elif _NAMES_SPECIAL.search(name) and isinstance(member, list) and {*map(type, member)} == {str}:
            known = {**ids, **special}
            free = count(max(known.values(), default=-1) + 1)
            special |= {token: known[token] if token in known else next(free) for token in member}
    return special


def listed_ids(pairs: Sequence[Pair], rules: GivenFile, others: Iterable[GivenFile]) -> dict[str, int] | None:
    """The ids in the file of the rules or in lists of tokens: those that have all tokens of the rules."""
    tokens = {*chain.from_iterable(pairs), *map("".join, pairs)}
    lists = (each for file in others for each in _lists_in(file))
    for value in chain((rules.root or {}).values(), lists):
        ids = _by_token(dict(enumerate(value))) if isinstance(value, list) else value
        if isinstance(value, list) and len(ids) < len(value):  # a token twice: no list of all of them
            continue
        if isinstance(ids, dict) and not _may_be_counts(ids) and tokens <= (ids := _by_token(ids)).keys():
            return token_ids(ids)
    return None


def _lists_in(file: GivenFile) -> Iterator[list[Any] | dict[str, int]]:
    """The tokens in a JSON array, or one a line, perhaps with their ids."""
    with suppress(TokenizerFileError, ValueError, RecursionError):
        if file.text.lstrip().startswith("["):
            listed = json.loads(file.text)
            if all(isinstance(token, str) for token in listed):
                yield listed
            entries = [entry for entry in listed if isinstance(entry, dict)]
            by_type = [{type(value): value for value in entry.values()} for entry in entries]
            yield {entry[str]: entry[int] for entry in by_type if {*entry} == {str, int}}
        lines = file.text.removesuffix("\n").split("\n")
        if file.root is None and not any(" " in line for line in lines):
            yield [line.removesuffix("\r") for line in lines]
        for row, token, number in ((_TOKEN_AND_ID, 1, 2), (_ID_AND_TOKEN, 2, 1)):
            rows = [match for match in map(row.fullmatch, lines) if match]
            if len(rows) == len(lines):
                yield {match[token]: int(match[number]) for match in rows}


def _may_be_counts(ids: Mapping[Any, Any]) -> bool:
    """Whether the numbers go down, which counts do, most frequent first, and ids do not."""
    numbers = [number for number in ids.values() if type(number) is int]
    return len(numbers) > 1 and numbers == sorted(numbers, reverse=True)


def _by_token(value: Mapping[Any, Any]) -> dict[str, Any]:
    """A JSON object of id -> token turned round, and one with ids as texts; anything else as it is."""
    if all(_is_id(key) and _is_token(token) for key, token in value.items()):
        value = {_text_of(token): int(key) for key, token in value.items()}
    elif all(type(token_id) is str and _is_id(token_id) for token_id in value.values()):
        value = {token: int(token_id) for token, token_id in value.items()}
    if f"{0:02x}" in value and f"{255:02x}" in value and all(map(_HEX_OR_NAME.fullmatch, value)):
        return {token if token[:1] == "<" else of_hex(token): token_id for token, token_id in value.items()}
    if "b'\\x00'" in value and all(map(_BYTES.fullmatch, value)):
        with suppress(ValueError, SyntaxError):  # another character, an escape that Python does not know
            return {as_text(ast.literal_eval(token)): token_id for token, token_id in value.items()}
    return dict(value)


def _is_token(value: Any) -> bool:
    return isinstance(value, str) or (
        isinstance(value, list) and all(type(byte) is int and 0 <= byte < 256 for byte in value)
    )


def _text_of(token: str | list[int]) -> str:
    return token if isinstance(token, str) else as_text(bytes(token))


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
