"""Misspelled words: the words of a corpus in base symbols, as a mistake in reading or cutting makes them.

In: the words of a corpus, rules, and a mistake in words or none. Out: `SpelledWords`, to spell and train on.

>>> from bpe_core.config import BPEConfig
>>> from bpe_core.studies.diagnosis.faults.faults import FAULTS
>>> misspelled = MisspelledWords(CorpusWords(Corpus.from_text("a Hug, a hug")))
>>> rules = BPEConfig(pre_tokenizer="words_and_punctuation")
>>> misspelled.of(rules, FAULTS["lowercase"]).given
{'a': 2, 'hug': 2, ',': 1}
"""

from typing import Any
from unicodedata import is_normalized

from bpe_core.corpus.corpus import Corpus
from bpe_core.errors import BPEError
from bpe_core.studies.diagnosis.corpus_words import CorpusWords
from bpe_core.studies.diagnosis.faults.fault import Fault
from bpe_core.studies.diagnosis.faults.possible_rules import LONGEST_WORD
from bpe_core.studies.diagnosis.faults.trainer import SpelledWords
from bpe_core.studies.diagnosis.faults.wrong_words import OF_TEXT
from bpe_core.studies.diagnosis.segmentation import Segmentation

_KEPT = 4
"""Of so many ways to cut the corpus the words are kept."""


class MisspelledWords:
    """Cuts words with mistakes."""

    def __init__(self, words: CorpusWords) -> None:
        """Nothing is cut yet."""
        self._words = words
        self._kept: dict[tuple[Segmentation, Fault | None], SpelledWords | None] = {}  # the last ones

    def __getstate__(self) -> dict[str, Any]:
        # Words are spelled again in less time than it takes to send them.
        return {**vars(self), "_kept": {}}

    def of(self, rules: Segmentation, cut: Fault | None) -> SpelledWords | None:
        """The words, not yet spelled; None where a mistake does not change them, or makes one too long."""
        key = rules, cut
        if key not in self._kept:
            if len(self._kept) == _KEPT:  # the oldest make room
                del self._kept[next(iter(self._kept))]
            word_counts = own = self._words.of(rules).counts
            if cut is not None and (cut.form is None or not is_normalized(cut.form, "".join(own))):
                word_counts = _cut_wrongly(cut, self._words.corpus, rules)
            spelling = rules if cut is None else cut.spelling(rules)
            is_other = spelling != rules or list(word_counts.items()) != list(own.items())
            longest = max(map(len, word_counts), default=0)
            is_worth_it = 0 < longest <= LONGEST_WORD and (cut is None or is_other)
            self._kept[key] = SpelledWords(word_counts, spelling) if is_worth_it else None
        return self._kept[key]


def _cut_wrongly(fault: Fault, corpus: Corpus, rules: Segmentation) -> dict[str, int]:
    """The words of a corpus as a mistake cuts them; none where it does not apply."""
    if corpus.kind == "word_counts" and fault.wrong in OF_TEXT:
        return {}
    try:
        counts: dict[str, int] = fault.wrong(corpus, rules)
    except BPEError:
        return {}
    return counts
