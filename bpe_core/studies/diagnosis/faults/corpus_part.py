"""Corpus part: stretches from all over a long text, on which most mistakes are seen not to be the one.

In: a corpus. Out: whether a trainer may begin with some merges there, if its words are cut wrongly. To cut
these stretches takes a twentieth of the time that a megabyte takes.

>>> from bpe_core.studies.diagnosis.faults.faults import FAULTS
>>> part = CorpusPart(Corpus.from_text("hug pug pun " * 20_000))
>>> rules, fault = BPEConfig(pre_tokenizer="gpt2"), FAULTS["cut_at_whitespace"]
>>> part.may_begin_with([("u", "g"), ("p", "ug")], rules, fault, Parts())
True
>>> part.may_begin_with([("u", "g"), ("ug", " ")], rules, fault, Parts())
False
"""

from collections.abc import Iterator, Sequence

from bpe_core.config import BPEConfig
from bpe_core.corpus.corpus import Corpus
from bpe_core.errors import BPEError
from bpe_core.merges import Pair
from bpe_core.studies.diagnosis.faults.fault import Fault
from bpe_core.studies.diagnosis.faults.parts import Parts
from bpe_core.studies.diagnosis.faults.trainer import SpelledWords, Trainer, finish
from bpe_core.studies.diagnosis.segmentation import written_for

_STRETCHES = 25
_LENGTH = 2_000  # characters of a stretch
_LONG = 4  # a text is long that has so many times their characters
_FIRST = 30  # so many merges are looked at
_OFTEN = 100  # of a pair that occurs so often here it is known ...
_FAR = 2  # ... that another does not come first which occurs so many times less often


class CorpusPart:
    """The stretches. Of a shorter text, and of words with counts, nothing is ruled out."""

    def __init__(self, corpus: Corpus) -> None:
        """Take them from the corpus."""
        is_long = bool(corpus.documents) and corpus.characters >= _LONG * _STRETCHES * _LENGTH
        self._part = Corpus.from_documents(_stretches(corpus)) if is_long else None
        self._spelled: tuple[tuple[BPEConfig, Fault], SpelledWords] | None = None  # the last

    def may_begin_with(self, merges: Sequence[Pair], rules: BPEConfig, fault: Fault, parts: Parts) -> bool:
        """Whether a trainer whose words are cut as a mistake does may begin with some merges."""
        if self._part is None:
            return True
        words = self._words(self._part, rules, fault)
        trainer = Trainer(words, parts)
        finish(trainer.count())
        for pair in written_for(merges[:_FIRST], words.config.alphabet):
            highest = trainer.highest
            if highest < _OFTEN:
                return True
            if trainer.count_of(pair) * _FAR < highest:
                return False
            finish(trainer.merge(pair))
        return True

    def _words(self, part: Corpus, rules: BPEConfig, fault: Fault) -> SpelledWords:
        key = rules, fault
        if self._spelled is None or self._spelled[0] != key:
            try:
                counts = fault.wrong(part, rules)
            except BPEError:
                counts = {}
            words = SpelledWords(counts, fault.spelling(rules))
            finish(words.run())
            self._spelled = key, words
        return self._spelled[1]


def _stretches(corpus: Corpus) -> Iterator[str]:
    """Each as far from the next, in all documents together."""
    apart, read = corpus.characters // _STRETCHES, 0
    for document in corpus.documents:
        text = str(document)
        yield from (text[start : start + _LENGTH] for start in range(-read % apart, len(text), apart))
        read += len(text)
