"""Corpora: from texts and files to words with their counts.

In: texts, documents, word counts or files. Out: a `Corpus`, and what a config's rules cut it into.

`corpus` is read first; `counting` cuts and counts, `entries` checks words with counts, `word_count_text`
reads them as people write them, `long_text` holds a long text as its bytes, and `file_reader` reads files:
`unpacking` what packed them, `tables` those that have columns (`csv_table`, `parquet_table`).
"""

from bpe_core.corpus.corpus import Corpus
from bpe_core.corpus.counting import Document
from bpe_core.corpus.file_reader import (
    ENDINGS,
    MAX_UNPACKED_BYTES,
    MAX_UPLOAD_BYTES,
    is_as_large_as_it_looks,
    open_table,
)
from bpe_core.corpus.tables import Columns, Table
from bpe_core.corpus.unpacking import PACKINGS

__all__ = [
    "ENDINGS",
    "MAX_UNPACKED_BYTES",
    "MAX_UPLOAD_BYTES",
    "PACKINGS",
    "Columns",
    "Corpus",
    "Document",
    "Table",
    "is_as_large_as_it_looks",
    "open_table",
]
