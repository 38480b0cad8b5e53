"""Cuts texts into words, on one page and as simply as possible: the step before `reference`.

`Corpus.count_words` counts the same words faster, and in texts too long for this page; tests compare the two.

>>> from bpe_core.config import BPEConfig
>>> from bpe_core.corpus.corpus import Corpus
>>> count_words(Corpus.from_text("hug pug\\nhug"), BPEConfig())
{'hug': 2, 'pug': 1}
"""

import re
from collections.abc import Iterable, Iterator

from bpe_core.config import BPEConfig
from bpe_core.corpus.corpus import Corpus
from bpe_core.normalizers import normalize
from bpe_core.pre_tokenizers.registry import PRE_TOKENIZERS


def count_words(corpus: Corpus, config: BPEConfig) -> dict[str, int]:
    """Count the words of a corpus. Words with counts are only normalized: they are cut already."""
    return Cutter(config, is_cut=bool(corpus.entries)).count(texts_of(corpus))


def texts_of(corpus: Corpus) -> Iterable[tuple[str, int]]:
    """The texts of a corpus, each with how often it counts."""
    return corpus.entries or [(str(document), 1) for document in corpus.documents]


class Cutter:
    """Cuts texts into words, and counts these."""

    def __init__(self, config: BPEConfig, *, is_cut: bool = False) -> None:
        """Words that are cut already are not cut again."""
        self.config = config
        self.pre_tokenizer = PRE_TOKENIZERS["none"] if is_cut else config.cutter

    def count(self, texts: Iterable[tuple[str, int]]) -> dict[str, int]:
        """How often each word occurs in texts with their counts, in the order of first occurrence."""
        word_counts: dict[str, int] = {}
        for text, times in texts:
            for word in self.words(text):
                word_counts[word] = word_counts.get(word, 0) + times
        return word_counts

    def words(self, text: str) -> Iterator[str]:
        """The words of a text, in order."""
        for line in self.lines(self.read(text)):
            for part in self.parts(line):
                yield from self.cut(self.normalize(part))

    def read(self, text: str) -> str:
        """The text, as it is."""
        return text

    def lines(self, text: str) -> list[str]:
        """The lines of the text, where each is cut by itself."""
        return text.split("\n") if self.pre_tokenizer.reads_lines else [text]

    def parts(self, line: str) -> list[str]:
        """What is around special tokens; of two that begin at the same place, the longer counts."""
        longest_first = sorted(filter(None, self.config.special_tokens), key=len, reverse=True)
        pattern = "|".join(map(re.escape, longest_first))
        return re.split(pattern, line) if pattern else [line]

    def normalize(self, text: str) -> str:
        """The text as the normalizers rewrite it."""
        return normalize(text, self.config.normalizers)

    def cut(self, text: str) -> list[str]:
        """The words of a normalized text."""
        return list(self.pre_tokenizer.words(text))
