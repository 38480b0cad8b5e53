"""SentencePiece models with bytes changed, anywhere or inside of a field, whose length then fits again."""

from random import Random

from tests.fuzz import Outcome
from tests.fuzz.mutations import mutated
from tests.fuzz.sentencepiece import compare, made, trained
from tests.fuzz.sentencepiece_files import varint

VARINT, LENGTH_DELIMITED, FIXED_32 = 0, 2, 5
NUMBERS = (0, 1, 2, 3, 4, 5, 6, 7, 127, 128, 2**31, 2**63)

Field = tuple[int, bytes]
"""The key of a field, its number and how it is written; and its value."""


def check(seed: int) -> Outcome:
    """One model, a few changes, a few texts."""
    draw = Random(seed)
    try:
        model = trained(draw) if draw.random() < 0.5 else made(draw)
    except (RuntimeError, ValueError, IndexError):
        return Outcome("the trainer refuses")
    if draw.random() < 0.3:
        return compare(mutated(draw, model), draw)
    for _ in range(draw.choice((1, 1, 2, 4))):
        model = with_a_field_changed(draw, model)
    return compare(model, draw)


def with_a_field_changed(draw: Random, message: bytes) -> bytes:
    """A message with one of its fields, nested ones included, changed, removed, doubled or moved."""
    fields = fields_of(message)
    if not fields:
        return message
    at = draw.randrange(len(fields))
    key, value = fields[at]
    kind = draw.random()
    if kind < 0.08:
        del fields[at]
    elif kind < 0.16:
        fields.insert(draw.randrange(len(fields)), fields[at])
    elif kind < 0.2:
        fields[at] = key ^ 1 << draw.randrange(6), value
    elif key & 7 == VARINT:
        fields[at] = key, varint(draw.choice(NUMBERS))
    elif key & 7 == LENGTH_DELIMITED and draw.random() < 0.7:
        fields[at] = key, with_a_field_changed(draw, value)
    else:
        fields[at] = key, mutated(draw, value)
    return b"".join(map(written, fields))


def fields_of(message: bytes) -> list[Field]:
    """The fields of a message in order, up to the first bytes that are not a field."""
    fields = []
    place = 0
    while place < len(message):
        key, place = read_varint(message, place)
        start = place
        if key & 7 == VARINT:
            _, place = read_varint(message, place)
        elif key & 7 == LENGTH_DELIMITED:
            size, start = read_varint(message, place)
            place = start + size
        else:
            place += 4 if key & 7 == FIXED_32 else 8
        if place > len(message):
            break
        fields.append((key, message[start:place]))
    return fields


def written(field: Field) -> bytes:
    """A field in bytes."""
    key, value = field
    return varint(key) + (varint(len(value)) if key & 7 == LENGTH_DELIMITED else b"") + value


def read_varint(data: bytes, place: int) -> tuple[int, int]:
    """A number, and the place behind it."""
    end = place
    while end < len(data) and data[end] > 127:
        end += 1
    groups = data[place : end + 1]
    return sum((group & 127) << 7 * at for at, group in enumerate(groups)), end + 1
