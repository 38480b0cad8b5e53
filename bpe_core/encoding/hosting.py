"""Decides where a real library runs with what came from a file: in this process, or in one that can be ended.

A library written in Rust cannot be interrupted or limited in memory, and a file from anybody may have a
regular expression that takes hours. So calls go through `Hosted.call`. By itself `bpe_core` runs everything
here. The app is a host (`bpe_ui/machine/worker_pool/library_host.py`): it runs everything in processes of
its own, with limits of time, memory and output.

>>> Hosted(str, 12).call(str.zfill, 8)
'00000012'
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cached_property
from typing import Any, Concatenate, Generic, ParamSpec, TypeVar

from bpe_core.errors import BPEError, TextError

Made = TypeVar("Made")
Arguments = ParamSpec("Arguments")
Result = TypeVar("Result")


class EndedError(BPEError):
    """The host has ended a call; the message says why, as the second half of a sentence."""


Host = Callable[..., Callable[..., Any]]
"""Takes `make` and its arguments, and returns a function that calls the object which `make` returns, in
another process. That function takes a method and its arguments, all of which are pickled. It raises what
the method raises, or `EndedError`."""


class Hosted(Generic[Made]):
    """An object with the host, or in this process if there is none."""

    def __init__(self, make: Callable[..., Made], *arguments: Any, name: str = "The library") -> None:
        """`make` is called with these arguments before the first call; `name` begins an error of `ask`."""
        self._make, self._arguments, self._name = make, arguments, name

    def call(
        self,
        method: Callable[Concatenate[Made, Arguments], Result],
        *args: Arguments.args,
        **kwargs: Arguments.kwargs,
    ) -> Result:
        """Call a method of the object; raises what the method raises, or `EndedError`."""
        if _host is None:
            return method(self._here, *args, **kwargs)
        result: Result = self._there(method, *args, **kwargs)
        return result

    def ask(
        self,
        method: Callable[Concatenate[Made, Arguments], Result],
        *args: Arguments.args,
        **kwargs: Arguments.kwargs,
    ) -> Result:
        """The same about a text: raises `TextError` if the host ends the call."""
        try:
            return self.call(method, *args, **kwargs)
        except EndedError as error:
            raise TextError(f"{self._name} gave no answer: {error}.") from error

    def __getstate__(self) -> dict[str, Any]:
        """What the object is made of; it is made again where it comes to."""
        return {name: value for name, value in self.__dict__.items() if name not in ("_here", "_there")}

    @cached_property
    def _here(self) -> Made:
        return self._make(*self._arguments)

    @cached_property
    def _there(self) -> Callable[..., Any]:
        if _host is None:
            raise EndedError("the server stops")
        return _host(self._make, *self._arguments)


_host: Host | None = None
_admit: ContextVar[Callable[[int], object]] = ContextVar("_admit", default=lambda tokens: None)


@contextmanager
def admitting(admit: Callable[[int], object]) -> Iterator[None]:
    """In this block, ask with the number of its tokens before a tokenizer comes from the host.

    What `admit` raises ends the reading of its file.
    """
    before = _admit.set(admit)
    try:
        yield
    finally:
        _admit.reset(before)


def ask_for_room(tokens: int) -> None:
    """A tokenizer of so many tokens is about to come from the host."""
    _admit.get()(tokens)


def set_host(host: Host | None) -> None:
    """From now on, let this host run the libraries; with None, they run here."""
    global _host
    _host = host
