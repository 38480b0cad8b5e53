"""Stops a study again and again, as a person might, and lets it continue."""

from collections.abc import Callable, Iterator
from itertools import count
from typing import Any

from bpe_core.progress import OnProgress, Progress, Stop


def stop_at(call: int, told: list[Progress] | None = None) -> OnProgress:
    """A `tell` that raises `Stop` at its n-th call, counted from 1; it records each progress."""
    calls = count(1)

    def tell(progress: Progress) -> None:
        if told is not None:
            told.append(progress)
        if next(calls) >= call:
            raise Stop

    return tell


def stop_after_merges(number: int) -> OnProgress:
    """A `tell` that raises `Stop` once all trainings together have made so many merges."""

    def tell(progress: Progress) -> None:
        if progress.what == "merges" and progress.done >= number:
            raise Stop

    return tell


def in_parts(study: Callable[..., Any], *arguments: Any, **named: Any) -> Iterator[Any]:
    """The results of a study that is stopped a little later every time, and the complete one at the end."""
    so_far: dict[str, Any] = {}
    for call in count(1):
        told: list[Progress] = []
        try:
            result = study(*arguments, **named, **so_far, tell=stop_at(call, told))
        except Stop:
            continue
        yield result
        if len(told) < call:
            return
        so_far = {"so_far": result}
