"""Corpus words: the words of a corpus under different ways to cut it, counted once.

In: a corpus and a segmentation. Out: its words, and what tells equal ones from others.

>>> words = CorpusWords(Corpus.from_text("Hug hug"))
>>> words.of(BPEConfig(normalizers=("lowercase",))).counts
{'hug': 2}
"""

from dataclasses import dataclass, replace
from functools import cache, cached_property, lru_cache

from bpe_core.config import BPEConfig
from bpe_core.corpus.corpus import Corpus
from bpe_core.studies.diagnosis.segmentation import Segmentation, cut_of, segmentation_of

_MOST_CUTS = 6
"""For how many ways to cut the corpus the words are kept; others are counted again when needed."""

_FEW_SPACES = 20
"""A text has many spaces if more than one in 20 characters is a space."""


@dataclass(frozen=True)
class Words:
    """The words of one way to cut the corpus."""

    counts: dict[str, int]  # in the order of first occurrence
    content: int  # a hash of the words, their order and their counts
    are_plain: bool  # whether each character is one byte that is printed as itself
    longest: int  # in characters


class CorpusWords:
    """Counts the words of one corpus."""

    def __init__(self, corpus: Corpus) -> None:
        """Nothing is counted yet."""
        self.corpus = corpus
        """What is counted."""
        self._words_of_cut = lru_cache(_MOST_CUTS)(lambda cut: _described(corpus.count_words(cut)))
        self._occurs = cache(self._look_for)

    @property
    def are_cut(self) -> bool:
        """Whether the corpus comes as words, which no pre-tokenizer cuts any more."""
        return self.corpus.kind == "word_counts"

    def of(self, segmentation: Segmentation) -> Words:
        """The words under a segmentation; counted once for all that cut alike."""
        return self._words_of_cut(cut_of(segmentation))

    def segmentation(self, config: BPEConfig) -> Segmentation:
        """A config's segmentation without what makes no difference to this corpus."""
        segmentation = segmentation_of(config)
        if self.are_cut:
            segmentation = replace(segmentation, pre_tokenizer="none", pattern=None)
        return replace(segmentation, special_tokens=tuple(filter(self._occurs, segmentation.special_tokens)))

    @cached_property
    def has_many_spaces(self) -> bool:
        """Whether the documents are written with spaces between short words."""
        texts = [str(document) for document in self.corpus.documents]
        return sum(text.count(" ") for text in texts) * _FEW_SPACES > sum(map(len, texts))

    def _look_for(self, token: str) -> bool:
        """Whether a special token is in the corpus."""
        words = (word for word, _ in self.corpus.entries)
        return any(token in text for text in (words if self.are_cut else map(str, self.corpus.documents)))


def _described(counts: dict[str, int]) -> Words:
    plain = all(word.isascii() and word.isprintable() and " " not in word for word in counts)
    return Words(counts, hash(tuple(counts.items())), plain, max(map(len, counts), default=0))
