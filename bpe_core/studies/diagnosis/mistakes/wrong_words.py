"""Wrong words: the words of a corpus as a mistake in reading or cutting makes them, and where that is tried.

In: the words of a corpus, rules, and a mistake or none. Out: `SpelledWords`, to train on.

>>> from bpe_core.studies.diagnosis.mistakes.known_mistakes import MISTAKES
>>> wrong_words = WrongWords(CorpusWords(Corpus.from_text("a Hug, a hug")))
>>> wrong_words.of(BPEConfig(pre_tokenizer="words_and_punctuation"), MISTAKES["lowercase"]).given
{'a': 2, 'hug': 2, ',': 1}
>>> from bpe_core.studies.diagnosis.mistakes.mistake import FIRST_SEEN
>>> rules = Rules(BPEConfig(), {FIRST_SEEN: ("hf_course",)})
>>> words = CorpusWords(Corpus.from_text("hug pug pun"))
>>> possible_rules(words, [("u", "g"), ("ug", "</w>")], [rules], lambda: None)  # they have no </w>
([], None)
"""

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple
from unicodedata import is_normalized

from bpe_core.config import BPEConfig
from bpe_core.corpus.corpus import Corpus
from bpe_core.errors import BPEError
from bpe_core.merges import Pair
from bpe_core.studies.diagnosis.corpus_words import CorpusWords
from bpe_core.studies.diagnosis.mistakes.fits import Rules
from bpe_core.studies.diagnosis.mistakes.mistake import Mistake, page_with
from bpe_core.studies.diagnosis.mistakes.running import Over, Run, train
from bpe_core.studies.diagnosis.mistakes.spelled_words import SpelledWords
from bpe_core.studies.diagnosis.segmentation import END_MARKERS, START_MARKERS, Segmentation, written_for
from bpe_core.symbol_texts import BYTE_CHARACTERS

MOST_SYMBOLS = 1_000_000
"""Mistakes are looked for where the distinct words have no more symbols than that."""

LONGEST_WORD = 20_000
"""And where no word has more characters: each merge looks at all of a word."""

_KEPT = 4
"""Of so many ways to cut the corpus the words are kept."""

_FEW_FOREIGN = 4
"""At most one in 4 of the list's characters may be missing from the words, as where a mistake normalizes."""

_MARKS = {*START_MARKERS, " "}
"""What stands for a space is never missing."""

# Of a long text most mistakes are ruled out on stretches of it, in a twentieth of the time.
_STRETCHES = 25
_LENGTH = 2_000  # characters of a stretch
_LONG = 4  # a text is long that has so many times their characters
_FIRST = 30  # so many merges are looked at
_OFTEN = 100  # of a pair that occurs so often here it is known ...
_FAR = 2  # ... that another does not come first which occurs so many times less often


class TooLarge(NamedTuple):
    """Words on which mistakes are not tried."""

    characters: int
    longest: int


def words_with(corpus: Corpus, rules: BPEConfig, mistake: Mistake) -> dict[str, int]:
    """The words of a corpus with a mistake in how they are read or cut; none where it cannot be made."""
    if mistake.is_of_text and corpus.entries:
        return {}
    try:
        if mistake.page == "rules":
            return corpus.count_words(mistake.rules(rules))
        counts = page_with("cutting", [mistake])["count_words"](corpus, rules)
    except BPEError:
        return {}
    return {word: count for word, count in counts.items() if word}


