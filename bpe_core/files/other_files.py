"""Says what a file is that is not a tokenizer, and which file is wanted instead.

Such files lie beside tokenizers, or come in their place. A new kind is one row of a table.

>>> by_first_bytes(b"PAR1\\x15")
'it is a Parquet file, which holds texts; open it as a corpus.'
>>> by_members({"model_type": "llama", "vocab_size": 32000})
'it is the config of a model; bring tokenizer.json of the same repository.'
"""

import re
from codecs import BOM_UTF8
from collections.abc import Mapping
from typing import Any

_ITSELF = "download the file itself from its page, signed in if that asks for it"
_BESIDE = "bring tokenizer.json of the same repository"
_OF_TEXT = "bring the tokenizer.json of a text model"
_UNPACK = "unpack it, and bring tokenizer.json from it"

_BEGINNINGS = (
    (rb"\s*(?i:<!doctype|<!--|<html|<head|<\?xml)", "a page of HTML or XML, perhaps a login", _ITSELF),
    (
        rb"(?i:(?:404: |entry |page |repository )*not found|invalid (?:cred|user)|access (?:to|denied))",
        "what a server says instead of a file",
        _ITSELF,
    ),
    (rb"\s*\{[%{#][^\n]*[%}#]\}", "a chat template, which has no tokens", _BESIDE),
    (rb"version https://git-lfs", "a pointer of Git LFS", f'run "git lfs pull", or {_ITSELF}'),
    (rb".{5}\0\0\0\{\s*\"", "a file of a model's weights (safetensors)", _BESIDE),
    (
        rb"GGUF.\0",
        "a file of a model's weights (GGUF)",
        "bring tokenizer.json of the model they were made from",
    ),
    (rb"PK\x03\x04", "a ZIP archive, which may be PyTorch's weights", _UNPACK),
    (
        rb"7z\xbc\xaf|Rar!\x1a|BZh[1-9]1AY|\xfd7zXZ|.{257}ustar",
        "an archive",
        "unpack it, and bring the tokenizer's files",
    ),
    (
        rb"\x80[\x02-\x05]",
        "a pickled Python object, which could run anything when it is opened",
        "save its merges as text, or its tokenizer as tokenizer.json",
    ),
    (rb"PAR1[\0-\x1f]", "a Parquet file, which holds texts", "open it as a corpus"),
    (rb'\s*"\{\s*\\"', "JSON that was written as a text in JSON", "save the tokenizer with its own method"),
    (
        rb"<\S+>\t-?[0-9.]+(?:e[+-]?[0-9]+)?\r?\n",
        "a list of tokens with numbers, such as the readable one of a SentencePiece model",
        "bring the .model file or tokenizer.json beside it",
    ),
)
"""How a file begins, what it is, and what would do instead; "." may be any byte."""

_MEMBERS = (
    ("tokenization miditok_version", "a settings file of MidiTok, whose tokens are notes", _OF_TEXT),
    ("unk_id", "the pieces of a Unigram model without its other settings", _BESIDE),
    ("error", "what a server says instead of a file", _ITSELF),
    ("weight_map", "the index of a model's weights", _BESIDE),
    (
        "tokenizer_class added_tokens_decoder chat_template model_max_length add_bos_token add_prefix_space",
        "a settings file of a tokenizer, without its tokens",
        _BESIDE,
    ),
    (
        "feature_extractor_type image_processor_type processor_class",
        "a settings file of a processor",
        _BESIDE,
    ),
    (
        "model_type architectures hidden_size n_ctx n_heads",
        "the config of a model",
        _BESIDE,
    ),
    ("do_sample transformers_version", "a settings file for generating text", _BESIDE),
    ("bos_token eos_token unk_token pad_token cls_token", "a list of special tokens", _BESIDE),
)
"""Members of which a JSON object has one, what it is, and what would do instead."""
_MOST_MEMBERS = 100
"""Objects with more members are vocabularies, in which any name may be a token."""


def by_first_bytes(data: bytes) -> str | None:
    """A sentence about a file whose beginning shows that it is not a tokenizer; None for any other."""
    data = data.removeprefix(BOM_UTF8)
    return next((_sentence(*row) for start, *row in _BEGINNINGS if re.match(start, data, re.DOTALL)), None)


def by_members(root: Mapping[str, Any]) -> str | None:
    """A sentence about a JSON object with settings, which belongs to no merge list; None for any other."""
    if len(root) > _MOST_MEMBERS:
        return None
    known = (row for names, *row in _MEMBERS if not root.keys().isdisjoint(names.split()))
    return next((_sentence(*row) for row in known), None)


def is_added_tokens(root: Mapping[str, Any]) -> bool:
    """Whether a JSON object has ids of nothing but tokens with names such as `<s>` and `[PAD]`."""
    are_ids = bool(root) and all(type(value) is int for value in root.values())
    return are_ids and all(re.fullmatch(r"<.*>|\[.*\]|\s+", name) for name in root)


def without_rules(root: Mapping[str, Any]) -> str:
    """A sentence about a JSON object that came without a merge list."""
    are_ids = {*map(type, root.values())} == {int} or all(key.isdecimal() for key in root)
    if not root or not are_ids:
        what, wanted = "a JSON object that is not a tokenizer", _BESIDE
    elif is_added_tokens(root):
        what, wanted = "a list of added tokens", _BESIDE
    else:
        what, wanted = "a vocabulary, which has no merges", "bring merges.txt of the same repository with it"
    return by_members(root) or _sentence(what, wanted)


def _sentence(what: str, wanted: str) -> str:
    return f"it is {what}; {wanted}."
