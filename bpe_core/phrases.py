"""A phrase of the library: a sentence, or part of one, which keeps the template and its values.

It is a string, for the terminal and the notebook. Whoever shows it elsewhere can fill the template anew, with
tokens that stand out.

>>> said = Phrase("{pair:pair} occurs {n:,} {n:time|times}.", pair=("h", "ug"), n=1)
>>> print(said)
h + ug occurs 1 time.
>>> said.template, said.values["n"]
('{pair:pair} occurs {n:,} {n:time|times}.', 1)
"""

from collections.abc import Mapping, Sequence
from string import Formatter
from typing import Any


class Phrase(str):
    """A sentence, filled as `str.format` does, with these fields besides.

    `{pair:pair}` is a pair and `{word:token}` corpus text, in quotes if its ends would not be seen. `{n}` is
    a number, with commas, and `{rank:rank}` a rank, counted from 1. `{n:time|times}` is the form of a word
    for one and for any other number, where `#` is the number itself: `{n:once|# times}`.
    """

    template: str
    """The sentence with its fields."""

    values: Mapping[str, Any]
    """What the fields hold."""

    def __new__(cls, template: str, **values: Any) -> "Phrase":
        """Fill the fields of a template."""
        told = super().__new__(cls, _PLAIN.vformat(template, (), values))
        told.template, told.values = template, values
        return told

    def __getnewargs_ex__(self) -> tuple[tuple[str], Mapping[str, Any]]:
        return (self.template,), self.values


def together(*sentences: str) -> Phrase:
    """Several sentences, one after the other.

    >>> together(Phrase("One."), Phrase("{n} and three.", n="Two"))
    'One. Two and three.'
    """
    values = {f"sentence_{number}": sentence for number, sentence in enumerate(sentences)}
    return Phrase(" ".join(f"{{{name}}}" for name in values), **values)


def in_words(words: Sequence[str]) -> Phrase:
    """Several words or clauses as a list.

    >>> in_words(["a", "b", "c"])
    'a, b and c'
    """
    *firsts, last = words
    if not firsts:
        return Phrase("{last}", last=last)
    before = Phrase("{word}", word=firsts[0])
    for word in firsts[1:]:
        before = Phrase("{before}, {word}", before=before, word=word)
    return Phrase("{before} and {last}", before=before, last=last)


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
