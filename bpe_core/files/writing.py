"""Writes a tokenizer in the formats of other libraries, which then encode as the tokenizer does.

A format that cannot hold one of the rules is refused. To be sure, the files are read back and compared.

>>> from bpe_core.config import BPEConfig
>>> rules = BPEConfig(pre_tokenizer="gpt2", alphabet="bytes", id_order="byte_value")
>>> parts = TokenizerParts(rules, range(256), [(104, 117)])
>>> write_files("minbpe", parts)["tokenizer.model"].splitlines()[-1]
b'104 117'
>>> write_files("subword_nmt", parts)     # doctest: +ELLIPSIS
Traceback (most recent call last):
    ...
bpe_core.errors.TokenizerFileError: Subword-nmt codes cannot be written with alphabet 'bytes'; ...
"""

import base64
import json
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from bpe_core.config import RULES, BPEConfig
from bpe_core.encoding.parts import TokenizerParts
from bpe_core.errors import ConfigError, TokenizerFileError
from bpe_core.files import gpt2, minbpe, subword_nmt, tiktoken
from bpe_core.files.given_file import GivenFile
from bpe_core.files.hugging_face_writer import hugging_face_json
from bpe_core.files.printed_merges import VERSION, read_written_merges
from bpe_core.pre_tokenizers.registry import PRE_TOKENIZERS
from bpe_core.symbol_texts import BYTE_OF_CHARACTER
from bpe_core.validation import shown

Files = dict[str, bytes]
Values = tuple[Any, ...]

_BYTES: Mapping[str, Values] = {
    "alphabet": ("bytes",),
    "word_boundary": ("none",),
    "normalizers": ((),),
    "special_tokens": ((),),
    "template": (None,),
}

_ENCODING_RULES = [field for field, rule in RULES.items() if rule.decides in ("words", "symbols", "encoding")]
"""The rules that decide how a text is encoded, besides the merges."""


def _by_pattern(*others: str) -> Values:
    """The pre-tokenizers that can be written as a pattern, and others."""
    return *(name for name, entry in PRE_TOKENIZERS.items() if entry.pattern), "pattern", *others


class Writer(NamedTuple):
    """A format in which a tokenizer can be saved."""

    title: str
    """How a sentence names its files."""

    write: Callable[[TokenizerParts], Files]
    """Returns the content of each file by name; raises `TokenizerFileError`."""

    needs: Mapping[str, Values | Callable[[BPEConfig], Values]]
    """The values that the format can hold, by the field of the config; some depend on its other fields."""

    read: Callable[[Files, TokenizerParts], TokenizerParts] | None = None
    """Reads the files as their library does, if the format holds less than the rules can say."""

    has_ids: bool = True
    """Whether the files hold the id of each token."""


def _write_minbpe(parts: TokenizerParts) -> dict[str, bytes]:
    """The files of a model as minbpe saves it; the ids are the numbers of the symbols."""
    config, ids = parts.config, parts.vocabulary.ids
    special = [f"{token} {ids[token]}" for token in config.special_tokens]
    merges = [f"{left} {right}" for left, right in parts.rules.pairs]
    lines = [minbpe.HEADER, pattern_of(config), str(len(special)), *special, *merges]
    return {"tokenizer.model": "".join(f"{line}\n" for line in lines).encode()}


def pattern_of(config: BPEConfig) -> str:
    """The pattern that cuts a text into words; empty if nothing cuts it. Raises `TokenizerFileError`."""
    pattern = config.pattern or config.cutter.pattern or ""
    if not pattern and config.pre_tokenizer != "none":
        raise TokenizerFileError(f"it cannot hold the pre-tokenizer {config.pre_tokenizer!r}.")
    return pattern


def _write_tiktoken(parts: TokenizerParts) -> dict[str, bytes]:
    """The file of ranks that tiktoken loads; tiktoken gets the pattern and the special tokens separately."""
    ids, special = parts.vocabulary.ids, parts.config.special_tokens
    lines = []
    for token, rank in ids.items():
        if token not in special:
            data = bytes(map(BYTE_OF_CHARACTER.__getitem__, token))
            lines.append(f"{base64.b64encode(data).decode()} {rank}\n")
    return {"ranks.tiktoken": "".join(lines).encode()}


def _write_gpt2(parts: TokenizerParts) -> dict[str, bytes]:
    """The two files of GPT-2, as OpenAI and Hugging Face name them."""
    vocabulary = json.dumps(dict(parts.vocabulary.ids), ensure_ascii=False)
    return {"vocab.json": vocabulary.encode(), "merges.txt": _lines(f"{VERSION}: 0.2", parts)}


def _write_subword_nmt(parts: TokenizerParts) -> dict[str, bytes]:
    """The codes for subword-nmt, in the version with this word boundary; they have no ids."""
    header = "" if parts.config.word_boundary == "end_symbol" else f"{VERSION}: 0.2"
    return {"codes.txt": _lines(header, parts)}


