"""A network between a phone and the server that can be gone: then nothing passes, and nobody is told.

What is sent meanwhile waits, as it does in both computers, and arrives once the network is back.
"""

import asyncio
import threading
from asyncio import StreamReader, StreamWriter
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from queue import Queue


class Wifi:
    """Passes on to a server what comes to `port`, a port of its own."""

    def __init__(self, server_port: int) -> None:
        self.port = 0
        self._server_port = server_port
        self._is_here, self._has_ended = asyncio.Event(), asyncio.Event()
        self._connections: set[asyncio.Task[None]] = set()  # a loop alone might forget them

    def go_away(self) -> None:
        self._loop.call_soon_threadsafe(self._is_here.clear)

    def come_back(self) -> None:
        self._loop.call_soon_threadsafe(self._is_here.set)

    def end(self) -> None:
        self._loop.call_soon_threadsafe(self._has_ended.set)

    async def serve(self, began: "Queue[None]") -> None:
        self._loop = asyncio.get_running_loop()
        self._is_here.set()
        async with await asyncio.start_server(self._connect, "127.0.0.1", 0) as server:
            self.port = server.sockets[0].getsockname()[1]
            began.put(None)
            await self._has_ended.wait()
        await asyncio.sleep(0.1)  # a connection accepted last has begun by then
        for each in self._connections:
            each.cancel()
        await asyncio.gather(*self._connections)

    async def _connect(self, reader: StreamReader, writer: StreamWriter) -> None:
        writers, connection = [writer], asyncio.current_task()
        assert connection is not None
        self._connections.add(connection)
        try:
            await self._is_here.wait()
            from_server, to_server = await asyncio.open_connection("127.0.0.1", self._server_port)
            writers.append(to_server)
            await asyncio.gather(self._pass_on(reader, to_server), self._pass_on(from_server, writer))
        except (OSError, asyncio.CancelledError):
            pass
        finally:
            for each in writers:
                each.transport.abort()

    async def _pass_on(self, reader: StreamReader, writer: StreamWriter) -> None:
        with suppress(OSError):
            while data := await reader.read(65_536):
                await self._is_here.wait()
                writer.write(data)
            await self._is_here.wait()
            writer.write_eof()


@contextmanager
def wifi(server_port: int) -> Iterator[Wifi]:
    """A network to a port of this computer, until the block ends."""
    network, began = Wifi(server_port), Queue[None]()
    thread = threading.Thread(target=lambda: asyncio.run(network.serve(began)))
    thread.start()
    began.get()
    try:
        yield network
    finally:
        network.end()
        thread.join()
