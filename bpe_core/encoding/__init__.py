"""Encoding: from a text to tokens with learned merges, and back.

`base_tokenizer` is what all tokenizers have; `encoded_text` and `tracing` hold what comes of a text. The
model of a training or a merge list is in `parts` (`byte_parts` and `ranks` where tokens are bytes,
`word_piece` for one without merges), with what it is made of. It spells words as `spelling` says and applies
the `merge_rules`; `decoding` turns its tokens back into text.

A `tokenizer.json` and a SentencePiece model are encoded and decoded by their own libraries: `hugging_face`
and `sentencepiece` ask them, `library` is what they answer, and `library_tokenizer` traces the words that
somebody looks at. `hosting` decides where the libraries run.
"""

from bpe_core.encoding.encoded_text import Encoding
from bpe_core.encoding.library_tokenizer import LibraryTokenizer
from bpe_core.encoding.merge_rules import LONGEST_MATCH
from bpe_core.encoding.ranks import RankedParts
from bpe_core.encoding.spelling import printed_word, with_marker
from bpe_core.encoding.tracing import Lookup, TraceStep, WordTrace

__all__ = [
    "LONGEST_MATCH",
    "Encoding",
    "LibraryTokenizer",
    "Lookup",
    "RankedParts",
    "TraceStep",
    "WordTrace",
    "printed_word",
    "with_marker",
]