def _lines(header: str, parts: TokenizerParts) -> bytes:
    plain = parts.plain_tokens
    rules = (f"{plain[left]} {plain[right]}" for left, right in parts.printed_merges)
    lines = [header] * bool(header) + [*rules]
    return "".join(f"{line}\n" for line in lines).encode()


def _read_gpt2(files: Files, _: TokenizerParts) -> TokenizerParts:
    pairs = read_written_merges(files["merges.txt"].decode()).pairs
    return gpt2.parts_of(pairs, json.loads(files["vocab.json"]))


def _read_ranks(files: Files, pattern: str) -> TokenizerParts:
    return tiktoken.read(GivenFile("", files["ranks.tiktoken"], pattern))


WRITERS = {
    "hugging_face": Writer(
        "a tokenizer.json",
        lambda parts: {"tokenizer.json": hugging_face_json(parts)},
        {
            # by pattern, or with one of the library's own
            "pre_tokenizer": lambda _: tuple(
                name
                for name, entry in PRE_TOKENIZERS.items()
                if entry.hugging_face is not None or name in _by_pattern()
            ),
            "word_boundary": ("none", "end_suffix", "inside_prefix"),
            # WordPiece of the library puts a token for each unknown word
            "unknown": lambda config: ("unk",) if config.is_wordpiece else ("drop", "unk", "bytes"),
        },
    ),
    "gpt2": Writer(
        "vocab.json with merges.txt",
        _write_gpt2,
        {**_BYTES, "pre_tokenizer": ("gpt2",), "digits": ("own",), "unknown": ("drop",)},
        _read_gpt2,
    ),
    "tiktoken": Writer(
        "tiktoken ranks",
        _write_tiktoken,
        {**_BYTES, "pre_tokenizer": lambda _: _by_pattern(), "base_vocabulary": ("all_bytes",)},
        lambda files, parts: _read_ranks(files, pattern_of(parts.config)),
    ),
    "minbpe": Writer(
        "a minbpe model",
        _write_minbpe,
        {
            **{rule: values for rule, values in _BYTES.items() if rule != "special_tokens"},
            "pre_tokenizer": lambda _: _by_pattern("none"),
            "base_vocabulary": ("all_bytes",),
            "id_order": ("byte_value",),
        },
        lambda files, _: minbpe.read(GivenFile("", files["tokenizer.model"])),
    ),
    "subword_nmt": Writer(
        "subword-nmt codes",
        _write_subword_nmt,
        {
            "alphabet": ("characters",),
            "word_boundary": ("end_suffix", "end_symbol"),
            "pre_tokenizer": ("spaces",),
            "unknown": ("keep",),
            **{rule: _BYTES[rule] for rule in ("normalizers", "special_tokens", "template")},
        },
        lambda files, _: subword_nmt.parts_of(read_written_merges(files["codes.txt"].decode())),
        has_ids=False,
    ),
}
"""The formats by name."""


def unmet_needs(name: str, parts: TokenizerParts) -> dict[str, Values]:
    """The rules that the format cannot hold, and the values that it can."""
    idle = ("unknown", "base_vocabulary") if parts.knows_all_bytes else ()
    needs = {
        rule: each(parts.config) if callable(each) else each for rule, each in WRITERS[name].needs.items()
    }
    return {
        rule: values
        for rule, values in needs.items()
        if rule not in idle and getattr(parts.config, rule) not in values
    }


def write_files(name: str, parts: TokenizerParts) -> Files:
    """The files of a format; raises `TokenizerFileError` if it cannot hold the tokenizer."""
    writer = WRITERS[name]
    title = f"{writer.title[0].upper()}{writer.title[1:]}"
    for rule, values in unmet_needs(name, parts).items():
        must_be = " or ".join(map(repr, values))
        given = shown(getattr(parts.config, rule))
        raise TokenizerFileError(f"{title} cannot be written with {rule} {given}; it must be {must_be}.")
    try:
        files = writer.write(parts)
        if writer.read is not None:
            _check_same(parts, writer.read(files, parts), has_ids=writer.has_ids)
    except (TokenizerFileError, ConfigError) as error:
        raise TokenizerFileError(f"{title} cannot be written: {error}") from error
    return files


def _check_same(ours: TokenizerParts, read: TokenizerParts, *, has_ids: bool) -> None:
    ours_in_force, read_in_force = ours.config.in_force, read.config.in_force
    for rule in _ENCODING_RULES:
        said, meant = ours_in_force[rule], read_in_force[rule]
        is_idle = ours.knows_all_bytes and rule in ("unknown", "unk_token", "fuse_unk")
        if said != meant and not is_idle:
            raise TokenizerFileError(
                f"the format means {rule} {shown(meant)}, and the rules say {shown(said)}."
            )
    if has_ids and ours.vocabulary.ids != read.vocabulary.ids:
        raise TokenizerFileError("the format would number the tokens in another way.")
    if ours.printed_merges != read.printed_merges or ours.whole_words != read.whole_words:
        raise TokenizerFileError("the merges cannot be told from the files.")
