"""The app as people get it: a wheel, installed with all it asks for into an empty environment.

The libraries come from the index that pip is set up with; where it reaches none, there is nothing to test.
"""

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from playwright.sync_api import expect

from tests.browser.chromium import browser_is_required
from tests.browser.view_page import part, step
from tests.e2e.streamlit_server import ROOT, free_port, running
from tests.e2e.train_page import open_tokenize, open_train

PIP = (sys.executable, "-m", "pip", "--disable-pip-version-check")
ASK_THE_INDEX = ("install", "--dry-run", "--no-deps", "--ignore-installed", "--retries=1", "--timeout=10")


@pytest.fixture
def installed_command() -> Iterator[Path]:
    """`bpe-stepper` in an environment that has nothing but the wheel and what it asks for."""
    with TemporaryDirectory() as name:  # half a gigabyte, not to be kept as tmp_path would be
        folder = Path(name)
        run(sys.executable, "-m", "venv", "--without-pip", folder / "env")
        pip = (*PIP, "--python", folder / "env/bin/python")
        asked = ended(*pip, *ASK_THE_INDEX, "segno")
        if asked.returncode and not browser_is_required():
            pytest.skip(f"pip reaches no package index: {asked.stderr.strip()}")
        run(*PIP, "wheel", "--quiet", "--no-deps", "--wheel-dir", folder, ROOT)
        [wheel] = folder.glob("bpe_stepper-*.whl")
        run(*pip, "install", "--quiet", "--no-compile", wheel)  # compiling all libraries takes longer
        yield folder / "env/bin/bpe-stepper"


def test_a_wheel_in_an_empty_environment_serves_the_app(page, installed_command, tmp_path):
    port = free_port()
    command = [str(installed_command), f"--port={port}"]
    with running(command, port, tmp_path / "log", folder=tmp_path) as server:
        open_train(page, server.url)
        step(page, 3)
        expect(part(page, "history")).to_contain_text("hug")
        open_tokenize(page, server.url)
        page.goto("about:blank")  # before its server ends
    server.fail_on_exceptions()


def run(*command: object) -> None:
    """Run a command to its end; it must succeed."""
    done = ended(*command)
    assert done.returncode == 0, done.stderr


def ended(*command: object) -> subprocess.CompletedProcess[str]:
    """Run a command to its end, outside the checkout."""
    return subprocess.run([*map(str, command)], cwd="/", capture_output=True, text=True)
