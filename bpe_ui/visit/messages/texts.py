"""The texts in the stage's data: every text once, written so that all of it is visible.

A sentence becomes a list of strings, numbers and indexes: text of the corpus is never part of a string of
words.

>>> texts = Texts()
>>> texts.index("a b"), texts.index("hug"), texts.index("a b")
(0, 1, 0)
>>> texts.runs
[['a', {'name': 'space'}, 'b'], ['hug']]
>>> texts.parts((Token("hug"), " occurs ", Number(10), " times."))
[{'t': 1}, ' occurs ', {'n': 10}, ' times.']
"""

import json
import re
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from bpe_ui.stage.text.sentences import Number, Part, Sentence, Stressed, Token
from bpe_ui.stage.text.visible import MOST_SHOWN, glyphs, glyphs_of_bytes, reads_right_to_left, visible_text

_WORD_IN_A_STRING = 40
_MARKS = re.compile(r"(\(?)(.+?)([).,:;]*)", re.DOTALL)


class Texts:
    """Texts with their indexes; grows as texts are added."""

    def __init__(self, *, of_bytes: bool = False) -> None:
        """Begin without texts; those of bytes are printed with a sign for each, and are made readable."""
        self._glyphs = glyphs_of_bytes if of_bytes else glyphs
        self.runs: list[list[str | dict[str, str]]] = []
        """Each text as glyph runs: text that is visible, the name of a character that is not, or a marker."""
        self.right_to_left: list[int] = []
        """The indexes of those that read from right to left."""
        self._index: dict[str, int] = {}

    def copy(self) -> "Texts":
        """A copy, to which other texts can be added."""
        copied = Texts()
        copied._glyphs = self._glyphs
        copied.runs, copied._index = self.runs.copy(), self._index.copy()
        copied.right_to_left = self.right_to_left.copy()
        return copied

    def index(self, text: str) -> int:
        """The index of a text."""
        known = self._index.get(text)
        if known is None:
            known = self._index[text] = len(self.runs)
            shown, more = text[:MOST_SHOWN], "…" * (len(text) > MOST_SHOWN)
            drawn = self._glyphs(shown)
            if reads_right_to_left("".join(each.text for each in drawn if each.kind != "name")):
                self.right_to_left.append(len(self.runs))
            runs: list[str | dict[str, str]] = [
                each.text if each.kind == "text" else {each.kind: each.text} for each in drawn
            ]
            self.runs.append([*runs, more] if more else runs)
        return known

    @property
    def fields(self) -> dict[str, Any]:
        """What a message has of them; it is the last that is put into the message."""
        return {"texts": self.runs, "rtl": self.right_to_left}

    def ids(self, id_of: Callable[[str], int | None]) -> dict[int, int]:
        """The ids of the texts that are tokens, by index."""
        entries = ((index, id_of(text)) for text, index in self._index.items())
        return {index: token_id for index, token_id in entries if token_id is not None}

    def parts(self, sentence: Iterable[Part]) -> list[Any]:
        """A sentence as the stage draws it."""
        parts: list[Any] = []
        for part in map(self._part, sentence):
            if part == "":
                continue
            if isinstance(part, str) and parts and isinstance(parts[-1], str):
                parts[-1] += part
            else:
                parts.append(part)
        return parts

    def reason(self, sentence: str) -> list[Any]:
        """A reason from the core, which may quote corpus text: whatever is not visible becomes a text."""
        parts: list[Part] = []
        for word in sentence.split(" "):
            parts += [" ", *reason_word(word)]
        return self.parts(parts[1:])

    def _part(self, part: Part) -> Any:
        if isinstance(part, Token):
            return {"t": self.index(part.text)}
        if isinstance(part, Stressed):
            return {"e": str(part)}
        return {"n": part.value} if isinstance(part, Number) else part


def as_json(fields: Mapping[str, Any]) -> str:
    """A message as one text."""
    return json.dumps(fields, ensure_ascii=False, separators=(",", ":"))


def reason_word(word: str) -> Sentence:
    """A word in a reason from the core: as it is, if it is visible; otherwise its punctuation and a token.

    >>> reason_word("(hug);"), reason_word("(שלום);")
    (('(hug);',), ('(', Token(text='שלום'), ');'))
    """
    if visible_text(word) == word and len(word) <= _WORD_IN_A_STRING and not reads_right_to_left(word):
        return (word,)
    # Inside a text that reads from right to left, a closing mark would be on the wrong side.
    marks = _MARKS.fullmatch(word)
    before, token, behind = marks.groups() if marks else ("", word, "")
    return before, Token(token), behind
