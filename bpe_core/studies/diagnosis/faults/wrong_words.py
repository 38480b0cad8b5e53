"""Wrong words: mistakes in how a text is read and cut into words.

In: a corpus and the rules that were meant. Out: the words with their counts as a trainer with the mistake has
them. A person is shown the docstring, after "when".

>>> by_lines(Corpus.from_text("hug\\n pug"), BPEConfig(pre_tokenizer="gpt2"))
{'hug': 1, ' pug': 1}
"""

import re
from collections.abc import Callable, Mapping
from dataclasses import replace
from string import punctuation
from typing import Any
from unicodedata import combining, normalize

from bpe_core.config import BPEConfig
from bpe_core.corpus.corpus import Corpus
from bpe_core.pre_tokenizers.registry import PRE_TOKENIZERS

WORD_CHARACTER = r"[\p{L}\p{N}_]"
r"""What \w is to Python's re, which takes no vowel signs of Hindi or Thai for letters."""


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


def special_tokens_unescaped(corpus: Corpus, config: BPEConfig) -> dict[str, int]:
    """Special tokens are given to re.split() as a pattern, in which | means or."""
    pieces = {piece for token in config.special_tokens for piece in token.split("|") if piece}
    pattern = "|".join(map(re.escape, sorted(pieces)))
    texts = (text for document in corpus.documents for text in re.split(pattern, str(document)))
    return special_tokens_left(Corpus.from_documents(texts), config)


def stripped(corpus: Corpus, config: BPEConfig) -> dict[str, int]:
    """Words lose the space before them."""
    return _each(corpus.count_words(config), _bare)


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


def newlines_removed(corpus: Corpus, config: BPEConfig) -> dict[str, int]:
    """Line ends are removed, and lines run together."""
    return _changed(corpus, lambda text: text.replace("\n", "")).count_words(config)


def windows_line_ends(corpus: Corpus, config: BPEConfig) -> dict[str, int]:
    r"""The file is read with the line ends of Windows, \r\n."""
    return _changed(corpus, lambda text: text.replace("\n", "\r\n")).count_words(config)


def lines_stripped(corpus: Corpus, config: BPEConfig) -> dict[str, int]:
    """The text is read by lines without the spaces around them."""
    lines = (line.strip() for document in corpus.documents for line in str(document).splitlines())
    return Corpus.from_documents(filter(None, lines)).count_words(config)


def space_in_front(corpus: Corpus, config: BPEConfig) -> dict[str, int]:
    """A space is put before the text."""
    return _changed(corpus, lambda text: " " + text).count_words(config)


def read_as_latin_1(corpus: Corpus, config: BPEConfig) -> dict[str, int]:
    """The file, which is UTF-8, is read as Latin-1."""
    return _changed(corpus, lambda text: text.encode().decode("latin-1")).count_words(config)


def ascii_only(corpus: Corpus, config: BPEConfig) -> dict[str, int]:
    """Everything that is not ASCII is left out."""
    return _changed(corpus, lambda text: text.encode("ascii", "ignore").decode()).count_words(config)


def without_accents(corpus: Corpus, config: BPEConfig) -> dict[str, int]:
    """Accents are removed."""
    return _changed(
        corpus, lambda text: "".join(each for each in normalize("NFD", text) if not combining(each))
    ).count_words(config)


def punctuation_removed(corpus: Corpus, config: BPEConfig) -> dict[str, int]:
    """Punctuation is removed from the text."""
    return _changed(corpus, lambda text: re.sub(r"[^\w\s]", "", text)).count_words(config)


def punctuation_stripped(corpus: Corpus, config: BPEConfig) -> dict[str, int]:
    """Words lose the punctuation at their ends."""
    return _each(corpus.count_words(config), lambda word: word.strip(punctuation))


def space_sign_of_words_encoded(corpus: Corpus, config: BPEConfig) -> dict[str, int]:
    """The sign Ġ that a word shows for its space is encoded in bytes."""
    return _each(corpus.count_words(config), lambda word: word.replace(" ", "Ġ"))


def space_sign_encoded(corpus: Corpus, config: BPEConfig) -> dict[str, int]:
    """Spaces become Ġ before the text is encoded in bytes."""
    return _changed(corpus, lambda text: text.replace(" ", "Ġ")).count_words(config)


def only_word_characters(corpus: Corpus, config: BPEConfig) -> dict[str, int]:
    """Everything but letters and digits is left out."""
    return cut_by(corpus, config, f"{WORD_CHARACTER}+")


def only_words_of_letters(corpus: Corpus, config: BPEConfig) -> dict[str, int]:
    """Words that do not consist of letters alone are left out."""
    counts = corpus.count_words(config).items()
    return {word: count for word, count in counts if _bare(word).isalpha()}


def rare_words_left_out(corpus: Corpus, config: BPEConfig) -> dict[str, int]:
    """Words that occur once are left out."""
    return {word: count for word, count in corpus.count_words(config).items() if count > 1}


def marker_spelled_out(corpus: Corpus, config: BPEConfig) -> dict[str, int]:
    """The end marker is cut into its characters, such as <, /, w and >."""
    return {word + config.marker: count for word, count in corpus.count_words(config).items()}


def cut_by(corpus: Corpus, config: BPEConfig, pattern: str) -> dict[str, int]:
    """The text is cut by another pattern."""
    return corpus.count_words(replace(config, pre_tokenizer="pattern", pattern=pattern))


def _bare(word: str) -> str:
    """A word without the space before it."""
    return word.strip().lstrip("▁")


def _changed(corpus: Corpus, change: Callable[[str], str]) -> Corpus:
    return Corpus.from_documents(change(str(document)) for document in corpus.documents)


def _each(word_counts: dict[str, int], change: Callable[[str], str]) -> dict[str, int]:
    """Each word with a change; what is left of none of them is left out."""
    counts: dict[str, int] = {}
    for word, count in word_counts.items():
        if changed := change(word):
            counts[changed] = counts.get(changed, 0) + count
    return counts


OF_TEXT = (
    by_lines,
    lines_stripped,
    newlines_as_spaces,
    newlines_removed,
    windows_line_ends,
    whitespace_collapsed,
    space_in_front,
    space_sign_encoded,
)
"""The mistakes in how text is read, which a corpus of words does not show."""
