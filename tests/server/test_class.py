"""A class on a server for this computer alone: the door serves students, nothing else, and not for longer."""

import asyncio
import contextlib
import json
import re
import sys
import time
from unittest.mock import MagicMock

import pytest
from starlette.routing import Mount
from starlette.testclient import TestClient
from starlette.websockets import WebSocketDisconnect
from streamlit.web.server.starlette.starlette_app import create_streamlit_routes
from websockets.asyncio.client import connect

from bpe_ui.classroom.voting import bounded_sockets, phones
from bpe_ui.classroom.voting import door as door_module
from bpe_ui.classroom.voting.door import Door, door_app
from bpe_ui.classroom.voting.phones import Guesses, TooManyGuessesError
from bpe_ui.classroom.voting.room import AWAY_SECONDS, Connection, Room, VoteQuestion
from bpe_ui.classroom.voting.rooms import Rooms, rooms
from tests.http_client import request
from tests.visitor import in_a_thread

PAIRS = (("h", "u"), ("p", "u"), ("u", "g"))
ADA, ALAN = "a" * 32, "b" * 32
HOST = "192.168.0.7:8502"
GET = b"GET / HTTP/1.0\r\nHost: 127.0.0.1\r\n\r\n"
METHODS = ("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE")


@pytest.fixture
def room():
    room = rooms.open()
    yield room
    rooms.close(room)


# ---- what the door serves


def paths_of_the_app():
    """Every path that Streamlit routes, and some of those for which it serves a file."""
    for route in create_streamlit_routes(MagicMock()):
        if isinstance(route, Mount):
            yield from ("/index.html", "/static/js/index.js", "/train", "/vote/x", "/tokenize", "/app.py")
        else:
            yield re.sub(r"\{[^}]*\}", "x", route.path)


def asked(method, path, host=HOST):
    """The door's status for a path, exactly as it is written."""
    status = []

    async def send(message):
        if message["type"] == "http.response.start":
            status.append(message["status"])

    async def receive():
        return {"type": "http.request", "body": b"", "more_body": False}

    headers = [(b"host", host.encode()), (b"content-length", b"0")]
    scope = {"type": "http", "method": method, "path": path, "raw_path": path.encode(), "query_string": b""}
    in_a_thread(door_app()({**scope, "headers": headers, "client": ("192.168.0.9", 5)}, receive, send))
    return status[0]


def test_the_door_knows_one_page_and_nothing_of_the_app():
    others = [*paths_of_the_app(), "", "//", "//vote", "/vote/", "/VOTE", "/vote/stream", "/vote/../app.py"]

    assert {"/_stcore/upload_file/x/x", "/_stcore/bidi-components/x", "/media/x"} <= {*others}
    for path in others:
        assert {asked(method, path) for method in METHODS} <= {404, 405}, path
    for path in ("/", "/vote"):
        assert {method for method in METHODS if asked(method, path) != 405} == {"GET", "HEAD"}
        assert asked("GET", path) == 200
        assert asked("GET", path, host="evil.example") == 421


@pytest.fixture
def at_the_door():
    # It has an address of the network, and its clients have cookies if a test says so.
    with TestClient(door_app(), base_url=f"http://{HOST}") as client:
        yield client


def test_no_other_websocket_is_opened_at_the_door_nor_one_by_a_page_of_another_site(at_the_door, room):
    for path in ("/_stcore/stream", "/", "/vote", "/vote/stream/", "/train/_stcore/stream"):
        with pytest.raises(WebSocketDisconnect), at_the_door.websocket_connect(f"ws://{HOST}{path}"):
            raise AssertionError(path)
    evil = {"Origin": "http://evil.example"}
    with pytest.raises(WebSocketDisconnect), joined(at_the_door, room, headers=evil):
        raise AssertionError


# ---- what a student can do


def joined(client, room, browser=ADA, headers=None):
    name = {"Cookie": f"bpe_stepper_browser={browser}"}
    return client.websocket_connect(
        f"ws://{HOST}/vote/stream?room={room.code}", headers={**name, **(headers or {})}
    )


def why_closed(client, room, browser=ADA):
    with joined(client, room, browser) as socket, pytest.raises(WebSocketDisconnect) as closed:
        socket.receive_text()
    return closed.value.code, closed.value.reason


