"""Opening a page sets up no watcher of the source files: it would cost each visit twenty times all else."""

import sys
from contextlib import suppress
from pathlib import Path

import pytest

from tests.e2e.streamlit_server import ROOT, Server, streamlit_server
from tests.visitor import Visitor, in_a_thread

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="asks Linux which files the server watches")


def test_a_visit_watches_no_source_file(running_server):
    in_a_thread(_open_the_first_page(running_server))

    assert not _is_watching(running_server)


def test_in_development_it_does(tmp_path):
    options = ["--server.fileWatcherType=auto"]
    with streamlit_server(ROOT / "app.py", tmp_path / "log", options) as server:
        in_a_thread(_open_the_first_page(server))
        assert _is_watching(server)


async def _open_the_first_page(server: Server) -> None:
    async with Visitor(server.url) as visitor:
        await visitor.open()


def _is_watching(server: Server) -> bool:
    return any("inotify" in _target(file) for file in Path(f"/proc/{server.process}/fd").iterdir())


def _target(file: Path) -> str:
    """The path of an open file; empty if it was closed in the meantime."""
    with suppress(FileNotFoundError):
        return str(file.readlink())
    return ""
