"""Short titles of the columns, for where many of them stand side by side.

In: a column's title. Out: a shorter one for a library's; any other, which may be anybody's text, as it is.

>>> short_title("Hugging Face tokenizers, byte level"), short_title("Smallest pair")
('HF bytes', 'Smallest pair')
"""

from collections.abc import Sequence

from bpe_core import PROFILES

MOST_LONG = 4
"""With more columns than these, the titles are short."""

_SHORT = {
    "textbook": "Textbook",
    "textbook_lowercase": "Textbook, lower",
    "hf_course": "HF course",
    "gpt2_course": "HF course, code",
    "hf_tokenizers": "HF",
    "hf_byte_level": "HF bytes",
    "subword_nmt": "subword-nmt",
    "sentencepiece": "SentencePiece",
    "minbpe_basic": "minbpe, basic",
    "minbpe_regex": "minbpe",
    "tiktoken_educational": "tiktoken",
    "cs336": "CS336",
    "rustbpe": "rustbpe",
}
_BY_TITLE = {PROFILES[name].title: short for name, short in _SHORT.items()}


def short_title(title: str) -> str:
    """The title, or what is shorter and names the same library."""
    return _BY_TITLE.get(title, title)


def fitting_titles(titles: Sequence[str]) -> list[str]:
    """The titles of all columns, short ones where there are many.

    >>> fitting_titles(["Stanford CS336", "Textbook"])
    ['Stanford CS336', 'Textbook']
    """
    return [short_title(title) for title in titles] if len(titles) > MOST_LONG else list(titles)
