"""The address for phones: the door's on a server for this computer alone, else the app's own."""

import pytest

from bpe_ui.classroom.voting import way_in
from bpe_ui.classroom.voting.door import DoorError
from bpe_ui.classroom.voting.way_in import BEHIND_A_PROXY, NO_NETWORK, WayIn, open_way_in

TWO = ("192.168.0.7", "10.8.0.2")


@pytest.fixture
def opened(monkeypatch):
    """Calls it for a page at a server with these settings; the door, if it is opened, has the port 8502."""

    def call(page, address="127.0.0.1", base="", found=TWO, from_here=True, refuses=False):
        def open_door():
            if refuses:
                raise DoorError("No.")
            return 8502

        options = {"server.address": address, "server.baseUrlPath": base}
        monkeypatch.setattr(way_in.config, "get_option", options.get)
        monkeypatch.setattr(way_in, "page_address", lambda: page)
        monkeypatch.setattr(way_in, "addresses", lambda: [*found])
        monkeypatch.setattr(way_in, "comes_from_this_computer", lambda: from_here)
        monkeypatch.setattr(way_in.door, "open_from_a_page", open_door)
        return open_way_in()

    return call


@pytest.mark.parametrize("address", ["127.0.0.1", "localhost", "::1"])
def test_a_server_for_this_computer_opens_the_door_and_names_it_by_all_its_addresses(opened, address):
    expected = WayIn(("http://192.168.0.7:8502", "http://10.8.0.2:8502"))

    assert opened("http://localhost:8501/compare", address) == expected


@pytest.mark.parametrize("address", [None, "0.0.0.0", "::", "192.168.0.7"])
def test_a_server_for_the_network_needs_no_door_also_for_a_teacher_at_localhost(opened, address):
    [way, _] = opened("http://localhost:8501/", address, base="bpe", refuses=True).addresses

    assert way == "http://192.168.0.7:8501/bpe/vote"


def test_in_a_network_with_ipv6_alone_its_address_is_named(opened, monkeypatch):
    monkeypatch.setattr(way_in, "_TOWARDS", ())
    monkeypatch.setattr(way_in, "_address_towards", lambda host: "2001:db8::7" if ":" in host else "")
    found = way_in.addresses()

    assert opened("http://localhost:8501/", found=found).addresses == ("http://[2001:db8::7]:8502",)


def test_no_door_is_opened_for_somebody_elsewhere_and_what_is_missing_is_said(opened):
    assert opened("http://localhost:8501/", from_here=False) == WayIn(problem=BEHIND_A_PROXY)
    assert opened("http://localhost:8501/", refuses=True) == WayIn(problem="No.")
    assert opened("http://localhost:8501/", found=()) == WayIn(problem=NO_NETWORK)
