"""Corpora: from texts and files to words with their counts.

Read `corpus` first. `counting` cuts texts into words and counts them; `cutting` does the same on one page, as
simple as possible. `word_count_text` reads words with counts as people write them, and `long_text` holds a
long text as bytes.

`file_reader` reads files: packed ones (`bpe_core/packed_files.py`, which says what another packing
would need), those with columns (`tables`, `parquet_table`, and `fields` for columns inside others), and texts
in any of the `encodings`, which also say what a file is that holds no text.
"""

from bpe_core.corpus.corpus import Corpus
from bpe_core.corpus.counting import Document
from bpe_core.corpus.encodings import ENCODINGS
from bpe_core.corpus.file_reader import (
    MAX_UNPACKED_BYTES,
    MAX_UPLOAD_BYTES,
    encoding_in,
    is_as_large_as_it_looks,
    open_table,
)
from bpe_core.corpus.tables import Table, TableColumns
from bpe_core.packed_files import PACKINGS

__all__ = [
    "ENCODINGS",
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
