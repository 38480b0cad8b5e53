"""Watches a function while it runs: its own lines, with its own variables, and how often each line runs.

For some functions, the lines to look for are given by a piece of their text, and get names. `look` is called
at every moment at which named lines of the first function have just run.

>>> def double(numbers):
...     doubled = []
...     for number in numbers:
...         doubled.append(2 * number)
...     return doubled
>>> marks = {double: {"doubled = []": "begin", "doubled.append": "double", "return": "end"}}
>>> watch(lambda: double([1, 2]), marks, lambda moment: (moment.name, [*moment.values["doubled"]]))
[('begin', []), ('double', [2, 4]), ('end', [2, 4])]
"""

import inspect
import sys
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import FrameType
from typing import Any, Generic, TypeVar

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
    watcher = _Watcher(marks, look)
    before = sys.gettrace()
    sys.settrace(watcher.enter)
    try:
        call()
    finally:
        sys.settrace(before)
    return watcher.seen


class _Watcher(Generic[Seen]):
    """Gets from Python each line that runs."""

    def __init__(self, marks: Marks, look: Callable[[Moment], Seen]) -> None:
        self.seen: list[Seen] = []
        self._look = look
        self._names = {function.__code__: _named_lines(function, marks[function]) for function in marks}
        self._first = next(iter(self._names))
        self._name, self._line = "", 0
        self._ran: Counter[str] = Counter()

    def enter(self, frame: FrameType, event: str, value: Any) -> Any:
        """A function is called: if it has marks, trace its lines."""
        return self._hear if frame.f_code in self._names else None

    def _hear(self, frame: FrameType, event: str, value: Any) -> Any:
        """A line is about to run, or the function has ended."""
        name = self._names[frame.f_code].get(frame.f_lineno) if event == "line" else None
        is_first = frame.f_code is self._first
        if is_first and (event == "return" or name not in (None, self._name)):
            self._end_moment(frame)
            self._name, self._line = name or "", frame.f_lineno
        if name is not None:
            self._ran[name] += 1
        return self._hear

    def _end_moment(self, frame: FrameType) -> None:
        if self._name:
            line = self._line - self._first.co_firstlineno
            self.seen.append(self._look(Moment(self._name, line, frame.f_locals, self._ran)))
            self._ran = Counter()


def _named_lines(function: Function, names: Mapping[str, str]) -> dict[int, str]:
    """The names of a function's lines, by line number in its file."""
    return {
        function.__code__.co_firstlineno + at: name
        for at, line in enumerate(source_of(function))
        for piece, name in names.items()
        if piece in line
    }
