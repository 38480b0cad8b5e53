"""What a person types or pastes as a corpus: a text, or words with their counts, perhaps as a table.

>>> read_corpus("low x5, lower x2").corpus.entries
(('low', 5), ('lower', 2))
>>> read_corpus("It was the best of times.").kind
'text'
>>> read_corpus("low x5, lower x2", as_text=True).corpus.documents
('low x5, lower x2',)
>>> read_corpus("low x5, lower x2, newest")
Traceback (most recent call last):
    ...
bpe_core.errors.CorpusError: Line 1 cannot be read from 'newest' on; ...
"""

import re

from bpe_core import Corpus
from bpe_core.errors import CorpusError
from bpe_ui.visit.training.training import Source


def read_corpus(text: str, *, as_text: bool = False) -> Source:
    """The corpus in a text; raises `CorpusError`, also for word counts with a mistake."""
    if not as_text:
        try:
            return Source("word_counts", Corpus.from_word_count_text(text))
        except CorpusError:
            if _has_counts(text):
                raise
    return Source("text", Corpus.from_text(text))


def _has_counts(text: str) -> bool:
    """Whether at least every second line, or part of a single line, is a few words with a number."""
    lines = text.strip().splitlines()
    parts = lines if len(lines) > 1 else re.split("[,;]", text)
    with_number = (part for part in parts if len(part.split()) <= 3 and re.search(r"\b[xX]?\d", part))
    return 2 * len([*with_number]) >= len(parts)
