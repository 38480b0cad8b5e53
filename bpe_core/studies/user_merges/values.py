"""Given merges as values: lists and dicts of pairs, as JSON holds them and Python prints them.

In: a parsed value. Out: the pairs as text, and in plain words what they were read as.

>>> pairs_of_python({(104, 117): 256, (256, 103): 257})
((('h', 'u'), ('hu', 'g')), "minbpe's merges")
>>> pairs_of_json([["h", "ug"], "p ug"])
((('h', 'ug'), ('p', 'ug')), 'JSON list')
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from bpe_core.errors import ComparisonError
from bpe_core.merges import Pair
from bpe_core.studies.user_merges.limits import MAX_GIVEN_BYTES, check_number
from bpe_core.symbols import BYTE_CHARACTERS
from bpe_core.tokenizer_files.contents import shown

Read = tuple[tuple[Pair, ...], str]

_ALLOWED = 'a pair such as ["h", "ug"] is allowed'

_MOST_SPACES = 100
"""A merge written as one text with more of them is not tried at each."""


def pairs_of_json(value: object) -> Read:
    """The pairs of a tokenizer.json, of a list of pairs, or of an object "a b" -> rank."""
    if isinstance(value, dict):
        model = value.get("model", value)
        if isinstance(model, dict) and isinstance(model.get("merges"), list):
            vocabulary = model.get("vocab")
            known = vocabulary if isinstance(vocabulary, dict) else {}
            check_number(len(model["merges"]))
            pairs = tuple(
                _file_pair(number, merge, known)
                for number, merge in enumerate(model["merges"], start=1)
                if not (isinstance(merge, str) and merge.startswith("#version"))
            )
            return pairs, "Hugging Face tokenizer.json"
        if "model" in value or not all(len(_split(text)) == 2 for text in value):
            raise ComparisonError(
                "This JSON object has no list of merges; a tokenizer.json with a BPE model, a list of pairs,"
                ' or an object such as {"h ug": 0} is allowed. A vocabulary alone does not say how it was'
                " merged."
            )
        return _all_pairs(_in_order(value)), "JSON object"
    if not isinstance(value, list):
        raise ComparisonError(f"This JSON holds {shown(value)}; a list of pairs is allowed.")
    return _all_pairs(value), "JSON list"


def pairs_of_python(value: object) -> Read:
    """The pairs of a printed list or dict; symbols are texts, bytes or the numbers of minbpe."""
    if isinstance(value, set):
        raise ComparisonError(
            "This is a set, which has no order; a list of the merges as learned is allowed."
        )
    if isinstance(value, dict):
        numbers = all(isinstance(part, int) for pair in value for part in _parts(pair))
        if numbers and value and all(isinstance(token, int) for token in value.values()):
            return numbered(sorted(value.items(), key=lambda item: item[1])), "minbpe's merges"
        return _all_pairs(_in_order(value)), "Python dict"
    if not isinstance(value, list | tuple):
        raise ComparisonError(f"This is {shown(value)}; a list of pairs is allowed.")
    if len(value) == 2 and all(isinstance(part, str | bytes) and len(_split(part)) == 1 for part in value):
        value = [value]  # one pair, not a list of two
    return _all_pairs(value), "Python list"


def _in_order(ranks: Mapping[Any, Any]) -> list[Any]:
    """The keys in the order of their values if these number them one by one, else as they stand."""
    numbers = list(ranks.values())
    if numbers and all(isinstance(number, int) for number in numbers):
        least = min(numbers)
        if sorted(numbers) == list(range(least, least + len(numbers))):
            return sorted(ranks, key=ranks.__getitem__)
    return list(ranks)


def _all_pairs(entries: Iterable[Any]) -> tuple[Pair, ...]:
    listed = list(entries)
    check_number(len(listed))
    parts = [_parts(entry) for entry in listed]
    if parts and all(isinstance(part, int) and not isinstance(part, bool) for pair in parts for part in pair):
        return numbered(zip(listed, range(256, 256 + len(listed)), strict=True))
    pairs = []
    for number, (entry, pair) in enumerate(zip(listed, parts, strict=True), start=1):
        if len(pair) != 2 or not all(isinstance(part, str | bytes) for part in pair):
            raise ComparisonError(f"Merge {number:,} is {shown(entry)}; {_ALLOWED}.")
        pairs.append((as_text(pair[0]), as_text(pair[1])))
    return tuple(pairs)


def _parts(entry: Any) -> tuple[Any, ...]:
    """The two symbols of an entry: a pair, "a b", or either with a count or the token beside it."""
    if isinstance(entry, str):
        return tuple(_split(entry))
    if not isinstance(entry, list | tuple):
        return ()
    if len(entry) in (2, 3) and isinstance(entry[0], list | tuple) and not isinstance(entry[1], list | tuple):
        return _parts(entry[0])  # (("h", "ug"), 15)
    if (
        len(entry) == 3
        and isinstance(entry[2], int)
        and all(isinstance(part, str | bytes) for part in entry[:2])
    ):
        return tuple(entry[:2])  # ("h", "ug", 15)
    return tuple(entry)


def _split(text: Any) -> list[Any]:
    """The symbols in "h ug"; a text that is no two symbols stays whole."""
    parts = text.split(" ", 2) if isinstance(text, str) else [text]
    return parts if len(parts) == 2 and all(parts) else [text]


def as_text(symbol: str | bytes) -> str:
    """A symbol as text: bytes in GPT-2's printable characters."""
    return symbol if isinstance(symbol, str) else "".join(BYTE_CHARACTERS[byte] for byte in symbol)


