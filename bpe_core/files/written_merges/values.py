"""Values: reads lists and dicts of pairs from JSON and from what Python prints.

>>> merges_of_python({(104, 117): 256, (256, 103): 257}).pairs
(('h', 'u'), ('hu', 'g'))
>>> merges_of_json([["h", "ug"], "p ug"])
WrittenMerges(pairs=(('h', 'ug'), ('p', 'ug')), kind='JSON list', ids=None, header='')
"""

import ast
import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import Any, NamedTuple

from bpe_core.errors import TokenizerFileError
from bpe_core.merges import Pair
from bpe_core.symbol_texts import BYTE_CHARACTERS
from bpe_core.validation import shown

MAX_LISTED = 50_000
"""The most merges of a list or dict."""

MAX_TOKEN_BYTES = 10_000_000
"""The most bytes of all tokens together that token numbers may make."""

# Possessive repeats (*+) never backtrack, so that a text that does not fit fails fast.
QUOTED = r"""[bB]?(?:'[^'\\\n]*+(?:\\.[^'\\\n]*+)*+'|"[^"\\\n]*+(?:\\.[^"\\\n]*+)*+")"""
"""The regular expression of a text or bytes in quotes."""

# Every value is followed by a comma, a colon or a closing bracket. So there are no operators and no calls,
# whose chains could take Python's parser into a deep recursion.
_PART = re.compile(
    rf"(?:[\[({{,:]|(?:{QUOTED}|-?\d{{1,18}}(?:\.\d{{1,20}})?|None|True|False|[\])}}])"
    r"(?=\s*+(?:[\])},:]|\Z)))\s*+"
)

_MOST_PARTS = 12 * MAX_LISTED
"""`((b'h', b'ug'), 15), ` has ten; a parser that gets millions of brackets takes gigabytes."""


class WrittenMerges(NamedTuple):
    """What was read."""

    pairs: tuple[Pair, ...]
    """The two symbols of each merge, in order. Bytes and numbers are in GPT-2's printable characters."""

    kind: str
    """What they were read as, in plain words."""

    ids: Mapping[str, int] | None = None
    """The id of each token, if the merges were written as token numbers: bytes have the first ones."""

    header: str = ""
    """The line above them that says the version; empty without one."""


NO_TOKENS: Mapping[str, int] = MappingProxyType({})
"""No vocabulary."""

_NUMBERS = re.compile(r"[(\[]?([0-9]{1,9})(?:, ?| )([0-9]{1,9})[)\]]?")
"""Two token numbers as the key of an object."""

_ONLY_TOKENS = "this is a vocabulary, which does not say how its tokens were merged."

_RANKS = (
    "these are tokens and their ranks; save them as a .tiktoken file, with a line of base64 and rank each."
)

_MOST_SPACES = 100
"""A merge written as one text with more spaces than this is not tried at each of them."""


def check_number(merges: int, most: int = MAX_LISTED) -> None:
    """Raise `TokenizerFileError` if there are more merges than are read."""
    if merges > most:
        raise TokenizerFileError(f"there are {merges:,} merges; at most {most:,} can be read.")


def read_literal(text: str) -> object | None:
    """The list, tuple, dict or set that is printed in a text; None if the text is something else.

    Nothing is run. Raises `TokenizerFileError` if it has more parts than a list of `MAX_LISTED` merges.

    >>> read_literal("('u', 'g'), ('h', 15)"), read_literal("[h, ug]")
    ((('u', 'g'), ('h', 15)), None)
    """
    place = parts = 0
    while place < len(text):
        match = _PART.match(text, place)
        if match is None:
            return None
        place, parts = match.end(), parts + 1
        if parts > _MOST_PARTS:
            raise TokenizerFileError(
                f"this list has more than {_MOST_PARTS:,} parts, more than {MAX_LISTED:,} merges need."
            )
    try:
        value: object = ast.literal_eval(text)
    except (ValueError, TypeError, SyntaxError, MemoryError, RecursionError):
        return None  # brackets that do not match, or a list as a key of a dict
    return value if isinstance(value, list | tuple | dict | set) else None


