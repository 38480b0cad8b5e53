"""Compile a person's own regular expression, or refuse it.

In: a pattern in the syntax of the `regex` module. Out: the compiled pattern, which can be run under a time
limit.

>>> compiled_pattern(r"\\w+").findall("a thug")
['a', 'thug']
>>> compiled_pattern("(a")
Traceback (most recent call last):
    ...
bpe_core.errors.ConfigError: The pattern '(a' is not a regular expression: missing ) at position 2.
"""

import re
from functools import lru_cache
from typing import Any

import regex

from bpe_core.errors import ConfigError

MAX_PATTERN_PARTS = 10_000
"""The most parts that a pattern may have, with the repetitions that must occur written out."""

# Compiling writes each obligatory repetition out, so that a short pattern such as ((a{999}){999}){999} takes
# all memory, and (ab|c){999999} even crashes the process; so does a pattern that calls itself, as it runs. No
# time limit helps against that.
_PART = re.compile(
    r"""
      (?P<open>\()(?!\?\#) | (?P<close>\))
    | (?: [*?] | (?P<once>\+) | \{(?P<least>\d*)(?:,\d*)?\} ) (?P<repeat>[?+]?)
    | \(\?\#[^)]*\)                                   # a comment
    | (?P<atom> \\. | \[\^?\]?(?:\\.|[^\]\\])*\] | . )
    """,
    re.VERBOSE | re.DOTALL,
)

_RECURSION = re.compile(r"\(\?(?:R|[+-]?[0-9]|&|P>)")


@lru_cache(maxsize=64)
def compiled_pattern(pattern: str) -> Any:
    """The compiled pattern. Raises `ConfigError` if it is none, calls itself, or is too large to compile."""
    if _RECURSION.search(re.sub(r"\\.", "", pattern)):
        raise ConfigError(
            f"The pattern {pattern!r} calls itself or a group; a pattern without that is allowed."
        )
    parts = max(_parts(pattern), _parts(re.sub(r"\#[^\n]*", "", pattern)))
    if parts > MAX_PATTERN_PARTS:
        raise ConfigError(
            f"The pattern {pattern!r} comes to more than {MAX_PATTERN_PARTS:,} parts once its repetitions are"
            " written out; smaller numbers of repetitions are allowed."
        )
    try:
        return regex.compile(pattern)
    except (regex.error, RecursionError, OverflowError) as error:
        raise ConfigError(f"The pattern {pattern!r} is not a regular expression: {error}.") from error


def _parts(pattern: str) -> int:
    """About how many parts the compiled pattern has.

    >>> _parts("ab{3}"), _parts("(ab){3}"), _parts("((ab){3}){3}")
    (5, 8, 32)
    """
    open_groups = [0]  # the parts of each group that is still open
    last = 0  # the parts of what a repetition would repeat
    for match in _PART.finditer(pattern):
        if match["open"]:
            open_groups.append(0)
        elif match["close"]:
            last = max(1, open_groups.pop())
            open_groups = open_groups or [0]
            open_groups[-1] += last
        elif match["repeat"] is not None:
            # One more than must occur, because the repetition itself is a copy as well.
            least = 1 if match["once"] else int(match["least"] or 0)
            open_groups[-1] += last * least
        elif match["atom"]:
            # In a verbose pattern a space or a comment may stand between a group and its repetition.
            last = last if match["atom"].isspace() or match["atom"] == "#" else 1
            open_groups[-1] += 1
    return sum(open_groups)
