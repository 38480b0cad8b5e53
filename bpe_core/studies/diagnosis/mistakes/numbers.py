"""Numbers: what a number in a mistake may be, as a merge list shows it; a trainer then runs with it.

>>> from bpe_core.config import BPEConfig
>>> from bpe_core.corpus.corpus import Corpus
>>> from bpe_core.studies.diagnosis.segmentation import CorpusWords
>>> words = CorpusWords(Corpus.from_word_counts({"hug": 10, "pug": 5, "pun": 12, "bun": 4, "hugs": 5}))
>>> merges = [("u", "g"), ("p", "u"), ("h", "ug"), ("u", "n")]  # u + n occurs 16 times, as p + u does not
>>> several_merges(Observed(words, merges, BPEConfig()))
[2]
"""

import re
from collections.abc import Callable, Iterable, Sequence

import numpy as np

from bpe_core.engine.merge_history import MergeHistory
from bpe_core.merges import Pair
from bpe_core.studies.diagnosis.observed import Observed, raw_text

_LEAST_COUNTS = 2, 3, 4, 5, 10, 20
"""So often a word may have to occur."""

_LEAST_TEXT, _LEAST_CHUNK = 1_000, 64
_MOST_PARTS = 16
_BLOCKS = {2**power for power in range(7, 21)} | {
    digit * 10**power for power in range(2, 6) for digit in (1, 2, 5)
}
"""Sizes of chunks that people choose."""

_TRIED = 4
"""So many numbers are tried at most, the likeliest first."""

_LONGER = 3
"""That so few tokens are no longer than some length surprises nobody."""

_RIGHT = 50
"""After so many merges that are right the words are not counted otherwise altogether."""

_STEPS = 8
"""A chunk's size is looked for with so many merges that others outnumber."""


def several_merges(observed: Observed) -> list[int]:
    """How many merges may have been made for each count: the first of a group is the most frequent pair, the
    others follow by their counts before it."""
    steps = observed.steps
    if not observed.missed:
        return []
    runs = []  # from each merge, how many may have been chosen by the counts before it
    for step in steps:
        run, last = 0, step.highest
        while step.rank + run < len(steps):
            count = observed.count_at(step.rank + run, step.position)
            if not 0 < count <= last or (not run and count < last):
                break
            run, last = run + 1, count
        runs.append(run)
    number = len(steps)
    sizes = range(2, number)
    return [
        size
        for size in reversed(sizes)
        if all(runs[start] >= min(size, number - start) for start in range(0, number, size))
    ][:_TRIED]


def longest_token(observed: Observed) -> list[int]:
    """The length of the longest token, where every pair that is outnumbered is so by longer ones alone, and
    as many merges without a limit make several longer tokens."""
    missed = [step for step in observed.missed if step.count]
    longest = max((len("".join(step.pair)) for step in observed.steps if step.count), default=0)
    if not missed or any(len("".join(step.best)) <= longest for step in missed):
        return []
    free = MergeHistory(observed.words.of(observed.segmentation), observed.forced.history.config)
    while len(free) < len(observed.steps) and free.extend():
        pass
    made = range(free.table.base_size, len(free.table))
    longer = sum(len(free.table.text(symbol)) > longest for symbol in made)
    return [longest] if longer >= _LONGER else []


def least_counts(observed: Observed) -> list[int]:
    """How often a word may have to occur, where that leaves no pair more frequent than those taken."""
    history, missed = observed.forced.history, [step for step in observed.missed if step.count][:_STEPS]
    count_of = dict(zip(history.words, map(int, history.word_counts), strict=True))
    both = [
        [observed.shares(pair, step.position).items() for pair in (step.symbols, observed.best_symbols(step))]
        for step in missed
    ]

    def leaves_none(least: int) -> bool:
        kept = ([sum(n for word, n in each if count_of[word] >= least) for each in pair] for pair in both)
        return all(own >= other for own, other in kept)

    return [least for least in _LEAST_COUNTS if leaves_none(least)][:_TRIED]


