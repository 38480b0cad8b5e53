"""Corpora: from texts and files to words with their counts.

Read `corpus` first. `counting` cuts texts into words and counts them; `cutting` does the same on one page, as
simple as possible. `word_count_text` reads words with counts as people write them, and `long_text` holds a
long text as bytes. `file_reader` reads files, with `encodings` for their bytes, also of those that hold no
text (a .zip), `tables` and `parquet_table` for columns, and `fields` for what is inside others; what is
packed is unpacked by `validation.packing`.
"""

from bpe_core.corpus.corpus import Corpus
from bpe_core.corpus.counting import Document
from bpe_core.corpus.encodings import ENCODINGS
from bpe_core.corpus.file_reader import (
    ENDINGS,
    MAX_UNPACKED_BYTES,
    MAX_UPLOAD_BYTES,
    encoding_in,
    is_as_large_as_it_looks,
    open_table,
)
from bpe_core.corpus.tables import Table, TableColumns
from bpe_core.validation.packing import PACKINGS

__all__ = [
    "ENCODINGS",
    "ENDINGS",
    "MAX_UNPACKED_BYTES",
    "MAX_UPLOAD_BYTES",
    "PACKINGS",
    "Corpus",
    "Document",
    "Table",
    "TableColumns",
    "encoding_in",
    "is_as_large_as_it_looks",
    "open_table",
]
