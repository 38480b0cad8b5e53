"""The titles of the columns: short ones if there are many, safe ones for a picture, and lists of them.

>>> short_title("Hugging Face byte level"), short_title("Smallest pair")
('HF bytes', 'Smallest pair')
"""

from collections.abc import Sequence

from bpe_core import PROFILES
from bpe_ui.stage.text.sentences import Part, Sentence, Token, joined
from bpe_ui.stage.text.visible import reads_right_to_left, visible_text

MOST_LONG = 4
"""With more columns than this, the titles are short."""

_SHORT = {profile.title: profile.short_title for profile in PROFILES.values()}


def short_title(title: str) -> str:
    """The title, or a shorter name of the same library."""
    return _SHORT.get(title, title)


def fitting_titles(titles: Sequence[str]) -> list[str]:
    """The titles of all columns, short ones if there are many.

    >>> fitting_titles(["Stanford CS336", "Textbook"])
    ['Stanford CS336', 'Textbook']
    """
    return [short_title(title) for title in titles] if len(titles) > MOST_LONG else list(titles)


def shown_title(title: str) -> str:
    """A column's title in one string, in which all invisible characters but spaces are named.

    >>> shown_title("First seen"), shown_title("a\\u202eb  c")
    ('First seen', 'a[U+202E]b  c')
    """
    return " ".join(visible_text(word) for word in title.split(" "))


def titles_listed(titles: Sequence[str]) -> Sentence:
    """`A, B and C`."""
    # "minbpe, with GPT-4's pattern" would be read as two titles.
    named = [("“", _title(title), "”") if "," in title else (_title(title),) for title in titles]
    return joined(named, last=" and ")


def _title(title: str) -> Part:
    """A title that a person may have typed; as corpus text, unless it is completely visible."""
    is_plain = all(visible_text(word) == word for word in title.split(" "))
    return title if is_plain and not reads_right_to_left(title) else Token(title)
