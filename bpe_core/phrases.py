"""A phrase of the library: a sentence, or part of one, which keeps the template and its values.

It is a string, for the terminal and the notebook. Whoever shows it elsewhere can fill the template anew, with
tokens that stand out.

>>> said = Phrase("{pair:pair} occurs {n:,} {n:time|times}.", pair=("h", "ug"), n=1)
>>> print(said)
h + ug occurs 1 time.
>>> said.template, said.values["n"]
('{pair:pair} occurs {n:,} {n:time|times}.', 1)
"""

from collections.abc import Iterator, Mapping, Sequence
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
        told = super().__new__(cls, "".join(_plain(*part) for part in parts_of(template, values)))
        told.template, told.values = template, values
        return told

    def __getnewargs_ex__(self) -> tuple[tuple[str], Mapping[str, Any]]:
        return (self.template,), self.values


def together(*sentences: str) -> Phrase:
    """Several sentences, one after the other.

    >>> together(Phrase("One."), Phrase("{n} and three.", n="Two"))
    'One. Two and three.'
    """
    values = {f"text_{number}": sentence for number, sentence in enumerate(sentences)}
    return Phrase(" ".join(f"{{{name}}}" for name in values), **values)


def in_words(words: Sequence[str]) -> Phrase:
    """Several words or clauses as a list.

    >>> in_words(["a", "b", "c"])
    'a, b and c'
    """
    values = {f"text_{number}": word for number, word in enumerate(words)}
    *firsts, last = (f"{{{name}}}" for name in values)
    return Phrase(" and ".join(filter(None, [", ".join(firsts), last])), **values)


def _in_sight(token: str) -> str:
    """A token as it is, or in quotes if it has a space at an end, or characters that are not printed."""
    return token if token and token.strip() == token and token.isprintable() else repr(token)


def parts_of(template: str, values: Mapping[str, Any]) -> Iterator[tuple[Any, str | None]]:
    """The words of a template, whose kind is None, and the values of its fields, each with its kind."""
    for words, name, kind, _ in Formatter().parse(template):
        yield words, None
        if name is not None:
            yield Formatter().get_field(name, (), values)[0], kind or ""


def worded(value: Any, kind: str) -> str:
    """A value without corpus text."""
    if kind == "rank":
        return f"{value + 1:,}"
    if "|" in kind:
        return kind.split("|")[bool(value != 1)].replace("#", f"{value:,}")
    return format(value, kind or ("," if isinstance(value, int) else ""))


def _plain(value: Any, kind: str | None) -> str:
    if kind is None or kind == "token":
        return value if kind is None else _in_sight(value)
    return " + ".join(map(_in_sight, value)) if kind == "pair" else worded(value, kind)
