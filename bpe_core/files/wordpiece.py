"""Reads WordPiece's vocabulary, a token a line (vocab.txt) or with its ids (vocab.json), with BERT's stages.

The file does not say whether a text is lower-cased: it is, unless a token has a capital letter.
"""

from typing import Any

from bpe_core.encoding.library_tokenizer import LibraryTokenizer
from bpe_core.errors import TokenizerFileError
from bpe_core.files.given_file import FileFormat, GivenFile, is_vocabulary
from bpe_core.files.hugging_face import bert_normalizer, json_of, tokenizer_of
from bpe_core.files.vocabularies import ids_of, token_ids

MOST_TOKENS = 1_200_000
"""The longest vocabulary; as JSON, which the library loads, it has two signs a token."""
_UNKNOWN = "[UNK]"
_SPECIAL = (_UNKNOWN, "[PAD]", "[CLS]", "[SEP]", "[MASK]")


def is_wordpiece(file: GivenFile) -> bool:
    """Whether a file has BERT's unknown token among its own, one a line; or ids of these, and no merges."""
    if file.root is not None:
        ids = ids_of(file.root) if is_vocabulary(file.root) and _is_alone(file) else {}
        return _UNKNOWN in ids and any(token.startswith("##") for token in ids)
    text = file.text
    return _UNKNOWN in text and _UNKNOWN in (lines := _lines(text)) and not any(" " in line for line in lines)


def read(file: GivenFile) -> LibraryTokenizer:
    """The tokenizer that BERT makes of these tokens; raises `TokenizerFileError`."""
    lines = {line: number for number, line in enumerate(_lines(file.text))} if file.root is None else {}
    vocab = lines or token_ids(ids_of(file.root or {}))
    if len(vocab) > MOST_TOKENS:
        raise TokenizerFileError(f"it has {len(vocab):,} tokens; at most {MOST_TOKENS:,} are read.")
    special = {token: vocab[token] for token in _SPECIAL if token in vocab}
    around: Any = None
    if "[CLS]" in special and "[SEP]" in special:
        around = {name: [token, vocab[token]] for name, token in (("sep", "[SEP]"), ("cls", "[CLS]"))}
    model = {
        "type": "WordPiece",
        "unk_token": _UNKNOWN,
        "continuing_subword_prefix": "##",
        "max_input_chars_per_word": 100,
        "vocab": vocab,
    }
    is_lower = not any(token != token.lower() for token in vocab if token not in special)
    root = json_of(
        model,
        special,
        normalizer=bert_normalizer(lowercase=is_lower),
        pre_tokenizer={"type": "BertPreTokenizer"},
        post_processor=around and {"type": "BertProcessing", **around},
        decoder={"type": "WordPiece", "prefix": "##", "cleanup": True},
    )
    return tokenizer_of(root)


def _is_alone(file: GivenFile) -> bool:
    return not any(b"\0" not in each.data and each.has_merges for each in (file, *file.companions()))


def _lines(text: str) -> list[str]:
    return [line.rstrip() for line in text.removesuffix("\n").split("\n")]


FORMAT = FileFormat("WordPiece's vocabulary", is_wordpiece, read)
