"""The students' pages: one page and one socket are all that a phone has of a class.

    GET /vote                   the page, the same for everybody
    WS  /vote/stream?room=...   what the class sees; and back, the votes and answers of this browser

    {"stage": {...}}     the teacher's stage, a window of positions; zipped, if the browser can unzip
    {"position": 4}      where the teacher stands in it
    {"ballot": {...}}    a question, this browser's vote, the answer
    {"material": {...}}  what is large in what the teacher has sent, the same for others; zipped as well
    {"handout": {...}}   what the teacher has sent, and what this browser has done with it
    {"class": "..."}     at first: what finds the teacher's next class, after a restart of the server
    {}                   nothing new

A position and a ballot also have `"elsewhere": "Tokenize"` while the teacher is on another page. Back comes

    {"moment": 7, "pair": 0}    a vote; -1 takes it back
    {"handout": 1, ...}         work on what was sent

It is no page of Streamlit's: a phone has no session and runs no script, so that it can neither open another
page nor upload, and a step of the teacher's reaches 300 phones in a few milliseconds. The server of the app
has these routes, and so has the door (`door`), which has nothing else.
"""

import asyncio
import gzip
import json
import secrets
import time
from collections import defaultdict
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import lru_cache
from weakref import WeakValueDictionary

from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route, WebSocketRoute
from starlette.websockets import WebSocket, WebSocketDisconnect
from streamlit import config
from streamlit.url_util import make_url_path

from bpe_ui.classroom.voting.ballot import message_json
from bpe_ui.classroom.voting.phone_page import PAGE, SECURITY_POLICY
from bpe_ui.classroom.voting.room import MOST_PEOPLE, Ballot, Connection, Room, VoteError
from bpe_ui.classroom.voting.rooms import Rooms, rooms
from bpe_ui.frame.share.typeface import typeface
from bpe_ui.visit.session import COOKIE, browser_in

PARAMETER = "room"
"""The parameter of the address with the code."""
MARK = "class"
"""The parameter with what a phone was told of its class, once it has been in one."""
ZIPPED = "zip"
"""The parameter with "1" if the browser can unzip."""
GUESS_SECONDS = 0.5
"""How long a network waits after a wrong code before its next one is looked at."""
ALIVE_SECONDS = 10.0
"""How often a phone is told something, so that it notices when the connection has gone."""
LONGEST_MESSAGE = 500
"""The most characters of a message from a phone."""
MOST_AT_ONCE, SAID_PER_SECOND = 100, 20
"""How many messages of a phone are heard at once, and how many more a second; after more it is closed."""

THIS_COMPUTER = ("127.0.0.1", "::ffff:127.0.0.1", "::1")
"""Addresses from which it is no phone that asks for the page."""

ENDED = "The class has ended."
NO_SUCH_ROOM = "No class is open with this code. It has ended, or the code is mistyped."
NO_COOKIE = "Each browser votes once, for which it needs a cookie. Allow cookies here, and reload the page."
SAID = 4000
"""The code with which a socket is closed if the reason is a sentence for the student; after another one the
phone tries again. (At most 123 bytes fit.)"""
TRY_AGAIN, TOO_MUCH_SAID = 1013, 1008

_ZIPPED = gzip.compress(PAGE.encode(), mtime=0)
_MOST_BALLOTS = 1_000


