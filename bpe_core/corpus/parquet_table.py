"""Reads a Parquet file as a table, with pyarrow, which is loaded when first needed.

A Parquet file can store a text once and refer to it a million times. So where the file has a list of distinct
texts, they are read as references into it, and their total size is computed before they are written out.
"""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any, NamedTuple

from bpe_core.corpus.tables import SAMPLE_ROWS, BadRows, Batch, Table, check_columns
from bpe_core.errors import CorpusError
from bpe_core.packed_files import needs_pyarrow, too_much_inside

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
    fields, names = file.fields()
    for column in [column for column, field in fields.items() if _is_bytes(field.type)]:
        try:
            next(file.values(SAMPLE_ROWS, [fields[column]]), None)
        except NotUtf8Error:  # a picture, say
            del fields[column]
    first: list[list[Any]] = []
    if fields:
        first = next(file.values(SAMPLE_ROWS, [*fields.values()]), [[] for _ in fields])
    used = {field.names[0] for field in fields.values()}
    others = tuple(each for each in names if each not in used)

    def batches(chosen: Sequence[str], bad_rows: BadRows) -> Iterator[Batch]:
        row = 1
        for values in file.values(BATCH_ROWS, [fields[column] for column in chosen]):
            if len({*map(len, values)}) > 1:
                raise CorpusError(f"{name!r} has lists, which do not say which count belongs to which word.")
            yield Batch(range(row, row + len(values[0])), values)
            row += len(values[0])

    return Table(name, dict(zip(fields, first, strict=True)), batches, others)


class NotUtf8Error(CorpusError):
    """A column of bytes is not a text."""


class _Field(NamedTuple):
    """A field with texts or numbers, perhaps inside others."""

    names: tuple[str, ...]
    """Those of the fields it is in, and its own; lists have none."""
    path: str
    """How the file names it."""
    type: Any
    """Of what type its values are read."""


class _File(NamedTuple):
    """A Parquet file, opened again each time it is read."""

    name: str
    data: bytes
    most: int

    def fields(self) -> tuple[dict[str, _Field], list[str]]:
        """The fields with texts or numbers, by their names with dots; and the names of all columns."""
        from pyarrow import types

        with self._opened([]) as file:
            names, all_fields = file.schema_arrow.names, _fields_of(file)
        check_columns(self.name, max(len(names), len(all_fields)))
        kinds = (_is_text, types.is_integer, types.is_floating, types.is_decimal)
        fields: dict[str, _Field] = {}
        for field in sorted(all_fields, key=lambda field: len(field.names)):
            if any(is_one(field.type) for is_one in kinds):
                fields.setdefault(".".join(field.names), field)  # "a.b" goes before the field b of a
        return fields, names

    def values(self, rows: int, fields: Sequence[_Field]) -> Iterator[list[list[Any]]]:
        """The values of some fields, this many rows at a time."""
        import pyarrow

        left = self.most
        paths = [field.path for field in fields]
        with self._opened(paths) as file:
            types = {field.path: field.type for field in _fields_of(file)}
            if any(map(_is_written_out, map(types.__getitem__, paths))):
                rows = min(rows, ROWS_WRITTEN_OUT)
            left -= ROW_BYTES * _most_values(file.metadata, paths)
            for batch in file.iter_batches(rows, columns=paths, use_threads=False) if left >= 0 else ():
                names = batch.schema.names  # a new list each time
                # A batch has more columns if several share a name, or if "a.b" is also the part b of a.
                chosen = [_leaf(batch.columns[names.index(field.names[0])], field.names) for field in fields]
                left -= sum(map(_text_bytes, chosen))
                if left < 0:
                    break
                yield [self._listed(column) for column in chosen]
        pyarrow.default_memory_pool().release_unused()  # it would keep the memory for other files
        if left < 0:
            raise too_much_inside(repr(self.name), self.data, self.most, CorpusError)

    def _listed(self, column: Any) -> list[Any]:
        from pyarrow import ArrowInvalid

        try:
            return _listed(column)
        except ArrowInvalid as error:
            raise NotUtf8Error(f"{self.name!r} has a column of bytes that are not UTF-8.") from error

    @contextmanager
    def _opened(self, paths: Sequence[str]) -> Iterator[Any]:
        """The file, with the texts of these fields as references; raises `CorpusError` if it is damaged."""
        from pyarrow import ArrowException, BufferReader, parquet

        try:
            metadata = parquet.read_metadata(BufferReader(self.data))
            groups = map(metadata.row_group, range(metadata.num_row_groups))
            parts = (group.column(place) for group in groups for place in range(metadata.num_columns))
            # pyarrow reads all texts as references but delta-coded ones.
            delta_coded = {part.path_in_schema for part in parts if "DELTA" in "".join(part.encodings)}
            referring = [path for path in paths if path not in delta_coded]
            yield parquet.ParquetFile(BufferReader(self.data), read_dictionary=referring)
        except CorpusError:
            raise
        except (ArrowException, OSError, ValueError, NotImplementedError) as error:
            reason = str(error).partition("\n")[0][:LONGEST_REASON].rstrip(".")  # it may quote a text
            message = f"{self.name!r} is a Parquet file that cannot be read: {reason}."
            raise CorpusError(message) from error


