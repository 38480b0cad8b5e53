"""Where students open their page: at the door, or at the app's own address if that serves the network."""

import socket
from contextlib import suppress
from dataclasses import dataclass
from ipaddress import ip_address
from urllib.parse import urlsplit

from streamlit import config
from streamlit.url_util import make_url_path

from bpe_ui.classroom.voting.door import DoorError, door
from bpe_ui.frame.address.page_address import is_of_this_computer, page_address
from bpe_ui.visit.session import comes_from_this_computer

_TOWARDS = ("203.0.113.1", "192.168.255.254", "10.255.255.254", "172.31.255.254")
"""Somewhere on the internet, where the computer's usual network leads, then in each private network."""
_TOWARDS_BY_IPV6 = ("2001:db8::1", "fd00::1")
"""The same, asked only where there is no IPv4."""
BEHIND_A_PROXY = "Open the app under the address that others use, and start the class there."
NO_NETWORK = "This computer is in no network: first join the Wi-Fi of your class."


@dataclass(frozen=True)
class WayIn:
    """How phones reach the students' page."""

    addresses: tuple[str, ...] = ()
    """The addresses of the page, the most probable one first; none if it cannot be reached."""

    problem: str = ""
    """Why not."""


def open_way_in() -> WayIn:
    """Let students in, if need be by the door, which needs no network yet to be open."""
    page = urlsplit(page_address())
    path = make_url_path(config.get_option("server.baseUrlPath"), "vote")
    if page.hostname and not is_of_this_computer(page_address()):
        return WayIn((f"{page.scheme}://{page.netloc}{path}",))
    port = page.port
    if not serves_the_network():
        if not comes_from_this_computer():
            return WayIn(problem=BEHIND_A_PROXY)
        try:
            port, path = door.open_from_a_page(), ""
        except DoorError as error:
            return WayIn(problem=str(error))
    at_port = f":{port}" if port else ""
    hosts = (f"[{address}]" if ":" in address else address for address in addresses())
    found = tuple(f"{page.scheme or 'http'}://{host}{at_port}{path}" for host in hosts)
    return WayIn(found, "" if found else NO_NETWORK)


def serves_the_network() -> bool:
    """Whether the app itself is served to other computers."""
    address = config.get_option("server.address") or "0.0.0.0"
    return address not in ("localhost", "::1") and not address.startswith("127.")


def addresses() -> list[str]:
    """The addresses by which others reach this computer, the most probable one first.

    That is the first private one, on the way to the internet; there are none without a network. Those of IPv6
    are given only where there are no others: they are long to type.
    """
    found = dict.fromkeys(filter(None, map(_address_towards, _TOWARDS)))
    found = found or dict.fromkeys(filter(None, map(_address_towards, _TOWARDS_BY_IPV6)))
    return sorted(found, key=lambda address: not ip_address(address).is_private)


def _address_towards(host: str) -> str:
    """The address from which this computer would send there. Nothing is sent."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    with suppress(OSError), socket.socket(family, socket.SOCK_DGRAM) as probe:
        probe.connect((host, 9))
        address = ip_address(probe.getsockname()[0])
        return "" if address.is_loopback or address.is_link_local else str(address)
    return ""
