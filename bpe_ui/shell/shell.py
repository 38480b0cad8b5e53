"""What surrounds every page: its settings, its style, and the header with links and panels."""

import re
import secrets
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from string import Template

import streamlit as st

from bpe_ui.address import opening
from bpe_ui.html import chips
from bpe_ui.html.display import show
from bpe_ui.session import session, the_only_run
from bpe_ui.setup import corpus_panel, rules_panel
from bpe_ui.share import share_panel
from bpe_ui.shell import copy_link, lesson_panel
from bpe_ui.shell.pages import PAGES
from bpe_ui.training.training import Training

NAME = "BPE Stepper"
ICON = Path(__file__).with_name("icon.svg")
STYLE = Path(__file__).with_name("style.css")

# Escape closes a panel at once, and Streamlit then forgets what was typed into a box and not yet sent.
# Leaving the box first sends it.
COMMIT_BEFORE_ESCAPE = Path(__file__).with_name("commit_before_escape.html").read_text(encoding="utf-8")

VOTER = Template(Path(__file__).with_name("voter.html").read_text(encoding="utf-8"))
VOTER_COOKIE = "bpe_stepper_voter"
_VOTER = re.compile("[0-9a-f]{32}")


@contextmanager
def page(name: str) -> Iterator[Training]:
    """A page and what surrounds it; gives the training. Needs nothing from any other page."""
    _begin(PAGES[name].title)
    with the_only_run():
        session().run_began = time.monotonic()
        lesson_panel.open_link()
        opening.open_address(name)
        _run(COMMIT_BEFORE_ESCAPE)
        if session().present:  # it is alone
            copy_link.draw(name)
        else:
            _header(name)
            opening.say_what_went_wrong()
        lesson_panel.bar()
        yield session().training


@contextmanager
def page_of_voters(title: str) -> Iterator[None]:
    """A page without a header, on which a visit has the name under which this browser votes."""
    _begin(title)
    with the_only_run():
        if not session().class_vote.voter:
            known = st.context.cookies.get(VOTER_COOKIE, "")
            session().class_vote.voter = known if _VOTER.fullmatch(known) else secrets.token_hex(16)
        _run(VOTER.substitute(cookie=VOTER_COOKIE, voter=session().class_vote.voter))
        yield


def _begin(title: str) -> None:
    st.set_page_config(page_title=f"{title} · {NAME}", page_icon=ICON, layout="wide")
    st.html(STYLE)


def _run(scripts: str) -> None:
    st.html(scripts, unsafe_allow_javascript=True)


def _header(here: str) -> None:
    with st.container(key="header", horizontal=True, vertical_alignment="center"):
        show(chips.name(NAME), width="content")
        for name, page in PAGES.items():
            with st.container(key=f"link_{name}{'_here' if name == here else ''}", width="content"):
                st.page_link(page.path, label=page.title, width="content")
        st.space("stretch")
        corpus_panel.popover()
        rules_panel.popover()
        lesson_panel.popover(here)
        copy_link.draw(here)
        share_panel.popover(here)
        share_panel.present_button()
