"""Limits what a `tokenizer.json`, which anybody can write, makes of a text.

The stages and the model may make only so much of one character:

>>> doubling = {"type": "Replace", "pattern": {"String": "a"}, "content": "aa"}
>>> check_growth({"normalizer": {"type": "Sequence", "normalizers": [doubling] * 7}})
Traceback (most recent call last):
    ...
bpe_core.errors.TokenizerFileError: its stages can make 128 characters of one; at most 100 are allowed.
>>> check_growth({"pre_tokenizer": {"type": "ByteLevel", "add_prefix_space": False}, "decoder": doubling})
8
"""

import base64
import math
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from bpe_core.encoding.known_patterns import is_known_pattern
from bpe_core.errors import TextError, TokenizerFileError

STAGES = ("normalizer", "pre_tokenizer", "decoder", "post_processor")
"""The members of a file that change the length of a text."""

MAX_GROWTH = 100
"""The largest growth: how many characters the stages before the model may make of one, and those that decode;
how many tokens the model and the post-processor may make; and how many characters a token may have."""

MOST_TOKENS, TOKENS_PER_CHARACTER = 500_000, 8
"""A text may have this many tokens before any merge, or this many for each of its characters."""
MOST_DECODED, DECODED_PER_ID = 50_000_000, 100
"""Ids may be decoded to this many characters, or to this many for each id."""

_MOST_SAID = 10**9
_FORMS = {"NFC": 3, "NFD": 4, "NFKC": 18, "NFKD": 18, "Lowercase": 2, "StripAccents": 1, "Nmt": 1, "Strip": 1}
"""How many characters each makes of one at most; what one of them has made, the others do not lengthen."""
_UNDONE = {"ByteLevel", "Metaspace"}
"""As decoders, these do not lengthen a text."""
_BYTES_OF_CHARACTER = 4


def check_growth(stages: Mapping[str, Any]) -> int:
    """How many characters the stages can make of one that is encoded and decoded again.

    Raises `TokenizerFileError` if encoding or decoding makes too many, or the post-processor too many tokens.
    """
    before = [*stage_parts(stages.get("normalizer")), *stage_parts(stages.get("pre_tokenizer"))]
    in_order = before, [part for part in stage_parts(stages.get("decoder")) if part["type"] not in _UNDONE]
    encoded, decoded = (math.ceil(_product(parts)) for parts in in_order)
    _check("stages can make {} characters of one", max(encoded, decoded))
    _check("post-processor can make {} tokens of one", _around(stage_parts(stages.get("post_processor"))))
    return encoded * decoded


def check_model(model: Mapping[str, Any]) -> None:
    """Raise `TokenizerFileError` if a BPE model makes too much of one character, before any merge."""
    prefix, suffix, unknown = (
        text if isinstance(text := model.get(name), str) else ""
        for name in ("continuing_subword_prefix", "end_of_word_suffix", "unk_token")
    )
    symbol = prefix + suffix
    if model.get("byte_fallback"):
        in_bytes = len(symbol.encode(errors="surrogatepass")) + _BYTES_OF_CHARACTER
        _check("model can make {} tokens of one character", in_bytes)
    _check("model can make a token of {} characters of one", max(len(symbol) + 1, len(unknown)))


def check_tokens(characters: int, tokens: int) -> None:
    """Raise `TextError` if a text of this many characters can become too many tokens before any merge."""
    most = max(MOST_TOKENS, TOKENS_PER_CHARACTER * characters)
    if tokens > most:
        raise TextError(
            f"This text of {characters:,} characters can become {tokens:,} tokens before any merge; at most"
            f" {most:,} are allowed."
        )


def check_decoded(ids: int, characters: int) -> None:
    """Raise `TextError` if this many ids were decoded to too many characters."""
    most = max(MOST_DECODED, DECODED_PER_ID * ids)
    if characters > most:
        raise TextError(f"These {ids:,} ids are decoded to more than {most:,} characters, the limit.")


def stage_parts(stage: Any) -> Iterator[Mapping[str, Any]]:
    """A stage, or the members of a sequence of stages."""
    if isinstance(stage, dict):
        yield stage
        for members in ("normalizers", "pretokenizers", "decoders", "processors"):
            for part in stage.get(members) or ():
                yield from stage_parts(part)


def _check(what: str, number: int) -> None:
    if number > MAX_GROWTH:
        said = f"{number:,}" if number <= _MOST_SAID else f"more than {_MOST_SAID:,}"
        raise TokenizerFileError(f"its {what.format(said)}; at most {MAX_GROWTH} are allowed.")


def _product(parts: Iterable[Mapping[str, Any]]) -> float:
    product, of_forms = 1.0, 1
    for part in parts:
        kind = part["type"]
        if kind in _FORMS:
            product *= max(1.0, _FORMS[kind] / of_forms)
            of_forms = max(of_forms, _FORMS[kind])
        elif kind == "Precompiled":
            data = base64.b64decode(part["precompiled_charsmap"])
            texts = data[4 + int.from_bytes(data[:4], "little") :].split(b"\0")
            # A Unicode form before it has written the same already, as in SentencePiece's maps.
            written = max(len(text.decode(errors="replace")) for text in texts)
            product *= max(1.0, written / of_forms)
            of_forms = max(of_forms, written)
        elif kind != "Sequence":
            product *= _growth(part)
            if not part.get("content", part.get("prepend", "Ġ")).isascii():
                of_forms = 1  # the forms after it can lengthen what it writes
    return product


def _growth(part: Mapping[str, Any]) -> float:
    """How many characters a part that is not a Unicode form makes of one at most."""
    match part["type"]:
        case "Replace":
            pattern, content = part["pattern"], part["content"]
            if pattern.get("String"):
                return max(1.0, len(content) / len(pattern["String"]))
            if is_known_pattern(pattern.get("Regex", "")):
                return max(1.0, len(content))
            return 1.0 + len(content)  # before each character, if the pattern matches the empty text
        case "Prepend":
            return 1.0 + len(part["prepend"])
        case "ByteLevel":
            return 5.0 if part.get("add_prefix_space") else 4.0  # bytes of a character
        case "BertNormalizer" | "BPEDecoder" | "CTC":
            return 3.0  # a space on each side, of an ideograph or if what is replaced is empty
        case "Metaspace" | "WordPiece":
            return 2.0  # something in front of each word
        case _:
            return 1.0


def _around(parts: Iterable[Mapping[str, Any]]) -> int:
    """How many tokens the post-processor makes of a text of one token."""
    tokens = 1
    for part in parts:
        if part["type"] == "TemplateProcessing":
            added = part["special_tokens"]
            copies = sum("Sequence" in piece for piece in part["single"])
            named = (
                added.get(piece["SpecialToken"]["id"]) for piece in part["single"] if "SpecialToken" in piece
            )
            tokens = tokens * copies + sum(len(each["ids"]) for each in named if each)
        elif part["type"] in ("BertProcessing", "RobertaProcessing"):
            tokens += 2
    return tokens
