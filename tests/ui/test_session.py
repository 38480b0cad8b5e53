"""After a reload a visit goes on if the address names it and the browser is the one it belongs to."""

from types import SimpleNamespace

import pytest

from bpe_ui.classroom.voting.class_vote import ClassVote
from bpe_ui.frame.address.state import AddressState
from bpe_ui.visit import session as door
from bpe_ui.visit.session import COOKIE, VISIT, is_here, session, tab


class Browser:
    """A browser, with Streamlit's data on its tabs."""

    def __init__(self, monkeypatch, cookie):
        self.monkeypatch, self.cookies = monkeypatch, {COOKIE: cookie}

    def open(self, tab, visit="", *, also_open=()):
        """The visit that a new tab shows."""
        query, context = {VISIT: visit}, SimpleNamespace(cookies=self.cookies)
        streamlit = SimpleNamespace(session_state={}, query_params=query, context=context)
        server = SimpleNamespace(is_active_session=also_open.__contains__)
        self.monkeypatch.setattr(door, "st", streamlit)
        self.monkeypatch.setattr(door, "runtime", SimpleNamespace(get_instance=lambda: server))
        self.monkeypatch.setattr(door, "get_script_run_ctx", lambda: SimpleNamespace(session_id=tab))
        return session()


@pytest.fixture
def ada(monkeypatch):
    return Browser(monkeypatch, "a" * 32)


def test_the_visit_that_the_address_names_goes_on_in_its_own_browser_and_the_address_is_read_again(ada):
    before = ada.open("first tab")
    before.state(AddressState).read_in = tab()

    after = ada.open("first tab, loaded again", before.name)

    assert after is before
    assert after.state(AddressState).read_in != tab()


@pytest.mark.parametrize("cookie", ["b" * 32, "", "a" * 31, "a" * 33])
def test_no_other_browser_goes_on_with_it(ada, monkeypatch, cookie):
    before = ada.open("first tab")

    other = Browser(monkeypatch, cookie).open("second tab", before.name)

    assert other is not before
    assert len(other.browser) == 32
    assert other.browser != before.browser


def test_a_tab_beside_it_begins_anew_unless_a_class_votes_whose_teacher_may_have_lost_the_connection(ada):
    before = ada.open("first tab")
    assert ada.open("second tab", before.name, also_open=["first tab"]) is not before

    before.state(ClassVote).open()

    assert ada.open("second tab", before.name, also_open=["first tab"]) is before
    before.state(ClassVote).close()


def test_a_teacher_is_here_while_any_tab_shows_the_class_also_once_a_second_one_is_closed(ada):
    before = ada.open("first tab")
    before.state(ClassVote).open()

    for also_open, here in ((["first tab"], True), (["second tab"], True), ([], False)):
        assert ada.open("second tab", before.name, also_open=also_open) is before
        assert is_here(before)() is here
    before.state(ClassVote).close()