def _fields_of(file: Any) -> list[_Field]:
    """All fields that have no others inside, in the order of the file."""
    leaves = [leaf for each in file.schema_arrow for leaf in _leaves((each.name,), each.type)]
    paths = [file.schema.column(place).path for place in range(len(file.schema))]
    return [_Field(names, path, kind) for (names, kind), path in zip(leaves, paths, strict=True)]


def _leaves(names: tuple[str, ...], kind: Any) -> Iterator[tuple[tuple[str, ...], Any]]:
    from pyarrow import types

    if types.is_struct(kind):
        for inner in kind:
            yield from _leaves((*names, inner.name), inner.type)
    elif types.is_map(kind):
        yield from _leaves((*names, "key"), kind.key_type)
        yield from _leaves((*names, "value"), kind.item_type)
    elif _is_list(kind):
        yield from _leaves(names, kind.value_type)
    else:
        yield names, kind


def _is_list(kind: Any) -> bool:
    from pyarrow import types

    kinds = types.is_list, types.is_large_list, types.is_fixed_size_list
    return any(is_one(kind) for is_one in kinds)


def _leaf(column: Any, names: Sequence[str]) -> Any:
    """The values of a field inside a column, of which only this field may have been read."""
    from pyarrow import compute, types

    for name in (*names[1:], None):
        while _is_list(column.type):
            column = column.flatten()
        if types.is_map(column.type):
            ends = column.offsets
            inside = column.keys if name == "key" else column.items
            column = inside.slice(ends[0].as_py(), ends[-1].as_py() - ends[0].as_py())
        elif name is not None:
            column = compute.struct_field(column, name)
    return column


def _most_values(metadata: Any, paths: Sequence[str]) -> int:
    """How many values the fullest of some fields has, the missing ones included."""
    totals = dict.fromkeys(paths, 0)
    for group in map(metadata.row_group, range(metadata.num_row_groups)):
        for part in map(group.column, range(metadata.num_columns)):
            if part.path_in_schema in totals:
                totals[part.path_in_schema] += part.num_values
    return max(totals.values(), default=0)


def _is_text(kind: Any) -> bool:
    from pyarrow import types

    value = _value_type(kind)
    is_string = types.is_string(value) or types.is_large_string(value) or types.is_string_view(value)
    return bool(is_string or _is_bytes(kind))


def _is_bytes(kind: Any) -> bool:
    from pyarrow import types

    value = _value_type(kind)
    return bool(types.is_binary(value) or types.is_large_binary(value) or types.is_binary_view(value))


def _value_type(kind: Any) -> Any:
    from pyarrow import types

    return kind.value_type if types.is_dictionary(kind) else kind


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
    import pyarrow
    from pyarrow import types

    if types.is_dictionary(column.type):
        column = column.dictionary_decode()
    if _is_bytes(column.type):
        column = column.cast(pyarrow.large_string())
    # Much faster than to_pylist, but a missing integer would turn all integers into floats.
    if column.null_count and not _is_text(column.type):
        return list(column.to_pylist())
    return list(column.to_numpy(zero_copy_only=False).tolist())
