"""The app as people get it from a package index: a wheel in an environment of its own.

That the wheel asks for all it needs is a claim of `tests/unit/test_project.py`.
"""

import subprocess
import sys
import sysconfig
from pathlib import Path

from playwright.sync_api import expect

from tests.browser.view_page import part, step
from tests.e2e.streamlit_server import ROOT, free_port, running
from tests.e2e.train_page import open_tokenize, open_train


def test_a_wheel_serves_the_app_without_the_checkout(page, tmp_path):
    port = free_port()
    command = [str(installed_command(tmp_path)), f"--port={port}"]
    with running(command, port, tmp_path / "log", folder=tmp_path) as server:
        open_train(page, server.url)
        step(page, 3)
        expect(part(page, "history")).to_contain_text("hug")
        open_tokenize(page, server.url)
        page.goto("about:blank")  # before its server ends
    server.fail_on_exceptions()


def installed_command(folder: Path) -> Path:
    """`bpe-stepper`, installed from a wheel; the libraries are those that the tests run with."""
    pip = [sys.executable, "-m", "pip", "--disable-pip-version-check"]
    run(*pip, "wheel", "--quiet", "--no-deps", "--wheel-dir", folder, ROOT)
    (wheel,) = folder.glob("bpe_stepper-*.whl")
    run(sys.executable, "-m", "venv", "--without-pip", folder / "env")
    run(*pip, "--python", folder / "env/bin/python", "install", "--quiet", "--no-deps", wheel)
    (installed,) = folder.glob("env/lib/*/site-packages")
    (installed / "libraries.pth").write_text(sysconfig.get_path("purelib"), encoding="utf-8")
    return folder / "env/bin/bpe-stepper"


def run(*command: object) -> None:
    """Run a command to its end, outside the checkout."""
    done = subprocess.run([*map(str, command)], cwd="/", capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
