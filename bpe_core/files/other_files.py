"""Says what a file is that is not a tokenizer, and which file is wanted instead.

Such files lie beside tokenizers, or come in their place. A new kind is one row of a table.

>>> by_first_bytes(b"PAR1\\x15")
'it is a Parquet file, which holds texts; open it as a corpus.'
>>> by_members({"model_type": "llama", "vocab_size": 32000})
'it is the config of a model; bring tokenizer.json of the same repository.'
"""

import re
from codecs import BOM_UTF8
from collections.abc import Collection, Mapping
from typing import Any

_NO_BPE = "a tokenizer that has merges is needed, such as another model's tokenizer.json"
_ITSELF = "download the file itself from its page, signed in if that asks for it"
_BESIDE = "bring tokenizer.json of the same repository"
_OF_TEXT = "bring the tokenizer.json of a text model"
_KERAS = "a tokenizer of Keras, a list of whole words without merges"

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
        rb"GGUF..?\0",
        "a model in GGUF, with its tokenizer among the weights",
        "bring tokenizer.json of the model that it was made from",
    ),
    (rb"%PDF-", "a PDF", "save its merges as a text file"),
    (
        rb"PK\x03\x04",
        "a ZIP archive, as PyTorch's weights and Word's and Excel's files are",
        "bring a tokenizer's own file from it, or the merges saved as text",
    ),
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
    (rb'\s*"\{\s*\\"class_name', _KERAS, _NO_BPE),
    (rb'\s*"\{\s*\\"', "JSON that was written as a text in JSON", "save the tokenizer with its own method"),
    (
        rb"[0-9]+ b?(['\"])[^\n]*\1 [0-9]+\r?\n",
        "RWKV's vocabulary, of which the longest token that fits is taken, without merges",
        _NO_BPE,
    ),
    (
        rb"v[0-9]+;(?:true|false);(?:true|false);",
        "a list of merges of OpenNMT's Tokenizer, whose first line has its own settings",
        "put #version: 0.2 in its place if nothing but </w> marks a word",
    ),
    (
        rb"<\S+>\t-?[0-9.]+(?:e[+-]?[0-9]+)?\r?\n",
        "a list of tokens with numbers, such as the readable one of a SentencePiece model",
        "bring the .model file or tokenizer.json beside it",
    ),
)
"""How a file begins, what it is, and what would do instead; "." may be any byte."""

_MEMBERS = (
    ("word_index word_counts index_word", _KERAS, _NO_BPE),
    ("class_name", "the settings of an object of Keras", _NO_BPE),
    ("nbformat nbformat_minor", "a notebook", "save the merges that it prints as a text file"),
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
    for start, what, wanted in _BEGINNINGS:
        if re.match(start, data, re.DOTALL):
            return _sentence(what, wanted)
    return None


def by_members(root: Mapping[str, Any], name: str = "") -> str | None:
    """A sentence about a JSON object with settings, which belongs to no merge list; None for any other."""
    if len(root) > _MOST_MEMBERS or {*map(type, root.values())} == {int}:
        return None
    if isinstance(root.get("config"), dict) and not root["config"].keys().isdisjoint(_MEMBERS[0][0].split()):
        root = root["config"]
    for names, what, wanted in _MEMBERS:
        if not root.keys().isdisjoint(names.split()):
            return _sentence(what, wanted, name)
    return None


def is_added_tokens(root: Mapping[str, Any]) -> bool:
    """Whether a JSON object has ids of nothing but tokens with names such as `<s>` and `[PAD]`."""
    are_ids = bool(root) and all(type(value) is int for value in root.values())
    return are_ids and all(re.fullmatch(r"<.*>|\[.*\]|\s+", name) for name in root)


def without_rules(root: Mapping[str, Any], ids: Mapping[str, Any], name: str = "") -> str:
    """A sentence about a JSON object that came without a merge list; `ids` are its tokens' ids."""
    if not ids or {*map(type, ids.values())} != {int}:
        what, wanted = "a JSON object that is not a tokenizer", _BESIDE
    elif is_added_tokens(ids):
        what, wanted = "a list of added tokens", _BESIDE
    elif _is_word_list(ids):
        what, wanted = "a list of whole words with their numbers, which has no merges", _NO_BPE
    else:
        what, wanted = "a vocabulary, which has no merges", "bring merges.txt of the same repository with it"
    return by_members(root, name) or _sentence(what, wanted, name)


def _is_word_list(tokens: Collection[str]) -> bool:
    """Whether most long tokens are no two others joined: merges made none of them."""
    long = [token for token in tokens if len(token) > 2 and not re.fullmatch(r"<.*>|\[.*\]", token)]
    long = long[:: max(1, len(long) // 1_000)]
    made = [token for token in long if any(_ends_in(token, place, tokens) for place in range(1, len(token)))]
    return 2 * len(made) < len(long)


def _ends_in(token: str, place: int, tokens: Collection[str]) -> bool:
    """Whether both parts of a token are tokens, perhaps the second with `##` before it."""
    return token[:place] in tokens and (token[place:] in tokens or f"##{token[place:]}" in tokens)


def _sentence(what: str, wanted: str, name: str = "") -> str:
    if wanted == _BESIDE and name.casefold().startswith("tokenizer.json"):
        wanted = "a tokenizer.json of Hugging Face's has a model with a vocabulary"
    return f"it is {what}; {wanted}."
