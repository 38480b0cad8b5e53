"""Opens what somebody sent: the link in the address, or a small file.

In: the `s` of the page's address, or a file's bytes. Out: the session shows that picture. What cannot be
opened leaves the first example (a link) or everything as it was (a file), and one line that says why.

A link is opened once in a visit, so that later moves stay when the page is drawn anew. The address keeps it:
loading the page again goes back to the link's picture.
"""

import streamlit as st

from bpe_core import BPEError
from bpe_ui.html.display import show_error
from bpe_ui.session import FIRST_EXAMPLE, session, set_widget
from bpe_ui.share.link_format import read_file, read_link
from bpe_ui.share.links import PARAMETER, Link, LinkError, Typed
from bpe_ui.share.packing import reason
from bpe_ui.shell.pages import PAGES
from bpe_ui.text.sentences import plural
from bpe_ui.training.retrain import Retrained, retrain
from bpe_ui.visit import Visit

SECONDS = 5.0
"""How long the training of what was sent may take before the page is shown; it goes on beside it then."""
PLACE = "link"
"""Under this name the session keeps what was wrong with a link."""


def open_link(page: str) -> None:
    """Show what the address says, if it says something new; may go to another page than this one."""
    current = session()
    text = st.query_params.get(PARAMETER)
    if text is not None and text != current.opened_link:
        current.opened_link = text
        _open_text(current, text)
    if current.wanted_page not in ("", page):
        kept = {} if text is None else {PARAMETER: text}
        st.switch_page(PAGES[current.wanted_page].path, query_params=kept)
    current.wanted_page = ""


def open_file(data: bytes) -> None:
    """Show what a file says; raises `LinkError` or `BPEError`, and all stays as it was, where it cannot."""
    _show(session(), read_file(data), "a file")


def say_what_went_wrong() -> None:
    """The line about a link that could not be opened, until the first step."""
    current = session()
    if current.training.stepper.position:
        current.errors.pop(PLACE, None)
    show_error(PLACE)


def _open_text(current: Visit, text: str) -> None:
    try:
        _show(current, read_link(text), "a link")
    except (LinkError, BPEError) as error:
        current.take_example(FIRST_EXAMPLE)
        current.notice = ""
        current.errors[PLACE] = f"The link {reason(error)} The first example is shown instead."


def go_to(link: Link) -> None:
    """Show a view of a lesson; what is trained already is not trained again. Raises as `open_file` does."""
    current = session()
    training, here = current.training, Link.of(current.training)
    is_same = (link.source, link.config, link.forced_merges) == (here.source, here.config, here.forced_merges)
    is_known = link.position <= training.stepper.known_merges
    if is_same and (is_known or not training.history_is_whole):
        current.errors.clear()
        current.task = None
        if is_known:
            current.move(link.position)
        else:
            current.train_to(link.position)
        _set_place(current, link)
    else:
        _show(current, link, "a lesson")


def _show(current: Visit, link: Link, sent_as: str) -> None:
    made = retrain(link, SECONDS)
    current.adopt(made.training, _notice(made, link, sent_as))
    _set_place(current, link)
    if made.position < link.position and not made.forced_left:
        current.train_to(link.position)


def _set_place(current: Visit, link: Link) -> None:
    current.predictions.turn(link.predict)
    current.present = link.present
    current.wanted_page = link.page
    if link.typed is not None:
        _type(link.typed)
    if link.compare is not None:
        current.compare.take(link.compare)


def _notice(made: Retrained, link: Link, sent_as: str) -> str:
    if not made.forced_left:
        return f"Opened from {sent_as}."
    left = made.forced_left
    missing = f"{left:,} {plural('merge', left)} chosen by hand {'was' if left == 1 else 'were'} not made"
    where = f" at merge {made.position:,}, not {link.position:,}" if made.position < link.position else ""
    return f"Opened from {sent_as}{where}: training takes more than {SECONDS:g} seconds, and {missing}."


def _type(typed: Typed) -> None:
    set_widget("tokenize_text", typed.text)
    set_widget("tokenize_algorithm", typed.algorithm)
    set_widget("tokenize_merges", typed.merges)
