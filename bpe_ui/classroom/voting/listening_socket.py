"""The listening socket of the door, which takes only so many connections, whatever they are for."""

import socket

from bpe_ui.classroom.voting.room import MOST_PEOPLE, Connection


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
