"""Where the system limits the addresses of a process, as `ulimit -v` does, there is less room, not none."""

import asyncio
import subprocess
import sys

import pytest

from tests.e2e.hostile_input import random_words
from tests.e2e.streamlit_server import ROOT, streamlit_server
from tests.e2e.train_visitor import TrainVisitor
from tests.visitor import in_a_thread

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="elsewhere the system has no such limit")

WORK = """
from bpe_core import EXAMPLES
from bpe_ui.visit.training.training import new_stepper
from bpe_ui.machine.worker_pool.work import Work
example = EXAMPLES["hug_pug_pun"]
work = Work(new_stepper, example.corpus, example.config)
while not work.wait(1):
    pass
print(work.error or work.result.position)
"""


def test_a_worker_starts_under_a_limit_that_it_may_not_raise():
    limited = ["bash", "-c", 'ulimit -v 1500000; exec "$@"', "-", sys.executable, "-c", WORK]
    assert subprocess.check_output(limited, cwd=ROOT, text=True, timeout=60) == "0\n"


def test_uploads_at_once_are_taken_or_refused_in_a_sentence(tmp_path):
    data = random_words(1_100_000)

    async def brings(url, number):
        async with TrainVisitor(url) as visitor:
            await visitor.open()
            await visitor.bring_corpus(f"{number}.txt", data + b" %d" % number)
            assert visitor.all_of("exception") == []
            return visitor.said()[0]

    async def bring_all(url):
        return await asyncio.gather(*(brings(url, number) for number in range(4)))

    with streamlit_server(ROOT / "app.py", tmp_path / "log", memory=2_100_000_000) as server:
        said = in_a_thread(bring_all(server.url))
        assert "Traceback" not in server.log.read_text()
    assert all("Started over" in line or "Try a smaller corpus" in line for line in said)
    assert any("Started over" in line for line in said)
