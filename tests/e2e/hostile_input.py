"""Links and files of somebody who wants to keep all others waiting, or is unlucky with a corpus.

The links are put together here, according to docs/formats.md, because `bpe_ui.visit.links.link` writes none
that the app refuses.
"""

import base64
import json
import random
import zlib
from collections.abc import Sequence
from typing import Any

import numpy as np

from bpe_ui.visit.links.packing import MAX_LINK

MARKS = "\u0315\u0300"
"""Two combining marks, in the reverse of their canonical order."""
BEYOND_16_BITS = range(0x20000, 0x20000 + 20_000)
"""Characters of four bytes in UTF-8."""


def link(corpus: dict[str, Any], **members: Any) -> str:
    """The text of `?s=` for a corpus, with "rules" and other members; short enough to be opened."""
    value = json.dumps({"v": 1, "corpus": corpus, **members}, ensure_ascii=False, separators=(",", ":"))
    text = base64.urlsafe_b64encode(zlib.compress(value.encode(), 9)).decode().rstrip("=")
    if len(text) > MAX_LINK:
        raise ValueError(f"The link has {len(text):,} characters; {MAX_LINK:,} are opened.")
    return text


def rules(**fields: Any) -> str:
    """A link to hug / pug / pun with these rules."""
    return link({"example": "hug_pug_pun"}, rules=fields)


def combining_marks(pairs: int = 100_000) -> str:
    """A link to one letter with so many pairs of marks, under NFD."""
    return link({"from": "text", "text": "a" + MARKS * pairs}, rules={"normalizers": ["nfd"]})


def special_tokens() -> str:
    """A link to 100 special tokens, all but one alike in 198 of 200 characters, and a text that has none."""
    # `re` factors out a common beginning of all alternatives, hence the one that begins otherwise.
    tokens = ["b" * 200, *("a" * 198 + f"{number:02}" for number in range(99))]
    return link({"from": "text", "text": "a" * 500_000}, rules={"special_tokens": tokens})


def long_word() -> str:
    """A link to one word, late in its training: 300 times 6,000 `a` and a letter that occurs nowhere else."""
    text = "".join("a" * 6_000 + chr(0x100 + number) for number in range(300))
    return link({"from": "text", "text": text}, position=600)


def eight_columns() -> str:
    """A link to Compare with as many columns as there can be."""
    ties = ("first_seen", "smallest_ids", "smallest_pair", "greatest_pair")
    profiles = ("hf_tokenizers", "minbpe_regex", "cs336", "rustbpe")
    columns = [*({"tie": name} for name in ties), *({"profile": name} for name in profiles)]
    return link({"example": "hug_pug_pun"}, page="compare", compare={"choices": columns})


def tokenizer_file(text: str, *, merges: Sequence[str] = (), typed: Any = None, **parts: Any) -> str:
    """A link to Tokenize with a tokenizer.json of these parts, and this text."""
    model = {"type": "BPE", "vocab": {"a": 0}, "merges": list(merges)} | parts.pop("model", {})
    data = json.dumps({"version": "1.0", "model": model, **parts}, separators=(",", ":")).encode()
    content = [["tokenizer.json", base64.b64encode(data).decode()]]
    file = {"name": "tokenizer.json", "size": len(data), "digest": "0" * 32, "content": content}
    what = {"text": text, "merges": "file", "file": file, **(typed or {})}
    return link({"example": "hug_pug_pun"}, page="tokenize", tokenize=what)


SLOW_PATTERN = "(?:a|a){20}(?<=b)"
"""Tries a million ways for each `a`, and finds none."""
BYTE_TOKENS = {f"<0x{byte:02X}>": byte for byte in range(256)}


def slow_split(characters: int) -> str:
    """A link to a pre-tokenizer of 36 ms for each character."""
    split = {"type": "Split", "pattern": {"Regex": SLOW_PATTERN}, "behavior": "Isolated", "invert": False}
    return tokenizer_file("a" * characters, pre_tokenizer=split)


def slow_rules(characters: int) -> str:
    """A link to Tokenize with a custom pattern: quick here, slow in the library that checks it."""
    what = {"text": "a" * characters}
    pattern = {"pre_tokenizer": "pattern", "pattern": r"(?:\w|a){20}(?=b)|a"}
    given = {"alphabet": "bytes", "base_vocabulary": "all_bytes", **pattern}
    return link({"example": "hug_pug_pun"}, rules=given, page="tokenize", tokenize=what)


def long_prefix(prefix: int, letters: int) -> str:
    """A link to a prefix that is written as bytes in front of every letter."""
    model = {"vocab": BYTE_TOKENS, "continuing_subword_prefix": "x" * prefix, "byte_fallback": True}
    return tokenizer_file("a" * letters, model=model)


def wide_template(parts: int, ids: int) -> str:
    """A link to a template of so many parts with so many ids each."""
    special = {"id": "s", "ids": [0] * ids, "tokens": ["a"] * ids}
    text, token = (
        {kind: {"id": name, "type_id": 0}} for kind, name in (("Sequence", "A"), ("SpecialToken", "s"))
    )
    template = {"single": [text, *[token] * parts], "pair": [], "special_tokens": {"s": special}}
    typed = {"add_special_tokens": True}
    return tokenizer_file("a", post_processor={"type": "TemplateProcessing", **template}, typed=typed)


def ligatures(characters: int) -> str:
    """A link to a usual tokenizer and a text of which NFKC makes 18 times as many characters."""
    nfkc, byte_level = (
        {"type": "NFKC"},
        {"type": "ByteLevel", "add_prefix_space": False, "trim_offsets": True},
    )
    return tokenizer_file("\ufdfa" * characters, normalizer=nfkc, pre_tokenizer=byte_level)


def nested_json(size: int) -> bytes:
    """A list of empty lists, of about so many bytes."""
    return b"[" + b"[]," * ((size - 3) // 3) + b"[]]"


def english(characters: int, between: str = " ", seed: int = 11, distinct: int = 4_000) -> str:
    """Words as frequent as those of a language, of so many."""
    draw = random.Random(seed)
    syllables = [first + second for first in "bcdfghklmnprstvz" for second in "aeiou"]
    words = ["".join(draw.choices(syllables, k=draw.randint(1, 4))) for _ in range(distinct)]
    return between.join(_zipf(draw, words, characters // 2))[:characters]


def random_words(characters: int, letters: Sequence[int] = range(97, 123), seed: int = 11) -> bytes:
    """Words of six letters on average, hardly one of them twice, in UTF-8."""
    draw = np.random.default_rng(seed)
    text = draw.integers(letters[0], letters[-1] + 1, characters, dtype="<u4")
    text[draw.random(characters) < 1 / 7] = ord(" ")
    return text.tobytes().decode("utf-32-le").encode()


def _zipf(draw: random.Random, words: Sequence[str], number: int) -> list[str]:
    return draw.choices(words, [1 / rank for rank in range(1, len(words) + 1)], k=number)
