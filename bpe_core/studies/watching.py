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


def symbols_looked_at(ran: Counter[str]) -> int:
    """How many symbols a trainer read in the words that it visited."""
    return ran["place"] + ran["join"]
