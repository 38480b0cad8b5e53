"""Checks requests before Streamlit sees them, and refuses these:

- A page at a name or address that Streamlit refuses a websocket, which would stay grey for ever.
- A name in the `Host` header that is not this server's own, as after DNS rebinding: a page of another site,
  whose name was made to point here, could otherwise use the app as if it were its own.
- A websocket that the page of another site opens. Streamlit refuses it too, but first asks a host on the
  internet for the server's own address, while everybody waits.
- `/_stcore/metrics`, which nobody needs here.
- More uploaded files than one visit may hold.
"""

import ipaddress
import re
import socket
from http import HTTPStatus
from urllib.parse import urlsplit

from starlette.datastructures import Headers
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Receive, Scope, Send
from starlette.websockets import WebSocketClose
from streamlit import config
from streamlit.web.server.starlette.starlette_websocket import is_host_allowed

from bpe_ui.machine.server.uploads import NoRoomForFileError, uploads

_UPLOAD = re.compile(r"/_stcore/upload_file/(?P<visit>[^/]+)/(?P<file>[^/]+)$")
_LENGTH = re.compile(r"[0-9]{1,20}")
_METRICS = "/_stcore/metrics"


class RefusedRequestError(Exception):
    """A request that is refused; the sentence is for the person who reads the answer."""

    def __init__(self, status: HTTPStatus, sentence: str) -> None:
        super().__init__(sentence)
        self.status = status


class HostCheck:
    """ASGI middleware around Streamlit's server."""

    def __init__(self, app: ASGIApp, pages_without_streamlit: str | None = None) -> None:
        """Stand in front of this app, of which some pages are not Streamlit's: all, if there is no name."""
        self._app, self._others = app, pages_without_streamlit

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, or answer it."""
        if scope["type"] not in ("http", "websocket"):
            await self._app(scope, receive, send)
            return
        try:
            headers = Headers(scope=scope)
            _check_host(headers)
            if scope["type"] == "websocket":
                _check_origin(headers)
                scope = {**scope, "headers": _with_port(headers)}
            elif scope["method"] == "GET" and "text/html" in headers.get("accept", ""):
                self._check_page(scope["path"], headers)
            elif scope["path"].endswith(_METRICS):
                raise RefusedRequestError(HTTPStatus.NOT_FOUND, "There are no metrics here.")
            upload = _UPLOAD.search(scope["path"]) if scope.get("method") == "PUT" else None
            if upload is None:
                await self._app(scope, receive, send)
                return
            length = headers.get("content-length", "")
            if not _LENGTH.fullmatch(length):
                raise RefusedRequestError(
                    HTTPStatus.LENGTH_REQUIRED, "An upload needs a Content-Length header."
                )
            with uploads.room_for(upload["visit"], upload["file"], int(length)):
                await self._app(scope, receive, send)
        except NoRoomForFileError as refused:
            answer = PlainTextResponse(f"{refused}\n", HTTPStatus.REQUEST_ENTITY_TOO_LARGE)
            await answer(scope, receive, send)
        except RefusedRequestError as refused:
            if scope["type"] == "websocket":
                await WebSocketClose(1008, str(refused))(scope, receive, send)
            else:
                await PlainTextResponse(f"{refused}\n", refused.status)(scope, receive, send)

    def _check_page(self, path: str, headers: Headers) -> None:
        is_of_streamlit = self._others is not None and not path.endswith(self._others)
        if is_of_streamlit and not is_host_allowed(headers.get("host")):
            raise RefusedRequestError(
                HTTPStatus.MISDIRECTED_REQUEST,
                "This server answers only to the names in Streamlit's setting server.allowedHosts, which does"
                " not have this one.",
            )


def _check_host(headers: Headers) -> None:
    host = headers.get("host", "")
    name = _hostname(f"//{host}")
    is_set = bool(config.get_option("server.allowedHosts")) and is_host_allowed(host)
    if not (_is_an_address(name) or name in _own_names() or is_set):
        raise RefusedRequestError(
            HTTPStatus.MISDIRECTED_REQUEST,
            "This server answers to IP addresses, localhost and this computer's own name."
            " Streamlit's setting server.allowedHosts allows other names.",
        )


def _own_names() -> set[str]:
    computer = socket.gethostname().lower()
    return {"localhost", computer, f"{computer}.local", _given_name()} - {""}


def _given_name() -> str:
    """The name in Streamlit's setting browser.serverAddress; empty if it is not set."""
    is_given = config.is_manually_set("browser.serverAddress")
    return _hostname(f"//{config.get_option('browser.serverAddress')}") if is_given else ""


def _check_origin(headers: Headers) -> None:
    origin = headers.get("origin")
    host = headers.get("host", "")
    if origin is None or origin.partition("://")[2] == host or _lacks_port(host, origin):
        return
    allowed = {*map(_hostname, config.get_option("server.corsAllowedOrigins")), _given_name()} - {""}
    if _hostname(origin) not in allowed:
        raise RefusedRequestError(HTTPStatus.FORBIDDEN, "Pages of other sites cannot connect to this server.")


def _lacks_port(host: str, origin: str) -> bool:
    """Whether a proxy has left out the port in the name that the page was asked by."""
    return ":" not in host.rpartition("]")[2] and _hostname(origin) == _hostname(f"//{host}") != ""


def _with_port(headers: Headers) -> list[tuple[bytes, bytes]]:
    """The headers as a proxy got them: Streamlit compares names with ports."""
    host, origin = headers.get("host", ""), headers.get("origin", "")
    if not _lacks_port(host, origin):
        return headers.raw
    whole = origin.partition("://")[2].encode()
    return [(name, whole if name == b"host" else value) for name, value in headers.raw]


def _is_an_address(host: str) -> bool:
    try:
        ipaddress.ip_address(host)
    except ValueError:
        return False
    return True


def _hostname(url: str) -> str:
    """The name or address in a URL; empty if there is none, or if it is invalid."""
    try:
        return (urlsplit(url).hostname or "").rstrip(".").lower()
    except ValueError:
        return ""
