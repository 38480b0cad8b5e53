"""Mistake: what a trainer can do wrong, as an edit of a page of code that people read.

>>> mistake = Mistake(
...     name="last_pair_not_counted",
...     sentence="the last pair of each word is never counted",
...     module="reference",
...     edits=(Edit("for pair in pairwise(symbols):", "for pair in pairwise(symbols[:-1]):"),),
... )
>>> module_with("reference", mistake)["count_pairs"]([["h", "u", "g"]], [1])
{('h', 'u'): 1}
>>> print(mistake.code(FIRST_SEEN, BPEConfig()))
- for pair in pairwise(symbols[:-1]):
+ for pair in pairwise(symbols):
"""

import inspect
import re
import string
import unicodedata
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from difflib import ndiff
from functools import cmp_to_key, lru_cache
from textwrap import indent
from types import CodeType
from typing import Any, Literal, NamedTuple

import regex

from bpe_core import reference
from bpe_core.config import BPEConfig
from bpe_core.corpus import cutting
from bpe_core.merges import Pair
from bpe_core.studies.diagnosis.mistakes import heap_trainer
from bpe_core.studies.diagnosis.segmentation import TieRule
from bpe_core.tie_breaks import TIE_BREAKS

MODULES = {
    "cutting": cutting,
    "reference": reference,
    "heap_trainer": heap_trainer,
}
"""The pages that are edited: how words are cut, and two trainers."""

FIRST_SEEN = TieRule("first_seen", "code_point")

NUMBER = "NUMBER"
"""Stands in a mistake for a number that is found in each list."""

_AT_HAND = {"Counter": Counter, "re": re, "regex": regex, "string": string, "unicodedata": unicodedata}
"""What an edit may use beside what its page imports."""


_ASKED = "raw", "ids", "value_ids", "seen_ids", "first_counted", "last_counted"
"""What the line that takes one of the tied pairs may ask about symbols and pairs."""

_BY_NUMBER = {"tied[0]": 1, "tied[-1]": -1}

_downward: Callable[[Any], Any] = cmp_to_key(lambda one, other: (one < other) - (one > other))


class Edit(NamedTuple):
    """A change of a page; where its lines stand in the page, they are indented."""

    right: str
    """The lines of the page."""

    wrong: str
    """The lines that stand there with the mistake."""


@dataclass(frozen=True, kw_only=True)
class Mistake:
    """One mistake."""

    name: str
    """Its key in `MISTAKES`."""

    sentence: str
    """What is done wrong, as it follows "when"."""

    module: Literal["cutting", "reference", "heap_trainer", "ties", "rules"]
    """Which of the `MODULES` it is an edit of; "ties": of the line that takes one of the tied pairs; "rules":
    of none, since other rules are followed."""

    edits: tuple[Edit, ...] = ()
    """What is changed in the page."""

    takes: str = ""
    """The line that takes one of the tied pairs, written as in `TIE_BREAKS`."""

    instead_of: str = ""
    """The tie rule that `takes` is a mistake in; empty for any."""

    is_of_order: bool = False
    """Whether it only changes in which order the words stand."""

    only: tuple[str, ...] = ()
    """The pre-tokenizers, alphabets, word boundaries or "special_tokens" of which one must be there; empty if
    none must."""

    changes: Mapping[str, Any] = field(default_factory=dict)
    """The rules that words are cut and spelled with, where those are wrong, as fields of a `BPEConfig`."""

    is_rule: bool = False
    """Whether it is a rule that other trainers follow, and wrong only where another one was meant."""

    is_of_text: bool = False
    """Whether it is in how a text is read or cut, so that words with counts do not show it."""

    everywhere: bool = False
    """Whether it changes words without the merged pair, too."""

    is_other_choice: bool = False
    """Whether the pair that is merged need not be the most frequent one."""

    number: int = 0
    """What stands for `NUMBER` in its sentence and its lines; 0 where it has none."""

    def __hash__(self) -> int:
        return hash(self.name)  # of all fields it would take longer than to follow a merge

    @property
    def is_of_ties(self) -> bool:
        """Whether all that is wrong is which of the tied pairs is taken."""
        return self.module == "ties" or self.is_of_order

    @property
    def is_of_words(self) -> bool:
        """Whether all that is wrong is which words there are, or how they are spelled."""
        return self.module == "cutting" or bool(self.changes)

    def with_number(self, number: int) -> "Mistake":
        """The mistake with a number that was found in a list."""
        edits = tuple(Edit(each.right, each.wrong.replace(NUMBER, str(number))) for each in self.edits)
        sentence = self.sentence.replace(NUMBER, f"{number:,}")
        return replace(self, sentence=sentence, edits=edits, number=number)

    def fits(self, rules: BPEConfig) -> bool:
        """Whether it can be made under these rules."""
        if not rules.count_overlaps and self.module == "heap_trainer":  # that trainer counts them
            return False
        there = {rules.pre_tokenizer, rules.alphabet, rules.word_boundary}
        there |= {"special_tokens"} if rules.special_tokens else set()
        return not self.only or not there.isdisjoint(self.only)

    def rules(self, meant: BPEConfig) -> BPEConfig:
        """The rules that are followed where these were meant."""
        return replace(meant, **self.changes) if self.changes else meant

    def code(self, meant: TieRule, rules: BPEConfig) -> str:
        """The wrong lines, each after a minus, and the right ones after a plus; `meant` settles ties."""
        edits = self.edits
        if self.takes:
            edits = (Edit(f"pair = {taking_line(meant)}", f"pair = {self.takes}"),)
        elif not edits:
            named = [name for name, value in self.changes.items() if value is not None]
            edits = tuple(
                Edit(*(f"{name} = {getattr(each, name)!r}" for each in (rules, self.rules(rules))))
                for name in named
            )
        shown = []
        for edit in edits:
            changed = list(ndiff(edit.right.splitlines(), edit.wrong.splitlines()))
            shown += ["- " + line[2:] for line in changed if line[0] == "+"]
            shown += ["+ " + line[2:] for line in changed if line[0] == "-"]
        return "\n".join(dict.fromkeys(shown))  # what is wrong in two places is shown once


