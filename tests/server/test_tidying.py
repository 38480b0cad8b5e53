"""What a visit held comes back after it has ended, with nobody there; back in time, it keeps it."""

import re
import time
from pathlib import Path

import pytest

from tests.e2e.streamlit_server import ROOT, streamlit_server
from tests.server.visitor import visitor

MB = 2**20


@pytest.fixture
def server(tmp_path):
    app = ROOT / "tests/server/growing_app.py"
    with streamlit_server(app, tmp_path / "streamlit.log") as running:
        yield running


def memory_of(server):
    status = Path(f"/proc/{server.process}/status").read_text(encoding="utf-8")
    return int(re.search(r"VmRSS:\s*(\d+)", status)[1]) * 1024


def wait_until(is_so, seconds):
    deadline = time.monotonic() + seconds
    while not is_so() and time.monotonic() < deadline:
        time.sleep(0.1)
    return is_so()


@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="only Linux tells what a process takes")
def test_the_memory_of_a_visit_comes_back_with_nobody_there(server):
    with visitor(server.url):
        empty = memory_of(server)
    with visitor(server.url, query="words=300000"):
        grown = memory_of(server) - empty
    assert grown > 60 * MB

    assert wait_until(lambda: memory_of(server) - empty < grown / 4, seconds=20)


def test_a_visit_that_comes_back_in_time_is_the_same_one(server):
    with visitor(server.url) as somebody:
        pass
    time.sleep(1)

    with visitor(server.url, again=somebody.visit_id) as same:
        time.sleep(3)  # and is not closed for having been away before
        same.run()

        assert same.visit_id == somebody.visit_id


def test_a_visit_that_was_away_too_long_is_gone(server):
    with visitor(server.url) as somebody:
        pass
    time.sleep(4)

    with visitor(server.url, again=somebody.visit_id) as other:
        assert other.visit_id != somebody.visit_id
