"""Two servers behind nginx: a visit stays at its server while that one answers."""

import shutil
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from itertools import count
from pathlib import Path
from urllib.parse import urlsplit
from urllib.request import Request, urlopen

import pytest

from tests.browser.chromium import browser_is_required
from tests.browser.pages import PATIENCE_MS
from tests.browser.view_page import step
from tests.e2e.app_page import wait_until_idle
from tests.e2e.conftest import errors_of
from tests.e2e.streamlit_server import ROOT, free_port, running, streamlit_server
from tests.e2e.test_address import AWAY, expect_to_see
from tests.e2e.test_train import visit_tokenize_and_come_back
from tests.e2e.train_page import open_train, train_on_text

NGINX = shutil.which("nginx", path="/usr/sbin:/usr/bin:/usr/local/bin")
STAYS_CONNECTED = """() => {
  const isConnected = document.querySelector("[data-test-connection-state=CONNECTED]") !== null;
  window.connectedSince = isConnected ? (window.connectedSince ?? performance.now()) : undefined;
  return performance.now() - window.connectedSince > 1500;
}"""
"""The first connection can be one to the server that is about to stop."""


@pytest.mark.skipif(NGINX is None and not browser_is_required(), reason="nginx is not installed")
def test_a_visit_stays_at_its_server_and_goes_on_at_the_other_when_that_one_stops(new_page, tmp_path):
    with ExitStack() as first, ExitStack() as second, ExitStack() as before_them:
        stack_of = {address_of_new_server(stack, tmp_path): stack for stack in (first, second)}
        proxy = before_them.enter_context(nginx([*stack_of], tmp_path))
        page, neighbour = new_page(), new_page()
        open_train(page, proxy.url)
        train_on_text(page, "low lower lowest")
        expect_to_see(page, "Your text", 0)
        step(page, 2)
        page.wait_for_function("/[?&]at=2(&|$)/.test(location.search)")
        seat = next(each["value"] for each in page.context.cookies() if each["name"] == "seat")
        (here,) = proxy.servers_of(seat)
        neighbour.context.add_cookies([{"name": "seat", "value": proxy.seat_not_at(here), "url": proxy.url}])
        open_train(neighbour, proxy.url)
        step(neighbour, 3)

        stack_of[here].close()

        for _ in range(PATIENCE_MS // 100):
            if proxy.servers_of(seat) != {here}:
                break
            page.wait_for_timeout(100)
        page.wait_for_function(STAYS_CONNECTED, timeout=60_000)
        wait_until_idle(page)
        page.get_by_role("link", name="Tokenize").click()
        visit_tokenize_and_come_back(page)
        expect_to_see(page, "Your text", 2)
        step(neighbour, 1)
        away = [error for error in errors_of(page) if any(part in error for part in AWAY)]
        assert errors_of(page) == away
        assert errors_of(neighbour) == []
        page.console_errors.clear()
        for each in (page, neighbour):
            each.context.close()  # before the servers end


def address_of_new_server(stack: ExitStack, folder: Path) -> str:
    """Start a server that runs until the stack is closed."""
    log = Path(tempfile.mkdtemp(dir=folder)) / "log"
    return urlsplit(stack.enter_context(streamlit_server(ROOT / "app.py", log)).url).netloc


class Proxy:
    """A running nginx."""

    def __init__(self, port: int, log: Path) -> None:
        self.url = f"http://127.0.0.1:{port}"
        self._log = log

    def servers_of(self, seat: str) -> set[str]:
        """The servers that have answered requests with this seat; one that did not is named before."""
        lines = [line.split() for line in self._log.read_text().splitlines()]
        return {asked[-1] for whose, *asked in lines if whose == seat}

    def seat_not_at(self, server: str) -> str:
        """A seat at another server."""
        for seat in map(str, count()):
            urlopen(Request(self.url, headers={"Cookie": f"seat={seat}"}), timeout=10).close()
            while not self.servers_of(seat):  # nginx writes to its log after it has answered
                time.sleep(0.01)
            if server not in self.servers_of(seat):
                return seat
        raise AssertionError


@contextmanager
def nginx(servers: Sequence[str], folder: Path) -> Iterator[Proxy]:
    """Run nginx before these servers, as docker/nginx.conf says but for names, port and log."""
    assert NGINX is not None, "nginx is not installed"
    port, log = free_port(), folder / "access.log"
    given = (ROOT / "docker/nginx.conf").read_text(encoding="utf-8")
    given = given.replace("listen 80;", f"listen 127.0.0.1:{port};")
    for name, server in zip(("app-1:8501", "app-2:8501"), servers, strict=True):
        given = given.replace(name, server)
    settings = folder / "nginx.conf"
    settings.write_text(
        f"daemon off; pid {folder}/nginx.pid; error_log {folder}/error.log; events {{}}\n"
        f"http {{ log_format seats '$seat $upstream_addr'; access_log {log} seats;\n{given}}}"
    )
    command = [NGINX, "-p", str(folder), "-c", str(settings)]
    with running(command, port, folder / "nginx.log", folder=folder):
        yield Proxy(port, log)
