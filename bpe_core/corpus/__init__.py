"""Corpora: from texts and files to words with their counts.

In: texts, documents, word counts or files. Out: a `Corpus`, and what a config's rules cut it into.

`corpus` is read first; `counting` cuts and counts, `word_count_text` reads counts as people write them,
`file_reader` reads files, and `long_text` holds a long text as its bytes.
"""

from bpe_core.corpus.corpus import Corpus
from bpe_core.corpus.counting import Document
from bpe_core.corpus.file_reader import MAX_UPLOAD_BYTES, READERS

__all__ = ["MAX_UPLOAD_BYTES", "READERS", "Corpus", "Document"]
