"""The door's sockets: how many connections there are, and how much a phone has waiting, is bounded.

uvicorn stops reading from a socket while a message waits, but one piece of 256 kB can hold 43,000 of them.
"""

import socket
from typing import Any

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from bpe_ui.classroom.voting.room import MOST_PEOPLE, Connection

MOST_WAITING = 100
"""The most messages of a phone that wait, and the most pieces of one."""
MOST_UNREAD = 1_000_000
"""How many bytes may wait for a phone that goes on asking, without reading."""
GOODBYE_SECONDS = 5.0
"""How long a phone that is closed has to read why."""
TOO_MUCH, NOT_UTF_8 = 1008, 1007
"""The codes with which a socket is closed after more of them, or after text that is not UTF-8 (RFC 6455)."""


class ListeningSocket(socket.socket):
    """Listens where another socket did, and closes a connection beyond the limits as soon as it is made.

    The event loop of Windows, which has no limit on open files, does not ask it.
    """

    def __init__(self, other: socket.socket, most: int) -> None:
        """Take the place of the other; at most `most` connections are open at a time."""
        super().__init__(other.family, other.type, other.proto, fileno=other.detach())
        self._most = most
        self._most_of_a_network = max(MOST_PEOPLE, most // 2)
        self._open: list[tuple[socket.socket, str]] = []

    def accept(self) -> tuple[socket.socket, tuple[str, int]]:
        """The next connection; raises `ConnectionAbortedError` if it was one too many, and closed."""
        connection, address = super().accept()
        self._open = [(each, network) for each, network in self._open if each.fileno() != -1]
        network = Connection(address[0]).network
        of_this_network = sum(each == network for _, each in self._open)
        if len(self._open) >= self._most or of_this_network >= self._most_of_a_network:
            connection.close()
            raise ConnectionAbortedError("Too many connections are open.")
        self._open.append((connection, network))
        return connection, address


class PhoneSocket(WebSocketsSansIOProtocol):
    """A websocket that is closed, without a line in the log, if its phone floods it or sends no UTF-8."""

    def send_receive_event_to_app(self) -> None:
        """Take a whole message."""
        if not self.close_sent:
            if self.queue.qsize() >= MOST_WAITING:
                self._refuse(TOO_MUCH)
            elif self.curr_msg_data_type == "text" and not _is_utf_8(b"".join(self.frames)):
                self._refuse(NOT_UTF_8)
        super().send_receive_event_to_app()

    def handle_cont(self, event: Any) -> None:
        """Take a piece of a message; empty ones have no size that another limit could count."""
        if len(self.frames) < MOST_WAITING:
            super().handle_cont(event)
        elif not self.close_sent:
            self._refuse(TOO_MUCH)

    def handle_ping(self) -> None:
        """Answer a ping."""
        super().handle_ping()
        if self.transport.get_write_buffer_size() > MOST_UNREAD:
            self.transport.abort()

    def _refuse(self, code: int) -> None:
        while not self.queue.empty():
            self.queue.get_nowait()
        self.queue.put_nowait({"type": "websocket.disconnect", "code": code, "reason": ""})
        self.conn.send_close(code)
        self.transport.write(b"".join(self.conn.data_to_send()))
        self.close_sent = True
        self.transport.close()
        self.loop.call_later(GOODBYE_SECONDS, self.transport.abort)


def _is_utf_8(data: bytes) -> bool:
    try:
        data.decode()
    except UnicodeDecodeError:
        return False
    return True
