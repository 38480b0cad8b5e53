"""One visit to a running app without a browser, with Streamlit's own messages over a real websocket.

    async with Visitor(server.url) as visitor:
        await visitor.open("tokenize", s=link)
        await visitor.put("corpus_popover", bool_value=True)  # a widget by its key: a field of `WidgetState`
        await visitor.click("take_text")
        await visitor.bring("file", "words.csv", b"hug,10")  # a file into its uploader
        await visitor.tell("stage", place={"position": 2})  # a component's state
        await visitor.ask("stage", "action", {"name": "to_end"})  # a component's trigger

Like a browser, it tells the server which messages it still has, and gets only their hashes. Playwright keeps
an event loop running in its thread, so a test calls `in_a_thread`.
"""

import asyncio
import json
import time
from collections.abc import Coroutine, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any, NamedTuple, Self, TypeVar
from urllib.parse import urlencode, urlsplit

from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.proto.ClientState_pb2 import ClientState
from streamlit.proto.Common_pb2 import FileUploaderState, FileURLs, FileURLsRequest, UploadedFileInfo
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg
from streamlit.proto.WidgetStates_pb2 import WidgetState, WidgetStates
from websockets.asyncio.client import ClientConnection, connect

from tests.http_client import put_file

Result = TypeVar("Result")


class Answer(NamedTuple):
    """What came back for one request, until the page was at rest."""

    seconds: float
    """From the request to the end of the last run that it caused."""

    received: int
    """Bytes of all messages."""

    largest: int
    """Bytes of the largest message."""

    exceptions: tuple[str, ...]
    """The exceptions that Streamlit shows on the page."""


class Part(NamedTuple):
    """An element, or a block with an id (a popover), as the page shows it."""

    kind: str
    """Its name in Streamlit's `Element` or `Block`: "html", "button", "popover"."""

    content: Any
    """The message of that kind."""

    fragment: str
    """The fragment that it belongs to; empty for the page itself."""


class VisitError(RuntimeError):
    """The server refused something, or does not show the wanted widget."""


