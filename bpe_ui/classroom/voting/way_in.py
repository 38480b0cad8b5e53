"""Where students open their page: at the door, or at the app's own address if that serves the network."""

from dataclasses import dataclass
from urllib.parse import urlsplit

from streamlit import config
from streamlit.url_util import make_url_path

from bpe_ui.classroom.voting.door import DoorError, door
from bpe_ui.classroom.voting.network import addresses
from bpe_ui.frame.address.screen import is_of_this_computer, page_address
from bpe_ui.visit.session import comes_from_this_computer

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
    found = tuple(f"{page.scheme or 'http'}://{address}{at_port}{path}" for address in addresses())
    return WayIn(found, "" if found else NO_NETWORK)


def serves_the_network() -> bool:
    """Whether the app itself is served to other computers."""
    address = config.get_option("server.address") or "0.0.0.0"
    return address not in ("localhost", "::1") and not address.startswith("127.")