def merges_of_json(value: object, tokens: Mapping[str, int] = NO_TOKENS) -> WrittenMerges:
    """The merges of a tokenizer.json, of a list of pairs, or of an object "a b" -> rank.

    `tokens` are those of a vocabulary that comes with it, with their ids.
    """
    if isinstance(value, list):
        if value and all(isinstance(entry, str) and len(parts_of(entry)) == 1 for entry in value):
            raise TokenizerFileError(_ONLY_TOKENS)
        return _all_merges(value, "JSON list", tokens)
    if not isinstance(value, dict):
        raise TokenizerFileError(f"this JSON holds {shown(value)}, not a list of pairs.")
    model = value if merges_in(value) is not None else value.get("model", value)
    merges = merges_in(model) if isinstance(model, dict) else None
    merges = merges_in(merges) or merges if isinstance(merges, dict) else merges
    if isinstance(merges, list):
        known = model["vocab"] if isinstance(model.get("vocab"), dict) else tokens
        check_number(len(merges))
        entries = [
            cut_at_space(merge, known) or merge if isinstance(merge, str) else merge
            for merge in merges
            if not (isinstance(merge, str) and merge.startswith("#version"))
        ]
        return _all_merges(entries, "Hugging Face tokenizer.json", tokens)
    ranks = merges if isinstance(merges, dict) else value
    if "model" in value or not are_pairs(ranks):
        raise TokenizerFileError(
            "this JSON object has no list of merges. It can be a tokenizer.json with a BPE model, a list of"
            ' pairs, or an object such as {"h ug": 0}; a vocabulary alone does not say how it was merged.'
        )
    return _all_merges(_in_order(ranks), "JSON object", tokens, ranks)


def merges_in(root: Mapping[str, Any]) -> list[Any] | dict[Any, Any] | None:
    """The member of a JSON object with the merges, such as `merges`; or all members, each by its rank."""
    if root and all(
        key.isdecimal() and isinstance(pair, list) and len(pair) == 2 for key, pair in root.items()
    ):
        return [root[key] for key in sorted(root, key=int)]
    inside = {name: member for name, member in root.items() if isinstance(member, list | dict)}
    named = (member for name, member in inside.items() if "merge" in name.casefold())
    return inside["merges"] if "merges" in inside else next(named, None)


def are_pairs(texts: Collection[str]) -> bool:
    """Whether each of some names in a JSON object is a merge, as programs write it.

    >>> are_pairs(["h ug", "104,117", "('h', 'ug')"]), are_pairs(["h", "ug"])
    (True, False)
    """
    return bool(texts) and all(len(parts_of(text)) == 2 for text in texts)


def merges_of_python(value: object, tokens: Mapping[str, int] = NO_TOKENS) -> WrittenMerges:
    """The merges of a printed list or dict; symbols are texts, bytes or the numbers of minbpe."""
    if isinstance(value, dict):
        value = value.get("merges", value)
    elif isinstance(value, list | tuple) and [type(part) for part in value] in ([dict, list], [list, dict]):
        value = next(part for part in value if isinstance(part, list))  # beside a vocabulary
    entries = value.items() if isinstance(value, dict) else value if isinstance(value, list) else ()
    if entries and all(map(_is_rank, entries)):
        raise TokenizerFileError(_RANKS)
    if isinstance(value, dict):
        if value and all(isinstance(number, int) for number in value):
            raise TokenizerFileError(_ONLY_TOKENS)
        parts = [part for pair in value for part in parts_of(pair)]
        if value and all(isinstance(number, int) for number in [*parts, *value.values()]):
            return numbered("minbpe's merges", sorted(value.items(), key=lambda item: item[1]), tokens)
        return _all_merges(_in_order(value), "Python dict", tokens)
    if not isinstance(value, list | tuple):
        raise TokenizerFileError("this is a set, which has no order; give a list of the merges as learned.")
    if len(value) == 2 and all(isinstance(part, str | bytes) and len(parts_of(part)) != 2 for part in value):
        value = [value]  # one pair, not a list of two
    return _all_merges(value, "Python list", tokens)


