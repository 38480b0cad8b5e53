"""Runs an app with `streamlit run` on a free port of this machine."""

import contextlib
import os
import resource
import socket
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple
from urllib.error import URLError
from urllib.request import urlopen

ROOT = Path(__file__).parents[2]
SECONDS_TO_START = 60
SECONDS_TO_STOP = 10


class Server(NamedTuple):
    """A running server."""

    url: str
    """Its address without a slash at the end."""

    log: Path
    """The file that receives everything the server writes."""

    process: int
    """Its number among this machine's processes."""

    def fail_on_exceptions(self) -> None:
        """Raise `ServerError` if an exception reached Streamlit, which only the log shows."""
        log = self.log.read_text(encoding="utf-8", errors="replace")
        if "Uncaught app execution" in log:
            raise ServerError(f"An exception reached Streamlit; the server wrote:\n{log}")


class ServerError(RuntimeError):
    """The server did not start, or failed; the message holds what it wrote."""


@contextlib.contextmanager
def streamlit_server(
    app: Path,
    log: Path,
    options: Sequence[str] = (),
    *,
    port: int | None = None,
    folder: Path = ROOT,
    memory: int | None = None,
) -> Iterator[Server]:
    """Serve `app` until the block ends, from the repository's folder and so with its configuration.

    `folder` is another checkout; `memory` are the bytes of addresses that the server may use (Linux only).
    """
    port = port or free_port()
    address = ["--server.address=127.0.0.1", f"--server.port={port}"]
    command = [sys.executable, "-m", "streamlit", "run", str(app), *address, *options]
    with running(command, port, log, folder=folder, memory=memory) as server:
        yield server


@contextlib.contextmanager
def running(
    command: Sequence[str], port: int, log: Path, *, folder: Path, memory: int | None = None
) -> Iterator[Server]:
    """Run a command that serves the app on `port`, in `folder`, until the block ends."""
    with log.open("wb") as output:
        process = subprocess.Popen(
            command,
            cwd=folder,
            env=environment(),
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=subprocess.STDOUT,
        )
        server = Server(f"http://127.0.0.1:{port}", log, process.pid)
        try:
            if memory is not None:
                resource.prlimit(process.pid, resource.RLIMIT_AS, (memory, memory))
            wait_until_healthy(server, process)
            yield server
        finally:
            stop(process)


def free_port() -> int:
    """A free port."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


def environment() -> dict[str, str]:
    """The process's own, without Streamlit settings that would override the project's."""
    return {name: value for name, value in os.environ.items() if not name.startswith("STREAMLIT_")}


def wait_until_healthy(server: Server, process: subprocess.Popen[bytes]) -> None:
    """Return when the server answers. Raises `ServerError` when it ended or took too long."""
    deadline = time.monotonic() + SECONDS_TO_START
    while time.monotonic() < deadline:
        if process.poll() is not None:
            break
        if answers(f"{server.url}/_stcore/health"):
            return
        time.sleep(0.1)
    raise ServerError(f"The server did not start; it wrote:\n{server.log.read_text(errors='replace')}")


def answers(url: str) -> bool:
    """Whether the server sends its "ok"."""
    try:
        with urlopen(url, timeout=5) as answer:
            return bool(answer.read() == b"ok")
    except (URLError, ConnectionError, TimeoutError):
        return False


def stop(process: subprocess.Popen[bytes]) -> None:
    """End the server, if need be by force."""
    process.terminate()
    try:
        process.wait(SECONDS_TO_STOP)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()