class StudentPages:
    """The routes, and all phones that are connected."""

    def __init__(self, rooms: Rooms = rooms) -> None:
        """Serve the classes in these rooms."""
        self._rooms = rooms
        self._loop: asyncio.AbstractEventLoop | None = None
        self._phones: defaultdict[str, set[_Phone]] = defaultdict(set)  # by room
        self._ballots: dict[tuple[object, ...], str] = {}
        self._guesses = Guesses(rooms)
        self.was_opened = False
        """Whether another device has opened the page."""

    def begin(self) -> None:
        """Listen to the rooms; to be called in the server's event loop."""
        self._loop = asyncio.get_running_loop()
        self._rooms.on_news = self._told

    def routes(self, page: str, below: str, middleware: Sequence[Middleware] = ()) -> list[BaseRoute]:
        """The page, at this path, and its socket and typeface, below the other one."""
        return [
            Route(page, self.show_page, methods=["GET"], middleware=middleware),
            WebSocketRoute(f"{below}/stream", self.stream, middleware=middleware),
            Route(f"{below}/typeface", _show_typeface, methods=["GET"], middleware=middleware),
        ]

    def routes_in_app(self) -> list[BaseRoute]:
        """The same, below the path of the app."""
        path = make_url_path(config.get_option("server.baseUrlPath"), "vote")
        return self.routes(path, path)

    async def show_page(self, request: Request) -> Response:
        """The page; a browser without a name gets one, under which it votes."""
        self.was_opened |= request.client is not None and request.client.host not in THIS_COMPUTER
        headers = {
            "Cache-Control": "no-cache",
            "Content-Security-Policy": SECURITY_POLICY,
            "Referrer-Policy": "no-referrer",
            "X-Content-Type-Options": "nosniff",
            "Vary": "Accept-Encoding",
        }
        body: str | bytes = PAGE
        if "gzip" in request.headers.get("accept-encoding", ""):
            body, headers["Content-Encoding"] = _ZIPPED, "gzip"
        response = Response(body, headers=headers, media_type="text/html")
        if not browser_in(request.cookies):
            is_secure = request.url.scheme == "https"
            name = secrets.token_hex(16)
            response.set_cookie(COOKIE, name, httponly=True, samesite="lax", secure=is_secure)
        return response

    async def stream(self, socket: WebSocket) -> None:
        """One phone, from its code until it leaves or the class ends."""
        await socket.accept()
        with suppress(WebSocketDisconnect, RuntimeError):  # it may leave at any moment
            try:
                await socket.close(SAID, await self._serve(socket))
            except VoteError as full:
                await socket.close(SAID, str(full))
            except (TooManyGuessesError, IsNotThereError):
                await socket.close(TRY_AGAIN)
            except TooMuchSaidError:
                await socket.close(TOO_MUCH_SAID)

    async def _serve(self, socket: WebSocket) -> str:
        """Show the class to a phone; returns why that is over."""
        browser = browser_in(socket.cookies)
        if not browser:
            return NO_COOKIE
        address = socket.client.host if socket.client else ""
        connection = Connection(address)
        code, mark = (socket.query_params.get(name, "") for name in (PARAMETER, MARK))
        room = await self._guesses.find(code, browser, connection, mark)
        if room is None:
            if mark:
                raise IsNotThereError
            return NO_SUCH_ROOM
        await socket.send_text(json.dumps({MARK: room.mark}))
        phone = _Phone(socket, room, browser, connection, self._ballot)
        self._phones[room.code].add(phone)
        tasks = [asyncio.create_task(each) for each in (phone.listen(), phone.follow())]
        try:  # it has left as soon as nothing more comes from it, or nothing more reaches it
            over, _ = await asyncio.wait(tasks, return_when="FIRST_COMPLETED")
        finally:
            connection.is_open = False
            for task in tasks:
                task.cancel()
            self._phones[room.code].discard(phone)
            if not self._phones[room.code]:
                del self._phones[room.code]
            self._wake(room.code, browser)  # another tab of the browser has its place now
        for error in [each.exception() for each in over]:
            if error is not None:
                raise error
        return ENDED

    def _told(self, code: str) -> None:
        if self._loop is not None and not self._loop.is_closed():
            self._loop.call_soon_threadsafe(self._wake, code)

    def _wake(self, code: str, browser: str = "") -> None:
        for phone in self._phones.get(code, ()):
            if not browser or phone.browser == browser:
                phone.news.set()

    def _ballot(self, room: Room, ballot: Ballot) -> str:
        """The message of a ballot, made once for all who voted for the same pair."""
        key = room.code, ballot.moment, ballot.vote
        if key not in self._ballots:
            if len(self._ballots) >= _MOST_BALLOTS:
                self._ballots.clear()
            self._ballots[key] = f'{{"ballot":{message_json(ballot)}}}'
        return self._ballots[key]


class TooManyGuessesError(Exception):
    """More codes than a room has places are being looked at for one network."""


class IsNotThereError(Exception):
    """The class that a phone has been in has ended, or its teacher is about to start it again."""


class TooMuchSaidError(Exception):
    """A phone says more than one of ours would."""


