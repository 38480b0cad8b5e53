"""Checks words with their counts, and adds up the counts of repeated words.

>>> checked_entries([("hug", 10), ("pug", 5), ("hug", 1)])
(('hug', 11), ('pug', 5))
"""

from collections.abc import Iterable
from itertools import islice
from typing import Any, cast

from bpe_core.corpus.counting import ENTRIES_TOGETHER
from bpe_core.errors import CorpusError
from bpe_core.validation import check_characters, checked_integer, is_listing, shown


def checked_entries(pairs: Iterable[Any]) -> tuple[tuple[str, int], ...]:
    """Each word with its count; raises `CorpusError` or `TextError` with the number of the entry."""
    pairs = iter(pairs)
    entries: list[tuple[str, int]] = []
    while some := list(islice(pairs, ENTRIES_TOGETHER)):
        if not _are_entries(some):
            some = [_checked_entry(number, entry) for number, entry in enumerate(some, len(entries) + 1)]
        entries += [(word, count) for word, count in some]
    return _each_once(entries)


def _each_once(entries: list[tuple[str, int]]) -> tuple[tuple[str, int], ...]:
    """Each word once, with the sum of its counts."""
    totals = dict(entries)
    if len(totals) < len(entries):
        totals.clear()
        for word, count in entries:
            totals[word] = totals.get(word, 0) + count
        return tuple(totals.items())
    return tuple(entries)


def _are_entries(entries: list[Any]) -> bool:
    """Whether all of them surely are pairs of a word and its count; if not, they are checked one by one."""
    if not set(map(type, entries)) <= {tuple, list} or set(map(len, entries)) != {2}:
        return False
    words, counts = zip(*entries, strict=True)
    if set(map(type, words)) != {str} or set(map(type, counts)) != {int}:
        return False
    try:
        "".join(words).encode()
    except UnicodeEncodeError:
        return False
    return all(words) and min(counts) > 0


def _checked_entry(number: int, entry: object) -> tuple[str, int]:
    pair = tuple(cast("Iterable[object]", entry)) if is_listing(entry) else ()
    if len(pair) != 2:
        raise CorpusError(f"Entry {number} must be a pair of word and count, got {shown(entry)}.")
    word, count = pair
    if not isinstance(word, str) or not word:
        raise CorpusError(f"The word of entry {number} must be a non-empty string, got {shown(word)}.")
    check_characters(word, f"Entry {number}")
    if type(count) is not int or count < 1:
        count = checked_integer(f"The count of {shown(word)} (entry {number})", count, CorpusError, least=1)
    return word, count
