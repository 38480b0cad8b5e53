"""Watching code at work: which lines run, with which variables, and how often.

The lines to look for in a class or function are given by a piece of their text, and get names. `watch` looks
at every moment at which named lines have just run; other lines are only counted.

>>> def double(numbers):
...     doubled = []
...     for number in numbers:
...         doubled.append(2 * number)
...     return doubled
>>> marks = Marks(double, {"doubled = []": "begin", "doubled.append": "double", "return": "end"})
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
from typing import Any, NamedTuple, TypeVar

from bpe_core import queue_trainer, reference

Seen = TypeVar("Seen")


class Marks(NamedTuple):
    """What to look for."""

    code: Any
    """The class or function."""

    moments: Mapping[str, str]
    """A piece of a line's text, and the name of the moment."""

    counted: Mapping[str, str] = {}
    """The same of lines that are only counted."""


@dataclass(frozen=True)
class Moment:
    """Named lines have just run."""

    name: str
    """The name of these lines."""

    line: int
    """The first of them, as an index in `source_of` the class or function."""

    values: Mapping[str, Any]
    """The variables of the function now, and those of its object; read them at once, since they change."""

    ran: Counter[str]
    """How often the lines of each name ran since the previous moment."""


def source_of(code: Any) -> list[str]:
    """The lines of a class or function."""
    return [line.rstrip("\n") for line in inspect.getsourcelines(code)[0]]


def watch(call: Callable[[], object], marks: Marks, look: Callable[[Moment], Seen]) -> list[Seen]:
    """Run a call, and look at every moment. Lines of one name that run in a row are one moment."""
    lines, start = source_of(marks.code), inspect.getsourcelines(marks.code)[1]
    names = {
        start + at: name
        for at, line in enumerate(lines)
        for piece, name in {**marks.moments, **marks.counted}.items()
        if piece in line
    }
    file, shown = inspect.getsourcefile(marks.code), {*marks.moments.values()}
    seen: list[Seen] = []
    current, line, at, ran = "", 0, None, Counter[str]()

    def enter(frame: FrameType, event: str, value: Any) -> Any:
        """A function is called: if it is in the code, trace its lines."""
        code = frame.f_code
        is_inside = start <= code.co_firstlineno < start + len(lines) and code.co_filename == file
        return hear if is_inside else None

    def hear(frame: FrameType, event: str, value: Any) -> Any:
        """A line is about to run."""
        nonlocal current, line, at
        name = names.get(frame.f_lineno) if event == "line" else None
        if name in shown and name != current:
            end()
            current, line, at = name, frame.f_lineno, frame
        if name is not None:
            ran[name] += 1
        return hear

    def end() -> None:
        """The lines of the current name have run."""
        nonlocal ran
        if at is not None:
            values = {**vars(at.f_locals.get("self", ran)), **at.f_locals}
            seen.append(look(Moment(current, line - start, values, ran)))
            ran = Counter()

    before = sys.gettrace()
    sys.settrace(enter)
    try:
        call()
    finally:
        sys.settrace(before)
    end()
    return seen


SLOW = Marks(
    reference.Trainer,
    {
        "self.words = [list(": "words",
        "self.count()": "count",
        "pair = self.choose(": "choose",
        "self.merges.append(": "record",
        "self.apply(": "merge",
        "return self.merges": "result",
    },
    {
        "self.pair_counts[pair] =": "pair",
        "if tuple(word[place": "place",
        "merged.append(word[place] + ": "join",
    },
)
"""The lines of the slow trainer. Where it joins two symbols it looked at one place and two symbols."""

FAST = Marks(
    queue_trainer.QueueTrainer,
    {
        "self.words = [LinkedWord(": "words",
        "self.count_pairs()": "count",
        "heapify(self.queue)": "queue",
        "negative_count, pair = heappop(": "pop",
        "if count == -negative_count": "check",
        "heappush(self.queue, (-count, pair))": "push back",
        "self.merges.append(": "record",
        "changes = [(number": "merge",
        "self.pair_counts[neighbours] +=": "update",
        "heappush(self.queue, (-self.pair_counts": "push",
        "return self.merges": "result",
    },
    {
        "self.pair_counts[pair] +=": "pair",
        "if word.pair_at(place) == pair": "place",
        "word.join(": "join",
    },
)
"""The lines of the trainer with the queue."""


def symbols_looked_at(ran: Counter[str]) -> int:
    """How many symbols a trainer read in the words that it visited."""
    return ran["place"] + ran["join"]
