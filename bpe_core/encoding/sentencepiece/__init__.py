"""SentencePiece's own stages around its BPE model, run here as its library runs them.

In: a text. Out: the text as a `.model` rewrites it (`character_map`), its user-defined symbols and the words
between them (`normalizer`), their base symbols (`model`), and the text for ids (`decoder`). `tokenizer` joins
these.
"""

from bpe_core.encoding.sentencepiece.tokenizer import SentencePieceTokenizer

__all__ = ["SentencePieceTokenizer"]
