"""Corpus words: the words of a corpus under different ways to cut it, counted once.

In: a corpus and a segmentation. Out: its words, and what tells equal ones from others.

>>> words = CorpusWords(Corpus.from_text("Hug hug"))
>>> words.of(BPEConfig(normalizers=("lowercase",))).counts
{'hug': 2}
"""

from dataclasses import dataclass, replace
from functools import cached_property

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
        self._words: dict[Segmentation, Words] = {}  # by cut, the one asked for last at the end
        self._occurs: dict[str, bool] = {}

    @property
    def are_cut(self) -> bool:
        """Whether the corpus comes as words, which no pre-tokenizer cuts any more."""
        return self.corpus.kind == "word_counts"

    def of(self, segmentation: Segmentation) -> Words:
        """The words under a segmentation; counted once for all that cut alike."""
        cut = cut_of(segmentation)
        words = self._words.pop(cut, None) or _described(self.corpus.count_words(cut))
        if len(self._words) == _MOST_CUTS:
            del self._words[next(iter(self._words))]
        self._words[cut] = words
        return words

    def segmentation(self, config: BPEConfig) -> Segmentation:
        """A config's segmentation without what makes no difference to this corpus."""
        segmentation = segmentation_of(config)
        if self.are_cut:
            segmentation = replace(segmentation, pre_tokenizer="none", pattern=None)
        there = tuple(filter(self._is_there, segmentation.special_tokens))
        return replace(segmentation, special_tokens=there)

    @cached_property
    def has_many_spaces(self) -> bool:
        """Whether the documents are written with spaces between short words."""
        texts = [str(document) for document in self.corpus.documents]
        return sum(text.count(" ") for text in texts) * _FEW_SPACES > sum(map(len, texts))

    def _is_there(self, token: str) -> bool:
        """Whether a special token is in the corpus."""
        if token not in self._occurs:
            words = (word for word, _ in self.corpus.entries)
            texts = words if self.are_cut else map(str, self.corpus.documents)
            self._occurs[token] = any(token in text for text in texts)
        return self._occurs[token]


def _described(counts: dict[str, int]) -> Words:
    plain = all(word.isascii() and word.isprintable() and " " not in word for word in counts)
    return Words(counts, hash(tuple(counts.items())), plain, max(map(len, counts), default=0))
