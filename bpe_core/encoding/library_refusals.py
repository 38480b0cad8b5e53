"""Says why the tokenizers library refuses a tokenizer.json.

The library tells only what it expected, and a column. So each part of the file is given to it alone.

>>> decoders = [{"type": "Fuse"}, {"type": "Strip"}]
>>> why_refused({"decoder": {"type": "Sequence", "decoders": decoders}}, "data did not match")
'part 2 of its decoder: no part of the library has these fields'
"""

import json
import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from itertools import islice
from typing import Any

from bpe_core.errors import BPEError
from bpe_core.validation import shown

CANNOT_LOAD = "Hugging Face's tokenizers cannot load it"
"""How the error begins if the library refuses a file."""

_NAMES = (
    *("version", "truncation", "padding", "added_tokens"),
    *("normalizer", "pre_tokenizer", "post_processor", "decoder", "model"),
)
_EMPTY = {"version": "1.0", "model": {"type": "BPE", "vocab": {}, "merges": []}}
_MOST_PARTS = 1_000


def why_refused(root: Mapping[str, Any], refusal: str) -> str:
    """The field that the library does not know, or the first part that it refuses, with the reason."""
    for name in root:
        if name not in _NAMES:
            return f"it has a field {shown(name)}; the library knows only {', '.join(_NAMES)}"
    parts = (_refused(f"its {name}", name, root[name]) for name in _NAMES[:-1] if root.get(name) is not None)
    return next(filter(None, parts), f"its model: {_in_words(refusal)}")


def _refused(where: str, name: str, part: Any) -> str:
    """Where the library refuses something in a part, and why; empty if it takes the part."""
    from tokenizers import Tokenizer

    try:
        with library_errors_as(ValueError):
            Tokenizer.from_str(json.dumps({**_EMPTY, name: part}))
    except ValueError as refusal:
        inside = enumerate(islice(_members(part), _MOST_PARTS), start=1)
        found = (_refused(f"part {number} of {where}", name, member) for number, member in inside)
        return next(filter(None, found), f"{where}: {_in_words(str(refusal))}")
    return ""


def _members(part: Any) -> list[Any]:
    """The parts of a Sequence, or each of several added tokens."""
    if isinstance(part, dict) and part.get("type") == "Sequence":
        return next((value for value in part.values() if isinstance(value, list)), [])
    return [[token] for token in part] if isinstance(part, list) and len(part) > 1 else []


def _in_words(refusal: str) -> str:
    # The library's line and column are those of JSON that was written anew.
    refusal = re.sub(r" at line \d+ column \d+", "", refusal)
    return re.sub(r"^data did not match.*", "no part of the library has these fields", refusal)


@contextmanager
def library_errors_as(error: type[Exception], what: str = "") -> Iterator[None]:
    """Turn whatever the library raises into `error`; a panic in its Rust code is no `Exception`."""
    try:
        yield
    except BPEError:
        raise
    except BaseException as caught:
        if isinstance(caught, Exception) or type(caught).__name__ == "PanicException":
            why = "out of memory" if isinstance(caught, MemoryError) else caught
            raise error(f"{what}: {why}." if what else str(why)) from caught
        raise
