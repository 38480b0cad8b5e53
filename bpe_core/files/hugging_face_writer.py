"""Writes a tokenizer as Hugging Face's `tokenizer.json`, with which that library encodes in the same way.

A setting that the library does not have is refused. Two differences are known and remain: the separators
U+001C to U+001F are whitespace here for the pre-tokenizer WhitespaceSplit, and Lowercase knows the Greek
final sigma here.
"""

import json
import re
from collections.abc import Mapping
from typing import Any

from bpe_core.config import BPEConfig
from bpe_core.encoding.parts import TokenizerParts
from bpe_core.encoding.word_piece import LONGEST_WORD
from bpe_core.errors import TokenizerFileError
from bpe_core.files.hugging_face import Stage, json_of, sequence, split
from bpe_core.normalizers import NORMALIZERS
from bpe_core.pre_tokenizers.custom_pattern import compiled_pattern
from bpe_core.pre_tokenizers.registry import META, PRE_TOKENIZERS

_BYTE_LEVEL_CUTS_LIKE = "gpt2"
"""The pre-tokenizer that is part of ByteLevel, unless its option use_regex is false."""

_BYTE_LEVEL = {"type": "ByteLevel", "add_prefix_space": False, "trim_offsets": False}


def hugging_face_json(parts: TokenizerParts) -> bytes:
    """The content of a `tokenizer.json`; raises `TokenizerFileError` for what it cannot hold.

    The library has no unknown token without an id, so there it gets the next free one.
    """
    config, plain = parts.config, parts.plain_tokens
    ids = parts.with_unknown_id().vocabulary.ids
    vocab = {plain.get(token, token): token_id for token, token_id in ids.items()}
    if len(vocab) < len(ids):
        raise TokenizerFileError(
            "it cannot hold text that looks like a marker, a special token or a byte token."
        )
    model: dict[str, Any] = {
        "type": "WordPiece",
        "unk_token": config.unk_token,
        "continuing_subword_prefix": config.marker,
        "max_input_chars_per_word": LONGEST_WORD,
        "vocab": vocab,
    }
    if not config.is_wordpiece:
        model = {
            "type": "BPE",
            "dropout": None,
            "unk_token": config.unk_token if config.unknown == "unk" else None,
            "continuing_subword_prefix": config.marker if config.word_boundary == "inside_prefix" else None,
            "end_of_word_suffix": config.marker if config.word_boundary == "end_suffix" else None,
            "fuse_unk": config.unknown == "unk" and config.fuse_unk,
            "byte_fallback": config.unknown == "bytes",
            "ignore_merges": bool(parts.whole_words),
            "vocab": vocab,
            "merges": [[plain[left], plain[right]] for left, right in parts.printed_merges],
        }
    root = json_of(
        model,
        {token: vocab[token] for token in config.special_tokens},
        normalizer=sequence(_normalizers(config), "normalizers"),
        pre_tokenizer=sequence(_pre_tokenizers(config), "pretokenizers"),
        post_processor=_template(config, vocab),
        decoder=sequence(_decoders(config), "decoders"),
    )
    return json.dumps(root, ensure_ascii=False, indent=2).encode()


def _normalizers(config: BPEConfig) -> list[Stage]:
    parts = []
    for before, name in zip(("", *config.normalizers), config.normalizers, strict=False):
        entry = NORMALIZERS[name]
        if entry.hugging_face is None:
            raise TokenizerFileError(f"it cannot hold the normalizer “{entry.title}”.")
        if entry.hugging_face_after and before not in entry.hugging_face_after:
            after = " or ".join(NORMALIZERS[each].title for each in entry.hugging_face_after)
            raise TokenizerFileError(f"it can hold the normalizer “{entry.title}” right after {after} only.")
        parts.append(entry.hugging_face)
    return parts


