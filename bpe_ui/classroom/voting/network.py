"""The addresses of this computer in its networks."""

import socket
from contextlib import suppress
from ipaddress import ip_address

_TOWARDS = ("203.0.113.1", "192.168.255.254", "10.255.255.254", "172.31.255.254")
"""Somewhere on the internet, where the computer's usual network leads, then in each private network."""


def addresses() -> list[str]:
    """The IPv4 addresses by which others reach this computer, the most probable one first.

    That is the first private one, on the way to the internet; there are none without a network.
    """
    found = dict.fromkeys(filter(None, map(_address_towards, _TOWARDS)))
    return sorted(found, key=lambda address: not ip_address(address).is_private)


def _address_towards(host: str) -> str:
    """The address from which this computer would send there. Nothing is sent."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe, suppress(OSError):
        probe.connect((host, 9))
        address = str(probe.getsockname()[0])
        return "" if ip_address(address).is_loopback else address
    return ""
