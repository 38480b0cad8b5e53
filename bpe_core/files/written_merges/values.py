"""Values: reads lists and dicts of pairs from JSON and from what Python prints.

>>> merges_of_python({(104, 117): 256, (256, 103): 257}).pairs
(('h', 'u'), ('hu', 'g'))
>>> merges_of_json([["h", "ug"], "p ug"])
WrittenMerges(pairs=(('h', 'ug'), ('p', 'ug')), kind='JSON list', ids=None, header='')
"""

from collections.abc import Mapping, Sequence
from typing import Any

from bpe_core.errors import TokenizerFileError
from bpe_core.files.written_merges.entries import are_pairs, cut_at_space, parts_of
from bpe_core.files.written_merges.token_numbers import are_numbers, made_numbers, no_pair, numbered
from bpe_core.files.written_merges.written import NO_TOKENS, WrittenMerges, as_text, check_number
from bpe_core.symbol_texts import BYTE_CHARACTERS
from bpe_core.validation import shown

_ONLY_TOKENS = "this is a vocabulary, which does not say how its tokens were merged."

_RANKS = (
    "these are tokens and their ranks; save them as a .tiktoken file, with a line of base64 and rank each."
)


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
        key.isdecimal() and len(key) < 10 and isinstance(pair, list) and len(pair) == 2
        for key, pair in root.items()
    ):
        return [root[key] for key in sorted(root, key=int)]
    inside = {name: member for name, member in root.items() if isinstance(member, list | dict)}
    named = (member for name, member in inside.items() if "merge" in name.casefold())
    return inside["merges"] if "merges" in inside else next(named, None)


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
            raise no_pair(number, entry)
        pairs.append((as_text(parts[0]), as_text(parts[1])))
    in_order = [*BYTE_CHARACTERS, *map("".join, pairs)] if bytes in types else []
    return WrittenMerges(tuple(pairs), kind, {text: number for number, text in enumerate(in_order)} or None)


def _is_rank(entry: Any) -> bool:
    return isinstance(entry, tuple) and [type(part) for part in entry] == [bytes, int]


def _beside(entry: Any) -> Any:
    """What stands behind a pair, as in [[104, 117], 256]."""
    return (
        entry[1]
        if isinstance(entry, list | tuple) and len(entry) == 2 and isinstance(entry[0], list | tuple)
        else None
    )
