"""Read Hugging Face's `tokenizer.json`.

In: the parsed JSON. Out: `FileContents` with which encoding gives what that library's `encode(text,
add_special_tokens=False)` gives: tokens that a post-processor puts around a text (`<s>`) are not added.

Only BPE models, and only parts that a `BPEConfig` can say exactly; for anything else a `TokenizerFileError`
names the part. Three known differences are left: the separators U+001C to U+001F are whitespace for the
pre-tokenizer WhitespaceSplit and the normalizer Strip here, and Lowercase knows the Greek final sigma.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import regex

from bpe_core.config import BPEConfig
from bpe_core.errors import TokenizerFileError
from bpe_core.pre_tokenizers.registry import META
from bpe_core.symbols import BYTE_OF_CHARACTER
from bpe_core.tokenizer import BPETokenizer
from bpe_core.tokenizer_files.contents import (
    FileContents,
    TextPair,
    base_code,
    last_of_each,
    numbered_merges,
    shown,
    token_ids,
)
from bpe_core.tokenizer_files.pattern_dialects import check_portable, named_pattern, with_gaps

NORMALIZER_OF_TYPE = {
    "Lowercase": "lowercase",
    "NFC": "nfc",
    "NFD": "nfd",
    "NFKC": "nfkc",
    "NFKD": "nfkd",
    "StripAccents": "strip_accents",
    "Strip": "strip",
}
"""Our normalizer for each of theirs."""

PRE_TOKENIZER_TYPES = ("WhitespaceSplit", "Whitespace", "Metaspace", "Split", "ByteLevel", "Sequence")
"""The pre-tokenizers that can be read, some with some of their options only."""


@dataclass(frozen=True)
class Cutting:
    """How a file's pre-tokenizers cut a text."""

    pre_tokenizer: str = "none"
    """The name in a `BPEConfig`."""

    pattern: str | None = None
    """The pattern for the pre-tokenizer "pattern"."""

    is_byte_level: bool = False
    """Whether words are spelled in bytes."""


def read_hugging_face(root: Mapping[str, Any]) -> FileContents:
    """The tokenizer in a parsed `tokenizer.json`; raises `TokenizerFileError`, and `ConfigError`."""
    model = _bpe_model(root.get("model"))
    ids = dict(token_ids(model.get("vocab")))
    normalizers = _normalizers(root.get("normalizer"))
    special_tokens = _added_tokens(root.get("added_tokens"), ids, normalizers)
    cutting = _cutting(root.get("pre_tokenizer"), bool(special_tokens))
    suffix = model.get("end_of_word_suffix") or ""
    unk_token = model.get("unk_token") or None
    if unk_token is not None and unk_token not in ids:
        raise TokenizerFileError(f"its unk_token {shown(unk_token)} is not in the vocabulary.")
    config = BPEConfig(
        normalizers=normalizers,
        pre_tokenizer=cutting.pre_tokenizer,
        pattern=cutting.pattern,
        alphabet="bytes" if cutting.is_byte_level else "characters",
        word_boundary="end_suffix" if suffix else "none",
        boundary_marker=suffix or None,
        special_tokens=special_tokens,
        unknown="unk" if unk_token else "drop",
        unk_token=unk_token,
        fuse_unk=bool(model.get("fuse_unk")),
    )
    pairs = _merge_pairs(model.get("merges"), ids)
    _check_apart(pairs, config)
    ordinary = ids.keys() - {unk_token, *special_tokens}
    base_codes = [code for code in (base_code(token, config) for token in ordinary) if code is not None]
    merges = numbered_merges(pairs, base_codes, config)
    return FileContents(config, base_codes, merges, ids)


def check_ignore_merges(root: Mapping[str, Any], tokenizer: BPETokenizer) -> None:
    """With `ignore_merges`, refuse a vocabulary in which looking up whole words would change something."""
    if not root["model"].get("ignore_merges"):
        return
    if tokenizer.config.word_boundary != "none":
        raise TokenizerFileError("ignore_merges together with an end_of_word_suffix cannot be represented.")
    is_bytes = tokenizer.config.alphabet == "bytes"
    plain_tokens = tokenizer.plain_tokens
    for token in root["model"]["vocab"]:
        word = _word_in_bytes(token) if is_bytes else token
        if not word or token in tokenizer.config.special_tokens:
            continue
        made = tokenizer.encode_word(word)
        if len(made) != 1 or plain_tokens.get(made[0]) != token:
            raise TokenizerFileError(
                f"ignore_merges cannot be represented: the merges do not make {shown(token)} of that word."
            )


def _word_in_bytes(token: str) -> str | None:
    """The word that byte level writes like this token, or None if no word is written so."""
    try:
        return bytes(BYTE_OF_CHARACTER[character] for character in token).decode()
    except (KeyError, UnicodeDecodeError):
        return None


