"""The smallest corpus on which a mistake still shows, to trace by hand and to test one's own trainer with.

Words are taken out, and counts lowered, as long as the right trainer and the wrong one still differ. Where
one of several mistakes may be the cause, each of them differs: a trainer passes the test with none of them.

>>> from bpe_core.studies.diagnosis.diagnosis import diagnose
>>> corpus = Corpus.from_word_counts({"mango": 9, "banana": 3, "nab": 4})
>>> merges = [("a", "n"), ("m", "an"), ("man", "g"), ("n", "a"), ("b", "an"), ("ban", "an")]
>>> causes = diagnose(corpus, merges, BPEConfig()).causes
>>> small = smallest_corpus(corpus, causes)
>>> small.corpus.word_counts, small.right
({'nab': 1}, (('n', 'a'), ('na', 'b')))
>>> print(small.test())
from my_bpe import train
<BLANKLINE>
<BLANKLINE>
def test_my_trainer():
    corpus = {'nab': 1}
    merges = train(corpus, 2)
    assert merges == [('n', 'a'), ('na', 'b')]
"""

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from pprint import pformat
from typing import Any

from bpe_core.config import BPEConfig
from bpe_core.corpus.corpus import Corpus
from bpe_core.merges import Pair
from bpe_core.progress import OnProgress, Progress, Stop, tell_nobody
from bpe_core.studies.diagnosis.changes import Cause, meant_way
from bpe_core.studies.diagnosis.following import SpelledWords, learn
from bpe_core.studies.diagnosis.rules import CorpusWords
from bpe_core.studies.diagnosis.trainer_mistakes import mistake_of
from bpe_core.symbol_texts import BYTE_OF_CHARACTER

_MERGES = 40
"""The difference is looked for in the first merges."""

_SIZES = 40, 200
"""How many words are begun with."""

_PLACES = 100
"""In how many places of the corpus a difference is looked for."""

PIECES = re.compile(r"\s*\S+|\s+")
"""What a text is taken apart into."""

CorpusPart = tuple[str, int]
"""A word with its count, or a piece of text with 1."""


@dataclass(frozen=True)
class SmallCorpus:
    """A corpus on which the right trainer and each wrong one differ."""

    corpus: Corpus
    """A text, or words with counts."""

    right: tuple[Pair, ...]
    """The merges of the rules, up to one that each mistake has changed."""

    wrongs: tuple[tuple[Pair, ...], ...] = ()
    """As many merges with each mistake, or fewer where it makes no more; the same ones once. None where the
    mistake is not known."""

    @property
    def rank(self) -> int:
        """The rank of the first merge that a mistake changes."""
        return min(_rank_of_difference(self.right, wrong) for wrong in self.wrongs)

    def test(self, *, in_bytes: bool = False) -> str:
        """A test for one's own trainer, to be run by pytest; with each of the mistakes it fails. With symbols
        in bytes if somebody's are."""
        return (
            "from my_bpe import train\n\n\n"
            "def test_my_trainer():\n"
            f"{_as_code('    corpus = ', self._given)}\n"
            f"    merges = train(corpus, {len(self.right)})\n"
            f"{_as_code('    assert merges == ', in_form(self.right, in_bytes=in_bytes))}"
        )

    @property
    def _given(self) -> object:
        return self.corpus.word_counts or str(self.corpus.documents[0])


def in_form(pairs: Sequence[Pair], *, in_bytes: bool) -> list[Any]:
    """Merges as somebody's trainer gives them.

    >>> in_form([("Ġ", "t")], in_bytes=True), in_form([("Ġ", "t")], in_bytes=False)
    ([(b' ', b't')], [('Ġ', 't')])
    """
    if not in_bytes or not all(each in BYTE_OF_CHARACTER for pair in pairs for each in "".join(pair)):
        return list(pairs)
    return [tuple(bytes(map(BYTE_OF_CHARACTER.__getitem__, symbol)) for symbol in pair) for pair in pairs]


def as_text(corpus: Corpus, config: BPEConfig) -> Corpus:
    """Words with counts as a text that has the same words; as they are where none has.

    >>> print(as_text(Corpus.from_word_counts({"hug": 2, "pug": 1}), BPEConfig()).documents)
    ('hug hug pug',)
    """
    for between in (" ", ""):
        words = (between.join([word] * count) for word, count in corpus.entries)
        text = Corpus.from_text(between.join(words))
        if [*text.count_words(config).items()] == [*corpus.entries]:
            return text
    return corpus


def _as_code(begins: str, value: object) -> str:
    """A line of code that ends in a value, in as many as fit into 72 columns."""
    width = 72 - len(begins)
    width = width if repr(value).isascii() else width // 2  # signs may take two columns
    return begins + pformat(value, width=width, sort_dicts=False).replace("\n", "\n" + " " * len(begins))


