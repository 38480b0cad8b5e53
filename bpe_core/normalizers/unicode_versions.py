"""Reads a text as a library with an older Unicode does: newer characters are no letters to it.

Each such character is replaced by a stand-in. `regex` and Python change their Unicode with every release;
with the stand-ins they read a text as the library does.

>>> text = "a\\u058cb"  # a letter since Unicode 18
>>> UNICODE_16.as_read(text)
'a\\uffffb'
>>> UNICODE_16.as_read("naïve 猫 👍") == "naïve 猫 👍"
True
"""

import re
from collections.abc import Iterable, Mapping
from functools import cached_property
from itertools import pairwise
from pathlib import Path

import numpy as np
import numpy.typing as npt

STAND_IN = "\uffff"
"""A code point that Unicode never assigns: no letter, digit, mark, space or punctuation in any version."""

_SHORT = 2_000
"""A text shorter than this is searched, at 4.3 ns a character; a longer one is looked up, at 0.005 ms plus
1.3 ns a character."""


class UnicodeVersion:
    """One version of Unicode: the code points that it does not assign, or treats unlike later ones."""

    def __init__(self, version: int, changed: Mapping[str, str]) -> None:
        """`version` names the file of ranges; `changed`: character -> one that is now what it was then."""
        self._file = Path(__file__).with_name(f"not_in_unicode_{version}.txt")
        self._changed = {ord(character): ord(like) for character, like in changed.items()}

    def as_read(self, text: str) -> str:
        """The text with a stand-in for each character read differently today; the same object if none is."""
        if text.isascii() or (len(text) < _SHORT and not self._perhaps_other.search(text)):
            return text
        codes = np.frombuffer(text.encode("utf-32-le", "surrogatepass"), np.uint32)
        places = np.flatnonzero(self._is_other.take(codes, mode="clip"))  # "clip" is the fastest mode
        if not places.size:
            return text
        codes = codes.copy()
        codes[places] = [self._changed.get(code, ord(STAND_IN)) for code in codes[places].tolist()]
        return codes.tobytes().decode("utf-32-le", "surrogatepass")

    @cached_property
    def _is_other(self) -> npt.NDArray[np.bool_]:
        """For each code point, whether it is read differently today."""
        is_other = np.zeros(0x110000, np.bool_)
        for first, last in self._ranges:
            is_other[first : last + 1] = True
        is_other[list(self._changed)] = True
        return is_other

    @cached_property
    def _perhaps_other(self) -> re.Pattern[str]:
        """Finds each character that is read differently today, and a few others."""
        # `re` looks up a character below U+10000 in one table, but tries the ranges above one by one. So of
        # these only the long ranges of assigned characters are left out, such as emoji.
        low = _in_a_set((first, last) for first, last in self._ranges if first < 0x10000)
        assigned = [(last + 1, first - 1) for (_, last), (first, _) in pairwise(self._ranges)]
        known = _in_a_set((first, last) for first, last in assigned if last - max(first, 0x10000) >= 256)
        changed = "".join(map(chr, self._changed))
        return re.compile(rf"[{low}{changed}\U00010000-\U0010ffff](?<![{known}])")

    @cached_property
    def _ranges(self) -> list[tuple[int, int]]:
        ends = [written.split("-") for written in self._file.read_text().split()]
        return [(int(each[0], 16), int(each[-1], 16)) for each in ends]


def _in_a_set(ranges: Iterable[tuple[int, int]]) -> str:
    return "".join(rf"\U{first:08x}-\U{last:08x}" for first, last in ranges)


UNICODE_16 = UnicodeVersion(16, {"ʕ": "ɸ"})
"""The Unicode of the patterns in tokenizers 0.23.3 (Oniguruma and Rust's regex), tiktoken 0.14.0 and rustbpe
0.1.0. In it ʕ is a lower-case letter, as ɸ is."""

UNICODE_9 = UnicodeVersion(
    9,
    {
        # a full stop and a mark without a script, two accents of Devanagari, two letters that were marks
        **dict.fromkeys("\u0589\u061c", "."),
        **dict.fromkeys("\u0953\u0954", "\u093c"),
        **dict.fromkeys("\u1cf2\u1cf3", "\u1ce1"),
        "\U000111c9": "\U000111c5",  # a mark of Sharada that was punctuation
    },
)
"""The Unicode of tokenizers' normalizers (its crate unicode-normalization-alignments 0.1.12) and of the
scripts by which SentencePiece's trainer cuts (0.2.3), which its package does not tell."""
