"""The words of a corpus under different rules, counted once for all that cut alike.

>>> words = CorpusWords(Corpus.from_text("Hug hug"))
>>> words.of(BPEConfig(normalizers=("lowercase",)))
{'hug': 2}
"""

from dataclasses import replace
from functools import cached_property, lru_cache

from bpe_core.config import BPEConfig
from bpe_core.corpus.corpus import Corpus
from bpe_core.studies.diagnosis.segmentation import Segmentation, segmentation_of

_MOST_CUTS = 6
"""For how many ways to cut the corpus the words are kept; others are counted again when needed."""

_FEW_SPACES = 20
"""A text has many spaces if more than one in 20 characters is a space."""


class CorpusWords:
    """Counts the words of one corpus."""

    def __init__(self, corpus: Corpus) -> None:
        """Nothing is counted yet."""
        self.corpus = corpus
        """What is counted."""
        self.are_cut = corpus.kind == "word_counts"
        """Whether the corpus comes as words, which no pre-tokenizer cuts any more."""
        self._counted = lru_cache(_MOST_CUTS)(corpus.count_words)
        self._occurs = lru_cache(None)(self._is_there)

    def of(self, segmentation: Segmentation) -> dict[str, int]:
        """The words under a segmentation with their counts, in the order of first occurrence."""
        return self._counted(_cut_of(segmentation))

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

    def _is_there(self, token: str) -> bool:
        """Whether a special token is in the corpus."""
        words = (word for word, _ in self.corpus.entries)
        texts = words if self.are_cut else map(str, self.corpus.documents)
        return any(token in text for text in texts)


@lru_cache(maxsize=256)
def _cut_of(segmentation: Segmentation) -> BPEConfig:
    """The part of a segmentation that decides which words a text has."""
    return segmentation.only("words")