def until(socket, expected):
    """What a phone is told next of this kind; in between it may be told that there is nothing new."""
    while not (told := socket.receive_json()).get(expected):
        pass
    return told[expected]


def test_one_browser_has_one_vote_however_many_tabs_it_opens(at_the_door, room):
    room.ask(VoteQuestion("merge 1", (), 0, PAIRS, 0))

    with joined(at_the_door, room) as tab, joined(at_the_door, room) as other:
        for socket, pair in ((tab, 0), (other, 1)):
            until(socket, "ballot")
            socket.send_json({"moment": 1, "pair": pair})
            assert until(socket, "ballot")["vote"] == pair
        assert (room.people, room.votes) == (1, 1)
    with joined(at_the_door, room, ALAN) as socket:
        until(socket, "ballot")
        assert room.people == 2


def test_after_a_restart_a_phone_finds_the_next_class_of_its_teacher_by_the_old_code(
    at_the_door, monkeypatch
):
    before = rooms.open("teacher")
    with joined(at_the_door, before) as socket:
        assert until(socket, "class") == "teacher"
    rooms.close(before)
    monkeypatch.setattr(phones, "GUESS_SECONDS", 0)
    old = Room(f"{before.code}&class=teacher")
    other = rooms.open("somebody else")
    assert why_closed(at_the_door, old)[0] == phones.TRY_AGAIN
    after = rooms.open("teacher")
    with joined(at_the_door, old) as socket:
        until(socket, "ballot")
        assert (after.people, other.people) == (1, 0)


def test_a_browser_gets_its_name_with_the_page_and_without_one_it_cannot_vote(at_the_door, room):
    assert why_closed(at_the_door, room, "") == (phones.SAID, phones.NO_COOKIE)
    assert why_closed(at_the_door, room, "Ada") == (phones.SAID, phones.NO_COOKIE)
    given = at_the_door.get("/").headers["set-cookie"]

    assert re.fullmatch(r"bpe_stepper_browser=[0-9a-f]{32}; HttpOnly; Path=/; SameSite=lax", given)
    again = at_the_door.get("/", headers={"Cookie": given.partition(";")[0]})
    assert "set-cookie" not in again.headers


@pytest.mark.parametrize(
    "said",
    [
        '{"name": "reveal"}',
        '{"stage": {}}',
        '{"moment": 1, "pair": 99}',
        "[1, 0]",
        "no JSON",
        "[" * 199,
        json.dumps({"moment": 1, "pair": 0, "more": "x" * phones.LONGEST_MESSAGE}),
    ],
)
def test_nothing_that_a_phone_says_but_a_vote_does_anything(at_the_door, room, said, monkeypatch):
    room.ask(VoteQuestion("merge 1", (), 0, PAIRS, 0))
    before = room.ballot(ADA)

    with joined(at_the_door, room) as socket:
        until(socket, "ballot")
        socket.send_text(said)
        socket.send_bytes(b"\x08\x01")
        assert room.ballot(ADA) == before
        socket.send_json({"moment": 1, "pair": 2})  # heard after the others
        assert until(socket, "ballot")["vote"] == 2
    assert (room.answer, room.stage, room.votes, room.is_over) == (None, None, 1, False)


# ---- codes


def test_after_a_wrong_code_its_network_waits_before_it_learns_of_another(room, monkeypatch):
    async def guess():
        guesses, here, there = Guesses(rooms), Connection("10.0.0.7"), Connection("10.0.0.8")
        wrong = asyncio.create_task(guesses.find("AAAAAA", ALAN, here))
        await asyncio.sleep(0)
        right = asyncio.create_task(guesses.find(room.code, ALAN, here))
        await asyncio.sleep(0)
        found = await guesses.find(room.code, ALAN, there), await guesses.find(room.code, ADA, here)
        waits = not right.done() and not wrong.done()
        monkeypatch.setattr(phones, "MOST_PEOPLE", 2)
        with pytest.raises(TooManyGuessesError):
            await guesses.find("CCCCCC", ALAN, here)
        wrong.cancel()
        return *found, waits, await right

    room.ballot(ADA)  # has been in the room, as after the network was gone for a moment
    monkeypatch.setattr(phones, "GUESS_SECONDS", 3600)

    assert in_a_thread(guess()) == (room, room, True, room)


