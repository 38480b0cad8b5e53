"""An object that is made in another process, for the tests of that."""

import os
import time

from bpe_core import BPEError


class Worker:
    """Behaves like a library with a good file, or with a bad one."""

    made = 0

    def __init__(self, name: str) -> None:
        Worker.made += 1
        self.name = name

    def greet(self) -> tuple[str, int, int]:
        """Its name, its process, and how many were made there."""
        return self.name, os.getpid(), Worker.made

    def sleep(self, seconds: float) -> str:
        """Take this long."""
        time.sleep(seconds)
        return self.name

    def fill(self, size: int) -> int:
        """Use this much memory."""
        return len(bytearray(size))

    def write(self, size: int) -> bytes:
        """Return this much."""
        return bytes(size)

    def die(self) -> None:
        """End as Rust does when there is no memory left."""
        os.abort()

    def refuse(self) -> None:
        """Raise an error of ours."""
        raise BPEError("The text is too long.")

    def panic(self) -> None:
        """Raise something that is no `Exception`, as a panic of Rust is; it may hold anything."""
        raise KeyboardInterrupt("no entry found for key", lambda: 0)


def refuse(name: str) -> Worker:
    """Cannot be made."""
    raise BPEError(f"{name} cannot be made.")