def as_text(symbol: str | bytes) -> str:
    """A symbol as text: bytes in GPT-2's printable characters."""
    return symbol if isinstance(symbol, str) else "".join(BYTE_CHARACTERS[byte] for byte in symbol)


def of_hex(symbol: str) -> str:
    """A symbol from the hexadecimal digits of its bytes."""
    return as_text(bytes.fromhex(symbol))


def numbered(kind: str, merges: Iterable[tuple[Any, int]], tokens: Mapping[str, int]) -> WrittenMerges:
    """The merges from token numbers, each with the number of the token that it makes.

    The numbers are those of the vocabulary; without one, bytes have the first.
    """
    texts = {number: text for text, number in tokens.items()} or dict(enumerate(BYTE_CHARACTERS))
    size, known = 0, "in the vocabulary" if tokens else "a byte"
    pairs: list[Pair] = []
    for number, (entry, token) in enumerate(merges, start=1):
        parts = parts_of(entry)
        if len(parts) != 2:
            raise _no_pair(number, entry)
        for part in parts:
            if part not in texts:
                raise TokenizerFileError(
                    f"merge {number:,} uses token {shown(part)}, which is neither {known} nor made before it."
                )
        left, right = texts[parts[0]], texts[parts[1]]
        # Each merge can make a token twice as long as the longest before it.
        size += len(left) + len(right)
        if size > MAX_TOKEN_BYTES:
            raise TokenizerFileError(
                f"merge {number:,} makes a token of {len(left) + len(right):,} bytes; all tokens together"
                f" can have at most {MAX_TOKEN_BYTES:,}."
            )
        pairs.append((left, right))
        texts[token] = left + right
    return WrittenMerges(
        tuple(pairs), kind, None if tokens else {text: number for number, text in texts.items()}
    )


def are_numbers(pairs: Sequence[Pair], tokens: Mapping[str, int] = NO_TOKENS) -> bool:
    """Whether the symbols are numbers of tokens, not digits that are merged.

    The numbers are those of the vocabulary; without one, of bytes and of earlier tokens.
    """
    if tokens and pairs:
        if not pairs[0][0].isdecimal():
            return False
        parts, numbers = {part for pair in pairs for part in pair}, {*map(str, tokens.values())}
        return parts <= numbers and not parts <= tokens.keys()
    made, are_numbers = set("0123456789"), False
    for rank, pair in enumerate(pairs):
        if not all(text.isascii() and text.isdecimal() and int(text[:9]) < 256 + rank for text in pair):
            return False
        are_numbers = are_numbers or not made.issuperset(pair)
        made.add(pair[0] + pair[1])
    return are_numbers


def _no_pair(number: int, entry: object) -> TokenizerFileError:
    return TokenizerFileError(f'merge {number:,} is {shown(entry)}, not a pair such as ["h", "ug"].')


def _in_order(ranks: Mapping[Any, Any]) -> list[Any]:
    """The keys in the order of their values if these number them one by one, otherwise as they are."""
    numbers = list(ranks.values())
    if numbers and all(isinstance(number, int) for number in numbers):
        least = min(numbers)
        if sorted(numbers) == list(range(least, least + len(numbers))):
            return sorted(ranks, key=ranks.__getitem__)
    return list(ranks)


