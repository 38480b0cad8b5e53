"""Read Hugging Face's `tokenizer.json`.

In: the file. Out: `TokenizerParts` with which encoding gives what that library's `encode(text,
add_special_tokens=False)` gives: tokens that a post-processor puts around a text (`<s>`) are not added.

Only BPE models, and only parts that a `BPEConfig` can say exactly; for anything else a `TokenizerFileError`
names the part. Three known differences are left: the separators U+001C to U+001F are whitespace for the
pre-tokenizer WhitespaceSplit and the normalizer Strip here, and Lowercase knows the Greek final sigma.
"""

from collections.abc import Mapping, Sequence
from typing import Any

import regex

from bpe_core.config import BPEConfig
from bpe_core.encoding.parts import TokenizerParts
from bpe_core.encoding.spelling import Speller
from bpe_core.errors import TokenizerFileError
from bpe_core.normalizers import NORMALIZERS
from bpe_core.pre_tokenizers.registry import META, PRE_TOKENIZERS
from bpe_core.symbol_texts import BYTE_OF_CHARACTER
from bpe_core.tokenizer_files.given_file import GivenFile
from bpe_core.tokenizer_files.pattern_dialects import check_portable, named_pattern, with_gaps
from bpe_core.tokenizer_files.written_tokens import (
    TextPair,
    base_code,
    base_codes_of,
    last_of_each,
    numbered_merges,
    token_ids,
)
from bpe_core.validation import shown

BYTE_LEVEL_CUTS_LIKE = "gpt2"
"""The pre-tokenizer that is part of ByteLevel, unless its option use_regex is false."""

_Part = Mapping[str, Any]


def is_hugging_face(file: GivenFile) -> bool:
    """Whether a file is a tokenizer.json."""
    return file.root is not None and "model" in file.root


def read_hugging_face(file: GivenFile) -> TokenizerParts:
    """The tokenizer in a `tokenizer.json`; raises `TokenizerFileError`, and `ConfigError`."""
    root = file.root or {}
    model = _bpe_model(root.get("model"))
    ids = dict(token_ids(model.get("vocab")))
    normalizers = _normalizers(root.get("normalizer"))
    special_tokens = _added_tokens(root.get("added_tokens"), ids, normalizers)
    pre_tokenizer, pattern, is_byte_level = _cutting(root.get("pre_tokenizer"), bool(special_tokens))
    suffix = model.get("end_of_word_suffix") or None
    unk_token = model.get("unk_token") or None
    if unk_token is not None and unk_token not in ids:
        raise TokenizerFileError(f"its unk_token {shown(unk_token)} is not in the vocabulary.")
    config = BPEConfig(
        normalizers=normalizers,
        pre_tokenizer=pre_tokenizer,
        pattern=pattern,
        alphabet="bytes" if is_byte_level else "characters",
        word_boundary="end_suffix" if suffix else "none",
        boundary_marker=suffix,
        special_tokens=special_tokens,
        unknown="unk" if unk_token else "drop",
        unk_token=unk_token,
        fuse_unk=bool(model.get("fuse_unk")),
    )
    pairs = _merge_pairs(model.get("merges"), ids)
    _check_apart(pairs, config)
    base_codes = base_codes_of(ids.keys() - {unk_token, *special_tokens}, config)
    parts = TokenizerParts(config, base_codes, numbered_merges(pairs, base_codes, config), ids)
    if model.get("ignore_merges"):
        _check_ignore_merges(model["vocab"], parts)
    return parts


# ---- the model


