"""The door: while a class is held on a server that serves this computer alone, a second one for the network.

    http://127.0.0.1:8501      the app, for the teacher: this computer alone
    http://192.0.2.7:8502      the students' pages, for the network, while a class is held

Both run in one process and one event loop, and see the same rooms. The door has the students' two routes and
nothing of Streamlit, so that nothing else can be asked of it. It is open while there is a room: *End class*
ends the room, and so does the teacher's browser when it has been away for a minute (`Room.look_for_teacher`).
"""

import asyncio
import socket
import time
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager, suppress
from logging import getLogger
from typing import Any

import uvicorn
from starlette.middleware import Middleware
from starlette.routing import Router
from streamlit import config

from bpe_ui.classroom.voting.bounded_sockets import ListeningSocket, PhoneSocket
from bpe_ui.classroom.voting.phones import student_pages
from bpe_ui.classroom.voting.rooms import rooms
from bpe_ui.machine.server import open_files, tidying
from bpe_ui.machine.server.host_check import HostCheck

LOOK_SECONDS = 0.25
"""How often the server looks whether classes have ended."""
GOODBYE_SECONDS = 0.2
"""How long phones have to hear that the class has ended, before their connections are cut."""
PORTS_TRIED = 20
"""So many ports after the app's are tried."""
MOST_CONNECTIONS = 1_000
"""More than these at a time are refused, and more than half of what the process may have open at all."""
REQUEST_SECONDS = 10.0
"""How long a connection may take to ask for something, and how long until it has the answer."""
_START_SECONDS = 5.0

_log = getLogger(__name__)


class DoorError(Exception):
    """The door cannot be opened; the sentence is for the teacher."""


class _Server(uvicorn.Server):
    """A server beside the one that hears Ctrl+C, which ends quickly."""

    def __init__(self, config: uvicorn.Config) -> None:
        super().__init__(config)
        self._requests: dict[Any, tuple[object, float]] = {}  # by connection, with when it was first seen

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        yield

    async def on_tick(self, counter: int) -> bool:
        self._close_slow_connections()
        return await super().on_tick(counter)

    def _close_slow_connections(self) -> None:
        """Close those that are no websocket, and have had the same request, or none, for too long."""
        now, before = time.monotonic(), self._requests
        self._requests = {}
        for connection in self.server_state.connections:
            if hasattr(connection, "cycle"):  # a websocket has none
                request, since = before.get(connection, (None, now))
                is_same = request is connection.cycle
                self._requests[connection] = connection.cycle, since if is_same else now
        for connection, (_, since) in self._requests.items():
            if now - since > REQUEST_SECONDS:
                connection.transport.abort()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        await super().shutdown(sockets)
        for connection in list(self.server_state.connections):
            with suppress(AttributeError):  # before it is connected it has no transport
                connection.transport.abort()  # a phone out of reach would keep it open


class Door:
    """The second server, open or closed."""

    def __init__(self) -> None:
        self._loop: asyncio.AbstractEventLoop | None = None
        self._serving: tuple[_Server, asyncio.Task[None]] | None = None
        self._port = 0

    def open_from_a_page(self) -> int:
        """Open it, if it is closed, from a page's thread; returns its port. Raises `DoorError`."""
        if self._loop is None:
            raise DoorError("This server cannot open a door for the network.")
        try:
            return asyncio.run_coroutine_threadsafe(self.open(), self._loop).result(_START_SECONDS)
        except (OSError, TimeoutError) as error:
            _log.warning("The door for students could not be opened: %s", error)
            raise DoorError("The computer does not let this app open a port for the network.") from error

    async def open(self) -> int:
        """Open it, if it is closed; returns its port. Raises `OSError` if no port is free."""
        self._loop = asyncio.get_running_loop()
        if self._serving is None:
            most = min(MOST_CONNECTIONS, open_files.allow_more() // 2)
            listener = ListeningSocket(_free_socket(int(config.get_option("server.port")) + 1), most)
            server = _Server(_config())
            self._serving = server, asyncio.create_task(server.serve([listener]))
            self._port = listener.getsockname()[1]
            while not server.started:
                await asyncio.sleep(0.01)
        return self._port

    async def close(self) -> None:
        """Close it, if it is open."""
        if self._serving is None:
            return
        (server, task), self._serving = self._serving, None
        server.should_exit = True
        await task

    @property
    def is_open(self) -> bool:
        """Whether students can come in."""
        return self._serving is not None

    async def watch(self) -> None:
        """End classes whose teachers have left, and close the door after the last class."""
        self._loop = asyncio.get_running_loop()
        while True:
            await asyncio.sleep(LOOK_SECONDS)
            try:
                if not rooms.look() and self.is_open:
                    await asyncio.sleep(GOODBYE_SECONDS)
                    if not rooms.look():
                        await self.close()
            except Exception:
                _log.exception("Looking after classes failed; it goes on.")


def door_app() -> Router:
    """All that the door serves: the page, at two paths, its socket and its typeface."""
    checked = [Middleware(HostCheck)]
    [short, *_] = student_pages.routes("/", "/vote", checked)
    return Router([short, *student_pages.routes("/vote", "/vote", checked)], redirect_slashes=False)


def _config() -> uvicorn.Config:
    return uvicorn.Config(
        door_app(),
        # Encrypted if the app is.
        ssl_certfile=config.get_option("server.sslCertFile"),
        ssl_keyfile=config.get_option("server.sslKeyFile"),
        lifespan="off",
        log_config=None,
        access_log=False,
        server_header=False,
        ws=PhoneSocket,
        ws_max_size=1_000,
        ws_per_message_deflate=False,
        timeout_graceful_shutdown=GOODBYE_SECONDS,  # type: ignore[arg-type]  # it may be a fraction
    )


def _free_socket(first: int) -> socket.socket:
    """A socket for all of the network, on the first port that is free."""
    *others, last = range(first, first + PORTS_TRIED)
    for port in others:
        with suppress(OSError):
            return _socket_at(port)
    return _socket_at(last)


def _socket_at(port: int) -> socket.socket:
    """A socket for IPv4 and IPv6, where the system has both."""
    if not socket.has_dualstack_ipv6():
        return socket.create_server(("", port))
    return socket.create_server(("", port), family=socket.AF_INET6, dualstack_ipv6=True)


door = Door()
"""The door of this server."""


@asynccontextmanager
async def while_serving(app: object) -> AsyncIterator[None]:
    """Run beside the server, from its start to its end."""
    async with tidying.while_serving(app):
        student_pages.begin()
        watching = asyncio.create_task(door.watch())
        try:
            yield
        finally:
            watching.cancel()
            await door.close()
