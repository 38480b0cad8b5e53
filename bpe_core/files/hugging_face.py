"""Reads Hugging Face's `tokenizer.json`, which its library loads, encodes with and decodes with; and makes
one of a model, for files that have no more than that."""

import json
import re
from collections.abc import Mapping
from operator import itemgetter
from typing import Any

from bpe_core.encoding.library_tokenizer import LibraryTokenizer
from bpe_core.files.given_file import FileFormat, GivenFile

Stage = Mapping[str, Any]

_OBJECT_WITH_MODEL = re.compile(rb"\s*\{.*?\"model\"\s*:\s*(?:[\[{]|null|true|false)", re.DOTALL)
_OPTIONS = dict.fromkeys(("single_word", "lstrip", "rstrip", "normalized"), False)
"""Those of every special token."""


def is_hugging_face(file: GivenFile) -> bool:
    """Whether a file is a tokenizer.json; it is not parsed here, because it may be very large."""
    return _OBJECT_WITH_MODEL.match(file.data) is not None


def json_of(model: Stage, special_tokens: Mapping[str, int], **stages: Stage | None) -> dict[str, Any]:
    """The root of a `tokenizer.json`; the special tokens have ids, and are cut out of a text first."""
    added = [
        {"id": token_id, "content": token, **_OPTIONS, "special": True}
        for token, token_id in sorted(special_tokens.items(), key=itemgetter(1))
    ]
    rest = {"version": "1.0", "truncation": None, "padding": None, "added_tokens": added}
    return {**rest, **stages, "model": model}


def sequence(parts: list[Stage], members: str) -> Stage | None:
    """One stage of several parts; None of no parts."""
    if len(parts) < 2:
        return parts[0] if parts else None
    return {"type": "Sequence", members: parts}


def split(pattern: str, *, keeps_all: bool) -> Stage:
    """A text is cut into what a pattern matches; what lies between is kept too, or left out."""
    behavior = {"behavior": "Isolated" if keeps_all else "Removed", "invert": not keeps_all}
    return {"type": "Split", "pattern": {"Regex": pattern}, **behavior}


def bert_normalizer(*, lowercase: bool) -> Stage:
    """BERT's normalizer."""
    cleans = dict.fromkeys(("clean_text", "handle_chinese_chars"), True)
    return {"type": "BertNormalizer", **cleans, "strip_accents": None, "lowercase": lowercase}


def tokenizer_of(root: Mapping[str, Any]) -> LibraryTokenizer:
    """The tokenizer in the root of a `tokenizer.json`; raises `TokenizerFileError`."""
    return LibraryTokenizer.of_json(json.dumps(root, ensure_ascii=False).encode(errors="surrogatepass"))


FORMAT = FileFormat("tokenizer.json", is_hugging_face, lambda file: LibraryTokenizer.of_json(file.data))
