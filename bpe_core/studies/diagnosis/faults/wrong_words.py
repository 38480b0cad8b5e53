"""Wrong words: mistakes in how a text is read and cut into words.

In: a corpus and the rules that were meant. Out: the words with their counts as a trainer with the mistake has
them. A person is shown the docstring, after "when".

>>> by_lines(Corpus.from_text("hug\\n pug"), BPEConfig(pre_tokenizer="gpt2"))
{'hug': 1, ' pug': 1}
"""

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from bpe_core.config import BPEConfig
from bpe_core.corpus.corpus import Corpus
from bpe_core.pre_tokenizers.registry import PRE_TOKENIZERS


def by_lines(corpus: Corpus, config: BPEConfig) -> dict[str, int]:
    """The text is read by lines, and their ends are lost."""
    lines = (line for document in corpus.documents for line in str(document).splitlines())
    return Corpus.from_documents(lines).count_words(config)


def special_tokens_left(corpus: Corpus, config: BPEConfig) -> dict[str, int]:
    """Special tokens are left in the text."""
    return corpus.count_words(replace(config, special_tokens=(), template=None))


def special_tokens_removed(corpus: Corpus, config: BPEConfig) -> dict[str, int]:
    """Special tokens are removed, and what was around them becomes one text."""
    texts = [str(document) for document in corpus.documents]
    for token in config.special_tokens:
        texts = [text.replace(token, "") for text in texts]
    return special_tokens_left(Corpus.from_documents(texts), config)


def stripped(corpus: Corpus, config: BPEConfig) -> dict[str, int]:
    """Words lose the space before them."""
    counts: dict[str, int] = {}
    for word, count in corpus.count_words(config).items():
        if bare := word.strip().lstrip("▁"):
            counts[bare] = counts.get(bare, 0) + count
    return counts


def cut_at_whitespace(corpus: Corpus, config: BPEConfig) -> dict[str, int]:
    """str.split() cuts the text."""
    return corpus.count_words(replace(config, pre_tokenizer="whitespace", pattern=None))


def lowercase(corpus: Corpus, config: BPEConfig) -> dict[str, int]:
    """The text is put in lower case."""
    return normalized_by(corpus, config, "lowercase")


def normalized_by(corpus: Corpus, config: BPEConfig, normalizer: str) -> dict[str, int]:
    """The text is normalized first."""
    return corpus.count_words(replace(config, normalizers=(*config.normalizers, normalizer)))


def by_other_rules(corpus: Corpus, config: BPEConfig, changes: Mapping[str, Any]) -> dict[str, int]:
    """The text is cut and spelled by other rules."""
    return corpus.count_words(replace(config, **changes))


def without_apostrophes(corpus: Corpus, config: BPEConfig) -> dict[str, int]:
    """The pattern has lost its apostrophes."""
    pattern = PRE_TOKENIZERS[config.pre_tokenizer].pattern or ""
    return cut_by(corpus, config, pattern.partition("|ll|ve|re)|")[2])


def newlines_as_spaces(corpus: Corpus, config: BPEConfig) -> dict[str, int]:
    """Line ends become spaces."""
    return _changed(corpus, lambda text: text.replace("\n", " ")).count_words(config)


def whitespace_collapsed(corpus: Corpus, config: BPEConfig) -> dict[str, int]:
    """Each run of whitespace becomes one space."""
    return _changed(corpus, lambda text: " ".join(text.split())).count_words(config)


def space_sign_encoded(corpus: Corpus, config: BPEConfig) -> dict[str, int]:
    """Spaces become Ġ before the text is encoded in bytes."""
    return _changed(corpus, lambda text: text.replace(" ", "Ġ")).count_words(config)


def only_word_characters(corpus: Corpus, config: BPEConfig) -> dict[str, int]:
    """Everything but letters and digits is left out."""
    return cut_by(corpus, config, r"\w+")


def rare_words_left_out(corpus: Corpus, config: BPEConfig) -> dict[str, int]:
    """Words that occur once are left out."""
    return {word: count for word, count in corpus.count_words(config).items() if count > 1}


def marker_spelled_out(corpus: Corpus, config: BPEConfig) -> dict[str, int]:
    """The end marker is cut into its characters, such as <, /, w and >."""
    return {word + config.marker: count for word, count in corpus.count_words(config).items()}


def cut_by(corpus: Corpus, config: BPEConfig, pattern: str) -> dict[str, int]:
    """The text is cut by another pattern."""
    return corpus.count_words(replace(config, pre_tokenizer="pattern", pattern=pattern))


def _changed(corpus: Corpus, change: Callable[[str], str]) -> Corpus:
    return Corpus.from_documents(change(str(document)) for document in corpus.documents)


OF_TEXT = (by_lines, newlines_as_spaces, whitespace_collapsed, space_sign_encoded)
"""The mistakes in how text is read, which a corpus of words does not show."""
