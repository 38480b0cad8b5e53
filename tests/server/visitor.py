"""One person's visit over a real websocket, without a browser.

In: a server's address. Out: a `Visitor` who has opened the first page, and can send files.
"""

import http.client
import socket
from collections.abc import Iterator
from contextlib import contextmanager
from urllib.parse import urlsplit

from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg
from websockets.sync.client import ClientConnection, connect

PATIENCE = 30.0
"""Seconds to wait for an answer."""


class Visitor:
    """A visit: its websocket is open."""

    def __init__(self, url: str, stream: ClientConnection, query: str = "") -> None:
        self.url = url
        self.query = query
        self.stream = stream
        self.visit_id = ""
        self.run()

    def run(self) -> None:
        """Let the page be drawn, to its end."""
        message = BackMsg()
        message.rerun_script.query_string = self.query
        self.stream.send(message.SerializeToString())
        answer = ForwardMsg()
        while answer.WhichOneof("type") != "script_finished":
            answer = ForwardMsg.FromString(self.stream.recv(PATIENCE))
            if answer.WhichOneof("type") == "new_session":
                self.visit_id = answer.new_session.initialize.session_id

    def put_file(self, name: str, size: int, **headers: str) -> tuple[int, str]:
        """Send a file of so many bytes, as an upload does; the status and the text of the answer."""
        before = b'--x\r\nContent-Disposition: form-data; name="f"; filename="f.txt"\r\n\r\n'
        body = before + b"a" * size + b"\r\n--x--\r\n"
        token = _xsrf_token(self.url)
        given = {
            "Content-Type": "multipart/form-data; boundary=x",
            "Cookie": f"_streamlit_xsrf={token}",
            "X-Xsrftoken": token,
        }
        return request(self.url, "PUT", f"/_stcore/upload_file/{self.visit_id}/{name}", body, given | headers)


@contextmanager
def visitor(
    url: str, *, query: str = "", again: str = "", host: str | None = None, origin: str | None = None
) -> Iterator[Visitor]:
    """Somebody who stays until the block ends; `again` is the visit that a browser wants back."""
    there = urlsplit(url)
    address = f"ws://{host or there.netloc}/_stcore/stream"
    wire = socket.create_connection((there.hostname or "", there.port or 80), PATIENCE)
    protocols = ["streamlit", *(["none", again] if again else [])]
    with connect(address, sock=wire, origin=origin, subprotocols=protocols, max_size=None) as stream:
        yield Visitor(url, stream, query)


def request(
    url: str,
    method: str,
    path: str,
    body: bytes | Iterator[bytes] | None = None,
    headers: dict[str, str] | None = None,
) -> tuple[int, str]:
    """The status and the text of one answer."""
    connection = http.client.HTTPConnection(urlsplit(url).netloc, timeout=PATIENCE)
    connection.request(method, path, body, headers or {})
    answer = connection.getresponse()
    text = answer.read().decode(errors="replace")
    connection.close()
    return answer.status, text


def _xsrf_token(url: str) -> str:
    connection = http.client.HTTPConnection(urlsplit(url).netloc, timeout=PATIENCE)
    connection.request("GET", "/_stcore/health")
    cookie = connection.getresponse().headers["Set-Cookie"]
    connection.close()
    return cookie.partition(";")[0].partition("=")[2]
