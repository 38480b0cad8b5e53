"""Read a Parquet file as a table, with pyarrow, which is loaded when the first one comes.

In: the file's bytes. Out: a `Table` of its columns of texts and integers.

A Parquet file can have a text once and refer to it a million times. So texts are read as references into a
list of distinct ones, and what they would come to is added up before they are written out.
"""

from collections.abc import Iterator, Sequence
from typing import Any

from bpe_core.corpus.tables import SAMPLE_ROWS, BadRows, Batch, Table
from bpe_core.corpus.unpacking import needs_pyarrow
from bpe_core.errors import CorpusError

FIRST_BYTES = b"PAR1"
BATCH_ROWS = 100_000
"""So many rows are read at a time: each batch comes with its distinct texts, so that small ones take long."""


def parquet_table(name: str, data: bytes, most: int) -> Table:
    """The table in a file; its texts may come to `most` bytes. Raises `CorpusError`."""
    try:
        import pyarrow.parquet
    except ImportError as error:
        raise needs_pyarrow(name) from error

    def open_file(columns: Sequence[str]) -> Any:
        source = pyarrow.BufferReader(data)
        return pyarrow.parquet.ParquetFile(source, read_dictionary=list(columns))

    def read(rows: int, columns: Sequence[str]) -> Iterator[list[list[Any]]]:
        """The values of the columns, in batches of so many rows."""
        left = most
        try:
            for batch in open_file(columns).iter_batches(rows, columns=list(columns), use_threads=False):
                left -= len(batch) + sum(map(_text_bytes, batch.columns))
                if left < 0:
                    break
                yield list(map(_listed, batch.columns))
        except (pyarrow.ArrowException, OSError, ValueError, NotImplementedError) as error:
            raise _damaged(name, error) from error
        pyarrow.default_memory_pool().release_unused()  # it would keep what it has read for files to come
        if left < 0:
            raise CorpusError(
                f"{name!r} has {len(data):,} bytes, and unpacked more than {most:,}; no more are read."
            )

    def batches(columns: Sequence[str], bad_rows: BadRows) -> Iterator[Batch]:
        row = 1
        for values in read(BATCH_ROWS, columns):
            yield Batch(range(row, row + len(values[0])), values)
            row += len(values[0])

    try:
        schema = open_file([]).schema_arrow
    except (pyarrow.ArrowException, OSError, ValueError) as error:
        raise _damaged(name, error) from error
    names = [field.name for field in schema if _is_text(field.type) or pyarrow.types.is_integer(field.type)]
    first: list[list[Any]] = next(read(SAMPLE_ROWS, names), [[] for _ in names]) if names else []
    return Table(name, dict(zip(names, first, strict=True)), batches)


def _is_text(kind: Any) -> bool:
    from pyarrow import types

    value = kind.value_type if types.is_dictionary(kind) else kind
    return bool(types.is_string(value) or types.is_large_string(value))


def _text_bytes(column: Any) -> int:
    """How many bytes the texts of a column come to; 0 for numbers."""
    from pyarrow import compute, types

    if not types.is_dictionary(column.type):
        return 0
    return compute.sum(compute.binary_length(column.dictionary).take(column.indices)).as_py() or 0


def _listed(column: Any) -> list[Any]:
    from pyarrow import types

    if types.is_dictionary(column.type):
        column = column.dictionary_decode()
    # Much faster than to_pylist, but a missing integer would make floats of all.
    if column.null_count and not _is_text(column.type):
        return list(column.to_pylist())
    return list(column.to_numpy(zero_copy_only=False).tolist())


def _damaged(name: str, error: Exception) -> CorpusError:
    reason = str(error).partition("\n")[0].rstrip(".")
    return CorpusError(f"{name!r} is a Parquet file that cannot be read: {reason}.")
