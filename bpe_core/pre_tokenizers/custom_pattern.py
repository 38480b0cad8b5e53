"""Compiles a custom regular expression of the `regex` module, or refuses it.

>>> compiled_pattern(r"\\w+").findall("a thug")
['a', 'thug']
>>> compiled_pattern("(a")
Traceback (most recent call last):
    ...
bpe_core.errors.ConfigError: The pattern '(a' is not a regular expression: missing ) at position 2.
"""

import re
from functools import lru_cache
from math import prod
from typing import Any

import regex

from bpe_core.errors import ConfigError

MAX_PATTERN_SIZE = 250_000
"""The largest size of a pattern: its length times its repetitions, as if all repeated groups were nested.

Compiling writes out each repetition that must occur, so a short pattern such as ((a{999}){999}){999} would
take all memory, and no time limit helps against that. A pattern of this size compiles in 0.3 s; those of
GPT-2, GPT-4, GPT-4o, Llama 3, Qwen and DeepSeek have less than a hundredth of it.
"""

_REPEATED_GROUP = re.compile(r"[)\s](?:\{(\d+)|\+)")  # verbose: space, or a comment, comes between
_REPEATED = re.compile(r"\{(\d+)")
_RECURSION = re.compile(r"\(\?(?:R|[+-]?[0-9]|&|P>)")


@lru_cache(maxsize=64)  # asked for each document; a long pattern takes longer to check than to use
def compiled_pattern(pattern: str) -> Any:
    """The compiled pattern. Raises `ConfigError` if it is invalid, calls itself, or would be too large."""
    if _RECURSION.search(re.sub(r"\\.", "", pattern)):
        raise ConfigError(f"The pattern {pattern!r} calls itself or a group, which is not supported.")
    if _largest_size(pattern) > MAX_PATTERN_SIZE:
        raise ConfigError(
            f"The pattern {pattern!r} may be too large to compile: its length times its nested repetitions"
            f" is more than {MAX_PATTERN_SIZE:,}."
        )
    try:
        return regex.compile(pattern)
    except (regex.error, RecursionError, OverflowError) as error:
        raise ConfigError(f"The pattern {pattern!r} is not a regular expression: {error}.") from error


def _largest_size(pattern: str) -> int:
    """An upper bound of the parts of the compiled pattern, as if all repeated groups were nested.

    >>> _largest_size("ab{3}"), _largest_size("((ab){3}){4}"), _largest_size("(ab)+")
    (20, 1200, 10)
    """
    # One copy more than must occur: the repetition itself is a copy too.
    of_groups = prod(int(least or 1) + 1 for least in _REPEATED_GROUP.findall(pattern))
    return len(pattern) * of_groups * (max(map(int, _REPEATED.findall(pattern)), default=0) + 1)