# ---- the end


class Clock:
    now = 0.0


def test_a_class_ends_when_its_teacher_has_been_away_for_a_minute_but_not_for_a_reload():
    clock, here = Clock(), [True]
    room = Room("KTM7PX", clock=lambda: clock.now)
    room.belongs_to(lambda: here[0])
    for clock.now, here[0] in ((50, True), (100, False), (109, False), (110, True), (170, False)):
        room.look_for_teacher()
        assert not room.is_over
    clock.now = 110 + AWAY_SECONDS + 1
    room.look_for_teacher()
    assert room.is_over


HANDSHAKE = (
    "GET /vote/stream?room={code} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nUpgrade: websocket\r\n"
    "Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
    "Cookie: bpe_stepper_browser={browser}\r\n\r\n"
)


async def _until_refused(door):
    with contextlib.suppress(ConnectionError, EOFError):  # it may close between a request and its answer
        while await request(door, "GET", "/"):
            await asyncio.sleep(0.01)


async def _left_by_the_teacher(monkeypatch):
    mine, door = Rooms(), Door()
    monkeypatch.setattr(door_module, "rooms", mine)
    monkeypatch.setattr(phones.student_pages, "_guesses", Guesses(mine))
    room = mine.open()
    room.belongs_to(lambda: False)
    port = await door.open()
    watching = asyncio.create_task(door.watch())
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    try:
        writer.write(HANDSHAKE.format(code=room.code, port=port, browser=ADA).encode())
        assert b" 101 " in await reader.readline()
        assert (await request(f"http://127.0.0.1:{port}", "GET", "/")).status == 200
        room.clock = lambda: time.monotonic() + AWAY_SECONDS + 1
        with contextlib.suppress(ConnectionError):
            await reader.read()  # this phone answers nothing, as one out of reach
        await _until_refused(f"http://127.0.0.1:{port}")
    finally:
        watching.cancel()
        writer.close()
        await door.close()
    return room.is_over


def test_when_the_teacher_has_left_the_door_closes_also_on_a_phone_that_is_out_of_reach(monkeypatch):
    assert in_a_thread(_left_by_the_teacher(monkeypatch))


# ---- connections that use up what the server has


async def _answer(port, said=b"", source="127.0.0.1"):
    """All that the door answers until it closes the connection."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port, local_addr=(source, 0))
    try:
        writer.write(said)
        return await reader.read()
    except ConnectionError:
        return b""
    finally:
        writer.close()


def _phone(port, room):
    stream = f"ws://127.0.0.1:{port}/vote/stream?room={room.code}"
    return connect(stream, additional_headers={"Cookie": f"bpe_stepper_browser={ADA}"}, proxy=None)


async def _beyond_the_limit(room, monkeypatch):
    monkeypatch.setattr(door_module, "MOST_CONNECTIONS", 4)
    monkeypatch.setattr(bounded_sockets, "MOST_PEOPLE", 3)
    door = Door()
    port = await door.open()
    url = f"http://127.0.0.1:{port}"
    try:
        silent = [await asyncio.open_connection("127.0.0.1", port) for _ in range(2)]
        async with _phone(port, room) as phone:
            await phone.recv()
            assert {await _answer(port, GET) for _ in range(20)} == {b""}
            assert b" 200 " in await _answer(port, GET, "127.0.0.2")
            silent.append(await asyncio.open_connection("127.0.0.1", port, local_addr=("127.0.0.2", 0)))
            assert await _answer(port, GET, "127.0.0.3") == b""
        for _, writer in silent:
            writer.close()
        while not await _is_served(url):
            pass
    finally:
        await door.close()


async def _is_served(url):
    with contextlib.suppress(ConnectionError, asyncio.IncompleteReadError):
        return (await request(url, "GET", "/")).status == 200
    await asyncio.sleep(0.01)
    return False


@pytest.mark.skipif(sys.platform != "linux", reason="needs more addresses of this computer")
def test_the_door_closes_connections_beyond_its_limits_of_which_a_websocket_is_one(room, monkeypatch):
    in_a_thread(_beyond_the_limit(room, monkeypatch))


async def _slow_ones(room, monkeypatch):
    monkeypatch.setattr(door_module, "REQUEST_SECONDS", 0.2)
    door = Door()
    port = await door.open()
    try:
        async with _phone(port, room) as phone:
            for said in (b"", b"GET / HTTP", GET.strip()):
                assert await _answer(port, said) == b""
            two = GET.replace(b"1.0", b"1.1").replace(b"/ ", b"/none ") + b"GET"
            assert b" 404 " in await _answer(port, two)
            while "pairs" not in json.loads(await phone.recv()).get("ballot", {}):
                pass
            await phone.send(json.dumps({"moment": 1, "pair": 0}))
            while json.loads(await phone.recv()).get("ballot", {}).get("vote") != 0:
                pass
    finally:
        await door.close()


def test_a_connection_that_does_not_ask_in_time_is_closed_and_a_phone_with_nothing_to_say_is_not(
    room, monkeypatch
):
    room.ask(VoteQuestion("merge 1", (), 0, PAIRS, 0))
    in_a_thread(_slow_ones(room, monkeypatch))


# ---- phones that leave, and phones that flood

FRAME = b"\x81\x80\x00\x00\x00\x00"  # an empty text, as a browser sends it
# The pieces of a message without an end.
FIRST_PIECE, NEXT_PIECE = (
    b"\x01\x80\x00\x00\x00\x00",
    b"\x00\x80\x00\x00\x00\x00",
)
NOT_UTF_8 = b"\x81\x81\x00\x00\x00\x00\xff"


async def _raw_phone(port, room, browser):
    """A phone's connection without a library around it, after the handshake."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    lines = [
        f"GET /vote/stream?room={room.code} HTTP/1.1",
        f"Host: 127.0.0.1:{port}",
        f"Cookie: bpe_stepper_browser={browser}",
        "Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13",
        "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n",
    ]
    writer.write("\r\n".join(lines).encode())
    assert b"101" in await reader.readuntil(b"\r\n\r\n")
    return reader, writer


