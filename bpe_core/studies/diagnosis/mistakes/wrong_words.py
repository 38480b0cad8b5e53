"""Wrong words: the words of a corpus as a mistake in reading or cutting makes them, to train on.

>>> from bpe_core.studies.diagnosis.mistakes.known_mistakes import MISTAKES
>>> words = CorpusWords(Corpus.from_text("a Hug, a hug"))
>>> other_words(words, BPEConfig(pre_tokenizer="words_and_punctuation"), MISTAKES["lowercase"])
{'a': 2, 'hug': 2, ',': 1}
"""

from collections.abc import Collection, Iterable, Sequence

from bpe_core.config import BPEConfig
from bpe_core.corpus.corpus import Corpus
from bpe_core.errors import BPEError
from bpe_core.merges import Pair
from bpe_core.studies.diagnosis.mistakes.mistake import Mistake, module_with
from bpe_core.studies.diagnosis.segmentation import (
    END_MARKERS,
    START_MARKERS,
    CorpusWords,
    Segmentation,
    written_for,
)
from bpe_core.symbol_texts import BYTE_CHARACTERS

MOST_SYMBOLS = 1_000_000
"""Mistakes are looked for where the distinct words have no more symbols than that."""

LONGEST_WORD = 50_000
"""And where no word has more characters: each merge looks at all of a word."""

_FEW_FOREIGN = 4
"""At most one in 4 of the list's characters may be missing from the words, as where a mistake normalizes."""

_MARKS = {*START_MARKERS, " "}
"""What stands for a space is never missing."""


def are_too_large(words: Collection[str]) -> bool:
    """Whether mistakes are not tried on words, because they are too many or one is too long."""
    return sum(map(len, words)) > MOST_SYMBOLS or max(map(len, words), default=0) > LONGEST_WORD


def words_with(corpus: Corpus, rules: BPEConfig, mistake: Mistake) -> dict[str, int]:
    """The words of a corpus with a mistake in how they are read or cut; none where it cannot be made."""
    if mistake.is_of_text and corpus.entries:
        return {}
    try:
        if mistake.module == "rules":
            return corpus.count_words(mistake.rules(rules))
        counts = module_with("cutting", mistake)["count_words"](corpus, rules)
    except BPEError:
        return {}
    return {word: count for word, count in counts.items() if word}


def other_words(words: CorpusWords, rules: Segmentation, cut: Mistake) -> dict[str, int]:
    """The words under some rules with a mistake; none where it changes no word, or makes one too long."""
    wrong = words_with(words.corpus, rules, cut)
    is_other = cut.rules(rules) != rules or list(wrong.items()) != list(words.of(rules).items())
    return wrong if is_other and max(map(len, wrong), default=0) <= LONGEST_WORD else {}


def may_have_made(merges: Sequence[Pair], words: Iterable[str], rules: Segmentation) -> bool:
    """Whether the words under some rules have the characters of a list, and its markers, all but a few."""
    merges, text = written_for(merges, rules.alphabet), "".join(words)
    encoded = set(text.encode())
    if rules.alphabet == "bytes":
        there = {BYTE_CHARACTERS[byte] for byte in encoded}
    else:  # characters of Latin-1 are what a file shows that is read with a wrong encoding
        there = {*text, *map(chr, encoded)}
    single = {symbol for pair in merges for symbol in pair if len(symbol) == 1}
    foreign = single - there - {*rules.marker}  # which may be spelled out
    shows_ends = any(symbol.endswith(END_MARKERS[0]) for pair in merges for symbol in pair)
    is_marked_so = not shows_ends or rules.word_boundary.startswith("end")
    return is_marked_so and foreign.isdisjoint(_MARKS) and len(foreign) * _FEW_FOREIGN <= len(single)
