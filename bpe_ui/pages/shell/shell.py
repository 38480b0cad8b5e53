"""What is around every page: its settings, its style, and the header with links and panels."""

import json
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from string import Template

import streamlit as st

from bpe_ui import stage
from bpe_ui.classroom.voting import teacher_panel
from bpe_ui.frame import long_work
from bpe_ui.frame.address import navigation
from bpe_ui.frame.ancestry import panel as token_panel
from bpe_ui.frame.panels import corpus_panel, rules_panel
from bpe_ui.frame.share import share_panel
from bpe_ui.frame.widgets.charts import ChartsOnPage
from bpe_ui.frame.widgets.display import show
from bpe_ui.frame.widgets.present import present_button
from bpe_ui.pages.shell import address_bar, plan_panel
from bpe_ui.stage.component import TERMS_JS
from bpe_ui.stage.html import chips
from bpe_ui.stage.text.glossary import MEANINGS
from bpe_ui.visit.registry.pages import pages
from bpe_ui.visit.session import COOKIE, session, visit_lock

NAME = "BPE Stepper"
ICON = Path(__file__).with_name("icon.svg")
STYLE = Path(stage.__file__).with_name("style.css")

SCRIPT = Template(Path(__file__).with_name("script.html").read_text(encoding="utf-8"))
"""The script that runs in the browser besides our components."""


def show_page(name: str) -> None:
    """Draw a page and what is around it. It needs nothing from any other page."""
    page = pages()[name]
    with page_without_header(page.title):
        session().run.begin()
        session().state(ChartsOnPage).begin()
        plan_panel.open_link()
        navigation.open_address(name)
        teacher_panel.say_where(name)
        page.prepare()
        token_panel.draw_token_panel(name)
        with st.container(key="address_bar"):
            address_bar.write_address(name)
        if session().present:
            # In the header's place, so that the page keeps its own, and with it what is unfolded there.
            with st.container(key="header_in_present"):
                teacher_panel.way_in_button()
        else:
            _header(name)
            navigation.say_what_went_wrong()
            if page.has_panels:
                corpus_panel.offer_if_missing()
        plan_panel.bar(name)
        teacher_panel.handout_bar()
        bar = long_work.task_bar_if_needed() if page.progress == "above" else None
        if teacher_panel.is_over_the_page():
            teacher_panel.how_to_join()
        elif teacher_panel.is_in_place_of(name):
            teacher_panel.class_at_work()
        else:
            page.draw()
        if page.progress == "below":
            bar = long_work.task_bar_if_needed()
        long_work.work_on_task(bar)
        session().run.end()


@contextmanager
def page_without_header(title: str) -> Iterator[None]:
    """A page without a header."""
    st.set_page_config(page_title=f"{title} · {NAME}", page_icon=ICON, layout="wide")
    st.html(STYLE)
    with visit_lock():
        script = SCRIPT.substitute(
            cookie=COOKIE,
            browser=session().browser,
            visit=session().name,
            terms=TERMS_JS,
            meanings=in_script(MEANINGS),
        )
        st.html(script, unsafe_allow_javascript=True)
        yield


def in_script(texts: Mapping[str, str]) -> str:
    """Texts as JSON without tags: Streamlit drops a script that has one."""
    return json.dumps(texts).replace("<", r"\u003c")


def _header(here: str) -> None:
    """The name and the pages; what is trained; what one does with it. On a phone the last two are a menu."""
    with st.container(key="header", horizontal=True, vertical_alignment="center"):
        show(chips.name(NAME), width="content")
        is_a_students = pages()[here].is_a_students(session())
        if not is_a_students:
            show(chips.phone_menu(), width="content")
        with st.container(key="header_pages", horizontal=True, vertical_alignment="center", width="content"):
            for name, page in ((name, page) for name, page in pages().items() if page.is_in_header):
                with st.container(key=f"link_{name}{'_here' if name == here else ''}", width="content"):
                    st.page_link(page.path, label=page.title, width="content")
        if is_a_students:
            return
        with st.container(key="header_menu", horizontal=True, vertical_alignment="center", width="content"):
            if pages()[here].has_panels and pages()[here].uses_training(session()):
                corpus_panel.popover()
                rules_panel.popover()
            plan_panel.popover(here)
            teacher_panel.way_in_button()
            share_panel.popover(here)
            present_button()
