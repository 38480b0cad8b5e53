"""The parts of a SentencePiece model as it is written: a protocol buffer.

>>> integer_field(3, 300)
b'\\x18\\xac\\x02'
"""

import struct

NORMAL, UNKNOWN, CONTROL, USER_DEFINED, UNUSED, BYTE = range(1, 7)
"""The kinds of pieces."""


def piece_field(text: str | bytes, score: float = 0.0, kind: int = NORMAL) -> bytes:
    """A piece, as a field of the model."""
    data = text.encode() if isinstance(text, str) else text
    return bytes_field(1, bytes_field(1, data) + b"\x15" + struct.pack("<f", score) + integer_field(3, kind))


def integer_field(number: int, value: int) -> bytes:
    """A field that is an integer, a choice or a flag."""
    return varint(number << 3) + varint(int(value))


def bytes_field(number: int, value: bytes) -> bytes:
    """A field that is a text, bytes or a message."""
    return varint(number << 3 | 2) + varint(len(value)) + value


def varint(value: int) -> bytes:
    """An integer, seven bits a byte."""
    groups = [value >> shift & 127 for shift in range(0, max(value.bit_length(), 1), 7)]
    return bytes([*(group | 128 for group in groups[:-1]), groups[-1]])
