"""Merges as people and programs write them: one a line, or as a list or dict of Python or JSON.

`lines` reads the one: `line_formats` has how a line can look, and `columns` looks for merges in tables and
logs. `values` reads the other, entry by entry (`entries`, `token_numbers`). What comes out is in `written`.
Whether a tokenizer can use the merges is for others to say.

>>> read_written_merges("[(b' ', b't'), (b' t', b'he')]").pairs
(('Ġ', 't'), ('Ġt', 'he'))
>>> read_written_merges("98 111\\n256 97").pairs
(('b', 'o'), ('bo', 'a'))
"""

import json
import re
from collections.abc import Mapping
from contextlib import suppress
from itertools import chain, islice

from bpe_core.errors import TokenizerFileError
from bpe_core.files.written_merges.entries import QUOTED, read_literal
from bpe_core.files.written_merges.entries import are_pairs as are_pairs
from bpe_core.files.written_merges.lines import CLIPS_HEADER as CLIPS_HEADER
from bpe_core.files.written_merges.lines import FAST_BPE as FAST_BPE
from bpe_core.files.written_merges.lines import VERSION as VERSION
from bpe_core.files.written_merges.lines import read_lines
from bpe_core.files.written_merges.values import merges_in as merges_in
from bpe_core.files.written_merges.values import merges_of_json, merges_of_python
from bpe_core.files.written_merges.written import NO_TOKENS, WrittenMerges, of_hex
from bpe_core.validation import TOO_MANY_SIGNS, check_characters, has_too_many_signs

_BEFORE = re.compile(r"[^\n'\"]{0,80}(?:\n[^\n'\"]{0,20})?")
"""What may stand before a printed list or dict, with its bracket: a name, a class, a prompt."""

_MOST_BRACKETS = 3

_HEX = re.compile("(?:[0-9a-fA-F]{2})+")

_CLOSING = {"[": "]", "(": ")", "{": "}"}

_MOST_BEHIND = 60
"""So many characters may stand behind it: a type, a bracket, a count."""

_TYPES = re.compile(r"\bnp\.u?int\d++\((\d++)\)|\bdefaultdict(\()<[^<>]*+>, ")
"""What Python prints around a NumPy number, and before the dict in a defaultdict."""

_CUT_SHORT = re.compile(r"[,\[(\]]\s*+(?:\.\.\.|…)\s*+[,\])(\[]")
"""What Python or a notebook prints instead of merges that it leaves out."""

_ARROWS = re.compile(rf"({QUOTED})|=>|[\[\]]")
"""What JavaScript prints in a Map otherwise than Python in a dict, whose keys are tuples."""

_SIGNS = {"=>": ":", "[": "(", "]": ")"}

_GAPS = re.compile(rf"({QUOTED})|(?<=['\"\d\]])\s+(?=['\"\d\[bB])")
"""Where NumPy prints no comma."""


def read_written_merges(text: str, tokens: Mapping[str, int] = NO_TOKENS) -> WrittenMerges:
    """The merges in a text; raises `TokenizerFileError`, which names the line if there is one.

    `tokens` are those of a vocabulary that comes with it, with their ids.
    """
    merges = _read(text, tokens)
    for number, pair in enumerate(merges.pairs, start=1):
        if not all(pair):
            raise TokenizerFileError(f"merge {number:,} has an empty symbol.")
    check_characters("".join(chain.from_iterable(merges.pairs)), "the list of merges", TokenizerFileError)
    if merges.ids is None and all(
        map(_HEX.fullmatch, merges.pairs[0] if merges.pairs else [""])
    ):  # as JSON can have bytes
        made = {*map("".join, merges.pairs)}
        parts = {part for pair in merges.pairs for part in pair}
        if all(_HEX.fullmatch(part) and (len(part) == 2 or part in made) for part in parts):
            pairs = tuple((of_hex(left), of_hex(right)) for left, right in merges.pairs)
            return merges._replace(pairs=pairs)
    return merges


def _read(text: str, tokens: Mapping[str, int]) -> WrittenMerges:
    text = text.replace("\r\n", "\n")
    text = text if "\n" in text else text.replace("\r", "\n")
    if text.lstrip()[:1] in ("[", "{"):
        if has_too_many_signs(text):
            raise TokenizerFileError(f"the merges have {TOO_MANY_SIGNS}.")
        value = _json_in(text)
        if value is not None:
            return merges_of_json(value, tokens)
    if not text.startswith((VERSION, CLIPS_HEADER)):
        literal = _printed_literal(_TYPES.sub(r"\1\2", text))
        if literal is not None:
            return merges_of_python(literal, tokens)
        if _brackets(text) and _CUT_SHORT.search(text):
            raise TokenizerFileError("this list is cut short where it has ...; print all of it.")
    return read_lines(text, tokens)


def _json_in(text: str) -> object | None:
    """The JSON value of a text, or the objects in its lines; None if it is something else, as Python's."""
    lines = filter(str.strip, text.split("\n"))
    for written in (text, f"[{','.join(lines)}]") if text.lstrip().startswith("{") else (text,):
        with suppress(ValueError, RecursionError):
            value: object = json.loads(written)
            return value
    return None


def _brackets(text: str) -> list[re.Match[str]]:
    """The first brackets, with which a printed list or dict may begin."""
    before = _BEFORE.match(text)
    return [*islice(re.finditer(r"[\[({]", before[0] if before else ""), _MOST_BRACKETS)]


def _printed_literal(text: str) -> object | None:
    """The list or dict in a text with little before and behind it; None if there is none."""
    for bracket in _brackets(text):
        start, end = bracket.start(), text.rfind(_CLOSING[bracket[0]]) + 1
        is_all = len(text) - end <= _MOST_BEHIND and not _CUT_SHORT.search(text, end - 1)
        written = text[start:end] if is_all else ""
        literal = read_literal(written)
        if literal is None and "=>" in written:
            literal = read_literal(_ARROWS.sub(lambda sign: sign[1] or _SIGNS[sign[0]], written))
        if literal is None and written.startswith("[["):
            literal = read_literal(_GAPS.sub(lambda gap: gap[1] or ", ", written))
        is_named = "=" in text[:start]
        is_flat = isinstance(literal, list | tuple) and {*map(type, literal)} == {int}  # not a pair by itself
        if literal is not None and (bool(literal) or is_named) and not is_flat:
            return literal
    return None
