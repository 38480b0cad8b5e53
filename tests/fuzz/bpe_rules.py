"""Random merge rules, and what is compared of the four formats that hold them.

>>> import random
>>> rules_of(random.Random(1), ["a", "b"], 3)
[('a', 'b'), ('a', 'a')]
"""

import gzip
import re
from collections.abc import Callable, Iterable, Sequence
from random import Random
from typing import Any

from bpe_core import BPEError, BPETokenizer
from bpe_core.errors import TokenizerFileError
from tests.fuzz import Outcome


def rules_of(draw: Random, letters: Sequence[str], most: int) -> list[tuple[str, str]]:
    """Rules that join letters and what rules before them make, most of them short."""
    tokens = list(letters)
    rules = []
    for _ in range(most):
        pair = draw.choice(tokens[-8:] + tokens[:8]), draw.choice(tokens[:12])
        if draw.random() < 0.3:
            pair = pair[1], pair[0]
        if pair not in rules and len(pair[0]) + len(pair[1]) <= 12:
            rules.append(pair)
            tokens.append("".join(pair))
    return rules


def opened(files: dict[str, bytes], **options: Any) -> BPETokenizer | str:
    """The tokenizer in some files, every fifth of them packed, or the reason they are refused.

    The reason is without its quotations.
    """
    packed = {name: data if len(data) % 5 else gzip.compress(data, mtime=0) for name, data in files.items()}
    try:
        tokenizer = BPETokenizer.from_files(packed, **options)
    except TokenizerFileError as error:
        reason = str(error).split(" cannot be read: ", 1)[-1]
        return re.sub(r"b?'[^']*'|[0-9]+", "…", reason)
    return tokenizer if isinstance(tokenizer, BPETokenizer) else "it is of another format"


def compared(
    files: dict[str, bytes], texts: Iterable[str], ours: Callable[[str], Any], theirs: Callable[[str], Any]
) -> Outcome:
    """What both make of some texts."""
    for text in texts:
        expected = theirs(text)
        try:
            given = ours(text)
        except BPEError as error:
            given = str(error)
        if given != expected:
            return Outcome("different", f"{files!r}, {text!r}: {given}, theirs {expected}")
    return Outcome("compared")


def compared_texts(
    files: dict[str, bytes],
    ids: list[int],
    ours: Callable[[list[int]], str],
    theirs: Callable[[list[int]], str],
) -> Outcome:
    """What both decode ids to."""
    given, expected = ours(ids), theirs(ids)
    if given != expected:
        return Outcome("different", f"{files!r}, {ids} is {given!r}, theirs {expected!r}")
    return Outcome("compared")
