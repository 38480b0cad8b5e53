"""SentencePiece: its own library around a model that is run and traced here.

`library` changes a text, finds its user-defined symbols, and turns ids into text; `model` spells words for
BPE, `unigram` cuts them by scores, and `tokenizer` joins the two.
"""

from bpe_core.encoding.sentencepiece.tokenizer import SentencePieceTokenizer

__all__ = ["SentencePieceTokenizer"]
