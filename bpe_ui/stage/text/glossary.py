"""The glossary: the terms of the app and their meanings, from `glossary.md`.

>>> MEANINGS["pair"]
'two symbols next to each other in a word'
>>> list(GROUPS)[0], GROUPS["The algorithm"]["template"]
('The algorithm', 'the special tokens around a text, with `$A` for the text: `[CLS] $A [SEP]`')
"""

import re
from pathlib import Path

_ROW = re.compile(r"^\| (\w.+?) \| (?!means)(.+) \|$", re.MULTILINE)


def _groups() -> dict[str, dict[str, str]]:
    text = Path(__file__).with_name("glossary.md").read_text(encoding="utf-8")
    _, *groups = text.split("\n## ")
    return {group.partition("\n")[0]: dict(_ROW.findall(group)) for group in groups}


def plain(meaning: str) -> str:
    """A meaning without Markdown."""
    return re.sub(r"`|\*", "", meaning)


GROUPS = _groups()
"""The heading of a group -> its terms with their meanings."""

MEANINGS = {word: plain(meaning) for group in GROUPS.values() for word, meaning in group.items()}
"""Every term with its meaning."""


def in_markdown(word: str) -> str | None:
    """The meaning of a term, for the `help` of a widget; None if the glossary does not have it."""
    return next((group[word] for group in GROUPS.values() if word in group), None)