def _all_merges(
    entries: Sequence[Any],
    kind: str,
    tokens: Mapping[str, int],
    ranks: Mapping[Any, Any] | None = None,
) -> WrittenMerges:
    check_number(len(entries))
    all_parts: list[Any] = [parts_of(entry) for entry in entries]
    types = {type(part) for parts in all_parts for part in parts}
    if types == {str} and all(len(parts) == 2 for parts in all_parts) and are_numbers(all_parts, tokens):
        all_parts, types = [(int(left), int(right)) for left, right in all_parts], {int}
    if types == {int} and all(len(parts) == 3 for parts in all_parts):
        return numbered(kind, [(parts[:2], parts[2]) for parts in all_parts], tokens)
    if types == {int}:
        made = [_beside(entry) if ranks is None else ranks[entry] for entry in entries]
        return numbered(kind, zip(all_parts, made_numbers(made), strict=True), tokens)
    pairs = []
    for number, (entry, parts) in enumerate(zip(entries, all_parts, strict=True), start=1):
        if len(parts) != 2 or not all(isinstance(part, str | bytes) for part in parts):
            raise _no_pair(number, entry)
        pairs.append((as_text(parts[0]), as_text(parts[1])))
    in_order = [*BYTE_CHARACTERS, *map("".join, pairs)] if bytes in types else []
    return WrittenMerges(tuple(pairs), kind, {text: number for number, text in enumerate(in_order)} or None)


def made_numbers(written: Sequence[Any]) -> range:
    """The numbers of the tokens that merges make: as written if they go up one by one, else 256 and up."""
    first = written[0] if type(written[0]) is int and written[0] >= 256 else 256
    numbers = range(first, first + len(written))
    return numbers if list(numbers) == written else range(256, 256 + len(written))


def _is_rank(entry: Any) -> bool:
    return isinstance(entry, tuple) and [type(part) for part in entry] == [bytes, int]


def _beside(entry: Any) -> Any:
    """What stands behind a pair, as in [[104, 117], 256]."""
    return (
        entry[1]
        if isinstance(entry, list | tuple) and len(entry) == 2 and isinstance(entry[0], list | tuple)
        else None
    )


def _are_bytes(part: Sequence[Any]) -> bool:
    return bool(part) and all(type(byte) is int and 0 <= byte < 256 for byte in part)


def parts_of(entry: Any) -> Sequence[Any]:
    """The two symbols of an entry: a pair, "a b", or either with a number or the token next to it."""
    if isinstance(entry, dict):  # {"left": "h", "right": "ug", "count": 15}
        named = [value for value in entry.values() if not isinstance(value, int | float)]
        entry = named[0] if len(named) == 1 else named or [*entry.values()]
    if isinstance(entry, str):
        if match := _NUMBERS.fullmatch(entry):
            return match.groups()
        if entry.startswith("(") and isinstance(literal := read_literal(entry), tuple):
            return parts_of(literal)
        parts = entry.split(" " if " " in entry else ",", 2)
        return parts if len(parts) == 2 and all(parts) else [entry]
    if not isinstance(entry, list | tuple):
        return ()
    pair: Sequence[Any] = entry
    while len(lists := [part for part in pair if isinstance(part, list | tuple)]) == 1 < len(pair) <= 3:
        pair = lists[0]  # (("h", "ug"), 15)
    if len(lists) == len(pair) == 2 and all(map(_are_bytes, lists)):
        return [bytes(part) for part in lists]  # [[104], [117, 103]]
    if len(pair) == 3 and all(isinstance(part, str | bytes) for part in pair[:2]):
        left, right, beside = pair
        is_made = type(left) is type(right) and beside == left + right
        return pair[:2] if is_made or isinstance(beside, int) else pair
    return pair


def cut_at_space(merge: str, tokens: Collection[str]) -> Pair | None:
    """The symbols of a merge "a b"; if they can have spaces, the only two that are tokens, or else make one.

    >>> cut_at_space("a b c", {"a", "a b", "b c", "c", "a bc"})
    ('a b', 'c')
    """
    if merge.count(" ") > _MOST_SPACES:
        return None
    spaces = [place for place in range(1, len(merge) - 1) if merge[place] == " "]
    cuts = [(merge[:space], merge[space + 1 :]) for space in spaces]
    if len(cuts) > 1:
        cuts = [cut for cut in cuts if cut[0] in tokens and cut[1] in tokens]
    if len(cuts) > 1:
        cuts = [cut for cut in cuts if "".join(cut) in tokens]
    return cuts[0] if len(cuts) == 1 else None
