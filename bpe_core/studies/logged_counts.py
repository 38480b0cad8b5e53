"""Logged counts: how often each pair occurred, as it stands beside the merges that a trainer printed.

>>> counts_in_text("1: (104, 117) -> 256 (b'hu') had 15 occurrences\\n2: (256, 103) -> 257 (b'hug'), 9")
(15, 9)
>>> counts_in_text("1: ('h', 'ug')\\n2: ('p', 'ug')")
()
"""

import re
from collections.abc import Sequence

from bpe_core.files.written_merges.entries import read_literal

_LAST_NUMBER = re.compile(r"\b([0-9]{1,15})[^0-9'\"]*+$")

_ENDS_A_PAIR = re.compile(r"['\")\]>→]")

_THIRD = re.compile(r"[^ ]++ [^ ]++ ([0-9]{1,15})")
"""The number after two symbols."""


def counts_in_text(text: str) -> tuple[int, ...]:
    """The counts in a printed list, or at the ends of all lines; none if these numbers number the merges."""
    if text.lstrip()[:1] in ("[", "("):
        return counts_beside(read_literal(text.strip()))
    lines = [line.rstrip() for line in text.split("\n") if line.strip() and not line.startswith("#version")]
    found = [_THIRD.fullmatch(line) or _after_pair(line) for line in lines]
    return _as_counts([int(match[1]) for match in found if match], len(lines))


def _after_pair(line: str) -> re.Match[str] | None:
    """The last number of a line, somewhere after its pair."""
    last = _LAST_NUMBER.search(line)
    return last if last and _ENDS_A_PAIR.search(line, 0, last.start()) else None


def counts_beside(value: object) -> tuple[int, ...]:
    """The counts in a list such as `[(("h", "ug"), 15), ...]`."""
    entries = value if isinstance(value, list | tuple) else ()
    beside = [
        part
        for entry in entries
        if isinstance(entry, list | tuple) and any(isinstance(part, list | tuple) for part in entry)
        for part in entry[1:]
        if type(part) is int
    ]
    return _as_counts(beside, len(entries))


def _as_counts(numbers: Sequence[int], merges: int) -> tuple[int, ...]:
    is_numbering = all(number == numbers[0] + place for place, number in enumerate(numbers))
    return tuple(numbers) if len(numbers) == merges > 1 and min(numbers) > 0 and not is_numbering else ()
