"""Typed answers: reads a number, several numbers, or tokens, however a person wrote them.

>>> form = AnswerForm.of("[UNK] ug", ["m ug"])
>>> form.read("[UNK], ug."), form.read("['unk', 'ug']"), form.read("m + ug")
(('[UNK]', 'ug'), ('[UNK]', 'ug'), ('m', 'ug'))
>>> AnswerForm.of("12").read("= 12 times"), AnswerForm.of("3 6").read("[3,6]")
(('12',), ('3', '6'))
>>> form.read(" , ")
Traceback (most recent call last):
    ...
bpe_core.errors.AnswerError: Type tokens, with spaces between them.
>>> form.read("no idea"), form.doubt("no idea")
(('no', 'idea'), "'no' is not in the word. Type tokens, with spaces between them.")
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

from bpe_core.errors import AnswerError
from bpe_core.phrases import Phrase
from bpe_core.validation import shown

_NUMBER = re.compile(r"\d{1,3}(?:[,’'\s]\d{3})+(?!\d)|\d+")
"""Digits, perhaps in groups of three: `1,234`."""
_SPECIAL = re.compile(r"\[\w+\]|<\w+>")
"""A token such as `[UNK]`, whose brackets people often leave out."""
_HINTS = {
    "number": "one number, in digits",
    "numbers": "numbers, with spaces between them",
    "tokens": "tokens, with spaces between them",
}


@dataclass(frozen=True)
class AnswerForm:
    """The form of an answer to a question."""

    kind: Literal["number", "numbers", "tokens"]
    """What is to be typed."""

    letters: frozenset[str] = frozenset()
    """The characters of the tokens that the question is about."""

    special: tuple[str, ...] = ()
    """Those tokens among them that are written like `[UNK]`."""

    @classmethod
    def of(cls, right: str, mistakes: Iterable[str] = ()) -> "AnswerForm":
        """The form that fits the right answer and those of known mistakes; spaces separate tokens."""
        tokens = right.split()
        if all(map(str.isdecimal, tokens)):
            return cls("number" if len(tokens) == 1 else "numbers")
        known = dict.fromkeys([*tokens, *" ".join(mistakes).split()])
        special = tuple(filter(_SPECIAL.fullmatch, known))
        plain = "".join(token for token in known if token not in special)
        return cls("tokens", frozenset(plain.casefold()), special)

    @property
    def hint(self) -> str:
        """What to type."""
        return _HINTS[self.kind]

    @property
    def request(self) -> str:
        """The same as a request."""
        return Phrase("Type {hint}.", hint=self.hint)

    @property
    def what(self) -> str:
        """The same where it is written by hand, as a sentence: `One number, in digits.`"""
        return f"{self.hint[:1].upper()}{self.hint[1:]}."

    def read(self, typed: str) -> tuple[str, ...]:
        """The answer in one standard form; raises `AnswerError` if it cannot be read.

        Upper and lower case do not matter, since phones change them.
        """
        request = self.request
        if self.kind == "number":
            found = _NUMBER.findall(typed)
            if len(found) != 1 or typed.strip().startswith(("-", "−")):
                raise AnswerError(request)
            return (str(int(re.sub(r"\D", "", found[0]))),)
        if self.kind == "numbers":
            found = [str(int(number)) for number in re.findall(r"\d+", typed)]
        else:
            names = {token.strip("[]<>").casefold(): token for token in self.special}
            tokens = split_tokens(typed.casefold(), self.letters)
            found = [names.get(token.strip("[]<>"), token) for token in tokens]
        if not found:
            raise AnswerError(request)
        return tuple(found)

    def doubt(self, typed: str) -> str:
        """Why an answer is none of tokens of the word, though it can be read; empty if it may be right.

        Raises as `read` does.
        """
        for token in self.read(typed):
            if self.kind == "tokens" and token not in self.special and not self.letters.issuperset(token):
                return Phrase(
                    "{token} is not in the word. {request}", token=shown(token), request=self.request
                )
        return ""


def split_tokens(typed: str, letters: Iterable[str]) -> list[str]:
    """The tokens in a text, separated by whatever is no letter, digit or one of the `letters`.

    >>> split_tokens('["don", "t"]', "don't"), split_tokens("don + 't.", "don't")
    (['don', 't'], ['don', "'t"])
    """
    own = set(letters)
    spaced = "".join(character if character.isalnum() or character in own else " " for character in typed)
    return spaced.split()
