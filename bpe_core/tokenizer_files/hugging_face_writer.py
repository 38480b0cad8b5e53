"""Write a tokenizer as Hugging Face's `tokenizer.json`.

In: a `BPETokenizer`. Out: the file's content, with which that library encodes as the tokenizer does; the same
three differences are left as in reading. A rule for which the library has nothing is refused.
"""

import json
from typing import Any

from bpe_core.config import BPEConfig
from bpe_core.errors import TokenizerFileError
from bpe_core.pre_tokenizers.registry import GPT2_PATTERN, GPT4_PATTERN, META
from bpe_core.tokenizer import BPETokenizer
from bpe_core.tokenizer_files.hugging_face import NORMALIZER_OF_TYPE
from bpe_core.tokenizer_files.pattern_dialects import check_portable, without_gaps

_TYPE_OF_NORMALIZER = {name: kind for kind, name in NORMALIZER_OF_TYPE.items()}
_STRIP_BOTH_SIDES = {"strip_left": True, "strip_right": True}
_BYTE_LEVEL = {"type": "ByteLevel", "add_prefix_space": False, "trim_offsets": False}
_METASPACE = {"type": "Metaspace", "replacement": META, "prepend_scheme": "always", "split": True}


def hugging_face_json(tokenizer: BPETokenizer) -> bytes:
    """The content of a `tokenizer.json`; raises `TokenizerFileError` for what it cannot hold."""
    config = tokenizer.config
    _check_unknown(tokenizer)
    if config.word_boundary not in ("none", "end_suffix"):
        raise TokenizerFileError(
            f"it cannot hold the word boundary {config.word_boundary!r}; allowed are 'none' and 'end_suffix'."
        )
    plain = tokenizer.plain_tokens
    vocab = {plain.get(token, token): token_id for token, token_id in tokenizer.vocab.items()}
    if len(vocab) < len(tokenizer.vocab):
        raise TokenizerFileError("it cannot hold text that looks like a marker or a special token.")
    root = {
        "version": "1.0",
        "truncation": None,
        "padding": None,
        "added_tokens": [_added_token(token, vocab[token]) for token in config.special_tokens],
        "normalizer": _sequence(_normalizers(config), "normalizers"),
        "pre_tokenizer": _sequence(_pre_tokenizers(config), "pretokenizers"),
        "post_processor": None,
        "decoder": _decoder(config),
        "model": {
            "type": "BPE",
            "dropout": None,
            "unk_token": config.unk_token if config.unknown == "unk" else None,
            "continuing_subword_prefix": None,
            "end_of_word_suffix": config.marker or None,
            "fuse_unk": config.unknown == "unk" and config.fuse_unk,
            "byte_fallback": False,
            "ignore_merges": False,
            "vocab": vocab,
            "merges": [[plain[left], plain[right]] for left, right in tokenizer.merges],
        },
    }
    return json.dumps(root, ensure_ascii=False, indent=2).encode()


def _check_unknown(tokenizer: BPETokenizer) -> None:
    config = tokenizer.config
    if config.unknown == "unk" and config.unk_token not in tokenizer.vocab:
        raise TokenizerFileError(
            f"it needs an id for the unknown token {config.unk_token!r}; it has one as a special token."
        )
    if config.unknown == "keep" and not tokenizer.knows_every_symbol:
        raise TokenizerFileError(
            "it cannot hold unknown 'keep': that library has no token without an id;"
            " allowed are 'drop' and 'unk'."
        )


def _added_token(token: str, token_id: int) -> dict[str, Any]:
    options = dict.fromkeys(("single_word", "lstrip", "rstrip", "normalized"), False)
    return {"id": token_id, "content": token, **options, "special": True}


def _normalizers(config: BPEConfig) -> list[dict[str, Any]]:
    parts = []
    for before, name in zip(("", *config.normalizers), config.normalizers, strict=False):
        if name == "strip_accents" and before not in ("nfd", "nfkd"):
            raise TokenizerFileError(
                "it cannot hold strip_accents alone, since that library leaves composed letters"
                " as they are; allowed is nfd or nfkd right before it."
            )
        options = _STRIP_BOTH_SIDES if name == "strip" else {}
        parts.append({"type": _TYPE_OF_NORMALIZER[name], **options})
    return parts


def _pre_tokenizers(config: BPEConfig) -> list[dict[str, Any]]:
    is_bytes = config.alphabet == "bytes"
    if config.pre_tokenizer == "gpt2" and is_bytes:
        return [{**_BYTE_LEVEL, "use_regex": True}]
    cutters = {
        "whitespace": [{"type": "WhitespaceSplit"}],
        "words_and_punctuation": [{"type": "Whitespace"}],
        "gpt2": [_split(GPT2_PATTERN, "Isolated")],
        "gpt4": [_split(GPT4_PATTERN, "Isolated")],
        "metaspace": [_METASPACE],
        "none": [],
    }
    if config.pre_tokenizer == "pattern" and config.pattern is not None:
        isolated = without_gaps(config.pattern)
        check_portable(isolated or config.pattern)
        cutters["pattern"] = [_split(isolated, "Isolated") if isolated else _split(config.pattern, "Removed")]
    if config.pre_tokenizer not in cutters:
        raise TokenizerFileError(f"it cannot hold the pre-tokenizer {config.pre_tokenizer!r}.")
    return cutters[config.pre_tokenizer] + ([{**_BYTE_LEVEL, "use_regex": False}] if is_bytes else [])


def _split(pattern: str, behavior: str) -> dict[str, Any]:
    return {
        "type": "Split",
        "pattern": {"Regex": pattern},
        "behavior": behavior,
        "invert": behavior == "Removed",
    }


def _decoder(config: BPEConfig) -> dict[str, Any]:
    if config.word_boundary == "end_suffix":
        return {"type": "BPEDecoder", "suffix": config.marker}
    if config.alphabet == "bytes":
        return {**_BYTE_LEVEL, "use_regex": True}
    return _METASPACE if config.pre_tokenizer == "metaspace" else {"type": "Fuse"}


def _sequence(parts: list[dict[str, Any]], members: str) -> dict[str, Any] | None:
    if len(parts) < 2:
        return parts[0] if parts else None
    return {"type": "Sequence", members: parts}
