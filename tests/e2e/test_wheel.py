"""The app as people get it: a wheel, installed into an environment that has no checkout.

pip builds it with what it finds in its index; where it reaches none, there is nothing to test.
"""

import subprocess
import sys
import sysconfig
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


@pytest.fixture(params=["of the tests", pytest.param("it asks for", marks=pytest.mark.fuzz)])
def installed_command(request: pytest.FixtureRequest) -> Iterator[Path]:
    """`bpe-stepper` in an environment with the wheel, and with the libraries of the tests or those that pip
    brings into an empty one, half a gigabyte."""
    with TemporaryDirectory() as name:  # not to be kept, as tmp_path would be
        folder = Path(name)
        env = folder / "env"
        run(sys.executable, "-m", "venv", "--without-pip", env)
        pip = (*PIP, "--python", env / "bin/python")
        asked = ended(*pip, *ASK_THE_INDEX, "segno")
        if asked.returncode and not browser_is_required():
            pytest.skip(f"pip reaches no package index: {asked.stderr.strip()}")
        run(*PIP, "wheel", "--quiet", "--no-deps", "--wheel-dir", folder, ROOT)
        [wheel] = folder.glob("bpe_stepper-*.whl")
        if request.param == "it asks for":
            run(*pip, "install", "--quiet", "--no-compile", wheel)  # compiling all libraries takes longer
        else:
            run(*pip, "install", "--quiet", "--no-deps", wheel)
            [packages] = env.glob("lib/*/site-packages")
            # A folder added like this has its packages read, and not what leads from it to the checkout.
            (packages / "libraries.pth").write_text(sysconfig.get_path("purelib"))
        yield env / "bin/bpe-stepper"


def test_a_wheel_in_an_environment_of_its_own_serves_the_app(page, installed_command, tmp_path):
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
