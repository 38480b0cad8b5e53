r"""Cuts texts into words, on one page and as simply as possible: the step before `reference`.

`Corpus.count_words` counts the same words faster, and in texts too long for this page; tests compare the two.
`studies/diagnosis/mistakes` replaces lines of this file by their exact text: change both together.

>>> from bpe_core.config import BPEConfig
>>> from bpe_core.corpus.corpus import Corpus
>>> count_words(Corpus.from_text("hug pug\nhug"), BPEConfig())
{'hug': 2, 'pug': 1}
"""

import re
from collections.abc import Iterator

from bpe_core.config import BPEConfig
from bpe_core.corpus.corpus import Corpus
from bpe_core.normalizers import normalize
from bpe_core.pre_tokenizers.registry import PRE_TOKENIZERS, PreTokenizer


def count_words(corpus: Corpus, config: BPEConfig) -> dict[str, int]:
    """Count the words of a corpus. Words with counts are only normalized: they are cut already."""
    texts = corpus.entries or [(str(document), 1) for document in corpus.documents]
    pre_tokenizer = config.cutter
    if corpus.entries:
        pre_tokenizer = PRE_TOKENIZERS["none"]
    word_counts: dict[str, int] = {}
    for text, times in texts:
        for word in cut(text, pre_tokenizer, config):
            word_counts[word] = word_counts.get(word, 0) + times
    return word_counts


def cut(text: str, pre_tokenizer: PreTokenizer, config: BPEConfig) -> Iterator[str]:
    """The words of a text, in order."""
    # the text is taken as it is
    lines = text.split("\n") if pre_tokenizer.reads_lines else [text]
    for line in lines:
        parts = split(line, config.special_tokens)
        for part in parts:
            normalized = normalize(part, config.normalizers)
            words = pre_tokenizer.words(normalized)
            yield from words


def split(text: str, special_tokens: tuple[str, ...]) -> list[str]:
    """The parts of a text around special tokens; of two that begin at the same place, the longer counts."""
    longest_first = sorted(filter(None, special_tokens), key=len, reverse=True)
    pattern = "|".join(map(re.escape, longest_first))
    return re.split(pattern, text) if pattern else [text]
