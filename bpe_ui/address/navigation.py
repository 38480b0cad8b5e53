"""Opens what somebody sent, or what the person left: the page's address, or a small file.

What cannot be opened leaves the first example (an address) or everything as it was (a file), and one line
that says why.

The address is opened when a visit begins, as after a reload or where the server has lost the visit, and when
the person goes back or forward in the browser. At other times it only follows (`shell.copy_link`).
"""

from dataclasses import replace

import streamlit as st

from bpe_core import BPEError
from bpe_ui.address import address
from bpe_ui.address.kept import Kept
from bpe_ui.address.state import AddressState
from bpe_ui.html import chips
from bpe_ui.links.format import read_file
from bpe_ui.links.link import Link
from bpe_ui.links.packing import reason
from bpe_ui.links.retrain import Retrained, retrain
from bpe_ui.registry.pages import pages
from bpe_ui.registry.schema import LinkError
from bpe_ui.text.sentences import plural
from bpe_ui.training.training import Source
from bpe_ui.visit.session import FIRST_EXAMPLE, is_back_or_forward, session
from bpe_ui.visit.visit import Visit
from bpe_ui.widgets.display import show, show_error

LOOKING = "Bringing back your corpus …"
ELSEWHERE = "needs a corpus that this browser does not have. Ask the sender for the link or file from Share."
SECONDS = 5.0
"""How long the training of what was sent may take before the page is shown; it goes on beside it then."""
OWN = "the address"
"""Where what the person left is opened from; only what went wrong is said then."""
PLACE = "link"
"""Under this name the session keeps what was wrong with a link."""


def open_address(page: str) -> None:
    """Show what the address says, where that is news; may go to another page than this one."""
    current, query = session(), st.query_params.to_dict()
    state = current.of(AddressState)
    is_first, current.address_is_read = not current.address_is_read, True
    is_news = is_back_or_forward() or (is_first and not address.PARAMETERS.isdisjoint(query))
    if is_news:
        _open(current, query, page)
    if is_back_or_forward():
        state.wanted_page = page
    if state.wanted_page not in ("", page):
        # The address of the other page is true from its first moment on: it may be loaded again in the next.
        there = query if is_news else address.parameters(state.wanted_page)[0]
        st.switch_page(pages()[state.wanted_page].path, query_params=there)
    state.wanted_page = ""


def open_file(data: bytes) -> None:
    """Show what a file says; raises `LinkError` or `BPEError`, and all stays as it was, where it cannot."""
    _show(session(), read_file(data), "a file")


def say_what_went_wrong() -> None:
    """The line about a link that could not be opened, until the first step."""
    current = session()
    if current.of(AddressState).wanted:
        show(chips.message(LOOKING, "notice"))
    if current.training.stepper.position:
        current.errors.pop(PLACE, None)
    show_error(PLACE)


def _open(current: Visit, query: dict[str, str], page: str) -> None:
    try:
        link = address.read(query, page)
        if address.KEPT in query and not _has_kept(current, query):
            current.of(AddressState).wanted, current.of(AddressState).wanted_page = query, link.page
            return
        if address.KEPT in query:
            link = replace(link, source=Link.of(current.training).source)
        go_to(link, OWN if address.AT in query else "a link")
    except (LinkError, BPEError) as error:
        _refuse(error)


def _has_kept(current: Visit, query: dict[str, str]) -> bool:
    """Whether the corpus that the browser keeps is on screen."""
    kept = current.of(AddressState).kept
    if kept is None or kept.source.corpus is not current.training.source.corpus:
        return False
    return kept.key == query[address.KEPT]


def bring_back(page: str, source: Source | None) -> None:
    """Open the address again, now that the browser has looked for its corpus; None where it has none."""
    state = session().of(AddressState)
    query, state.wanted = state.wanted, {}
    try:
        if source is None:
            raise LinkError(ELSEWHERE)
        go_to(replace(address.read(query, page), source=source), OWN)
        state.kept = Kept(session().training.source, query[address.KEPT], is_stored=True)
    except (LinkError, BPEError) as error:
        _refuse(error)
    state.wanted_page = ""


def _refuse(error: LinkError | BPEError) -> None:
    current = session()
    current.take_example(FIRST_EXAMPLE)
    current.notice = ""
    current.errors[PLACE] = f"The address {reason(error)} The first example is shown instead."


def go_to(link: Link, sent_as: str) -> None:
    """Show a link; what is trained already is not trained again. Raises as `open_file` does."""
    current = session()
    training, here = current.training, Link.of(current.training)
    is_same = (link.source, link.config, link.forced_merges) == (here.source, here.config, here.forced_merges)
    is_known = link.position <= training.stepper.known_merges
    if not is_same or (training.history_is_whole and not is_known):
        _show(current, link, sent_as)
        return
    current.errors.clear()
    current.task = None
    if not is_known:
        current.train_to(link.position)
    elif link.position != here.position:
        current.move(link.position)
    _set(current, link)


def _show(current: Visit, link: Link, sent_as: str) -> None:
    made = retrain(link, SECONDS)
    current.adopt(made.training, _notice(made, link, sent_as))
    _set(current, link)
    if made.position < link.position and not made.forced_left:
        current.train_to(link.position)


def _set(current: Visit, link: Link) -> None:
    """Set everything but the training."""
    if link.predict != current.predicting:
        current.predictions.turn(link.predict)
    current.present = link.present
    current.of(AddressState).wanted_page = link.page
    for page, settings in link.settings.items():
        if settings != current.settings_of(page):
            current.take_settings(page, settings)


def _notice(made: Retrained, link: Link, sent_as: str) -> str:
    if not made.forced_left:
        return "" if sent_as == OWN else f"Opened from {sent_as}."
    left = made.forced_left
    missing = f"{left:,} {plural('merge', left)} chosen by hand {'was' if left == 1 else 'were'} not made"
    where = f" at merge {made.position:,}, not {link.position:,}" if made.position < link.position else ""
    return f"Opened from {sent_as}{where}: training takes more than {SECONDS:g} seconds, and {missing}."
