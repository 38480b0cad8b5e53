"""Encoding: from a text to tokens with learned merges, and back.

`base_tokenizer` is what all tokenizers do: it cuts a text, has a model spell each word, and applies the
`merge_rules`; `encoded_text` and `tracing` hold the results. The model of a training or a merge list is in
`parts` (`byte_parts` and `ranks` where tokens are bytes), with what it is made of; `decoding` turns its
tokens back into text. That of a `tokenizer.json` is `bpe_model` or one of the `piece_models`, which
`hugging_face_tokenizer` puts between the library's own stages (`library_stages`; `library_refusals` says why
the library takes none). `sentencepiece` does the same for files of SentencePiece. All spell words as
`spelling` says. `hosting` decides where the libraries run.
"""

from bpe_core.encoding.encoded_text import Encoding
from bpe_core.encoding.hugging_face_tokenizer import HuggingFaceTokenizer
from bpe_core.encoding.merge_rules import LONGEST_MATCH
from bpe_core.encoding.sentencepiece import SentencePieceTokenizer
from bpe_core.encoding.spelling import printed_word, with_marker
from bpe_core.encoding.tracing import Lookup, TraceStep, WordTrace

__all__ = [
    "LONGEST_MATCH",
    "Encoding",
    "HuggingFaceTokenizer",
    "Lookup",
    "SentencePieceTokenizer",
    "TraceStep",
    "WordTrace",
    "printed_word",
    "with_marker",
]