async def _code_when_closed(reader):
    """The code of the close frame that ends a connection; None if it was cut while more was under way."""
    try:
        data = await asyncio.wait_for(reader.read(), 5)
    except ConnectionResetError:
        return None
    return int.from_bytes(data[data.rindex(b"\x88\x02") + 2 :][:2])


async def _until_empty(room):
    until = time.monotonic() + 5
    while room.people:
        assert time.monotonic() < until, room.people
        await asyncio.sleep(0.01)


async def _leave(writer, how):
    if how == "closes":
        writer.write(b"\x88\x80\x00\x00\x00\x00")
    if how == "vanishes":
        writer.transport.abort()
    writer.close()


async def _phones_leave(room, said, how):
    door = Door()
    port = await door.open()
    try:
        phones = [await _raw_phone(port, room, f"{number:032x}") for number in range(12)]
        while room.people < len(phones):
            await asyncio.sleep(0.01)
        for _, writer in phones:
            writer.write(said)
            await _leave(writer, how)
        room.tell()  # something is sent to phones that are just leaving
        await _until_empty(room)
    finally:
        await door.close()


@pytest.mark.parametrize("how", ["closes", "ends", "vanishes"])
@pytest.mark.parametrize("said", [b"", FRAME * 400, b"\x81\xfe", NOT_UTF_8])
def test_a_phone_that_leaves_in_any_state_gives_its_place_back(room, said, how):
    in_a_thread(_phones_leave(room, said, how))


async def _phones_flood(room, said, code):
    door = Door()
    port = await door.open()
    try:
        reader, writer = await _raw_phone(port, room, ADA)
        writer.write(said)
        assert await _code_when_closed(reader) in code
        await _until_empty(room)
    finally:
        writer.close()
        await door.close()


@pytest.mark.parametrize(
    ("said", "code"),
    [
        (FRAME * 43_000, {1008, None}),
        (FRAME * 101, {1008}),
        (FIRST_PIECE + NEXT_PIECE * 101, {1008}),
        (NOT_UTF_8, {1007}),
    ],
)
def test_a_phone_that_floods_or_sends_no_utf_8_is_closed_with_a_code_and_no_line_in_the_log(
    room, said, code, caplog
):
    in_a_thread(_phones_flood(room, said, code))

    assert [record for record in caplog.records if record.levelname in ("WARNING", "ERROR")] == []
