"""Opening a page sets up no watcher of the source files: it would cost each visit twenty times all else."""

import ctypes
import os
import sys
from contextlib import suppress
from pathlib import Path

import pytest

from tests.e2e.streamlit_server import Server
from tests.visitor import Visitor, in_a_thread

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="asks Linux which files the server watches")


def test_a_visit_watches_no_source_file(running_server):
    in_a_thread(_open_the_first_page(running_server))

    assert not _is_watching(running_server.process)


def test_one_that_watches_is_known():
    descriptor = ctypes.CDLL(None).inotify_init()
    assert _is_watching(os.getpid())
    os.close(descriptor)


async def _open_the_first_page(server: Server) -> None:
    async with Visitor(server.url) as visitor:
        await visitor.open()


def _is_watching(process: int) -> bool:
    return any("inotify" in _target(file) for file in Path(f"/proc/{process}/fd").iterdir())


def _target(file: Path) -> str:
    """The path of an open file; empty if it was closed in the meantime."""
    with suppress(FileNotFoundError):
        return str(file.readlink())
    return ""