def _bpe_model(model: object) -> dict[str, Any]:
    if not isinstance(model, dict):
        raise TokenizerFileError("it has no model; the model of a tokenizer.json is a JSON object.")
    kind = model.get("type", "BPE" if "merges" in model else "unknown")
    if kind != "BPE":
        raise TokenizerFileError(f"its model is of the type {shown(kind)}; only 'BPE' can be read.")
    for field in ("unk_token", "end_of_word_suffix", "continuing_subword_prefix"):
        if not isinstance(model.get(field), str | None):
            raise TokenizerFileError(
                f"{field} of its model is {shown(model[field])}; a string or null is allowed."
            )
    if model.get("continuing_subword_prefix"):
        prefix = model["continuing_subword_prefix"]
        raise TokenizerFileError(f"continuing_subword_prefix ({shown(prefix)}) cannot be represented.")
    if model.get("dropout"):
        raise TokenizerFileError(f"dropout ({shown(model['dropout'])}) cannot be represented: it is random.")
    if model.get("byte_fallback") and any(
        regex.fullmatch(r"<0x[0-9A-F]{2}>", token) for token in token_ids(model.get("vocab"))
    ):
        raise TokenizerFileError("byte_fallback, unknown characters as bytes, cannot be represented.")
    return model


def _merge_pairs(merges: object, ids: Mapping[str, int]) -> list[TextPair]:
    """The merge rules; since tokenizers 0.20 each is a list of two, before that a string with one space."""
    if not isinstance(merges, list):
        raise TokenizerFileError("its model has no list of merges.")
    pairs: list[TextPair] = []
    for number, merge in enumerate(merges, start=1):
        if isinstance(merge, str) and merge.startswith("#version"):
            continue
        parts = merge.split(" ") if isinstance(merge, str) else merge
        if not (isinstance(parts, list) and len(parts) == 2 and all(isinstance(part, str) for part in parts)):
            raise TokenizerFileError(f"merge {number} is {shown(merge)}; two tokens are allowed.")
        for token in (*parts, "".join(parts)):
            if token not in ids or not token:
                raise TokenizerFileError(
                    f"merge {number} has {shown(token)}, which is not in the vocabulary."
                )
        pairs.append((parts[0], parts[1]))
    return last_of_each(pairs)


def _check_apart(pairs: Sequence[TextPair], config: BPEConfig) -> None:
    """Refuse a file in which the unknown token, or a special one, can also come out of ordinary text."""
    rewrites_text = bool(config.normalizers) or config.pre_tokenizer == "metaspace"
    apart = set(config.special_tokens) if rewrites_text else set()
    if config.unk_token is not None and config.unk_token not in config.special_tokens:
        apart.add(config.unk_token)
    parts = {part for pair in pairs for part in pair}
    for token in apart:
        if token in parts or base_code(token, config) is not None:
            raise TokenizerFileError(f"the token {shown(token)} is a symbol of ordinary text too.")


def _added_tokens(added: object, ids: dict[str, int], normalizers: Sequence[str]) -> tuple[str, ...]:
    """The tokens that are cut out of a text first; puts their ids into `ids`."""
    if added is None:
        return ()
    if not isinstance(added, list) or not all(isinstance(entry, dict) for entry in added):
        raise TokenizerFileError("added_tokens is not a list of JSON objects.")
    token_of = {token_id: token for token, token_id in ids.items()}
    for entry in added:
        token, token_id = entry.get("content"), entry.get("id")
        if not isinstance(token, str) or not token:
            raise TokenizerFileError(f"an added token has the content {shown(token)}; a text is allowed.")
        for option in ("single_word", "lstrip", "rstrip"):
            if entry.get(option):
                raise TokenizerFileError(f"{option} of the added token {shown(token)} cannot be represented.")
        if entry.get("normalized") and normalizers:
            raise TokenizerFileError(f"normalized of the added token {shown(token)} cannot be represented.")
        [(_, checked)] = token_ids({token: token_id}).items()
        if ids.get(token, checked) != checked or token_of.get(checked, token) != token:
            raise TokenizerFileError(
                f"the added token {shown(token)} has an id, {checked}, that is at odds with others."
            )
        ids[token], token_of[checked] = checked, token
    return tuple(dict.fromkeys(entry["content"] for entry in added))


