"""Opens what somebody sent or what the person left: the page's address, or a small file.

If it cannot be opened, the page shows the first example (for an address) or stays as it is (for a file), with
one line that says why.

The address is opened when a visit begins (also after a reload, or if the server has lost the visit), and when
the person goes back or forward in the browser. At other times it only follows the page (`shell.address_bar`).
"""

import streamlit as st

from bpe_core import BPEError
from bpe_ui.frame.address import address
from bpe_ui.frame.address.state import AddressState
from bpe_ui.frame.widgets.display import show_error
from bpe_ui.stage.text.sentences import say_plainly
from bpe_ui.visit.links.link import PARAMETER, decode
from bpe_ui.visit.links.packing import reason
from bpe_ui.visit.links.retrain import Retrained, retrain
from bpe_ui.visit.links.screen import Screen
from bpe_ui.visit.registry.pages import pages
from bpe_ui.visit.registry.schema import LinkError
from bpe_ui.visit.session import FIRST_EXAMPLE, is_back_or_forward, session, tab
from bpe_ui.visit.visit import Visit

SECONDS = 5.0
"""How long to train what was sent before the page is shown; after that, training goes on in the page."""
OWN = "the address"
"""The name of the person's own address, for which only errors are reported."""
PLAN = "a lesson plan"
"""The name of a lesson plan, whose bar says what is on screen already."""
PLACE = "link"
"""The session's key for the error of a link."""


def open_address(page: str) -> None:
    """Open the address if it is not on screen yet; may switch to another page."""
    current, query = session(), st.query_params.to_dict()
    state = current.state(AddressState)
    is_first, state.read_in = state.read_in != tab(), tab()
    is_news = is_back_or_forward() or (is_first and not address.PARAMETERS.isdisjoint(query))
    if is_news:
        _open(current, query, page)
    if is_back_or_forward():
        state.wanted_page = page
    if state.wanted_page not in ("", page):
        # The other page must have the right address from the start: it may be reloaded in the next moment.
        there = query if is_news else address.parameters(state.wanted_page)
        st.switch_page(pages()[state.wanted_page].path, query_params=there)
    state.wanted_page = ""


def open_file(data: bytes) -> None:
    """Open a small file; if it raises `LinkError` or `BPEError`, everything stays as it was."""
    _show(session(), decode(data), "a file")


def say_what_went_wrong() -> None:
    """Show why a link could not be opened, until the first step."""
    current = session()
    if current.training.stepper.position:
        current.errors.pop(PLACE, None)
    show_error(PLACE)


def _open(current: Visit, query: dict[str, str], page: str) -> None:
    current.is_new = current.is_new and PARAMETER not in query
    try:
        go_to(address.read(query, page), OWN if {address.AT, address.KEPT} & query.keys() else "a link")
    except (LinkError, BPEError) as error:
        _refuse(error)


def _refuse(error: LinkError | BPEError) -> None:
    current = session()
    current.take_example(FIRST_EXAMPLE)
    current.notice = ""
    instead = "The address {cannot_be_read} The first example is shown instead."
    current.errors[PLACE] = say_plainly(instead, cannot_be_read=reason(error))


def go_to(screen: Screen, sent_as: str) -> None:
    """Show a link, and train only what is not trained yet. Raises as `open_file` does."""
    current = session()
    training, here = current.training, Screen.of(current.training)
    is_same = (here.source, here.config, here.forced_merges) == (
        *(screen.source, screen.config, screen.forced_merges),
    )
    is_known = screen.position <= training.stepper.known_merges
    if not is_same or (training.history_is_whole and not is_known):
        _show(current, screen, sent_as)
        return
    current.errors.clear()
    current.task = None
    if not is_known:
        current.train_to(screen.position)
    elif screen.position != here.position:
        current.move(screen.position)
    _set(current, screen)


def _show(current: Visit, screen: Screen, sent_as: str) -> None:
    made = retrain(screen, SECONDS)
    current.adopt(made.training, _notice(made, screen, sent_as))
    _set(current, screen)
    if made.position < screen.position and not made.forced_left:
        current.train_to(screen.position)


def _set(current: Visit, screen: Screen) -> None:
    """Set everything but the training."""
    if screen.predict != current.predicting:
        current.predictions.turn(screen.predict)
    current.present = screen.present
    current.state(AddressState).wanted_page = screen.page
    for page, settings in screen.settings.items():
        if settings != current.settings_of(page):
            current.take_settings(page, settings)


def _notice(made: Retrained, screen: Screen, sent_as: str) -> str:
    if not made.forced_left:
        return "" if sent_as in (OWN, PLAN) else f"Opened from {sent_as}."
    return say_plainly(
        "Opened from {origin} at merge {made.position:,}, not {screen.position:,}: training takes more than"
        " {seconds:g} seconds, and {left:,} {left:merge|merges} chosen by hand {left:was|were} not made."
        if made.position < screen.position
        else "Opened from {origin}: training takes more than {seconds:g} seconds, and {left:,}"
        " {left:merge|merges} chosen by hand {left:was|were} not made.",
        origin=sent_as,
        made=made,
        screen=screen,
        seconds=SECONDS,
        left=made.forced_left,
    )
