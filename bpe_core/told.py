"""A sentence of the library, which keeps the template and the values that it was made of.

It is a string, for the terminal and the notebook. Whoever shows it elsewhere can fill the template anew, with
tokens that stand out.

>>> told = Told("{pair:pair} occurs {n:,} {n:time|times}.", pair=("h", "ug"), n=1)
>>> print(told)
h + ug occurs 1 time.
>>> told.template, told.values["n"]
('{pair:pair} occurs {n:,} {n:time|times}.', 1)
"""

from collections.abc import Mapping, Sequence
from string import Formatter
from typing import Any


class Told(str):
    """A sentence, filled as `str.format` does, with these fields besides.

    `{pair:pair}` is a pair and `{word:token}` corpus text, in quotes if its ends would not be seen. `{n}` is
    a number, with commas, and `{rank:rank}` a rank, counted from 1. `{n:time|times}` is the form of a word
    for one and for any other number, where `#` is the number itself: `{n:once|# times}`.
    """

    template: str
    """The sentence with its fields."""

    values: Mapping[str, Any]
    """What the fields hold."""

    def __new__(cls, template: str, **values: Any) -> "Told":
        """Fill the fields of a template."""
        told = super().__new__(cls, _PLAIN.vformat(template, (), values))
        told.template, told.values = template, values
        return told

    def __getnewargs_ex__(self) -> tuple[tuple[str], Mapping[str, Any]]:
        return (self.template,), self.values


def together(*sentences: str) -> Told:
    """Several sentences, one after the other.

    >>> together(Told("One."), Told("{n} and three.", n="Two"))
    'One. Two and three.'
    """
    values = {f"sentence_{number}": sentence for number, sentence in enumerate(sentences)}
    return Told(" ".join(f"{{{name}}}" for name in values), **values)


def listed(words: Sequence[str]) -> Told:
    """Several words or clauses as a list.

    >>> listed(["a", "b", "c"])
    'a, b and c'
    """
    *firsts, last = words
    if not firsts:
        return Told("{last}", last=last)
    before = Told("{word}", word=firsts[0])
    for word in firsts[1:]:
        before = Told("{before}, {word}", before=before, word=word)
    return Told("{before} and {last}", before=before, last=last)


def _in_sight(token: str) -> str:
    """A token as it is, or in quotes if it has a space at an end, or characters that are not printed."""
    return token if token and token.strip() == token and token.isprintable() else repr(token)


class _Plain(Formatter):
    def format_field(self, value: Any, kind: str) -> Any:
        if kind == "pair":
            return " + ".join(map(_in_sight, value))
        if kind == "token":
            return _in_sight(value)
        if kind == "rank":
            return f"{value + 1:,}"
        if "|" in kind:
            one, other = kind.split("|")
            return one if value == 1 else other.replace("#", f"{value:,}")
        return format(value, kind or ("," if isinstance(value, int) else ""))


_PLAIN = _Plain()
