"""Recognises SentencePiece's `.model`, which its library loads, encodes with and decodes with."""

from bpe_core.encoding.library_tokenizer import LibraryTokenizer
from bpe_core.files.given_file import FileFormat

_FIRST_FIELD = b"\x0a"  # a piece

FORMAT = FileFormat(
    "SentencePiece model",
    lambda file: file.data[:1] == _FIRST_FIELD,
    lambda file: LibraryTokenizer.of_sentencepiece(file.data),
    is_binary=True,
)
