"""Failed tests: finds a person's own merges in the output of a failed test or a comparison of two lists.

They are the left side of `assert mine == expected`, or the new lines of a diff. Output that shows only a part
of the list is refused.

>>> own_list("E       AssertionError: assert [('u', 'g')] == [('u', 'n')]")
OwnList(text="[('u', 'g')]", source='the left side of ==')
>>> own_list("  u g\\n- u n\\n+ h ug\\n")
OwnList(text='u g\\nh ug', source='the + lines of a diff')
>>> own_list("u g\\nh ug") is None
True
"""

import re
from itertools import islice
from typing import NamedTuple

from bpe_core.errors import ComparisonError
from bpe_core.studies.user_merges.values import read_literal

_ASSERT = re.compile(
    r"^(?:E\s+)?(?:AssertionError: (?:(?:Lists|Tuples|Dicts) differ: |assert )?|assert )(?=[\[({])",
    re.MULTILINE,
)
_TRACEBACK = "Traceback (most recent call last)"
_PLAIN_DIFF = re.compile(r"^\d+(?:,\d+)?[acd]\d+(?:,\d+)?$\n[<>] ", re.MULTILINE)
_SIGNS = ("+", "-", " ", "?")
_HEADS = ("---", "+++", "@@", "diff ", "index ", "\\ No newline")
_HUNK = re.compile(r"^@@ -\d+(?:,\d+)? \+(\d+)(?:,\d+)? @@", re.MULTILINE)
_MOST_COMPARED = 20
"""At how many `==` it is tried whether a whole list is before it."""


class OwnList(NamedTuple):
    """A list found in some output."""

    text: str
    source: str  # where it was found


def own_list(text: str) -> OwnList | None:
    """The person's own list in the output of a test or a diff; None if the text is neither.

    Raises `ComparisonError` if it shows no list, or only a part of one.
    """
    found = _ASSERT.search(text)
    if found is not None:
        return _left_side(text[found.end() :].split("\n", 1)[0])
    if _TRACEBACK in text:
        raise ComparisonError("This traceback shows no list; paste the list of your merges.")
    lines = [line[4:] if line.startswith("E   ") else line for line in text.split("\n")]
    filled = [line for line in lines if line.strip()]
    body = [line for line in filled if not line.startswith(_HEADS)]
    changed = {line[0] for line in body if line[0] in "+-" and len(line[1:].split()) > 1}
    has_more = len(body) < len(filled) or any(line[0] in " ?" for line in body)
    is_diff = has_more and changed == {"+", "-"} and all(line.startswith(_SIGNS) for line in body)
    starts = _HUNK.findall("\n".join(lines))
    is_part = len(starts) > 1 or starts[:1] not in ([], ["1"])
    if (is_diff and is_part) or (not is_diff and _PLAIN_DIFF.search(text)):
        raise ComparisonError("This diff shows only parts of the list; paste the list of your merges.")
    if not is_diff:
        return None
    kept = (line[1:].strip() for line in lines if line[:1] in ("+", " ") and not line.startswith(_HEADS))
    return OwnList("\n".join(kept), "the + lines of a diff")


def _left_side(comparison: str) -> OwnList:
    """The value before `==` or `!=`."""
    for place in islice(re.finditer(" ([=!]=) ", comparison), _MOST_COMPARED):
        left = comparison[: place.start()]
        value = read_literal(left)
        if isinstance(value, tuple) and all(isinstance(part, str | bytes | int) for part in value):
            raise ComparisonError("This test output shows a single merge; paste the list of your merges.")
        if value is not None:
            return OwnList(left, f"the left side of {place[1]}")
    if "..." in comparison or " chars]" in comparison:
        raise ComparisonError(
            "This test output cuts the lists short; run pytest with -vv and paste all of it."
        )
    raise ComparisonError("No list stands before == in this test output; paste the list of your merges.")
