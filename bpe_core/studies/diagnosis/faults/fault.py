"""Fault: one mistake that a trainer can have, in words and in code.

In: what is wrong. Out: a `Fault`, whether it can be made under some rules, and `Parts` with it.

>>> from bpe_core.studies.diagnosis.faults.mistakes import each_pair_once
>>> fault = Fault(name="once", sentence="a pair counts once a word", part="pairs", wrong=each_pair_once)
>>> with_fault(Parts(), fault).pairs(["a", "a", "a"])
[('a', 'a')]
>>> print(fault.code(Parts().merge, BPEConfig()))
- return list(dict.fromkeys(pairwise(word)))
+ return list(pairwise(word))
"""

import inspect
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from difflib import ndiff
from textwrap import dedent
from typing import Any, Literal

from bpe_core.config import BPEConfig
from bpe_core.studies.diagnosis.faults.parts import Choose, Parts


@dataclass(frozen=True, kw_only=True)
class Fault:
    """One mistake."""

    name: str
    """Its key in `FAULTS`."""

    sentence: str
    """What is done wrong, as it follows "when"."""

    part: str
    """What is wrong: "words", a field of `Parts`, the "order" of tied pairs, or "choose"."""

    wrong: Any = field(default=None, compare=False)
    """The function in `mistakes`, `tie_mistakes` or `wrong_words`; for "order", one of the trainer's
    `ORDERS`, or "any" where there is none."""

    also: tuple[str, ...] = ()
    """The fields of `Parts` that are true with it."""

    lines: tuple[str, ...] = ()
    """The usual wrong line and the line that mends it, where the function does not show them."""

    only: tuple[str, ...] = ()
    """The pre-tokenizers, alphabets, word boundaries or "special_tokens" of which one must be there; empty if
    none must."""

    changes: Mapping[str, Any] = field(default_factory=dict, compare=False)
    """The rules that the words are spelled with, where those are wrong, as fields of a `BPEConfig`."""

    is_rule: bool = False
    """Whether it is a rule that other trainers follow, and wrong only where another one was meant."""

    form: Literal["NFC", "NFD", "NFKC", "NFKD"] | None = None
    """The Unicode form that the text is put in."""

    never: str = ""
    """Characters that no merge has that is made with it."""

    instead_of: str = ""
    """For "choose", the tie rule in which it is a mistake; empty for any."""

    def fits(self, rules: BPEConfig) -> bool:
        """Whether it can be made under these rules."""
        there = {rules.pre_tokenizer, rules.alphabet, rules.word_boundary}
        there |= {"special_tokens"} if rules.special_tokens else set()
        return not self.only or not there.isdisjoint(self.only)

    def spelling(self, rules: BPEConfig) -> BPEConfig:
        """The rules that the words are spelled with."""
        return replace(rules, **self.changes) if self.changes else rules

    def code(self, meant: Choose, rules: BPEConfig) -> str:
        """The wrong lines, each after a minus, and the right ones after a plus; `meant` settles ties."""
        if self.lines:
            wrong, right = (lines.splitlines() for lines in self.lines)
        elif self.changes:
            wrong = [f"{name} = {value!r}" for name, value in self.changes.items() if value]
            right = [f"{name} = {getattr(rules, name)!r}" for name, value in self.changes.items() if value]
        else:
            meant_part = meant if self.part == "choose" else getattr(Parts(), self.part)
            wrong, right = _that_differ(_body(self.wrong), _body(meant_part))
        return "\n".join([*(f"- {line}" for line in wrong), *(f"+ {line}" for line in right)])


def fault_of(part: str, wrong: Callable[..., object], **options: Any) -> Fault:
    """A mistake as its function is called, and as its docstring says."""
    said = (wrong.__doc__ or " ").partition("\n")[0].removesuffix(".")
    return Fault(name=wrong.__name__, sentence=said[0].lower() + said[1:], part=part, wrong=wrong, **options)


def with_fault(parts: Parts, fault: Fault) -> Parts:
    """Parts with one more of them wrong; the same for a fault that is in none of them."""
    if fault.part not in ("pairs", "times", "merge", "changed"):
        return parts
    changed: dict[str, Any] = {fault.part: fault.wrong, **dict.fromkeys(fault.also, True)}
    return replace(parts, **changed)


def _body(function: Callable[..., object]) -> list[str]:
    """The lines of a function below its docstring."""
    lines = inspect.getsource(function).rstrip().splitlines()
    end_of_docstring = max(number for number, line in enumerate(lines) if line.endswith('"""'))
    return lines[end_of_docstring + 1 :]


def _that_differ(wrong: list[str], right: list[str]) -> tuple[list[str], list[str]]:
    """The lines of each that the other does not have, as far left as they go."""
    changes = [line for line in ndiff(wrong, right) if line[0] in "-+"]
    text = dedent("\n".join(line[2:] for line in changes)).splitlines()
    signed = [(line[0], shown) for line, shown in zip(changes, text, strict=True)]
    return [shown for sign, shown in signed if sign == "-"], [shown for sign, shown in signed if sign == "+"]
