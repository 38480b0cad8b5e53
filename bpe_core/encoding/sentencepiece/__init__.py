"""SentencePiece's BPE, done here as its library does it.

`normalizer` changes a text and finds its user-defined symbols, `model` spells words, and `tokenizer` joins
them and turns ids into text.
"""

from bpe_core.encoding.sentencepiece.tokenizer import SentencePieceTokenizer

__all__ = ["SentencePieceTokenizer"]
