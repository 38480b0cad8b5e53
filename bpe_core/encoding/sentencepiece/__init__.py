"""SentencePiece's BPE, done here as its library does it.

`character_map` and `normalizer` change a text and find its user-defined symbols, `model` spells words,
`decoder` turns ids into text, and `tokenizer` joins them.
"""

from bpe_core.encoding.sentencepiece.tokenizer import SentencePieceTokenizer

__all__ = ["SentencePieceTokenizer"]
