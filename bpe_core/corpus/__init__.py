"""Corpora: from texts and files to words with their counts.

Read `corpus` first. `counting` cuts texts into words and counts them; `cutting` does the same on one page, as
simple as possible. `file_reader` opens files, packed or not (`bpe_core/packed_files.py`), and `readers` says
what each holds: a text in one of `encodings`, a `texts_inside` markup, a list of words (`word_count_text`),
or a table (`tables`, `columnar`, with `fields` in others). `long_text` holds a long text as bytes.
"""

from bpe_core.corpus.corpus import Corpus as Corpus
from bpe_core.corpus.counting import Document as Document
from bpe_core.corpus.encodings import ENCODINGS as ENCODINGS
from bpe_core.corpus.file_reader import MAX_UNPACKED_BYTES as MAX_UNPACKED_BYTES
from bpe_core.corpus.file_reader import MAX_UPLOAD_BYTES as MAX_UPLOAD_BYTES
from bpe_core.corpus.file_reader import encoding_in as encoding_in
from bpe_core.corpus.file_reader import is_as_large_as_it_looks as is_as_large_as_it_looks
from bpe_core.corpus.file_reader import open_table as open_table
from bpe_core.corpus.tables import Table as Table
from bpe_core.corpus.tables import TableColumns as TableColumns
from bpe_core.packed_files import PACKINGS as PACKINGS
