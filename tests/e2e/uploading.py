"""A file put to an address of a running server, as Streamlit's page does it.

In: the server's address, a path on it, and the file. Out: the HTTP status; 204 is "taken".
"""

import asyncio
from collections.abc import Mapping, Sequence
from urllib.parse import urlsplit

CHUNK = 2**20
"""So much of a file is sent at a time."""
BOUNDARY = "----of-the-visit"


async def put_file(url: str, path: str, name: str, data: bytes) -> int:
    """Send the file with the token against forged requests that Streamlit asks for."""
    token = await _xsrf_token(url)
    field = f'Content-Disposition: form-data; name="file"; filename="{name}"'
    head = f"--{BOUNDARY}\r\n{field}\r\nContent-Type: application/octet-stream\r\n\r\n"
    body = [head.encode(), data, f"\r\n--{BOUNDARY}--\r\n".encode()]
    headers = {
        "Content-Type": f"multipart/form-data; boundary={BOUNDARY}",
        "Content-Length": str(sum(map(len, body))),
        "Cookie": f"_streamlit_xsrf={token}",
        "X-Xsrftoken": token,
    }
    answer = await _http(url, "PUT", path, headers, body)
    return int(answer.split()[1])


async def _xsrf_token(url: str) -> str:
    answer = await _http(url, "GET", "/_stcore/health", {}, [])
    return answer.partition("_streamlit_xsrf=")[2].partition(";")[0]


async def _http(url: str, method: str, path: str, headers: Mapping[str, str], body: Sequence[bytes]) -> str:
    """The head of the answer."""
    address = urlsplit(url)
    reader, writer = await asyncio.open_connection(address.hostname, address.port)
    lines = [f"{method} {path} HTTP/1.1", f"Host: {address.netloc}", "Connection: close"]
    lines += [f"{name}: {value}" for name, value in headers.items()]
    try:
        writer.write("\r\n".join([*lines, "", ""]).encode())
        for part in body:
            for start in range(0, len(part), CHUNK):
                writer.write(part[start : start + CHUNK])
                await writer.drain()
        return (await reader.readuntil(b"\r\n\r\n")).decode()
    finally:
        writer.close()
