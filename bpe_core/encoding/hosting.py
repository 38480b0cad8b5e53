"""Where a real library runs with what came from a file: in this process, or in one that can be ended.

A library written in Rust can neither be interrupted nor told to use less memory, and a file from anybody may
hold a regular expression that takes hours. So what is made of a file is asked through `Hosted.call`, which
says how long the text is. By itself `bpe_core` runs everything here. The app is a host
(`bpe_ui/workers/library_host.py`): what is not known to be quick runs in processes of its own.

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
    """Runs what is not known to be quick."""

    def __call__(self, make: Callable[..., Any], *arguments: Any) -> Callable[..., Any]:
        """Gives what calls the object that `make` returns for these arguments.

        It is called with a method and the method's arguments; all of these are pickled. It raises what the
        method raises, or `EndedError`.
        """
        ...


class Hosted(Generic[Made]):
    """An object in this process, and in one of the host's for what may be too much here."""

    def __init__(self, make: Callable[..., Made], *arguments: Any, quick: int) -> None:
        """`quick` is 0 where that is not known at all."""
        self._make, self._arguments = make, arguments
        self.quick = quick
        """For how many characters it is known to be quick."""

    def call(
        self,
        characters: int,
        method: Callable[Concatenate[Made, Arguments], Result],
        *args: Arguments.args,
        **kwargs: Arguments.kwargs,
    ) -> Result:
        """What a method of the object returns for a text of so many characters, and what it raises.

        Raises `EndedError` where the host has ended it.
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
    """Let this host run what is not known to be quick from now on; None: it runs here."""
    global _host
    _host = host
