"""Decides where a real library runs with what came from a file: in this process, or in one that can be ended.

A library written in Rust cannot be interrupted or limited in memory, and a file from anybody may have a
regular expression that takes hours. So calls go through `Hosted.call`, which says how long the text is. By
itself `bpe_core` runs everything here. The app is a host (`bpe_ui/worker_pool/library_host.py`): it runs in
processes of its own what is not known to be fast.

>>> Hosted(str, 12, quick=0).call(5, str.zfill, 8)
'00000012'
"""

from collections.abc import Callable
from functools import cached_property
from typing import Any, Concatenate, Generic, ParamSpec, Protocol, TypeVar

Made = TypeVar("Made")
Arguments = ParamSpec("Arguments")
Result = TypeVar("Result")


class EndedError(Exception):
    """The host has ended a call; the message says why, as the second half of a sentence."""


class Host(Protocol):
    """Runs what is not known to be fast."""

    def __call__(self, make: Callable[..., Any], *arguments: Any) -> Callable[..., Any]:
        """Return a function that calls the object which `make` returns for these arguments.

        That function takes a method and its arguments, all of which are pickled. It raises what the method
        raises, or `EndedError`.
        """
        ...


class Hosted(Generic[Made]):
    """An object in this process, and once more with the host for calls that may be too slow here."""

    def __init__(self, make: Callable[..., Made], *arguments: Any, quick: int) -> None:
        """`quick` is 0 if nothing is known about it."""
        self._make, self._arguments = make, arguments
        self.quick = quick
        """How many characters it is known to process fast."""

    def call(
        self,
        characters: int,
        method: Callable[Concatenate[Made, Arguments], Result],
        *args: Arguments.args,
        **kwargs: Arguments.kwargs,
    ) -> Result:
        """Call a method of the object, for a text of this many characters; raises what the method raises.

        Raises `EndedError` if the host has ended it.
        """
        if _host is None or (self.quick and characters <= self.quick):
            return method(self._here, *args, **kwargs)
        result: Result = self._there(method, *args, **kwargs)
        return result

    @cached_property
    def _here(self) -> Made:
        return self._make(*self._arguments)

    @cached_property
    def _there(self) -> Callable[..., Any]:
        if _host is None:
            raise EndedError("there is no host")
        return _host(self._make, *self._arguments)


_host: Host | None = None


def set_host(host: Host | None) -> None:
    """From now on, let this host run what is not known to be fast; with None, everything runs here."""
    global _host
    _host = host