class Guesses:
    """Finds rooms by their codes; of wrong ones a network can try two a second."""

    def __init__(self, rooms: Rooms) -> None:
        self._rooms = rooms
        self._locks: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
        self._waiting: defaultdict[str, int] = defaultdict(int)

    async def find(self, code: str, browser: str, connection: Connection, mark: str = "") -> Room | None:
        """The room with a code, or of a mark, or None. Raises `TooManyGuessesError`."""
        room = self._rooms.find(code, mark)
        if room is not None and (room.knows(browser) or (mark and mark == room.mark)):
            return room
        network = connection.network
        if self._waiting[network] >= MOST_PEOPLE:
            raise TooManyGuessesError
        lock = self._locks.setdefault(network, asyncio.Lock())
        self._waiting[network] += 1
        try:
            async with lock:
                room = self._rooms.find(code, mark)
                if room is None:
                    await asyncio.sleep(GUESS_SECONDS)
                return room
        finally:
            self._waiting[network] -= 1
            if not self._waiting[network]:
                del self._waiting[network]


class _Phone:
    """One connected browser, and what it was last told."""

    def __init__(
        self,
        socket: WebSocket,
        room: Room,
        browser: str,
        connection: Connection,
        ballot: Callable[[Room, Ballot], str],
    ) -> None:
        self.news = asyncio.Event()
        self.browser = browser
        self._socket, self._room, self._connection = socket, room, connection
        self._ballot = ballot
        self._stage = ""  # the stage's message that it has
        self._material = ""  # the same of the handout's
        self._told = ""

    async def tell(self) -> None:
        """Tell it what there is to see now. Raises `VoteError` if the room is full."""
        self.news.clear()
        ballot = self._room.ballot(self.browser, self._connection)
        stage, handout = self._room.stage, self._room.told_of_handout(self.browser)
        if handout is not None:
            material, sheet = handout
            await self._send_material(material)
            text = f'{{"handout":{sheet}}}'
        elif stage is None or ballot.question is not None:
            text = self._ballot(self._room, ballot)
        else:
            await self._send_stage(stage.message)
            text = f'{{"position":{stage.position}}}'
        if self._room.elsewhere and handout is None:
            text = f'{text[:-1]},"elsewhere":{json.dumps(self._room.elsewhere)}}}'
        await self._socket.send_text("{}" if text == self._told else text)
        self._told = text

    async def _send_stage(self, message: str) -> None:
        if message is self._stage:
            return
        self._stage, self._told = message, ""
        await self._send("stage", message)

    async def _send_material(self, message: str) -> None:
        if message and message is not self._material:
            self._material = message
            await self._send("material", message)

    async def _send(self, name: str, message: str) -> None:
        zipped = _zipped(name, message)
        if self._socket.query_params.get(ZIPPED) == "1":
            await self._socket.send_bytes(zipped)
        else:
            await self._socket.send_text(gzip.decompress(zipped).decode())

    async def follow(self) -> None:
        """Tell it what is new, and something from time to time, until the class ends. Raises `VoteError`."""
        while not self._room.is_over:
            await self.tell()
            with suppress(TimeoutError):
                await asyncio.wait_for(self.news.wait(), ALIVE_SECONDS)

    async def listen(self) -> None:
        """Take its votes and answers until it leaves. Raises `TooMuchSaidError`."""
        allowed, heard = float(MOST_AT_ONCE), time.monotonic()
        while True:
            said = await self._socket.receive()
            if said["type"] == "websocket.disconnect":
                return
            before, heard = heard, time.monotonic()
            allowed = min(MOST_AT_ONCE, allowed + (heard - before) * SAID_PER_SECOND) - 1
            if allowed < 0:
                raise TooMuchSaidError
            if self._take(_read(said.get("text") or "")):
                self.news.set()

    def _take(self, told: dict[str, object]) -> bool:
        if "handout" in told:
            return self._room.take(self.browser, told, self._connection)
        return self._room.vote(self.browser, told.get("moment"), told.get("pair"), self._connection)


async def _show_typeface(request: Request) -> Response:
    headers = {"Cache-Control": "max-age=604800", "X-Content-Type-Options": "nosniff"}
    return Response(typeface(), headers=headers, media_type="font/woff2")


def _read(said: str) -> dict[str, object]:
    """What a phone says; nothing if it is not what a phone of ours would say."""
    if len(said) > LONGEST_MESSAGE:
        return {}
    try:
        told = json.loads(said)
    except (ValueError, RecursionError):
        return {}
    return told if isinstance(told, dict) else {}


@lru_cache(maxsize=16)
def _zipped(name: str, message: str) -> bytes:
    """A window of a large corpus has some 300 kB, too many for 60 phones in one Wi-Fi."""
    return gzip.compress(f'{{"{name}":{message}}}'.encode(), compresslevel=2, mtime=0)


student_pages = StudentPages()
"""The students' pages of this server."""