def _rank_of_difference(right: Sequence[Pair], wrong: Sequence[Pair]) -> int:
    """Of the first merge that is another one; the number of merges where none is."""
    return next((rank for rank, pair in enumerate(right) if [*wrong[rank : rank + 1]] != [pair]), len(right))


def smallest_corpus(
    corpus: Corpus, causes: Sequence[Cause], min_frequency: int = 0, *, tell: OnProgress = tell_nobody
) -> SmallCorpus | None:
    """Look for one that shows all mistakes that may be the cause; None where no small corpus does.

    Right are the rules of the first. All stop below a pair's `min_frequency`. Where
    `tell`, which is told how many corpora were tried, raises `Stop`, the smallest so far is returned.
    """
    search = _Search(corpus, causes, min_frequency, tell)
    try:
        if (pieces := next(filter(search.shows, search.beginnings()), None)) is not None:
            shrink(pieces, search.shows)
    except Stop:
        if search.smallest is None:
            raise
    small = search.smallest
    if small is None or corpus.kind == "word_counts" or small.corpus.kind != "word_counts":
        return small
    return replace(small, corpus=as_text(small.corpus, causes[0].rules))


class _Search:
    """Tries ever smaller corpora."""

    def __init__(self, corpus: Corpus, causes: Sequence[Cause], min_frequency: int, tell: OnProgress) -> None:
        self._corpus = corpus
        self._causes = causes
        self._min_frequency = min_frequency
        self._tell = tell
        cuts = any(cause.changes_words for cause in causes)
        self._cuts_text = cuts and corpus.kind != "word_counts"
        self._tried = 0
        self.smallest: SmallCorpus | None = None

    def beginnings(self) -> Iterator[list[CorpusPart]]:
        """Parts of the corpus: its most frequent words, then some from everywhere."""
        counts = self._corpus.count_words(self._causes[0].rules)
        pieces = list(counts.items())
        if self._cuts_text:
            texts = map(str, self._corpus.documents)
            pieces = [(piece, 1) for text in texts for piece in PIECES.findall(text)]
        else:
            frequent = set(sorted(counts, key=lambda word: -counts[word])[: _SIZES[0]])
            yield [(word, count) for word, count in pieces if word in frequent]
        for size in _SIZES:
            for start in range(0, len(pieces), max(size, len(pieces) // _PLACES)):
                yield pieces[start : start + size]

    def shows(self, pieces: list[CorpusPart]) -> bool:
        """Whether all wrong trainers differ from the right one on these pieces; if so, they are the smallest
        so far."""
        self._tell(Progress(self._tried, None, "small corpora"))
        self._tried += 1
        if not pieces:
            return False
        text = "".join(piece for piece, _ in pieces)
        corpus = Corpus.from_text(text) if self._cuts_text else Corpus.from_word_counts(pieces)
        right = _learn(corpus, self._causes[0], False, self._min_frequency)
        wrongs, differing = [], []
        for cause in self._causes:
            wrongs.append(_learn(corpus, cause, True, self._min_frequency))
            differing.append(_rank_of_difference(right, wrongs[-1]))
            if differing[-1] == len(right):
                return False
        merges = max(differing) + 1
        different = dict.fromkeys(tuple(wrong[:merges]) for wrong in wrongs)
        self.smallest = SmallCorpus(corpus, tuple(right[:merges]), tuple(different))
        return True


def shrink(pieces: list[CorpusPart], shows: Callable[[list[CorpusPart]], bool]) -> list[CorpusPart]:
    """Take out ever smaller parts, then lower the counts, as long as the pieces show something."""
    size = len(pieces)
    while size:
        start = 0
        while start < len(pieces):
            fewer = pieces[:start] + pieces[start + size :]
            if shows(fewer):
                pieces = fewer
            else:
                start += size
        size = min(size, len(pieces)) // 2
    places = {count: place for place, count in enumerate(sorted({count for _, count in pieces}), start=1)}
    by_place = [(piece, places[count]) for piece, count in pieces]  # counts of 3, 7, 7 become 1, 2, 2
    pieces = by_place if shows(by_place) else pieces
    for place, (piece, count) in enumerate(pieces):
        for lower in sorted({1, 2, 3, count // 4, count // 2, count - 1} & set(range(1, count))):
            lowered = [*pieces[:place], (piece, lower), *pieces[place + 1 :]]
            if shows(lowered):
                pieces = lowered
                break
    return pieces


def _learn(corpus: Corpus, cause: Cause, is_wrong: bool, min_frequency: int) -> list[Pair]:
    """The first merges that some rules learn, rightly or with what is done otherwise."""
    words = CorpusWords(corpus)
    if is_wrong:
        spelled = cause.reading.spelled(words)
        return learn(spelled, mistake_of(cause.mistake), cause.way, _MERGES, min_frequency)
    rules = words.segmentation(cause.rules)
    return learn(SpelledWords(words.of(rules), rules), None, meant_way(cause.rules), _MERGES, min_frequency)