def _bpe_model(model: object) -> dict[str, Any]:
    if not isinstance(model, dict):
        raise TokenizerFileError("its model must be a JSON object.")
    kind = model.get("type", "BPE" if "merges" in model else "unknown")
    if kind != "BPE":
        raise TokenizerFileError(f"its model is of the type {shown(kind)}; only 'BPE' can be read.")
    for field in ("unk_token", "end_of_word_suffix", "continuing_subword_prefix"):
        if not isinstance(model.get(field), str | None):
            raise TokenizerFileError(f"{field} of its model must be a string or null.")
    for field in ("continuing_subword_prefix", "dropout"):
        if model.get(field):
            raise TokenizerFileError(f"{field} ({shown(model[field])}) cannot be represented.")
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
            raise TokenizerFileError(f"merge {number} must be two tokens, got {shown(merge)}.")
        for token in (*parts, "".join(parts)):
            if token not in ids or not token:
                raise TokenizerFileError(
                    f"merge {number} has {shown(token)}, which is not in the vocabulary."
                )
        pairs.append((parts[0], parts[1]))
    return last_of_each(pairs)


def _check_apart(pairs: Sequence[TextPair], config: BPEConfig) -> None:
    """Refuse a file in which the unknown token, or a special one, can also come out of ordinary text."""
    rewrites_text = bool(config.normalizers) or PRE_TOKENIZERS[config.pre_tokenizer].space == META
    apart = set(config.special_tokens) if rewrites_text else set()
    if config.unk_token is not None and config.unk_token not in config.special_tokens:
        apart.add(config.unk_token)
    parts = {part for pair in pairs for part in pair}
    for token in apart:
        if token in parts or base_code(token, config) is not None:
            raise TokenizerFileError(f"the token {shown(token)} is a symbol of ordinary text too.")


def _check_ignore_merges(vocab: Mapping[str, int], parts: TokenizerParts) -> None:
    """With `ignore_merges`, refuse a vocabulary in which looking up whole words would change something."""
    config, rules = parts.config, parts.rules()
    if config.word_boundary != "none":
        raise TokenizerFileError("ignore_merges together with an end_of_word_suffix cannot be represented.")
    speller = Speller(rules.table, config)
    for token in vocab:
        word = _word_in_bytes(token) if config.alphabet == "bytes" else token
        if not word or token in config.special_tokens:
            continue
        made = rules.merge(speller.spell(word).symbols).symbols
        if len(made) != 1 or made[0] < 0 or rules.table.literal(made[0]) != token:
            raise TokenizerFileError(
                f"ignore_merges cannot be represented: the merges do not make {shown(token)} of that word."
            )


def _word_in_bytes(token: str) -> str | None:
    """The word that byte level writes like this token, or None if no word is written so."""
    try:
        return bytes(BYTE_OF_CHARACTER[character] for character in token).decode()
    except (KeyError, UnicodeDecodeError):
        return None


# ---- what comes before the model


def _added_tokens(added: object, ids: dict[str, int], normalizers: Sequence[str]) -> tuple[str, ...]:
    """The tokens that are cut out of a text first; puts their ids into `ids`."""
    if not isinstance(added, list | None) or not all(isinstance(entry, dict) for entry in added or ()):
        raise TokenizerFileError("added_tokens is not a list of JSON objects.")
    token_of = {token_id: token for token, token_id in ids.items()}
    for entry in added or ():
        token, token_id = entry.get("content"), entry.get("id")
        if not isinstance(token, str) or not token:
            raise TokenizerFileError(f"an added token has the content {shown(token)}, which is no text.")
        for option in ("single_word", "lstrip", "rstrip", *(("normalized",) if normalizers else ())):
            if entry.get(option):
                raise TokenizerFileError(f"{option} of the added token {shown(token)} cannot be represented.")
        [checked] = token_ids({token: token_id}).values()
        if ids.get(token, checked) != checked or token_of.get(checked, token) != token:
            raise TokenizerFileError(f"the added token {shown(token)} has an id, {checked}, that differs.")
        ids[token], token_of[checked] = checked, token
    return tuple(dict.fromkeys(entry["content"] for entry in added or ()))


def _normalizers(normalizer: object) -> tuple[str, ...]:
    names: list[str] = []
    forms = {name: entry.hugging_face for name, entry in NORMALIZERS.items()}
    for part in _flat(normalizer, "normalizer", "normalizers"):
        name = _entry_like(part, "normalizer", forms)
        after = NORMALIZERS[name].hugging_face_after
        if after and names[-1:] not in [[other] for other in after]:
            kind, before = shown(part["type"]), " or ".join(after)
            raise TokenizerFileError(f"its normalizer {kind} can be represented right after {before} only.")
        names.append(name)
    return tuple(names)


