"""Packing: a pair of symbols as one int, in two orders.

By its symbols, left << 32 | right: quickest to make and to take apart, and ordered as the ids are. By age,
with the newer of the two symbols in front: a pair comes into being with its newer symbol, so among pairs
packed by age those of later merges only ever go to the end.

>>> by_age = pack_by_age(np.array([7, 2]), np.array([3, 9]))
>>> [symbols.tolist() for symbols in unpack_by_age(by_age)]
[[7, 2], [3, 9]]
>>> (by_age >> 32).tolist()
[7, 9]
"""

from typing import Any

import numpy as np
import numpy.typing as npt

from bpe_core.symbols import Int64Array

RIGHT = 0xFFFFFFFF
"""The mask that takes the right symbol out of a pair packed by its symbols."""


def pack(left: npt.NDArray[Any], right: npt.NDArray[Any]) -> Int64Array:
    """Pairs packed by their symbols. In plain Python, write left << 32 | right."""
    packed: Int64Array = left.astype(np.int64) << 32 | right
    return packed


def unpack(packed: Int64Array) -> tuple[Int64Array, Int64Array]:
    """The left and the right symbols of pairs packed by their symbols."""
    return packed >> 32, packed & RIGHT


def pack_by_age(left: npt.NDArray[Any], right: npt.NDArray[Any]) -> Int64Array:
    """Pairs packed by age: newer << 32 | older << 1 | whether the newer one is the left one."""
    newer = np.maximum(left, right).astype(np.int64)
    older = np.minimum(left, right).astype(np.int64)
    packed: Int64Array = newer << 32 | older << 1 | (left > right)
    return packed


def packed_by_age(left: int, right: int) -> int:
    """One pair packed by age."""
    return left << 32 | right << 1 | 1 if left > right else right << 32 | left << 1


def unpack_by_age(packed: Int64Array) -> tuple[Int64Array, Int64Array]:
    """The left and the right symbols of pairs packed by age."""
    newer, older = packed >> 32, (packed & RIGHT) >> 1
    newer_is_left = (packed & 1).astype(bool)
    return np.where(newer_is_left, newer, older), np.where(newer_is_left, older, newer)


def listed(packed: Int64Array) -> list[tuple[int, int]]:
    """Pairs packed by age as a list of pairs, left and right."""
    left, right = unpack_by_age(packed)
    return list(zip(left.tolist(), right.tolist(), strict=True))
