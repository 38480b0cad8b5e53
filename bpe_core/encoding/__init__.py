"""Encoding: from a text to tokens with learned merges, and back.

In: base symbols, merge rules and a text. Out: tokens, ids, offsets, traces; or the text for ids.

`merge_rules` applies the rules to a word; `spelling` makes its base symbols, `encoded_text` and `tracing`
hold what comes of it, `vocabulary` numbers the tokens, `decoding` goes back. `bpe_model` and
`library_stages` make up the tokenizer of a `tokenizer.json`, and `sentencepiece` has that of a model of
SentencePiece; both are `model_tokenizer`s. `growth` bounds what a file can make of a text,
`known_stages` says what is quick, and `hosting` where the rest runs.
"""

from bpe_core.encoding.encoded_text import Encoding
from bpe_core.encoding.hugging_face_tokenizer import HuggingFaceTokenizer
from bpe_core.encoding.merge_rules import LONGEST_MATCH
from bpe_core.encoding.sentencepiece import SentencePieceTokenizer
from bpe_core.encoding.spelling import printed_word, with_marker
from bpe_core.encoding.tracing import TraceStep, WordTrace

__all__ = [
    "LONGEST_MATCH",
    "Encoding",
    "HuggingFaceTokenizer",
    "SentencePieceTokenizer",
    "TraceStep",
    "WordTrace",
    "printed_word",
    "with_marker",
]
