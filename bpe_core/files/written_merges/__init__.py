"""Merges as people and programs write them: one a line, or as a list or dict of Python or JSON.

`lines` reads the one, `values` the other. Whether a tokenizer can use the merges is for others to say.

>>> read_written_merges("[(b' ', b't'), (b' t', b'he')]").pairs
(('Ġ', 't'), ('Ġt', 'he'))
>>> read_written_merges("98 111\\n256 97").pairs
(('b', 'o'), ('bo', 'a'))
"""

import json
import re
from collections.abc import Set

from bpe_core.errors import TokenizerFileError
from bpe_core.files.written_merges.lines import CLIPS_HEADER as CLIPS_HEADER
from bpe_core.files.written_merges.lines import FAST_BPE as FAST_BPE
from bpe_core.files.written_merges.lines import VERSION as VERSION
from bpe_core.files.written_merges.lines import read_lines
from bpe_core.files.written_merges.values import (
    WrittenMerges,
    merges_of_json,
    merges_of_python,
    read_literal,
)
from bpe_core.files.written_merges.values import (
    are_pairs as are_pairs,
)
from bpe_core.validation import TOO_MANY_SIGNS, has_too_many_signs

_PYTHON = re.compile(r"(?:[A-Za-z_][\w.]*+\s*+=\s*+)?(?:[A-Za-z_][\w.]*+\()?\s*+[\[({]")
"""How a printed Python list or dict begins, perhaps with its name and its class."""

_TYPES = re.compile(r"\bnp\.u?int\d++\((\d++)\)|\bdefaultdict(\()<[^<>]*+>, ")
"""What Python prints around a NumPy number, and before the dict in a defaultdict."""

_CUT_SHORT = re.compile(r"[,\[(]\s*+(?:\.\.\.|…)\s*+[,\])(\[]")
"""What Python or a notebook prints instead of merges that it leaves out."""


def read_written_merges(text: str, tokens: Set[str] = frozenset()) -> WrittenMerges:
    """The merges in a text; raises `TokenizerFileError`, which names the line if there is one.

    `tokens` are those of a vocabulary that comes with it.
    """
    text = text.replace("\r\n", "\n")
    text = text if "\n" in text else text.replace("\r", "\n")
    if text.lstrip()[:1] in ("[", "{"):
        if has_too_many_signs(text):
            raise TokenizerFileError(f"the merges have {TOO_MANY_SIGNS}.")
        try:
            value = json.loads(text)
        except (ValueError, RecursionError):
            value = None  # a Python literal, or lines that begin with a bracket
        if value is not None:
            return merges_of_json(value, tokens)
    printed = _TYPES.sub(r"\1\2", text)
    if _PYTHON.match(printed.lstrip()):  # without a name or a class before it, or what follows
        start = min(place for place in map(printed.find, "[({") if place >= 0)
        literal = read_literal(printed[start : max(map(printed.rfind, "])}")) + 1])
        if literal is not None:
            return merges_of_python(literal)
    if _PYTHON.match(text.lstrip()) and _CUT_SHORT.search(text):
        raise TokenizerFileError("this list is cut short where it has ...; print all of it.")
    return read_lines(text, tokens)