def numbered(merges: Iterable[tuple[Any, int]], base: Sequence[str] = BYTE_CHARACTERS) -> tuple[Pair, ...]:
    """The texts of merges of token numbers, each with the number that it makes; `base` has those before."""
    texts, size = dict(enumerate(base)), 0
    pairs: list[Pair] = []
    for number, (entry, token) in enumerate(merges, start=1):
        left, right = _two(entry, number)
        for part in (left, right):
            if part not in texts:
                raise ComparisonError(
                    f"Merge {number:,} uses token {shown(part)}, which is neither a byte nor made before it."
                )
        # Each line can make a token twice as long as the longest before it.
        length = len(texts[left]) + len(texts[right])
        size += length
        if size > MAX_GIVEN_BYTES:
            raise ComparisonError(
                f"Merge {number:,} makes a token of {length:,} bytes; all tokens together may have"
                f" {MAX_GIVEN_BYTES:,}."
            )
        pairs.append((texts[left], texts[right]))
        texts[token] = texts[left] + texts[right]
    return tuple(pairs)


def _two(entry: Any, number: int) -> tuple[int, int]:
    parts = _parts(entry)
    if len(parts) != 2:
        raise ComparisonError(f"Merge {number:,} is {shown(entry)}; {_ALLOWED}.")
    return parts[0], parts[1]


def _file_pair(number: int, merge: object, vocabulary: Mapping[str, Any]) -> Pair:
    """One merge of a tokenizer.json: a list of two or, before tokenizers 0.20, "a b"."""
    if isinstance(merge, str):
        cuts = _inner_spaces(merge) if merge.count(" ") <= _MOST_SPACES else []
        if len(cuts) > 1:
            cuts = [cut for cut in cuts if merge[:cut] in vocabulary and merge[cut + 1 :] in vocabulary]
        if len(cuts) == 1:
            return merge[: cuts[0]], merge[cuts[0] + 1 :]
    elif isinstance(merge, list) and len(merge) == 2 and all(isinstance(part, str) for part in merge):
        return merge[0], merge[1]
    raise ComparisonError(f"Merge {number:,} is {shown(merge)}; {_ALLOWED}.")


def _inner_spaces(merge: str) -> list[int]:
    return [place for place in range(1, len(merge) - 1) if merge[place] == " "]
