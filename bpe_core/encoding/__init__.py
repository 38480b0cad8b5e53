"""Encoding: from a text to tokens with learned merges, and back.

In: base symbols, merge rules and a text. Out: tokens, ids, offsets, traces; or the text for ids.

`base_tokenizer` is what all tokenizers do: it cuts a text, has a model spell each word, and applies its
rules. `merge_rules` are these, `encoded_text` and `tracing` hold what comes of them. Of a training or a list
of merges the model is `config_model`, made of `parts`, and `decoding` goes back; of a `tokenizer.json` it is
`bpe_model`, behind the library's own stages (`library_stages`); and `sentencepiece` has all that a file of
SentencePiece needs. `growth` bounds what a file can make of a text, `known_stages` says what is quick, and
`hosting` where the rest runs.
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
