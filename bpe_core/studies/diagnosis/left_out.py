"""Left out: one merge that is missing from somebody's list, and with it all that follows goes wrong.

In: a search, and the reading of the list that it found. Out: the merge that is missing, if with it in
its place those behind it are right; else None.

>>> from bpe_core.config import BPEConfig
>>> from bpe_core.corpus.corpus import Corpus
>>> from bpe_core.studies.diagnosis.readings import reading_of
>>> corpus = Corpus.from_word_counts({"hug": 10, "pug": 5, "pun": 12, "bun": 4, "hugs": 5})
>>> search = ReadingSearch(corpus, [("u", "g"), ("h", "ug"), ("p", "un"), ("p", "ug"), ("hug", "s")])
>>> def result(work):
...     while True:
...         try:
...             next(work)
...         except StopIteration as end:
...             return end.value
>>> result(left_out_of(search, result(reading_of(search, BPEConfig(), "hf_course"))))
LeftOut(rank=1, pair=('u', 'n'), right=4, wrong=0)
"""

from collections.abc import Generator
from dataclasses import dataclass

from bpe_core.merges import Pair
from bpe_core.studies.diagnosis.readings import Reading, deviating_of
from bpe_core.studies.diagnosis.search import ReadingSearch
from bpe_core.studies.diagnosis.treatments import written_for

_CLEARLY = 4
"""A merge is missing if, with it, at most one deviation in so many is left."""


@dataclass(frozen=True)
class LeftOut:
    """A merge that is missing from a list."""

    rank: int
    """Where it belongs."""

    pair: Pair
    """Its two symbols."""

    right: int
    """How many of the merges behind it are then what the rules pick."""

    wrong: int
    """How many of the list's merges still are not."""


def left_out_of(search: ReadingSearch, reading: Reading) -> Generator[None, None, LeftOut | None]:
    """The merge whose absence explains the deviations of a reading; pauses after each part."""
    first = reading.deviations[0] if reading.deviations else None
    if first is None or first.best is None or first.kind == "ended" or reading.deviating < 2:
        return None
    merges, rank = written_for(search.merges, reading.config.alphabet), first.rank
    whole, most = [*merges[:rank], first.best, *merges[rank:]], reading.deviating // _CLEARLY
    wrong = yield from deviating_of(search, reading.config, whole, most)
    if wrong > most:
        return None
    return LeftOut(rank, first.best, len(merges) - rank - wrong, wrong)
