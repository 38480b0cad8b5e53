"""Read a Parquet file as a table, with pyarrow, which is loaded when the first one comes.

In: the file's bytes. Out: a `Table` of its columns of texts and numbers.

A Parquet file can have a text once and refer to it a million times. So texts are read as references into a
list of distinct ones, where the file has such a list, and what they would come to is added up before they
are written out.
"""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any, NamedTuple

from bpe_core.corpus.tables import SAMPLE_ROWS, BadRows, Batch, Table, check_columns
from bpe_core.corpus.unpacking import needs_pyarrow
from bpe_core.errors import CorpusError

FIRST_BYTES = b"PAR1"
ROW_BYTES = 8
"""A row without a text counts as so many bytes: a small file can have a thousand million of them."""
LONGEST_REASON = 200
"""So many characters of pyarrow's reason are told."""
BATCH_ROWS = 100_000
"""So many rows are read at a time: each batch comes with its distinct texts, so that small ones take long."""
ROWS_WRITTEN_OUT = 1_000
"""As many where the texts cannot be read as references: they are in memory before anybody counts them."""


def parquet_table(name: str, data: bytes, most: int) -> Table:
    """The table in a file; its texts may come to `most` bytes. Raises `CorpusError`."""
    try:
        import pyarrow.parquet  # noqa: F401
    except ImportError as error:
        raise needs_pyarrow(name) from error
    file = _File(name, data, most)
    names = file.columns()
    first: list[list[Any]] = next(file.values(SAMPLE_ROWS, names), [[] for _ in names]) if names else []
    return Table(name, dict(zip(names, first, strict=True)), file.batches)


class _File(NamedTuple):
    """A Parquet file, opened anew each time it is read."""

    name: str
    data: bytes
    most: int

    def columns(self) -> list[str]:
        """The names of its columns of texts and numbers."""
        from pyarrow import types

        with self._opened([]) as file:
            schema = file.schema_arrow
        check_columns(self.name, len(schema))
        kinds = (_is_text, types.is_integer, types.is_floating, types.is_decimal)
        usable = [field for field in schema if any(is_one(field.type) for is_one in kinds)]
        return list(dict.fromkeys(field.name for field in usable))

    def batches(self, columns: Sequence[str], bad_rows: BadRows) -> Iterator[Batch]:
        """All rows of some columns."""
        row = 1
        for values in self.values(BATCH_ROWS, columns):
            yield Batch(range(row, row + len(values[0])), values)
            row += len(values[0])

    def values(self, rows: int, columns: Sequence[str]) -> Iterator[list[list[Any]]]:
        """The values of some columns, so many rows at a time."""
        import pyarrow

        left = self.most
        with self._opened(columns) as file:
            if any(field.name in columns and _is_written_out(field.type) for field in file.schema_arrow):
                rows = min(rows, ROWS_WRITTEN_OUT)
            for batch in file.iter_batches(rows, columns=list(columns), use_threads=False):
                names = batch.schema.names  # a new list each time
                # A batch has more columns where several have one name, or "a.b" is also the part b of a.
                chosen = [batch.columns[names.index(column)] for column in columns]
                left -= ROW_BYTES * len(batch) + sum(map(_text_bytes, chosen))
                if left < 0:
                    break
                yield list(map(_listed, chosen))
        pyarrow.default_memory_pool().release_unused()  # it would keep what it has read for files to come
        if left < 0:
            raise CorpusError(
                f"{self.name!r} has {len(self.data):,} bytes, and unpacked more than {self.most:,}; no more"
                " are read."
            )

    @contextmanager
    def _opened(self, columns: Sequence[str]) -> Iterator[Any]:
        """The file, with the texts of these columns as references; raises `CorpusError` for a damaged one."""
        from pyarrow import ArrowException, BufferReader, parquet

        try:
            referring = _with_references(parquet.read_metadata(BufferReader(self.data)), columns)
            yield parquet.ParquetFile(BufferReader(self.data), read_dictionary=referring)
        except (ArrowException, OSError, ValueError, NotImplementedError) as error:
            reason = str(error).partition("\n")[0][:LONGEST_REASON].rstrip(".")  # it may quote a text
            message = f"{self.name!r} is a Parquet file that cannot be read: {reason}."
            raise CorpusError(message) from error


def _with_references(metadata: Any, columns: Sequence[str]) -> list[str]:
    """Those of the columns whose texts pyarrow reads as references: not those that are delta-coded."""
    groups = map(metadata.row_group, range(metadata.num_row_groups))
    parts = (group.column(place) for group in groups for place in range(metadata.num_columns))
    delta_coded = {part.path_in_schema for part in parts if "DELTA" in "".join(part.encodings)}
    return [column for column in columns if column not in delta_coded]


def _is_text(kind: Any) -> bool:
    from pyarrow import types

    value = kind.value_type if types.is_dictionary(kind) else kind
    return bool(types.is_string(value) or types.is_large_string(value) or types.is_string_view(value))


def _is_written_out(kind: Any) -> bool:
    from pyarrow import types

    return _is_text(kind) and not types.is_dictionary(kind)


def _text_bytes(column: Any) -> int:
    """How many bytes the texts of a column come to; 0 for numbers."""
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
    # Much faster than to_pylist, but a missing integer would make floats of all.
    if column.null_count and not _is_text(column.type):
        return list(column.to_pylist())
    return list(column.to_numpy(zero_copy_only=False).tolist())
