"""What the server refuses before any page runs, asked over real HTTP and websockets."""

import pytest
from websockets.exceptions import InvalidStatus

from bpe_core.uploads import MAX_UPLOAD_BYTES
from bpe_ui.server import doorkeeper
from bpe_ui.server.doorkeeper import VISIT_FILES, Doorkeeper
from tests.e2e.streamlit_server import ROOT, streamlit_server
from tests.e2e.visitor import in_a_thread
from tests.server.visitor import request, visitor


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    with streamlit_server(ROOT / "app.py", tmp_path_factory.mktemp("server") / "streamlit.log") as running:
        yield running


def port_of(server):
    return server.url.rpartition(":")[2]


@pytest.mark.parametrize("name", ["evil.example", "evil.example:{port}", "127.0.0.1.evil.example"])
def test_a_foreign_name_in_the_host_header_is_refused(server, name):
    host = name.format(port=port_of(server))

    status, text = request(server.url, "GET", "/", headers={"Host": host})

    assert status == 421
    assert "server.allowedHosts" in text
    with pytest.raises(InvalidStatus) as refused, visitor(server.url, host=host, origin=f"http://{host}"):
        pass
    assert refused.value.response.status_code == 403


@pytest.mark.parametrize("host", ["", "a@b", "[::1", "127.0.0.1, evil.example"])
def test_what_is_no_name_of_a_host_is_refused(server, host):
    assert request(server.url, "GET", "/", headers={"Host": host})[0] == 421


@pytest.mark.parametrize("name", ["127.0.0.1:{port}", "localhost:{port}", "192.168.0.7:8501", "[::1]:80"])
def test_an_address_in_numbers_and_localhost_are_answered(server, name):
    host = name.format(port=port_of(server))

    assert request(server.url, "GET", "/", headers={"Host": host})[0] == 200


@pytest.mark.parametrize("origin", ["http://evil.example", "http://localhost:3000", "null", "http://[", "x"])
def test_the_page_of_another_site_opens_no_visit_and_nobody_on_the_internet_is_asked(server, origin):
    with pytest.raises(InvalidStatus) as refused, visitor(server.url, origin=origin):
        pass

    assert refused.value.response.status_code == 403
    assert "external IP" not in server.log.read_text(encoding="utf-8")


def test_the_page_of_this_server_opens_a_visit(server):
    with visitor(server.url, origin=server.url) as somebody:
        assert somebody.visit_id


def test_there_are_no_metrics(server):
    assert request(server.url, "GET", "/_stcore/metrics")[0] == 404
    assert request(server.url, "GET", "/_stcore/health") == (200, "ok")


def test_one_visit_holds_so_many_files_and_another_visit_is_not_concerned(server):
    with visitor(server.url) as somebody, visitor(server.url) as another:
        taken = [somebody.put_file(f"file-{number}", 10)[0] for number in range(VISIT_FILES)]

        status, text = somebody.put_file("one-more", 10)

        assert taken == [204] * VISIT_FILES
        assert (status, text) == (413, "A visit can hold at most 6 files, 200 MB in total.\n")
        assert another.put_file("file", 10)[0] == 204


def test_one_visit_holds_so_many_bytes(server):
    with visitor(server.url) as somebody:
        sizes = [MAX_UPLOAD_BYTES - 1_000] * 3

        statuses = [somebody.put_file(f"file-{number}", size)[0] for number, size in enumerate(sizes)]

    assert statuses == [204, 204, 413]


def test_an_upload_that_does_not_say_its_length_is_refused(server):
    with visitor(server.url) as somebody:
        path = f"/_stcore/upload_file/{somebody.visit_id}/file"
        answer = request(server.url, "PUT", path, body=iter([b"in ", b"chunks"]))

    assert answer == (411, "An upload needs a Content-Length header.\n")


@pytest.mark.parametrize(
    ("length", "status"), [("9" * 5_000, 411), ("9" * 20, 413), ("-1", 411), ("1_0", 411)]
)
def test_an_absurd_length_is_refused_and_nothing_of_it_is_kept(monkeypatch, length, status):
    async def send(message):
        sent.append(message)

    sent = []
    door = Doorkeeper(app=None)
    monkeypatch.setattr(doorkeeper, "_files_held", list)
    headers = [(b"host", b"localhost"), (b"content-length", length.encode())]
    scope = {"type": "http", "method": "PUT", "path": "/_stcore/upload_file/visit/file", "headers": headers}

    in_a_thread(door(scope, None, send))

    assert sent[0]["status"] == status
    assert door._coming == []
