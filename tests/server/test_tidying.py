"""A visit's memory is freed after its end, without another visit; a visit that returns in time keeps it."""

import re
import time
import weakref
from functools import partial
from pathlib import Path
from types import SimpleNamespace

import pytest
from streamlit.proto.WidgetStates_pb2 import WidgetState
from streamlit.runtime.state import SessionState
from streamlit.runtime.state.common import WidgetMetadata

from bpe_ui.machine.server import tidying
from bpe_ui.machine.server.tidying import AWAY_SECONDS, close_visits_long_away
from tests.e2e.streamlit_server import ROOT, streamlit_server
from tests.visitor import Visitor, in_a_thread

MB = 2**20


class Server:
    """Streamlit's runtime with two visits, as far as tidying asks it."""

    def __init__(self):
        self.visits = {name: SimpleNamespace(id=name, session_state={"history": 1}) for name in "ab"}
        self.here = {"a", "b"}
        self._session_mgr = self

    def list_sessions(self):
        return [SimpleNamespace(session=session) for session in self.visits.values()]

    def is_active_session(self, visit):
        return visit in self.here

    def close_session(self, visit):
        del self.visits[visit]


@pytest.fixture(autouse=True)
def time_to_live(monkeypatch):
    monkeypatch.setattr(tidying.config, "get_option", {"server.disconnectedSessionTTL": 600}.get)


def test_a_visit_is_closed_once_it_has_been_away_for_long_and_forgets_what_it_held():
    server, away_since = Server(), {}
    left = server.visits["a"]
    server.here = {"b"}

    assert not close_visits_long_away(server, away_since, now=1_000)
    assert not close_visits_long_away(server, away_since, now=1_000 + AWAY_SECONDS - 1)
    assert close_visits_long_away(server, away_since, now=1_000 + AWAY_SECONDS)

    assert (*server.visits,) == ("b",)
    assert left.session_state == {}
    assert not close_visits_long_away(server, away_since, now=9_999)
    assert away_since == {}


def test_a_visit_whose_browser_told_what_cannot_be_read_is_closed_and_the_others_with_it():
    server, away_since = Server(), {}
    told = SessionState()
    told["history"] = 1
    told._new_widget_state.set_widget_metadata(WidgetMetadata("stage", dict, dict, "json_value"))
    told._new_widget_state.set_widget_from_proto(WidgetState(id="stage", json_value="no JSON"))
    server.visits["a"].session_state = told
    server.here = set()

    close_visits_long_away(server, away_since, now=0)
    assert close_visits_long_away(server, away_since, now=AWAY_SECONDS)

    assert server.visits == {}
    assert "history" not in told


class Training:
    """Can be held by weak references."""


def test_what_the_calls_of_its_widgets_hold_goes_with_a_visit_that_streamlit_still_holds():
    server, away_since, training = Server(), {}, Training()
    held = weakref.ref(training)
    state = server.visits["a"].session_state = SessionState()
    calls = {"act": partial(id, training)}
    state._new_widget_state.set_widget_metadata(
        WidgetMetadata("stage", dict, dict, "json_value", callbacks=calls)
    )
    server.here = set()
    del training, calls

    for now in (0, AWAY_SECONDS):
        close_visits_long_away(server, away_since, now)

    assert held() is None


def memory_of(server):
    status = Path(f"/proc/{server.process}/status").read_text(encoding="utf-8")
    return int(re.search(r"VmRSS:\s*(\d+)", status)[1]) * 1024


@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="only Linux tells what a process takes")
def test_the_memory_of_a_visit_comes_back_with_nobody_there(tmp_path):
    app = ROOT / "tests/server/growing_app.py"
    with streamlit_server(app, tmp_path / "streamlit.log") as server:

        async def visit(again="", **query):
            async with Visitor(server.url, again=again) as somebody:
                await somebody.open(**query)
                return somebody.session, memory_of(server)

        _, empty = in_a_thread(visit())
        name, full = in_a_thread(visit(words="300000"))
        assert full - empty > 60 * MB

        deadline = time.monotonic() + 60
        while memory_of(server) - empty > (full - empty) / 4 and time.monotonic() < deadline:
            time.sleep(0.2)

        assert memory_of(server) - empty <= (full - empty) / 4
        assert in_a_thread(visit(again=name))[0] != name
