"""Requests that the server refuses before any page runs, over real HTTP and websockets."""

import re

import pytest
from websockets.exceptions import InvalidStatus

from bpe_core.corpus import MAX_UPLOAD_BYTES
from bpe_ui.machine.server import uploads
from bpe_ui.machine.server.host_check import HostCheck
from tests.e2e.streamlit_server import ROOT, streamlit_server
from tests.e2e.train_visitor import TrainVisitor
from tests.http_client import request
from tests.visitor import Visitor, in_a_thread


@pytest.fixture
def server(running_server):
    return running_server


def asked(server, *given):
    return in_a_thread(request(server.url, *given))


def opened(server, **options):
    """The name of a visit that opens the first page."""

    async def visit():
        async with Visitor(server.url, **options) as somebody:
            await somebody.open()
            return somebody.session

    return in_a_thread(visit())


def brought(server, files):
    """What the page says after these files were dropped on Corpus."""

    async def visit():
        async with TrainVisitor(server.url) as somebody:
            await somebody.open()
            await somebody.put("corpus_popover", bool_value=True)
            await somebody.put("corpus_way", string_array_value={"data": ["Files"]})
            await somebody.bring_all("file", files)
            return somebody.said()

    return in_a_thread(visit())


def port_of(server):
    return server.url.rpartition(":")[2]


@pytest.mark.parametrize("name", ["evil.example", "evil.example:{port}", "127.0.0.1.evil.example"])
def test_a_foreign_name_in_the_host_header_is_refused(server, name):
    host = name.format(port=port_of(server))

    answer = asked(server, "GET", "/", {"Host": host})

    assert answer.status == 421
    assert "server.allowedHosts" in answer.text
    with pytest.raises(InvalidStatus) as refused:
        opened(server, host=host, origin=f"http://{host}")
    assert refused.value.response.status_code == 403


@pytest.mark.parametrize("name", ["127.0.0.1:{port}", "localhost:{port}", "192.168.0.7:8501", "[::1]:80"])
def test_an_address_in_numbers_and_localhost_are_answered(server, name):
    host = name.format(port=port_of(server))

    assert asked(server, "GET", "/", {"Host": host}).status == 200


def test_behind_a_proxy_that_leaves_out_the_port_a_visit_is_opened(server):
    assert opened(server, host="127.0.0.1", origin=server.url)


def test_a_page_that_could_open_no_visit_is_refused_in_a_sentence(tmp_path):
    allowed = ["--server.allowedHosts", "bpe.example.org"]
    with streamlit_server(ROOT / "app.py", tmp_path / "log", allowed) as server:
        page = {"Accept": "text/html"}
        answer = asked(server, "GET", "/", page)
        assert (answer.status, "server.allowedHosts" in answer.text) == (421, True)
        assert asked(server, "GET", "/vote", page).status == 200
        assert asked(server, "GET", "/", {**page, "Host": "bpe.example.org"}).status == 200


@pytest.mark.parametrize("origin", ["http://evil.example", "http://localhost:3000", "null", "http://[", "x"])
def test_the_page_of_another_site_opens_no_visit_and_nobody_on_the_internet_is_asked(server, origin):
    with pytest.raises(InvalidStatus) as refused:
        opened(server, origin=origin)

    assert refused.value.response.status_code == 403
    assert "external IP" not in server.log.read_text(encoding="utf-8")


def test_the_page_of_this_server_opens_a_visit(server):
    assert opened(server, origin=server.url)


def test_a_corpus_can_come_in_many_files(server):
    files = {f"{number}.txt": b"low %d" % number for number in range(100)}
    assert brought(server, files) == ["Started over with your 100 files."]


LARGE = b"lower " * (MAX_UPLOAD_BYTES * 3 // 4 // 6)


@pytest.mark.parametrize(
    ("files", "said"),
    [
        (dict.fromkeys("abc", LARGE), r"1 of 3 files did not arrive: [abc]\. A visit can hold 200 MB"),
        (dict.fromkeys("ab", LARGE * 3), r"2 of 2 files did not arrive: a and b\. A visit can hold 200 MB"),
    ],
)
def test_of_files_that_do_not_fit_it_is_said_which_and_nothing_is_read(server, files, said):
    [line] = brought(server, files)
    assert re.match(said, line)
    assert line.endswith("So nothing was read, and the corpus is as it was.")


def test_an_upload_that_does_not_say_its_length_is_refused(server):
    path = f"/_stcore/upload_file/{opened(server)}/file"

    answer = asked(server, "PUT", path, {"Transfer-Encoding": "chunked"}, [b"2\r\nin\r\n", b"0\r\n\r\n"])

    assert answer.status == 411
    assert answer.text == "An upload needs a Content-Length header.\n"


@pytest.mark.parametrize(
    ("length", "status"), [("9" * 5_000, 411), ("9" * 20, 413), ("-1", 411), ("1_0", 411)]
)
def test_an_absurd_length_is_refused_and_nothing_of_it_is_kept(monkeypatch, length, status):
    async def send(message):
        sent.append(message)

    sent = []
    door = HostCheck(app=None)
    monkeypatch.setattr(uploads, "_held", dict)
    headers = [(b"host", b"localhost"), (b"content-length", length.encode())]
    scope = {"type": "http", "method": "PUT", "path": "/_stcore/upload_file/visit/file", "headers": headers}

    in_a_thread(door(scope, None, send))

    assert sent[0]["status"] == status
    assert not any(visit.coming for visit in uploads.uploads._visits.values())
