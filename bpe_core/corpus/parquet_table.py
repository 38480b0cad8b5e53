"""Reads a Parquet file as a table, with pyarrow, which is loaded when first needed.

A Parquet file can store a text once and refer to it a million times. So where the file has a list of distinct
texts, they are read as references into it, and their total size is computed before they are written out.
"""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any, NamedTuple

from bpe_core.corpus.tables import SAMPLE_ROWS, BadRows, Batch, Table, check_columns
from bpe_core.errors import CorpusError
from bpe_core.validation.packing import needs_pyarrow

FIRST_BYTES = b"PAR1"
ROW_BYTES = 8
"""A row without a text counts as this many bytes: a small file can have a thousand million of them."""
LONGEST_REASON = 200
"""How many characters of pyarrow's reason an error shows."""
BATCH_ROWS = 100_000
"""How many rows are read at a time. Each batch brings its distinct texts, so small batches are slow."""
ROWS_WRITTEN_OUT = 1_000
"""The same where texts cannot be read as references: they are in memory before they are counted."""


def parquet_table(name: str, data: bytes, most: int) -> Table:
    """The table in a file; its texts may be up to `most` bytes in total. Raises `CorpusError`."""
    try:
        import pyarrow.parquet  # noqa: F401
    except ImportError as error:
        raise needs_pyarrow(repr(name), CorpusError) from error
    file = _File(name, data, most)
    names = file.columns()
    first: list[list[Any]] = next(file.values(SAMPLE_ROWS, names), [[] for _ in names]) if names else []
    return Table(name, dict(zip(names, first, strict=True)), file.batches)


class _File(NamedTuple):
    """A Parquet file, opened again each time it is read."""

    name: str
    data: bytes
    most: int

    def columns(self) -> list[str]:
        """The names of the columns with texts or numbers."""
        from pyarrow import types

        with self._opened([]) as file:
            schema = file.schema_arrow
        check_columns(self.name, len(schema))
        kinds = (_is_text, types.is_integer, types.is_floating, types.is_decimal)
        usable = [field for field in schema if any(is_one(field.type) for is_one in kinds)]
        return list(dict.fromkeys(field.name for field in usable))

    def batches(self, columns: Sequence[str], bad_rows: BadRows) -> Iterator[Batch]:
        """All rows of some columns, in batches."""
        row = 1
        for values in self.values(BATCH_ROWS, columns):
            yield Batch(range(row, row + len(values[0])), values)
            row += len(values[0])

    def values(self, rows: int, columns: Sequence[str]) -> Iterator[list[list[Any]]]:
        """The values of some columns, this many rows at a time."""
        import pyarrow

        left = self.most
        with self._opened(columns) as file:
            if any(field.name in columns and _is_written_out(field.type) for field in file.schema_arrow):
                rows = min(rows, ROWS_WRITTEN_OUT)
            for batch in file.iter_batches(rows, columns=list(columns), use_threads=False):
                names = batch.schema.names  # a new list each time
                # A batch has more columns if several share a name, or if "a.b" is also the part b of a.
                chosen = [batch.columns[names.index(column)] for column in columns]
                left -= ROW_BYTES * len(batch) + sum(map(_text_bytes, chosen))
                if left < 0:
                    break
                yield list(map(_listed, chosen))
        pyarrow.default_memory_pool().release_unused()  # it would keep the memory for other files
        if left < 0:
            raise CorpusError(
                f"{self.name!r} has {len(self.data):,} bytes, and unpacked more than {self.most:,}; no more"
                " are read."
            )

    @contextmanager
    def _opened(self, columns: Sequence[str]) -> Iterator[Any]:
        """The file, with these columns' texts as references; raises `CorpusError` if it is damaged."""
        from pyarrow import ArrowException, BufferReader, parquet

        try:
            metadata = parquet.read_metadata(BufferReader(self.data))
            groups = map(metadata.row_group, range(metadata.num_row_groups))
            parts = (group.column(place) for group in groups for place in range(metadata.num_columns))
            # pyarrow reads all texts as references but delta-coded ones.
            delta_coded = {part.path_in_schema for part in parts if "DELTA" in "".join(part.encodings)}
            referring = [column for column in columns if column not in delta_coded]
            yield parquet.ParquetFile(BufferReader(self.data), read_dictionary=referring)
        except (ArrowException, OSError, ValueError, NotImplementedError) as error:
            reason = str(error).partition("\n")[0][:LONGEST_REASON].rstrip(".")  # it may quote a text
            message = f"{self.name!r} is a Parquet file that cannot be read: {reason}."
            raise CorpusError(message) from error


def _is_text(kind: Any) -> bool:
    from pyarrow import types

    value = kind.value_type if types.is_dictionary(kind) else kind
    return bool(types.is_string(value) or types.is_large_string(value) or types.is_string_view(value))


def _is_written_out(kind: Any) -> bool:
    from pyarrow import types

    return _is_text(kind) and not types.is_dictionary(kind)


def _text_bytes(column: Any) -> int:
    """The size of a column's texts in bytes; 0 for numbers."""
    from pyarrow import compute

    if not _is_text(column.type):
        return 0
    if _is_written_out(column.type):
        return compute.sum(compute.binary_length(column)).as_py() or 0
    return compute.sum(compute.binary_length(column.dictionary).take(column.indices)).as_py() or 0


def _listed(column: Any) -> list[Any]:
    from pyarrow import types

    if types.is_dictionary(column.type):
        column = column.dictionary_decode()
    # Much faster than to_pylist, but a missing integer would turn all integers into floats.
    if column.null_count and not _is_text(column.type):
        return list(column.to_pylist())
    return list(column.to_numpy(zero_copy_only=False).tolist())
