"""Literals: a list, a dict or a pair as Python prints it; nothing is run.

>>> read_literal("[(b' ', b't'), ('h', 'ug', 15)]")
[(b' ', b't'), ('h', 'ug', 15)]
>>> read_literal("('u', 'g'), ('h', 'ug')")
(('u', 'g'), ('h', 'ug'))
>>> read_literal("[h, ug]") is None
True
"""

import ast
import re

from bpe_core.errors import ComparisonError
from bpe_core.studies.user_merges.limits import MAX_USER_MERGES

# Possessive repeats (*+) give nothing back: a text that does not fit is left in one go.
QUOTED = r"""[bB]?(?:'[^'\\\n]*+(?:\\.[^'\\\n]*+)*+'|"[^"\\\n]*+(?:\\.[^"\\\n]*+)*+")"""
"""The regular expression of a text or bytes in quotes."""

# Whatever ends a value is followed by a comma, a colon or a closing bracket. So there are no operators and
# no calls, whose chains Python's parser would follow into a deep recursion.
_PART = re.compile(
    rf"(?:[\[({{,:]|(?:{QUOTED}|-?\d{{1,18}}(?:\.\d{{1,20}})?|None|True|False|[\])}}])"
    r"(?=\s*+(?:[\])},:]|\Z)))\s*+"
)

_MOST_PARTS = 12 * MAX_USER_MERGES
"""`((b'h', b'ug'), 15), ` has ten; a parser that is given millions of brackets takes gigabytes."""


def read_literal(text: str) -> object | None:
    """Return the list, tuple, dict or set that is printed here; None where the text is something else.

    Raises `ComparisonError` for more parts than a list of `MAX_USER_MERGES` merges has.
    """
    place = parts = 0
    while place < len(text):
        match = _PART.match(text, place)
        if match is None:
            return None
        place, parts = match.end(), parts + 1
        if parts > _MOST_PARTS:
            raise ComparisonError(
                f"This list has more than {_MOST_PARTS:,} parts, more than {MAX_USER_MERGES:,} merges need."
            )
    try:
        value: object = ast.literal_eval(text)
    except (ValueError, TypeError, SyntaxError, MemoryError, RecursionError):
        return None  # brackets that do not match, a list as the key of a dict
    return value if isinstance(value, list | tuple | dict | set) else None