def _pre_tokenizers(config: BPEConfig) -> list[Stage]:
    is_bytes = config.alphabet == "bytes"
    entry = config.cutter
    if entry is PRE_TOKENIZERS[_BYTE_LEVEL_CUTS_LIKE] and is_bytes:
        return [{**_BYTE_LEVEL, "use_regex": True}]
    if config.pre_tokenizer == "pattern" and config.pattern is not None:
        doubtful = _doubtful_part(config.pattern)
        if doubtful is not None:
            raise TokenizerFileError(
                f"its pattern {config.pattern!r} has {doubtful!r}, which Python and Hugging Face may read"
                " differently."
            )
        if compiled_pattern(config.pattern).fullmatch("") is not None:
            raise TokenizerFileError(f"its pattern {config.pattern!r} matches the empty text.")
        cutter: Stage = split(config.pattern, keeps_all=False)
    elif entry.hugging_face is not None:
        cutter = entry.hugging_face
    else:
        cutter = split(entry.pattern or "", keeps_all=bool(entry.space))
    return [part for part in (cutter, {**_BYTE_LEVEL, "use_regex": False} if is_bytes else None) if part]


def _decoders(config: BPEConfig) -> list[Stage]:
    if config.unknown != "bytes":
        return [_decoder(config)]
    first = {"type": "ByteFallback"}
    if not config.marker:
        return [first, _decoder(config)]
    # BPEDecoder drops all markers of the last token, which may be several words of unknown characters.
    last = {"type": "Replace", "pattern": {"Regex": rf"{re.escape(config.marker)}\z"}, "content": ""}
    others = {"type": "Replace", "pattern": {"String": config.marker}, "content": " "}
    return [first, {"type": "Fuse"}, last, others]


def _decoder(config: BPEConfig) -> Stage:
    if config.word_boundary == "inside_prefix":
        if PRE_TOKENIZERS[config.pre_tokenizer].space:
            raise TokenizerFileError(
                "its decoder puts spaces between words, and the words here hold their own."
            )
        return {"type": "WordPiece", "prefix": config.marker, "cleanup": False}
    if config.word_boundary == "end_suffix":
        return {"type": "BPEDecoder", "suffix": config.marker}
    if config.alphabet == "bytes":
        return {**_BYTE_LEVEL, "use_regex": True}
    metaspace = PRE_TOKENIZERS["metaspace"].hugging_face or {}
    return metaspace if PRE_TOKENIZERS[config.pre_tokenizer].space == META else {"type": "Fuse"}


def _template(config: BPEConfig, vocab: Mapping[str, int]) -> Stage | None:
    if config.template is None:
        return None
    before, after = config.around
    text, second_text = ({"Sequence": {"id": name, "type_id": 0}} for name in "AB")
    single = [*map(_in_template, before), text, *map(_in_template, after)]
    return {
        "type": "TemplateProcessing",
        "single": single,
        "pair": [*single, second_text],  # required by the library
        "special_tokens": {
            token: {"id": token, "ids": [vocab[token]], "tokens": [token]} for token in (*before, *after)
        },
    }


def _in_template(token: str) -> dict[str, Any]:
    return {"SpecialToken": {"id": token, "type_id": 0}}


# What Python's `regex` and Oniguruma, which Hugging Face uses, read in the same way, one piece at a time;
# anything else is doubtful. Left out on purpose: ^ and $ (Oniguruma always takes them for line ends), }+ and
# {,n}, && and [ in a set, most letters after \.
_CLASS_ESCAPE = r"\\(?:[pP]\{\^?[A-Za-z_]+\}|[sSdDwWrntfv]|x[0-9A-Fa-f]{2}|[^A-Za-z0-9\s])"
_ALIKE = re.compile(
    rf"{_CLASS_ESCAPE}"
    rf"|\[\^?\]?(?:{_CLASS_ESCAPE}|(?!&&|--|~~|\|\|)[^\\\[\]])*\]"
    r"|\(\?(?:i?:|<?[=!])|\((?!\?|\*)|\)|\||\."
    r"|\{[0-9]+(?:,[0-9]*)?\}(?!\+)|[?*+][?+]?"
    r"|[^\\\[\](){}?*+|.^$#&~]|[#&~]"
)


def _doubtful_part(pattern: str) -> str | None:
    r"""The part that `regex` and Oniguruma may read differently; None if both agree.

    >>> _doubtful_part(r"[^\r\n\p{L}\p{N}]?+\p{L}+|\p{N}{1,3}") is None
    True
    >>> _doubtful_part(r"\p{N}{1,3}+")      # possessive in one, a repetition of a repetition in the other
    '}+'
    """
    position = 0
    while position < len(pattern):
        match = _ALIKE.match(pattern, position)
        if match is None:
            end = pattern.find("}", position) if pattern[position] == "{" else position
            return pattern[max(end, position) : max(end, position) + 2]
        position = match.end()
    return None
