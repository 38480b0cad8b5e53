"""A tokenizer file as it was given: its text, its JSON, and the files that came with it.

>>> GivenFile("vocab.json", '{"a": 0}').root
{'a': 0}
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from bpe_core.errors import TokenizerFileError
from bpe_core.validation import load_json


@dataclass(frozen=True)
class GivenFile:
    """A file that is to be read."""

    name: str
    """Its name, without the folder."""

    text: str
    """Its content."""

    pattern: str | None = None
    """The pattern that cuts text into words, where the caller gives one."""

    companions: Callable[[], Iterable[str]] = tuple
    """Reads the files that came with it, which most files do not need."""

    @cached_property
    def root(self) -> dict[str, Any] | None:
        """The JSON object in the file, or None where its text begins with no brace."""
        return json_object(self.text)


def json_object(text: str) -> dict[str, Any] | None:
    """The JSON object in a text, or None where the text begins with no brace."""
    if text.lstrip()[:1] != "{":
        return None
    root: dict[str, Any] = load_json(text, "it", TokenizerFileError)
    return root
