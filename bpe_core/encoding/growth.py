"""How much longer the stages of a `tokenizer.json` can make a text: anybody can write one.

In: the stages as JSON, as the library writes them again. Out: nothing, or an error.

>>> doubling = {"type": "Replace", "pattern": {"String": "a"}, "content": "aa"}
>>> check_growth({"normalizer": {"type": "Sequence", "normalizers": [doubling] * 7}})
Traceback (most recent call last):
    ...
bpe_core.errors.TokenizerFileError: its stages can make a text more than 100 times as long, the limit.
"""

import base64
from collections.abc import Iterator, Mapping
from typing import Any

from bpe_core.errors import TokenizerFileError

STAGES = ("normalizer", "pre_tokenizer", "decoder", "post_processor")
"""The members of a file that make a text longer or shorter."""

MAX_GROWTH = 100
"""How much longer a text may become before the model, and again where it is decoded."""

_FORMS = {"NFC", "NFD", "NFKC", "NFKD", "Nmt", "Precompiled", "BertNormalizer", "StripAccents", "Lowercase"}
_LONGEST_FORM = 18
"""A Unicode form makes this many characters of one, ﷺ; after the first form the others add nothing."""

_MAX_TEMPLATE = 100
_MAX_CHARSMAP_TEXT = 400  # bytes that a precompiled map writes for one character


def check_growth(root: Mapping[str, Any]) -> None:
    """Raise `TokenizerFileError` for a file whose stages can make a text too long."""
    before = [*stage_parts(root.get("normalizer")), *stage_parts(root.get("pre_tokenizer"))]
    for stage in (before, [*stage_parts(root.get("decoder"))]):
        growth: float = _LONGEST_FORM if any(part.get("type") in _FORMS for part in stage) else 1
        for part in stage:
            growth *= _growth(part)
        if growth > MAX_GROWTH:
            raise TokenizerFileError(
                f"its stages can make a text more than {MAX_GROWTH} times as long, the limit."
            )
    for part in stage_parts(root.get("post_processor")):
        if len(part.get("single") or ()) > _MAX_TEMPLATE:
            raise TokenizerFileError(f"its template has more than {_MAX_TEMPLATE} parts, the limit.")


def stage_parts(stage: Any) -> Iterator[Mapping[str, Any]]:
    """A stage, and the members of a sequence of stages."""
    if isinstance(stage, dict):
        yield stage
        for members in ("normalizers", "pretokenizers", "decoders", "processors"):
            for part in stage.get(members) or ():
                yield from stage_parts(part)


def _growth(part: Mapping[str, Any]) -> float:
    kind = part.get("type")
    if kind == "Replace":
        pattern, content = part["pattern"], part["content"]
        if pattern.get("String"):
            return max(1.0, len(content) / len(pattern["String"]))
        return 1.0 + len(content)  # before each character, where the pattern matches nothing
    if kind == "Prepend":
        return 1.0 + len(part["prepend"])
    if kind == "Precompiled":
        charsmap = base64.b64decode(part["precompiled_charsmap"])
        texts = charsmap[4 + int.from_bytes(charsmap[:4], "little") :].split(b"\0")
        return 1.0 if max(map(len, texts)) <= _MAX_CHARSMAP_TEXT else float("inf")
    return 4.0 if kind == "ByteLevel" else 1.0  # bytes of a character
