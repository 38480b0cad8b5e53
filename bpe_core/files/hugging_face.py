"""Reads Hugging Face's `tokenizer.json`.

Every file with a model of BPE, WordPiece or Unigram that the installed library loads can be read, unless its
model would write too much for each character, or the library would search forever for one of its added
tokens. Models of other kinds are refused by name.
"""

from collections.abc import Callable, Mapping
from contextlib import suppress
from operator import attrgetter
from typing import Any

from bpe_core.encoding.bpe_model import BPEModel
from bpe_core.encoding.hosting import Hosted
from bpe_core.encoding.hugging_face_tokenizer import HuggingFaceTokenizer
from bpe_core.encoding.library_stages import (
    LibraryStages,
    StageFacts,
    model_type,
)
from bpe_core.encoding.merge_rules import NumberedRules
from bpe_core.encoding.piece_models import PieceModel, UnigramModel, WordPieceModel
from bpe_core.errors import TokenizerFileError
from bpe_core.files.given_file import FileFormat, GivenFile, is_vocabulary
from bpe_core.validation import shown

MOST_WRITTEN = 100
"""The longest prefix, suffix and unknown token of a model, in characters."""


def is_hugging_face(file: GivenFile) -> bool:
    """Whether a file is a tokenizer.json."""
    return file.root is not None and not file.has_merges and not is_vocabulary(file.root)


def hugging_face_tokenizer(root: Mapping[str, Any]) -> HuggingFaceTokenizer:
    """The tokenizer in the JSON object of a `tokenizer.json`; raises `TokenizerFileError`."""
    model = root["model"]
    if not isinstance(model, dict):
        raise TokenizerFileError("its model must be a JSON object.")
    kind = model_type(model)
    if kind == "WordLevel":
        raise TokenizerFileError("it is a list of whole words (WordLevel), which has no merges.")
    if kind not in MODELS:
        raise TokenizerFileError(
            f"its model is of the type {shown(kind)}; those of {', '.join(MODELS)} can be read."
        )
    for name in ("continuing_subword_prefix", "end_of_word_suffix", "unk_token"):
        if isinstance(text := model.get(name), str) and len(text) > MOST_WRITTEN:
            raise TokenizerFileError(
                f"its {name} has {len(text):,} characters; at most {MOST_WRITTEN} are allowed."
            )
    without_rules = {**root, "model": {**model, "merges": []}} if kind == "BPE" else root
    stages = Hosted(LibraryStages, without_rules, name="The stages of this file")
    facts: StageFacts = stages.call(attrgetter("facts"))  # the library checks all but the merges
    return HuggingFaceTokenizer(root, stages, facts, MODELS[kind](model, facts))


def _bpe(model: Mapping[str, Any], _: StageFacts) -> BPEModel:
    prefix = model.get("continuing_subword_prefix") or ""
    return BPEModel(
        vocab=model["vocab"],
        rules=_rules(model.get("merges"), model["vocab"], prefix),
        unk_token=model.get("unk_token"),
        fuse_unk=bool(model.get("fuse_unk")),
        byte_fallback=bool(model.get("byte_fallback")),
        ignore_merges=bool(model.get("ignore_merges")),
        prefix=prefix,
        suffix=model.get("end_of_word_suffix") or "",
    )


def _word_piece(model: Mapping[str, Any], _: StageFacts) -> WordPieceModel:
    return WordPieceModel(
        model["vocab"],
        model["unk_token"],
        prefix=model["continuing_subword_prefix"],
        longest=model["max_input_chars_per_word"],
    )


def _unigram(model: Mapping[str, Any], facts: StageFacts) -> UnigramModel:
    pieces = [(piece, score) for (piece, _), score in zip(model["vocab"], facts.scores, strict=True)]
    return UnigramModel.of_pieces(pieces, model.get("unk_id"), byte_fallback=bool(model.get("byte_fallback")))


MODELS: Mapping[str, Callable[[Mapping[str, Any], StageFacts], BPEModel | PieceModel]] = {
    "BPE": _bpe,
    "WordPiece": _word_piece,
    "Unigram": _unigram,
}
"""The types of models that can be read, once the library has loaded the file."""


def _rules(merges: object, vocab: Mapping[str, int], prefix: str) -> NumberedRules:
    """The merge rules: lists of two since tokenizers 0.20, and before that strings with one space."""
    if not isinstance(merges, list):
        raise TokenizerFileError("its model has no list of merges.")
    rules = NumberedRules()
    kind = str if merges and isinstance(merges[0], str) else list
    for number, merge in enumerate(merges, start=1):
        if isinstance(merge, str) and merge.startswith("#version"):
            continue
        if not isinstance(merge, kind):
            raise TokenizerFileError(f"merge {number} must be written as merge 1 is, got {shown(merge)}.")
        parts: Any = merge.split(" ") if isinstance(merge, str) else merge
        if len(parts) != 2 or not all(isinstance(part, str) for part in parts):
            raise TokenizerFileError(f"merge {number} must be two tokens, got {shown(merge)}.")
        left, right = parts
        product = left + _without_prefix(number, right, prefix) if prefix else left + right
        for token in (left, right, product):
            if token not in vocab:
                raise TokenizerFileError(
                    f"merge {number} has {shown(token)}, which is not in the vocabulary."
                )
        rules.add((vocab[left], vocab[right]), vocab[product])
    return rules


def _without_prefix(number: int, token: str, prefix: str) -> str:
    """The token without its first bytes, as many as the prefix has; the library does not compare them."""
    data, size = token.encode(), len(prefix.encode())
    with suppress(UnicodeDecodeError):
        if len(data) >= size:
            return data[size:].decode()
    # The library would panic here, or produce text that is not UTF-8, which ends the process.
    raise TokenizerFileError(
        f"merge {number} goes on with {shown(token)}, which must begin with {shown(prefix)}, the prefix."
    )


FORMAT = FileFormat("tokenizer.json", is_hugging_face, lambda file: hugging_face_tokenizer(file.root or {}))