def _normalizers(normalizer: object) -> tuple[str, ...]:
    if normalizer is None:
        return ()
    names: list[str] = []
    for part in _flat(normalizer, "normalizer", "normalizers"):
        kind = part.get("type")
        if not isinstance(kind, str) or kind not in NORMALIZER_OF_TYPE:
            allowed = ", ".join(NORMALIZER_OF_TYPE)
            raise TokenizerFileError(f"its normalizer is {shown(kind)}; allowed are {allowed}.")
        if kind == "Strip" and not (part.get("strip_left") is part.get("strip_right") is True):
            raise TokenizerFileError("its normalizer 'Strip' strips one side; both are allowed.")
        if kind == "StripAccents" and (not names or names[-1] not in ("nfd", "nfkd")):
            raise TokenizerFileError(
                "its normalizer 'StripAccents' leaves composed letters alone; one after NFD is allowed."
            )
        names.append(NORMALIZER_OF_TYPE[kind])
    return tuple(names)


def _cutting(pre_tokenizer: object, has_added_tokens: bool) -> Cutting:
    parts = [] if pre_tokenizer is None else _flat(pre_tokenizer, "pre-tokenizer", "pretokenizers")
    kinds = [part.get("type") for part in parts]
    for kind in kinds:
        if kind not in PRE_TOKENIZER_TYPES:
            allowed = ", ".join(PRE_TOKENIZER_TYPES)
            raise TokenizerFileError(f"its pre-tokenizer is {shown(kind)}; allowed are {allowed}.")
    is_byte_level = kinds[-1:] == ["ByteLevel"]
    if is_byte_level and parts[-1].get("add_prefix_space", True):
        raise TokenizerFileError("add_prefix_space of its pre-tokenizer 'ByteLevel' cannot be represented.")
    cutters = parts[:-1] if is_byte_level and not parts[-1].get("use_regex", True) else parts
    if len(cutters) > 1:
        raise TokenizerFileError(
            f"its pre-tokenizers {shown(kinds)} one after the other cannot be represented."
        )
    if not cutters:
        return Cutting(is_byte_level=is_byte_level)
    name, pattern = _cutter(cutters[0], has_added_tokens)
    return Cutting(name, pattern, is_byte_level)


def _cutter(part: Mapping[str, Any], has_added_tokens: bool) -> tuple[str, str | None]:
    """The name and the pattern of the one pre-tokenizer that cuts."""
    kind = part.get("type")
    if kind == "Split":
        return _split(part)
    if kind == "Metaspace":
        _check_metaspace(part, has_added_tokens)
        return "metaspace", None
    return {"WhitespaceSplit": "whitespace", "Whitespace": "words_and_punctuation", "ByteLevel": "gpt2"}[
        str(kind)
    ], None


def _split(part: Mapping[str, Any]) -> tuple[str, str | None]:
    given = part.get("pattern")
    pattern = given.get("Regex") if isinstance(given, dict) else None
    if isinstance(given, dict) and isinstance(given.get("String"), str):
        pattern = regex.escape(given["String"], literal_spaces=True)
    if not isinstance(pattern, str) or not pattern:
        raise TokenizerFileError(
            f"the pattern of its pre-tokenizer 'Split' is {shown(given)}; a Regex is allowed."
        )
    behavior, inverted = part.get("behavior"), bool(part.get("invert"))
    if behavior == "Removed" and inverted:
        check_portable(pattern)
        return "pattern", pattern
    if behavior != "Isolated":
        raise TokenizerFileError(
            f"its pre-tokenizer 'Split' has the behavior {shown(behavior)}, which cannot be represented;"
            " allowed are 'Isolated', and 'Removed' with invert."
        )
    named = named_pattern(pattern)
    if named is not None:
        return named, None
    check_portable(pattern)
    return "pattern", with_gaps(pattern)


def _check_metaspace(part: Mapping[str, Any], has_added_tokens: bool) -> None:
    scheme = part.get("prepend_scheme", "always" if part.get("add_prefix_space", True) else "never")
    if scheme == "first" and not has_added_tokens:
        scheme = "always"
    if part.get("replacement") != META or scheme != "always" or part.get("split") is False:
        raise TokenizerFileError(
            "its pre-tokenizer 'Metaspace' has other options than the allowed ones:"
            f" the replacement {META!r}, the prepend_scheme 'always', and split."
        )


def _flat(part: object, what: str, members: str) -> list[Mapping[str, Any]]:
    """The members of nested sequences, in order."""
    flat: list[Mapping[str, Any]] = []
    waiting = [part]
    while waiting:
        part = waiting.pop()
        if not isinstance(part, dict):
            raise TokenizerFileError(f"its {what} is not a JSON object.")
        inner = part.get(members)
        if part.get("type") != "Sequence":
            flat.append(part)
        elif isinstance(inner, list):
            waiting += reversed(inner)
        else:
            raise TokenizerFileError(f"its {what} 'Sequence' has no list {shown(members)}.")
    return flat
