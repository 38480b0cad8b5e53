"""Fields inside fields: the names of the texts in nested rows, and their values.

A field in an object in another is named with dots. What stands in a list has the name of the list, so that a
row can have several values of a field.

>>> row = {"id": 1, "messages": [{"role": "user", "content": "hug"}, {"role": "bot", "content": "pug"}]}
>>> fields_of(row)
{'id': [1], 'messages.role': ['user', 'bot'], 'messages.content': ['hug', 'pug']}
>>> values_at(row, "messages.content")
['hug', 'pug']
"""

from collections.abc import Iterator, Mapping
from typing import Any

MOST_LEVELS = 20
"""Fields deeper inside are not offered."""


def fields_of(row: Mapping[str, Any]) -> dict[str, list[Any]]:
    """The names of the fields of a row, each with its values."""
    fields: dict[str, list[Any]] = {}
    for name, value in _leaves("", row, MOST_LEVELS):
        fields.setdefault(name, []).append(value)
    return fields


def values_at(row: Mapping[str, Any], name: str) -> list[Any]:
    """The values of one field of a row."""
    if name in row and not isinstance(row[name], dict | list):
        return [row[name]]
    first = name.partition(".")[0]
    return fields_of({key: value for key, value in row.items() if key.startswith(first)}).get(name, [])


def _leaves(name: str, value: Any, levels: int) -> Iterator[tuple[str, Any]]:
    if isinstance(value, dict):
        for key, inner in value.items() if levels else ():
            yield from _leaves(f"{name}.{key}" if name else key, inner, levels - 1)
    elif isinstance(value, list):
        for inner in value if levels else ():
            yield from _leaves(name, inner, levels - 1)
    else:
        yield name, value
