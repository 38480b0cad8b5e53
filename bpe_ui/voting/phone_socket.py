"""The door's websockets: what a phone has waiting is bounded before anybody reads it.

uvicorn stops reading from a socket while a message waits, but one piece of 256 kB can hold 43,000 of them.
"""

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

MOST_WAITING = 100
"""The most messages of a phone that wait."""
TOO_MUCH, NOT_UTF_8 = 1008, 1007
"""The codes with which a socket is closed after more of them, or after text that is not UTF-8 (RFC 6455)."""


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

    def _refuse(self, code: int) -> None:
        while not self.queue.empty():
            self.queue.get_nowait()
        self.queue.put_nowait({"type": "websocket.disconnect", "code": code, "reason": ""})
        self.conn.send_close(code)
        self.transport.write(b"".join(self.conn.data_to_send()))
        self.close_sent = True
        self.transport.close()


def _is_utf_8(data: bytes) -> bool:
    try:
        data.decode()
    except UnicodeDecodeError:
        return False
    return True