def beginnings(observed: Observed) -> list[int]:
    """How many characters of a text may have been read, where outnumbered pairs are more frequent so far: a
    usual number, or up to the end of a line or a word, the greatest of each first."""
    text, explained = _text(observed), np.zeros(len(_text(observed)) + 1, int)
    for step in observed.missed:
        own, other = _seen(text, step.pair), _seen(text, step.best)
        if step.count and (own[-1], other[-1]) == (step.count, step.highest):  # nowhere part of another token
            explained += own >= other
    best = {*np.flatnonzero(explained == explained.max(initial=1)).tolist()} - {len(text)}
    lines, words = ([found.start() for found in re.finditer(mark, text)] for mark in (r"\n", r"\s"))
    likely = (
        sorted(best.intersection(numbers))[-_TRIED:] for numbers in (_usual_sizes(len(text)), lines, words)
    )
    return [*dict.fromkeys(number for numbers in likely for number in reversed(numbers))]


def _seen(text: str, pair: Pair) -> np.ndarray:
    """For each length of a text, how often a pair occurs in so much of it."""
    token = re.escape(raw_text("".join(pair)))
    ends = np.array([found.start() + len(found[1]) for found in re.finditer(f"(?=({token}))", text)], int)
    return np.bincount(ends, minlength=len(text) + 1).cumsum()


def chunk_sizes(observed: Observed) -> list[int]:
    """At which distance a text may have been cut: where that leaves outnumbered pairs more frequent than
    those that outnumber them."""
    text, missed = _text(observed), [step for step in observed.missed if step.count][:_STEPS]
    if not missed:  # only ties went otherwise, which a cut or two may do
        return sorted(_usual_sizes(len(text)))
    explained = np.zeros(len(text) + 1, int)
    for step in missed:
        explained += step.count - _cut(text, step.pair) >= step.highest - _cut(text, step.best)
    explained[:_LEAST_CHUNK] = 0
    best = np.flatnonzero(explained == explained.max(initial=1)).tolist()
    usual = _usual_sizes(len(text))
    return [*dict.fromkeys([*filter(usual.__contains__, best), *best[:_TRIED]])]


def _cut(text: str, pair: tuple[str, str]) -> np.ndarray:
    """For each size of chunks, how many of a pair's occurrences their borders cut apart."""
    token = raw_text("".join(pair))
    starts = np.array([found.start() for found in re.finditer(re.escape(token), text)], int)
    inside = np.concatenate([starts, *(starts + place for place in range(1, len(token)))])[len(starts) :]
    cut = np.zeros(len(text) + 1, int)
    for number in range(1, len(text) // _LEAST_CHUNK + 1):  # a border is the number-th of a size
        cut += np.bincount(inside[inside % number == 0] // number, minlength=len(text) + 1)
    return cut


def part_sizes(observed: Observed) -> Iterable[int]:
    """The sizes of parts of a text that are worth a try: none where many merges are right by all counts."""
    are_right = not observed.missed or observed.missed[0].rank >= _RIGHT
    return () if are_right else sorted(_usual_sizes(len(_text(observed))))


def _usual_sizes(length: int) -> set[int]:
    """The sizes of equal parts, and round ones."""
    parts = {length // number + more for number in range(2, _MOST_PARTS + 1) for more in (0, 1)}
    parts |= {length * 9 // 10, length * 4 // 5}
    return {size for size in parts | _BLOCKS if _LEAST_CHUNK <= size < length}


def _text(observed: Observed) -> str:
    """The one text of a corpus; empty where there are several, or it is so short that nobody cuts it."""
    text = "".join(map(str, observed.corpus.documents[:1]))
    return text if len(observed.corpus.documents) == 1 and len(text) >= _LEAST_TEXT else ""


NUMBERS: dict[str, Callable[[Observed], Sequence[int] | Iterable[int]]] = {
    "several_merges": several_merges,
    "several_merges_apart": several_merges,
    "longest_token": longest_token,
    "rare_words_left_out": least_counts,
    "only_the_beginning": beginnings,
    "cut_in_chunks": chunk_sizes,
    "counts_of_chunks_overwritten": part_sizes,
    "counts_of_parts_overwritten": part_sizes,
}
"""By the name of a mistake, the numbers that a list shows, the likeliest first."""
