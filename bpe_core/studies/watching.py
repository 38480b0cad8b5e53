"""Watching code at work: which lines run, with which variables, and how often.

For some functions, the lines to look for are given by a piece of their text, and get names. `watch` looks at
every moment at which named lines of the first function have just run.

>>> def double(numbers):
...     doubled = []
...     for number in numbers:
...         doubled.append(2 * number)
...     return doubled
>>> marks = {double: {"doubled = []": "begin", "doubled.append": "double", "return": "end"}}
>>> watch(lambda: double([1, 2]), marks, lambda moment: (moment.name, [*moment.values["doubled"]]))
[('begin', []), ('double', [2, 4]), ('end', [2, 4])]

The lines to watch are given here of two trainers: `SLOW` and `FAST`.

`work_of_merges` says what each merge costs `reference.learn`, which recounts, and `queue_trainer.learn`:

>>> work = work_of_merges({"hug": 10, "pug": 5, "pun": 12, "bun": 4, "hugs": 5}, max_merges=2)
>>> [(merge.pairs_recounted, merge.symbols_read) for merge in work]
[(11, 16), (8, 13)]
>>> [(merge.pairs_updated, merge.symbols_visited) for merge in work]
[(11, 10), (6, 6)]

For the first merge the slow trainer counts the pairs of all five words, and then reads all their symbols
again to merge. The other one visits the symbols of three words and updates the pairs next to the new token
there.
"""

import inspect
import sys
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import FrameType
from typing import Any, TypeVar

from bpe_core import queue_trainer, reference

Function = Callable[..., Any]
Marks = Mapping[Function, Mapping[str, str]]
"""For each function the lines to look for: a piece of the line's text, and a name."""
Seen = TypeVar("Seen")


@dataclass(frozen=True)
class Moment:
    """Named lines of the first function have just run."""

    name: str
    """The name of these lines."""

    line: int
    """The first of them, as an index in `source_of` the function."""

    values: Mapping[str, Any]
    """The current variables of the function; read them at once, since they change."""

    ran: Counter[str]
    """How often the lines of each name ran since the previous moment, in all functions."""


def source_of(function: Function) -> list[str]:
    """The lines of a function."""
    return [line.rstrip("\n") for line in inspect.getsourcelines(function)[0]]


def watch(call: Callable[[], object], marks: Marks, look: Callable[[Moment], Seen]) -> list[Seen]:
    """Run a call, and look at every moment. Lines of one name that run in a row are one moment."""
    names = {
        function.__code__: {
            function.__code__.co_firstlineno + at: name
            for at, line in enumerate(source_of(function))
            for piece, name in named.items()
            if piece in line
        }
        for function, named in marks.items()
    }
    first = next(iter(names))
    seen: list[Seen] = []
    current, line, ran = "", 0, Counter[str]()

    def enter(frame: FrameType, event: str, value: Any) -> Any:
        """A function is called: if it has marks, trace its lines."""
        return hear if frame.f_code in names else None

    def hear(frame: FrameType, event: str, value: Any) -> Any:
        """A line is about to run, or the function has ended."""
        nonlocal current, line, ran
        name = names[frame.f_code].get(frame.f_lineno) if event == "line" else None
        if frame.f_code is first and (event == "return" or name not in (None, current)):
            if current:
                seen.append(look(Moment(current, line - first.co_firstlineno, frame.f_locals, ran)))
                ran = Counter()
            current, line = name or "", frame.f_lineno
        if name is not None:
            ran[name] += 1
        return hear

    before = sys.gettrace()
    sys.settrace(enter)
    try:
        call()
    finally:
        sys.settrace(before)
    return seen


Words = Mapping[str, int] | Mapping[tuple[str, ...], int]
"""Words, or their base symbols, with their counts."""

SLOW: Marks = {
    reference.learn: {
        "splits = [list(": "words",
        "pair_counts = count_pairs(": "count",
        "choose([": "choose",
        "splits = [merge(": "merge",
        "merges.append(": "record",
        "return merges": "result",
    },
    reference.count_pairs: {"pair_counts[pair] =": "pair"},
    reference.merge: {"if symbols[index": "place", "merged.append(token)": "join"},
}
"""The lines of the slow trainer. Where it joins two symbols it looked at one place and two symbols."""

FAST: Marks = {
    queue_trainer.learn: {
        "words = [LinkedWord(": "words",
        "pair_counts, words_with = count_pairs(": "count",
        "heapify(queue)": "queue",
        "negative_count, pair = heappop(": "pop",
        "if count != -negative_count": "check",
        "heappush(queue, (-count, pair))": "push back",
        "merges.append(": "record",
        "changes = [": "merge",
        "pair_counts[neighbours] +=": "update",
        "heappush(queue, (-pair_counts": "push",
        "return merges": "result",
    },
    queue_trainer.count_pairs: {"pair_counts[pair] +=": "pair"},
    queue_trainer.LinkedWord.merge: {"if self.pair_at(place)": "place"},
    queue_trainer.LinkedWord.join: {"changes = [": "join"},
}
"""The lines of the trainer with the queue."""


@dataclass(frozen=True)
class MergeWork:
    """What one merge costs the two trainers."""

    pairs_recounted: int
    """How many pairs in words the slow trainer counts to choose it ..."""

    symbols_read: int
    """... and how many symbols it then reads to merge it in every word."""

    pairs_updated: int
    """How many counts the trainer with the queue changes after it ..."""

    symbols_visited: int
    """... and how many symbols it reads in the words that contain the pair."""


def symbols_looked_at(ran: Counter[str]) -> int:
    """How many symbols a trainer read in the words that it visited."""
    return ran["place"] + ran["join"]


def work_of_merges(words: Words, max_merges: int, *, min_frequency: int = 1) -> list[MergeWork]:
    """The work of both trainers for each merge. Only the one with the queue is run.

    The work of the other one follows: it counts and reads every word, whatever the merge.
    """
    work: list[MergeWork] = []
    ran: Counter[str] = Counter()
    symbols = sum(map(len, words))

    def look(moment: Moment) -> None:
        nonlocal symbols
        if moment.name in ("pop", "result") and ran["merge"]:
            visited = symbols_looked_at(ran)
            work.append(MergeWork(symbols - len(words), symbols, ran["update"], visited))
            symbols -= ran["join"]
            ran.clear()
        ran.update(moment.ran)
        if moment.name in ("words", "count", "queue"):
            ran.clear()  # what is prepared once, before the first merge, is the work of none

    watch(lambda: queue_trainer.learn(words, max_merges, min_frequency=min_frequency), FAST, look)
    return work
