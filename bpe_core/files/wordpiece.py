"""Reads WordPiece's vocab.txt, a token a line, with the stages of BERT.

The file does not say whether a text is lower-cased: it is, unless a token has a capital letter.
"""

from typing import Any

from bpe_core.encoding.hugging_face_tokenizer import HuggingFaceTokenizer
from bpe_core.files.hugging_face import hugging_face_tokenizer

_UNKNOWN = "[UNK]"
_SPECIAL = (_UNKNOWN, "[PAD]", "[CLS]", "[SEP]", "[MASK]")


def is_wordpiece(text: str) -> bool:
    """Whether a text has one token a line, with BERT's unknown token among them."""
    return _UNKNOWN in text and _UNKNOWN in (lines := _lines(text)) and not any(" " in line for line in lines)


def read_wordpiece(text: str) -> HuggingFaceTokenizer:
    """The tokenizer that BERT makes of these lines; raises `TokenizerFileError`."""
    vocab = {line: number for number, line in enumerate(_lines(text))}
    special = {token: vocab[token] for token in _SPECIAL if token in vocab}
    around: Any = None
    if "[CLS]" in special and "[SEP]" in special:
        around = {name: [token, vocab[token]] for name, token in (("sep", "[SEP]"), ("cls", "[CLS]"))}
    flags = dict.fromkeys(("single_word", "lstrip", "rstrip", "normalized"), False)
    return hugging_face_tokenizer(
        {
            "version": "1.0",
            "added_tokens": [
                {"id": token_id, "content": token, **flags, "special": True}
                for token, token_id in sorted(special.items(), key=lambda each: each[1])
            ],
            "normalizer": {
                "type": "BertNormalizer",
                "clean_text": True,
                "handle_chinese_chars": True,
                "strip_accents": None,
                "lowercase": not any(token != token.lower() for token in vocab if token not in special),
            },
            "pre_tokenizer": {"type": "BertPreTokenizer"},
            "post_processor": around and {"type": "BertProcessing", **around},
            "decoder": {"type": "WordPiece", "prefix": "##", "cleanup": True},
            "model": {
                "type": "WordPiece",
                "unk_token": _UNKNOWN,
                "continuing_subword_prefix": "##",
                "max_input_chars_per_word": 100,
                "vocab": vocab,
            },
        }
    )


def _lines(text: str) -> list[str]:
    return [line.rstrip() for line in text.removesuffix("\n").split("\n")]