def taking_line(rule: TieRule) -> str:
    """The line that takes one of the tied pairs by a rule."""
    code = TIE_BREAKS[rule.name].code
    return re.sub(r"\bids\b", "value_ids", code) if rule.id_order == "byte_value" else code


def taking(line: str) -> Callable[[list[Pair], Any], Pair]:
    """A line of `TIE_BREAKS`, or of a mistake, as the function that takes one of the tied pairs; it asks the
    `Symbols` about them.

    >>> from bpe_core.studies.diagnosis.mistakes.trainer_words import TrainerWords
    >>> symbols = TrainerWords({"ab": 1}, BPEConfig()).symbols
    >>> taking("max(tied, key=lambda pair: ids[pair[0]])")([("a", "b"), ("b", "a")], symbols)
    ('b', 'a')
    """
    take = _evaluated(line, {})
    return lambda tied, symbols: take(tied, *(getattr(symbols, each) for each in _ASKED))


def placing(line: str, symbols: Any) -> Callable[[Pair, int], Any]:
    """What the line of a tie rule compares of a pair, the `number`-th that got a count: the smallest is
    taken.

    >>> from bpe_core.studies.diagnosis.mistakes.trainer_words import TrainerWords
    >>> symbols = TrainerWords({"ab": 1}, BPEConfig()).symbols
    >>> place = placing("max(tied, key=lambda pair: ids[pair[0]])", symbols)
    >>> place(("b", "a"), 1) < place(("a", "b"), 0)
    True
    """
    if line in _BY_NUMBER:
        return lambda pair, number: _BY_NUMBER[line] * number
    names = {"min": lambda tied, key: key(tied[0]), "max": lambda tied, key: _downward(key(tied[0]))}
    key_of, asked = _evaluated(line, names), [getattr(symbols, each) for each in _ASKED]
    return lambda pair, number: (key_of([pair], *asked), number)


def _evaluated(line: str, names: dict[str, Any]) -> Callable[..., Any]:
    function: Callable[..., Any] = eval(f"lambda tied, {', '.join(_ASKED)}: {line}", names)
    return function


def module_with(page: str, mistake: Mistake | None) -> dict[str, Any]:
    """The names of a page that was run with a mistake in it, each time anew; right with one of another page.

    Raises `ValueError` where the page has no such lines.
    """
    names: dict[str, Any] = {"__name__": f"{page}_with_a_mistake", **_AT_HAND}
    edits = mistake.edits if mistake is not None and mistake.module == page else ()
    exec(_compiled(page, edits), names)  # nothing but the page and the edits in `MISTAKES`
    return names


@lru_cache(maxsize=512)  # 17,516 of 17,740 calls of one diagnosis: a fifth of its time
def _compiled(page: str, edits: tuple[Edit, ...]) -> CodeType:
    lines = inspect.getsource(MODULES[page]).splitlines()
    for edit in edits:
        right = [line.strip() for line in edit.right.splitlines()]
        starts = [
            start
            for start in range(len(lines))
            if [line.strip() for line in lines[start : start + len(right)]] == right
        ]
        if len(starts) != 1:
            raise ValueError(f"{page} has these lines {len(starts)} times:\n{edit.right}")
        first = lines[starts[0]]
        wrong = indent(edit.wrong, first[: len(first) - len(first.lstrip())])
        lines[starts[0] : starts[0] + len(right)] = wrong.splitlines()
    return compile("\n".join(lines), f"<{page} with a mistake>", "exec")
