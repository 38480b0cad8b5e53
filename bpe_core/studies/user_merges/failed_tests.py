"""Failed tests: the merges in what a failed test, or a comparison of two lists, prints.

In: a text. Out: the part of it that is the person's own list: the left side of `assert mine == expected`, or
of a diff the lines that are there now. What shows only a part of the list is refused.

>>> own_list("E       AssertionError: assert [('u', 'g')] == [('u', 'n')]")
"[('u', 'g')]"
>>> own_list("  u g\\n- u n\\n+ h ug\\n")
'u g\\nh ug'
>>> own_list("u g\\nh ug") is None
True
"""

import re
from itertools import islice

from bpe_core.errors import ComparisonError
from bpe_core.studies.user_merges.values import read_literal

_ASSERT = re.compile(r"^(?:E\s+)?(?:AssertionError: )?assert (?=[\[({])", re.MULTILINE)
_SIGNS = ("+", "-", " ", "?")
_HEADS = ("---", "+++", "@@", "diff ", "index ", "\\ No newline")
_HUNK = re.compile(r"^@@ -\d+(?:,\d+)? \+(\d+)(?:,\d+)? @@", re.MULTILINE)
_MOST_COMPARED = 20
"""At so many `==` it is tried whether a whole list stands before it."""


def own_list(text: str) -> str | None:
    """The person's own list in the output of a test or a diff; None where the text is neither.

    Raises `ComparisonError` where it shows only a part of the list.
    """
    found = _ASSERT.search(text)
    if found is not None:
        return _left_side(text[found.end() :].split("\n", 1)[0])
    lines = [line[4:] if line.startswith("E   ") else line for line in text.split("\n")]
    return _now_there(lines) if _is_diff(lines) else None


def _left_side(comparison: str) -> str:
    """The value before `==`."""
    for place in islice(re.finditer(" == ", comparison), _MOST_COMPARED):
        left = comparison[: place.start()]
        if read_literal(left) is not None:
            return left
    if "..." in comparison:
        raise ComparisonError(
            "This test output cuts the lists short; run pytest with -vv and paste all of it."
        )
    raise ComparisonError("No list stands before == in this test output; paste the list of your merges.")


def _is_diff(lines: list[str]) -> bool:
    filled = [line for line in lines if line.strip()]
    body = [line for line in filled if not line.startswith(_HEADS)]
    changed = {line[0] for line in body if line[0] in "+-" and len(line[1:].split()) > 1}
    has_more = len(body) < len(filled) or any(line[0] in " ?" for line in body)
    return has_more and changed == {"+", "-"} and all(line.startswith(_SIGNS) for line in body)


def _now_there(lines: list[str]) -> str:
    starts = _HUNK.findall("\n".join(lines))
    if len(starts) > 1 or starts[:1] not in ([], ["1"]):
        raise ComparisonError("This diff shows only parts of the list; paste the list of your merges.")
    kept = [line for line in lines if line[:1] in ("+", " ") and not line.startswith(_HEADS)]
    return "\n".join(line[1:].strip() for line in kept)