class WrongWords:
    """Cuts words with mistakes."""

    def __init__(self, words: CorpusWords, tick: Callable[[], object] = lambda: None) -> None:
        """Nothing is cut yet."""
        self._words = words
        self._tick = tick
        self._kept: dict[tuple[Segmentation, Mistake | None], SpelledWords | None] = {}  # the last ones
        corpus = words.corpus
        is_long = bool(corpus.documents) and corpus.characters >= _LONG * _STRETCHES * _LENGTH
        self._part = Corpus.from_documents(_stretches(corpus)) if is_long else None
        self._spelled: tuple[tuple[BPEConfig, Mistake], SpelledWords] | None = None  # the part's, the last

    def of(self, rules: Segmentation, cut: Mistake | None) -> SpelledWords | None:
        """The words, not yet spelled; None where a mistake does not change them, or makes one too long."""
        key = rules, cut
        if key not in self._kept:
            if len(self._kept) == _KEPT:  # the oldest make room
                del self._kept[next(iter(self._kept))]
            word_counts = own = self._words.of(rules).counts
            if cut is not None and (cut.form is None or not is_normalized(cut.form, "".join(own))):
                word_counts = words_with(self._words.corpus, rules, cut)
            followed = rules if cut is None else cut.rules(rules)
            is_other = followed != rules or list(word_counts.items()) != list(own.items())
            longest = max(map(len, word_counts), default=0)
            is_worth_it = 0 < longest <= LONGEST_WORD and (cut is None or is_other)
            self._kept[key] = SpelledWords(word_counts, followed, self._tick) if is_worth_it else None
        return self._kept[key]

    def may_begin_with(
        self, merges: Sequence[Pair], rules: BPEConfig, cut: Mistake, mistakes: Sequence[Mistake]
    ) -> bool:
        """Whether a trainer with these mistakes, of which one cuts the words, may begin with some merges, as
        far as stretches of a long text show; of other corpora nothing is ruled out."""
        if self._part is None:
            return True
        if self._spelled is None or self._spelled[0] != (rules, cut):
            counts = words_with(self._part, rules, cut)
            self._spelled = (rules, cut), SpelledWords(counts, cut.rules(rules))
        words, is_ruled_out = self._spelled[1], False
        pairs = iter(written_for(merges[:_FIRST], words.config.alphabet))

        def take(run: Run) -> Pair:
            nonlocal is_ruled_out
            pair = next(pairs)
            is_ruled_out = run.highest >= _OFTEN and run.count_of(pair) * _FAR < run.highest
            if is_ruled_out or run.highest < _OFTEN:
                raise Over
            return pair

        train(words, mistakes, take, len(merges[:_FIRST]))
        return not is_ruled_out


def _stretches(corpus: Corpus) -> Iterator[str]:
    """Stretches from all over a corpus, each as far from the next, in all documents together."""
    apart, read = corpus.characters // _STRETCHES, 0
    for document in corpus.documents:
        text = str(document)
        yield from (text[start : start + _LENGTH] for start in range(-read % apart, len(text), apart))
        read += len(text)


def possible_rules(
    words: CorpusWords, merges: Sequence[Pair], rules: Sequence[Rules], tick: Callable[[], object]
) -> tuple[list[Rules], TooLarge | None]:
    """The rules under which mistakes are tried: whose words are neither too many nor too long, and have the
    characters of the list; and the words of the first, likeliest ones if those are too large."""
    possible, too_large = [], None
    for each in rules:
        counts, longest = words.of(each.segmentation).counts, words.of(each.segmentation).longest
        characters = sum(map(len, counts))
        if characters > MOST_SYMBOLS or longest > LONGEST_WORD:
            too_large = TooLarge(characters, longest) if each is rules[0] else too_large
        elif each.are_expected or _go_with(merges, "".join(counts), each.segmentation):
            possible.append(each)
        tick()
    return possible, too_large


def _go_with(merges: Sequence[Pair], text: str, rules: Segmentation) -> bool:
    """Whether the words have the characters of the list, and its markers."""
    merges, encoded = written_for(merges, rules.alphabet), set(text.encode())
    if rules.alphabet == "bytes":
        there = {BYTE_CHARACTERS[byte] for byte in encoded}
    else:  # characters of Latin-1 are what a file shows that is read with a wrong encoding
        there = {*text, *map(chr, encoded)}
    single = {symbol for pair in merges for symbol in pair if len(symbol) == 1}
    foreign = single - there
    shows_ends = any(symbol.endswith(END_MARKERS[0]) for pair in merges for symbol in pair)
    is_marked_so = not shows_ends or rules.word_boundary.startswith("end")
    return is_marked_so and foreign.isdisjoint(_MARKS) and len(foreign) * _FEW_FOREIGN <= len(single)
