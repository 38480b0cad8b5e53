"""Reads Parquet files and Arrow's as tables, with pyarrow, which is loaded when first needed.

A file can store a text once and refer to it a million times, so texts are counted as they are written out, a
few rows at a time.
"""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from bpe_core.corpus.tables import BadRows, NumberedRow, Table, check_columns, table_of_rows
from bpe_core.errors import CorpusError
from bpe_core.packed_files import needs_pyarrow, too_much_inside

_PARQUET, _ARROW = b"PAR1", b"ARROW1"
FIRST_BYTES = (_PARQUET, _ARROW, b"\xff\xff\xff\xff")
"""How Parquet begins, and files and streams of Arrow."""
ROW_BYTES = 8  # a row without a text counts so much: a small file can have a thousand million of them
_LONGEST_REASON, _ROWS = 200, 1_000  # characters of pyarrow's reason, rows read at a time


def columnar_table(name: str, data: bytes, most: int) -> Table:
    """The table in a file; its texts may be up to `most` bytes in total. Raises `CorpusError`."""
    try:
        import pyarrow  # noqa: F401
    except ImportError as error:
        raise needs_pyarrow(repr(name), CorpusError) from error
    with _opened(name, data) as (schema, _, _):
        fields = {field.name: field.type for field in reversed(schema)}  # the first of each name
        names = [each for each in dict.fromkeys(schema.names) if _holds_values(fields[each])]
    check_columns(name, len(schema.names))

    def rows(_: BadRows, chosen: Sequence[str]) -> Iterator[NumberedRow]:
        used = [
            each
            for each in names
            if not chosen or any(f"{column}.".startswith(f"{each}.") for column in chosen)
        ]
        left, number = most, 0
        with _opened(name, data) as (_, batches, values):
            left -= ROW_BYTES * values
            for batch in batches(used) if left >= 0 else ():
                columns = [_listed(batch.column(batch.schema.names.index(each))) for each in used]
                left -= sum(map(_size, columns))
                if left < 0:
                    break
                for row in zip(*columns, strict=True):
                    number += 1
                    yield number, dict(zip(used, row, strict=True))
        if left < 0:
            raise too_much_inside(repr(name), data, most, CorpusError)

    return table_of_rows(name, rows)


@contextmanager
def _opened(name: str, data: bytes) -> Iterator[tuple[Any, Callable[[list[str]], Iterator[Any]], int]]:
    """The schema, what reads batches of some columns, and how many values the fullest column has.

    Raises `CorpusError` for a file that is damaged.
    """
    from pyarrow import ArrowException, BufferReader, ipc, parquet

    kind = "a Parquet" if data.startswith(_PARQUET) else "an Arrow"
    try:
        if data.startswith(_PARQUET):
            file = parquet.ParquetFile(BufferReader(data))
            yield file.schema_arrow, lambda names: file.iter_batches(_ROWS, columns=names), _most_values(file)
        elif data.startswith(_ARROW):
            with ipc.open_file(BufferReader(data)) as file:
                groups = (file.get_batch(place) for place in range(file.num_record_batches))
                yield file.schema, lambda names: _few_rows(groups), 0
        else:
            with ipc.open_stream(BufferReader(data)) as file:
                yield file.schema, lambda names: _few_rows(file), 0
    except CorpusError:
        raise
    except (ArrowException, OSError, ValueError, NotImplementedError) as error:
        reason = str(error).partition("\n")[0][:_LONGEST_REASON].rstrip(".")  # it may quote a text
        raise CorpusError(f"{name!r} is {kind} file that cannot be read: {reason}.") from error


def _few_rows(batches: Any) -> Iterator[Any]:
    for batch in batches:
        yield from (batch.slice(start, _ROWS) for start in range(0, batch.num_rows, _ROWS))


def _most_values(file: Any) -> int:
    """How many values the fullest column of a Parquet file has, the missing ones included."""
    groups = [file.metadata.row_group(place) for place in range(file.metadata.num_row_groups)]
    parts = range(file.metadata.num_columns)
    return max((sum(group.column(part).num_values for group in groups) for part in parts), default=0)


def _holds_values(kind: Any) -> bool:
    """Whether there are texts, their bytes or numbers in a column, perhaps inside others."""
    from pyarrow import types

    if types.is_dictionary(kind):
        return _holds_values(kind.value_type)
    if kind.num_fields:
        return any(_holds_values(kind.field(place).type) for place in range(kind.num_fields))
    names = "string large_string string_view binary large_binary binary_view integer floating decimal"
    return any(getattr(types, f"is_{name}")(kind) for name in names.split())


def _listed(column: Any) -> list[Any]:
    """The values of a column, bytes as texts; the entries of a map have a key and a value."""
    values: list[Any] = column.to_pylist()
    kind = str(column.type)
    return [*map(_plain, values)] if "binary" in kind or "map" in kind else values


def _plain(value: Any) -> Any:
    if isinstance(value, bytes):
        try:
            return value.decode()
        except UnicodeDecodeError:  # a picture, say
            return value
    if isinstance(value, tuple):
        value = dict(zip(("key", "value"), value, strict=True))
    if isinstance(value, dict):
        return {name: _plain(inner) for name, inner in value.items()}
    return [*map(_plain, value)] if isinstance(value, list) else value


def _size(values: Sequence[Any]) -> int:
    """About how many bytes the texts in some values have."""
    texts = sum(len(value) for value in values if isinstance(value, str | bytes))
    return texts + sum(
        _size([*value.values()] if isinstance(value, dict) else value)
        for value in values
        if isinstance(value, dict | list)
    )
