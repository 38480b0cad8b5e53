"""Requests to a running server, and uploads to it as Streamlit's page makes them (204 means "taken")."""

import asyncio
from collections.abc import Mapping, Sequence
from typing import NamedTuple
from urllib.parse import urlsplit

CHUNK = 2**20
"""So much of a file is sent at a time."""
BOUNDARY = "----of-the-visit"


class HttpAnswer(NamedTuple):
    """The server's answer."""

    status: int
    head: str
    text: str
    """The body, if the headers state its length."""


async def put_file(url: str, path: str, name: str, data: bytes) -> HttpAnswer:
    """Send the file with the token that Streamlit requires against forged requests."""
    health = await request(url, "GET", "/_stcore/health")
    token = health.head.partition("_streamlit_xsrf=")[2].partition(";")[0]
    field = f'Content-Disposition: form-data; name="file"; filename="{name}"'
    head = f"--{BOUNDARY}\r\n{field}\r\nContent-Type: application/octet-stream\r\n\r\n"
    body = [head.encode(), data, f"\r\n--{BOUNDARY}--\r\n".encode()]
    headers = {
        "Content-Type": f"multipart/form-data; boundary={BOUNDARY}",
        "Content-Length": str(sum(map(len, body))),
        "Cookie": f"_streamlit_xsrf={token}",
        "X-Xsrftoken": token,
    }
    return await request(url, "PUT", path, headers, body)


async def request(
    url: str, method: str, path: str, headers: Mapping[str, str] | None = None, body: Sequence[bytes] = ()
) -> HttpAnswer:
    """Send one request; `headers` may hold another `Host` than the server's address."""
    address = urlsplit(url)
    reader, writer = await asyncio.open_connection(address.hostname, address.port)
    given = {"Host": address.netloc, **(headers or {})}
    lines = [f"{method} {path} HTTP/1.1", *(f"{name}: {value}" for name, value in given.items())]
    try:
        writer.write("\r\n".join([*lines, "", ""]).encode())
        for part in body:
            for start in range(0, len(part), CHUNK):
                writer.write(part[start : start + CHUNK])
                await writer.drain()
        head = (await reader.readuntil(b"\r\n\r\n")).decode()
        length = head.lower().partition("\r\ncontent-length:")[2].partition("\r\n")[0]
        text = (await reader.readexactly(int(length or 0))).decode(errors="replace")
        return HttpAnswer(int(head.split()[1]), head, text)
    finally:
        writer.close()