class Visitor:
    """A person at one page. One request at a time: each waits until the page has come to rest.

    `host` and `origin` are what a browser says of the address and of the page that asks; `again` is the visit
    that it wants back. One that `is_late` has not heard yet which widgets are gone, and still tells of them.
    """

    def __init__(
        self, url: str, *, host: str = "", origin: str | None = None, again: str = "", is_late: bool = False
    ) -> None:
        self.url, self.is_late = url, is_late
        self._host, self._origin, self._again = host, origin, again
        self.session = ""
        """The visit's id at the server, known once a page was opened."""
        self.parts: dict[tuple[int, ...], Part] = {}
        """What the page shows, by its place."""
        self.received = 0
        """Bytes of all messages since the visit began."""
        self.largest = 0
        """Bytes of the largest ..."""
        self._largest_of_run = 0  # ... and of the largest since the last request
        self._query, self._page, self._page_hash = "", "", ""
        self._cached: dict[str, ForwardMsg] = {}
        self._values: dict[str, WidgetState] = {}
        self._socket: ClientConnection | None = None

    async def __aenter__(self) -> Self:
        address = urlsplit(self.url)
        stream = f"ws://{self._host or address.netloc}{address.path}/_stcore/stream"
        # As a browser: no limit to a message, and patience with a server that says nothing for minutes.
        self._socket = await connect(
            stream,
            host=address.hostname,
            port=address.port,
            origin=self._origin,
            subprotocols=["streamlit", "none", self._again] if self._again else None,
            max_size=None,
            compression=None,
            proxy=None,
            open_timeout=None,
            ping_interval=None,
        )
        return self

    async def __aexit__(self, *exception: object) -> None:
        if self._socket is not None:
            self._socket.transport.abort()  # as a closed tab does, without a closing handshake

    # What a person does

    async def open(self, page: str = "", **parameters: str) -> Answer:
        """Open a page by its address: "" for the first one."""
        self._query, self._page, self._page_hash = urlencode(parameters), page, ""
        return await self._run(ClientState())

    async def click(self, key: str) -> Answer:
        """Press a button."""
        return await self.put(key, trigger_value=True)

    async def put(self, key: str, **value: Any) -> Answer:
        """Set a widget: `string_value="hug"`, `bool_value=True`, `string_array_value={"data": ["File"]}`."""
        part = self.part(key)
        return await self._run_with(WidgetState(id=part.content.id, **value), part.fragment)

    async def tell(self, key: str, **state: Any) -> Answer:
        """Set the state of a component."""
        return await self.put(key, json_value=json.dumps(state))

    async def ask(self, key: str, event: str, value: Mapping[str, Any]) -> Answer:
        """Send a component's trigger."""
        part = self.part(key)
        # Streamlit shows Python a trigger together with the component's state, and so needs one.
        self._values.setdefault(part.content.id, WidgetState(id=part.content.id, json_value="{}"))
        events = f"$$STREAMLIT_INTERNAL_KEY_{part.content.id}__events"
        payload = json.dumps([{"event": event, "value": value}])
        return await self._run_with(WidgetState(id=events, json_trigger_value=payload), part.fragment)

    async def bring(self, key: str, name: str, data: bytes) -> Answer:
        """Choose a file for an uploader; the seconds count from its arrival."""
        answer = await self.bring_all(key, {name: data})
        if answer is None:
            raise VisitError("The server refused the upload.")
        return answer

    async def bring_all(self, key: str, files: Mapping[str, bytes]) -> Answer | None:
        """Choose several files at once; if all are refused, wait for what the page says then."""
        urls = await self._addresses_for([*files])
        uploads = (put_file(self.url, url.upload_url, name, files[name]) for name, url in urls.items())
        taken = [answer.status == 204 for answer in await asyncio.gather(*uploads)]
        info = [
            UploadedFileInfo(name=name, size=len(files[name]), file_id=url.file_id, file_urls=url)
            for (name, url), is_taken in zip(urls.items(), taken, strict=True)
            if is_taken
        ]
        if info:
            return await self.put(key, file_uploader_state_value=FileUploaderState(uploaded_file_info=info))
        while not _is_the_end(await self._receive()):
            pass
        return None

    async def _addresses_for(self, names: Sequence[str]) -> dict[str, FileURLs]:
        """The addresses to which to upload files of these names."""
        request = FileURLsRequest(request_id="files", file_names=names, session_id=self.session)
        await self._send(BackMsg(file_urls_request=request))
        while True:
            message = await self._receive()
            if message.WhichOneof("type") == "file_urls_response":
                return dict(zip(names, message.file_urls_response.file_urls, strict=True))

    # What is shown

    def part(self, key: str) -> Part:
        """The widget or block with this key."""
        for part in self.parts.values():
            # "$$ID-<hash>-<key>"
            if getattr(part.content, "id", "").split("-", 2)[2:] == [key]:
                return part
        raise VisitError(f"The page shows no widget with the key {key!r}.")

    def data(self, key: str) -> Any:
        """What Python gave a component."""
        return json.loads(self.part(key).content.json)

    def all_of(self, kind: str) -> list[Any]:
        """All elements of a kind, from top to bottom."""
        return [self.parts[path].content for path in sorted(self.parts) if self.parts[path].kind == kind]

    # The protocol

    async def _run_with(self, widget: WidgetState, fragment: str) -> Answer:
        # As in a browser: what was set is told with every request, as long as its widget is on the page.
        on_page = {getattr(part.content, "id", "") for part in self.parts.values()}
        values = {each: self._values[each] for each in self._values if self.is_late or each in on_page} | {
            widget.id: widget
        }
        if not str(widget.WhichOneof("value")).endswith("trigger_value"):  # those are told once
            self._values = values
        widgets = WidgetStates(widgets=values.values())
        return await self._run(ClientState(widget_states=widgets, fragment_id=fragment))

    async def _run(self, state: ClientState) -> Answer:
        state.query_string, state.page_name, state.page_script_hash = self._query, self._page, self._page_hash
        state.cached_message_hashes.extend(self._cached)
        begin, before = time.monotonic(), self.received
        self._largest_of_run = 0
        await self._send(BackMsg(rerun_script=state))
        while not _is_the_end(await self._receive()):
            pass
        exceptions = tuple(exception.message for exception in self.all_of("exception"))
        seconds, received = time.monotonic() - begin, self.received - before
        return Answer(seconds, received, self._largest_of_run, exceptions)

    async def _send(self, message: BackMsg) -> None:
        if self._socket is None:
            raise VisitError("The visit has not begun.")
        await self._socket.send(message.SerializeToString())

    async def _receive(self) -> ForwardMsg:
        if self._socket is None:
            raise VisitError("The visit has not begun.")
        data = await self._socket.recv(decode=False)
        self.received += len(data)
        self._largest_of_run = max(self._largest_of_run, len(data))
        self.largest = max(self.largest, len(data))
        message: ForwardMsg = ForwardMsg.FromString(data)
        kind = message.WhichOneof("type")
        if kind == "new_session":
            self._begin_run(message)
        elif kind == "navigation":
            self._page_hash = message.navigation.page_script_hash
        elif kind == "page_info_changed":
            self._query = message.page_info_changed.query_string
        elif kind in ("delta", "ref_hash"):
            self._show(message)
        return message

    def _begin_run(self, message: ForwardMsg) -> None:
        session = message.new_session
        self.session = session.initialize.session_id
        if not message.metadata.run.fragment_ids:
            self.parts = {}

    def _show(self, message: ForwardMsg) -> None:
        held = self._cached[message.ref_hash] if message.ref_hash else message
        if message.metadata.cacheable:
            self._cached[message.hash] = message
        delta = held.delta
        if delta.WhichOneof("type") == "new_transient":  # a spinner, which is not a part of the page
            return
        shown = getattr(delta, delta.WhichOneof("type") or "new_element")
        kind = shown.WhichOneof("type") or ""
        content: Any = getattr(shown, kind) if kind else None
        self.parts[tuple(message.metadata.delta_path)] = Part(kind, content, delta.fragment_id)
        is_set = getattr(content, "set_value", False) and not self.is_late
        if is_set or (kind == "popover" and not content.open):
            self._values.pop(content.id, None)  # Python has set or closed it


def _is_the_end(message: ForwardMsg) -> bool:
    """Whether no further run follows by itself."""
    early = ForwardMsg.ScriptFinishedStatus.FINISHED_EARLY_FOR_RERUN
    return message.WhichOneof("type") == "script_finished" and message.script_finished != early


def in_a_thread(visits: Coroutine[Any, Any, Result]) -> Result:
    """Run a coroutine to its end in a thread of its own, which has no other event loop."""
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(asyncio.run, visits).result()
