"""The report on somebody's merges: what differs, the evidence, the cause, and a test to copy.

Its text has at most 72 columns, because pytest indents it by up to 8 and a terminal has 80.

>>> rows = EvidenceRow("yours", ("b", "un"), 4), EvidenceRow("expected", ("p", "ug"), 5)
>>> Report("different", "Merge 5 of your 6 differs.", rows, right=5, asked=6)
Merge 5 of your 6 differs.
<BLANKLINE>
  yours     b + un  4 times
  expected  p + ug  5 times
"""

import unicodedata
from collections.abc import Iterable
from dataclasses import asdict, dataclass, replace
from textwrap import wrap
from typing import Any, Literal

from bpe_core.config import BPEConfig
from bpe_core.corpus.corpus import Corpus
from bpe_core.merges import Pair
from bpe_core.phrases import Phrase

WIDTH = 72
"""The longest line, in columns of a terminal."""

ABOUT_TEST = "The smallest corpus that shows it, as a test to copy:"

_LONGEST = 300
"""How many characters of a row are shown."""


@dataclass(frozen=True)
class EvidenceRow:
    """One side of the evidence."""

    label: str
    """Whose pair it is: "yours" or "expected"."""

    tokens: tuple[str, ...]
    """The pair that was merged, as printed; empty for none."""

    count: int
    """How often it occurs."""

    @property
    def text(self) -> str:
        """The pair on one line, and the count."""
        shown = " + ".join(token.replace(" ", "␣") for token in self.tokens) or "nothing"
        shown = shown if len(shown) <= _LONGEST else f"{shown[:_LONGEST]}…"
        return f"{shown}  {self.occurs}".rstrip()

    @property
    def occurs(self) -> str:
        """The count in words; empty if there is no pair."""
        if not self.tokens:
            return ""
        return Phrase("{count:once|# times}", count=self.count) if self.count else "does not occur"


@dataclass(frozen=True)
class LikelyCause:
    """Why they differ."""

    sentence: str
    """What is done wrong, and how certain that is."""

    is_certain: bool
    """Whether no other known mistake explains it."""

    code: tuple[str, ...] = ()
    """The lines of the mistake after a minus and the right ones after a plus, of one mistake or of each that
    may be the one."""

    hint: str = ""
    """What to do with the code, in sentences."""


@dataclass(frozen=True)
class CheckedMerges:
    """What was compared, so that it can be opened elsewhere."""

    corpus: Corpus
    """The corpus."""

    merges: tuple[Pair, ...]
    """The merges that were given."""

    config: BPEConfig
    """The rules that the merges should follow, limits included."""

    profile: str
    """The name of the profile with these rules; empty if none was named."""


@dataclass(frozen=True, repr=False)
class Report:
    """The result of a comparison; it prints as text."""

    status: Literal["same", "different", "unreadable"]
    """"unreadable": what was given cannot be compared; `headline` says why."""

    headline: str
    """The result in one sentence."""

    rows: tuple[EvidenceRow, ...] = ()
    """What was made, and what should have been."""

    facts: tuple[str, ...] = ()
    """What happened there, in sentences."""

    causes: tuple[LikelyCause, ...] = ()
    """Why, if that is known."""

    more: tuple[str, ...] = ()
    """What else is known, in sentences."""

    test: str = ""
    """A test of pytest, as small as can be, that shows it; empty where none was found."""

    step: int | None = None
    """The number of the merge that differs, from 1."""

    right: int = 0
    """How many merges the rules would have made too, given those before them."""

    asked: int = 0
    """How many there are, or should be."""

    comparison: CheckedMerges | None = None
    """What was compared, of merges that could be read."""

    def __repr__(self) -> str:
        return "\n\n".join(self._paragraphs())

    def _paragraphs(self) -> Iterable[str]:
        """The parts of the text, to be separated by blank lines."""
        yield fitted(self.headline)
        if self.rows:
            wide = max(len(row.label) for row in self.rows)
            lines = [(f"  {row.label:<{wide}}  ", row.text) for row in self.rows]
            yield "\n".join(fitted(text, first, " " * len(first)) for first, text in lines)
        yield from map(fitted, self.facts)
        for cause in self.causes:
            yield fitted(
                cause.sentence if cause.sentence.startswith("Perhaps") else f"Cause: {cause.sentence}"
            )
            for code in cause.code:
                yield "\n".join(fitted(line, "    ", "        ") for line in code.split("\n"))
            if cause.hint:
                yield fitted(cause.hint)
        yield from map(fitted, self.more)
        if self.test:
            yield ABOUT_TEST
            yield self.test

    def as_json(self) -> dict[str, Any]:
        """All of it, for `json.dumps`; `text` is what it prints."""
        return {**asdict(replace(self, comparison=None)), "text": repr(self)}

    def graded(self, name: str, points: float) -> dict[str, Any]:
        """A test in Gradescope's results.json, with points for the part that is right."""
        part = self.right / self.asked if self.asked else 0.0
        return {
            "name": name,
            "score": round(points * part, 2),
            "max_score": points,
            "status": "passed" if self.status == "same" else "failed",
            "output": repr(self),
            "output_format": "text",
        }


def fitted(text: str, first: str = "", after: str = "") -> str:
    r"""A paragraph in lines of at most `WIDTH` columns.

    >>> fitted("an escape: \x1b[2J")
    'an escape: U+001B[2J'
    """
    # A character that takes two columns counts as two while lines are filled.
    counted = "".join(
        f"{each}\0" if unicodedata.east_asian_width(each) in "WF" else each for each in printable(text)
    )
    lines = wrap(counted, WIDTH, initial_indent=first, subsequent_indent=after, break_on_hyphens=False)
    return "\n".join(lines).replace("\0", "")


def printable(text: str) -> str:
    """A text in which all that is invisible, or would move the cursor, is shown as its code point."""
    return "".join(each if each.isprintable() else f"U+{ord(each):04X}" for each in text)