def _cutting(pre_tokenizer: object, has_added_tokens: bool) -> tuple[str, str | None, bool]:
    """The pre-tokenizer, its pattern, and whether words are spelled in bytes."""
    parts = _flat(pre_tokenizer, "pre-tokenizer", "pretokenizers")
    is_byte_level = bool(parts) and parts[-1].get("type") == "ByteLevel"
    if is_byte_level and parts[-1].get("add_prefix_space", True):
        raise TokenizerFileError("add_prefix_space of its pre-tokenizer 'ByteLevel' cannot be represented.")
    cutters = parts[:-1] if is_byte_level and not parts[-1].get("use_regex", True) else parts
    if len(cutters) > 1:
        kinds = [part.get("type") for part in parts]
        raise TokenizerFileError(
            f"its pre-tokenizers {shown(kinds)} one after the other cannot be represented."
        )
    name, pattern = _cutter(cutters[0], has_added_tokens) if cutters else ("none", None)
    return name, pattern, is_byte_level


def _cutter(part: _Part, has_added_tokens: bool) -> tuple[str, str | None]:
    """The name and the pattern of the one pre-tokenizer that cuts."""
    kind = part.get("type")
    if kind == "Split":
        return _split(part)
    if kind == "ByteLevel":
        return BYTE_LEVEL_CUTS_LIKE, None
    if kind == "Metaspace":  # as today's versions write it
        scheme = part.get("prepend_scheme", "always" if part.get("add_prefix_space", True) else "never")
        scheme = "always" if scheme == "first" and not has_added_tokens else scheme
        part = {"split": True, **part, "prepend_scheme": scheme}
    forms = {name: entry.hugging_face for name, entry in PRE_TOKENIZERS.items()}
    return _entry_like(part, "pre-tokenizer", forms, "Split", "ByteLevel"), None


def _split(part: _Part) -> tuple[str, str | None]:
    given = part.get("pattern")
    pattern = given.get("Regex") if isinstance(given, dict) else None
    if isinstance(given, dict) and isinstance(given.get("String"), str):
        pattern = regex.escape(given["String"], literal_spaces=True)
    if not isinstance(pattern, str) or not pattern:
        raise TokenizerFileError(
            f"the pattern of its pre-tokenizer 'Split' is {shown(given)}, which is no Regex."
        )
    behavior = part.get("behavior")
    keeps_all = behavior == "Isolated"
    if not keeps_all and not (behavior == "Removed" and part.get("invert")):
        raise TokenizerFileError(
            f"its pre-tokenizer 'Split' has the behavior {shown(behavior)}, which cannot be represented;"
            " it must be 'Isolated', or 'Removed' with invert."
        )
    named = named_pattern(pattern, keeps_all=keeps_all)
    if named is not None:
        return named, None
    check_portable(pattern)
    return "pattern", with_gaps(pattern) if keeps_all else pattern


def _entry_like(part: _Part, what: str, forms: Mapping[str, _Part | None], *others: str) -> str:
    """The name of the entry whose form in a tokenizer.json has the same type and options."""
    kind = part.get("type")
    options = [form for form in forms.values() if form and form["type"] == kind]
    for name, form in forms.items():
        if form and all(part.get(option) == value for option, value in form.items()):
            return name
    if options:
        raise TokenizerFileError(f"its {what} {shown(kind)} must have the options {dict(options[0])}.")
    types = [*dict.fromkeys(form["type"] for form in forms.values() if form), *others, "Sequence"]
    raise TokenizerFileError(f"its {what} is {shown(kind)}; it must be one of {', '.join(types)}.")


def _flat(part: object, what: str, members: str) -> list[_Part]:
    """The members of nested sequences, in order; none for null."""
    flat: list[_Part] = []
    waiting = [] if part is None else [part]
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
