"""The door to `st.session_state`: the visit, values of widgets, and uploads.

No other module uses it; `server.tidying` empties it, when it closes the visit.

A page that is loaded again begins as its address says. A score or a class vote is in no address. Then the
address names the visit, which goes on in the same browser, until `server.tidying` closes it.
"""

import re
import secrets
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any
from weakref import WeakValueDictionary, ref

import streamlit as st
from streamlit import runtime
from streamlit.runtime.scriptrunner import get_script_run_ctx
from streamlit.runtime.uploaded_file_manager import UploadedFile

from bpe_core import EXAMPLES
from bpe_core.validation import short_name
from bpe_ui.machine.server.uploads import uploads
from bpe_ui.stage.text.visible import free_name
from bpe_ui.visit.training.training import Source, start_training
from bpe_ui.visit.visit import Visit

FIRST_EXAMPLE = next(iter(EXAMPLES))

VISIT = "visit"
"""The parameter of the address with the name of the visit."""
COOKIE = "bpe_stepper_browser"
"""The cookie with the name of the browser."""

_KEY = "bpe_stepper"
_BROWSER = re.compile("[0-9a-f]{32}")
_visits: WeakValueDictionary[str, Visit] = WeakValueDictionary()


def session() -> Visit:
    """This visit, which begins with the first example. Waits until an earlier run of a page has ended."""
    if _KEY not in st.session_state:
        browser = browser_in(st.context.cookies) or secrets.token_hex(16)
        st.session_state[_KEY] = _left_visit(browser) or _new_visit(browser)
    kept_visit: Visit = st.session_state[_KEY]
    with kept_visit.run.lock:
        return kept_visit


def browser_in(cookies: Mapping[str, str]) -> str:
    """The name of the browser that sends these cookies; empty if it has none yet."""
    name = str(cookies.get(COOKIE))
    return name if _BROWSER.fullmatch(name) else ""


def _new_visit(browser: str) -> Visit:
    source = Source.from_example(FIRST_EXAMPLE)
    training = start_training(source, EXAMPLES[FIRST_EXAMPLE].config)
    visit = Visit(training, browser=browser, tabs={tab()})
    _visits[visit.name] = visit
    return visit


def _left_visit(browser: str) -> Visit | None:
    """The visit that the address names, if it belongs to this browser and no other tab shows it."""
    left = _visits.get(st.query_params.get(VISIT, ""))
    if left is None or left.browser != browser:
        return None
    # A teacher's connection may have broken without the server knowing yet.
    if not left.outlives_its_tab and _is_shown(left):
        return None
    left.tabs.add(tab())
    return left


def _is_shown(visit: Visit) -> bool:
    """Whether any tab of the browser shows it now."""
    return any(map(runtime.get_instance().is_active_session, list(visit.tabs)))


def other_visits() -> list[Visit]:
    """This browser's visits in its other tabs, the one that was used last first."""
    own, known = session(), [reference() for reference in _visits.valuerefs()]
    others = [visit for visit in known if visit and visit is not own and visit.browser == own.browser]
    return sorted(others, key=lambda visit: -visit.run.began)


def tab() -> str:
    """Streamlit's name for this tab of the browser, until its page is loaded again."""
    context = get_script_run_ctx()
    return context.session_id if context is not None else ""


def is_here(visit: Visit) -> Callable[[], bool]:
    """A function that says whether a tab of the browser shows the visit; it does not keep the visit."""
    known = ref(visit)

    def is_shown() -> bool:
        left = known()
        return left is not None and _is_shown(left)

    return is_shown


def comes_from_this_computer() -> bool:
    """Whether the browser runs on the server's own computer, so that no proxy passes on what it sends."""
    is_passed_on = any(name in st.context.headers for name in ("Forwarded", "X-Forwarded-For"))
    return st.context.ip_address is None and not is_passed_on


def stop_all_work() -> None:
    """Stop the long work of this visit; what it has done so far stays."""
    if _KEY in st.session_state:
        st.session_state[_KEY].task = None
        st.session_state[_KEY].works.clear()


def begin_again() -> None:
    """Forget the visit; the next call of `session` begins with the first example."""
    st.session_state.pop(_KEY, None)


@contextmanager
def visit_lock() -> Iterator[None]:
    """Hold this visit for one run of a page.

    After a click, Streamlit may begin a new run while the old one is still working, and ends the old one at
    its next `st` call. The new run waits for that in its first call of `session`, so that no two runs move
    the same stepper.
    """
    with session().run.lock:
        yield


def widget(key: str, default: Any = None) -> Any:
    """The value of a widget, or `default` if it has none yet."""
    return st.session_state.get(key, default)


def said(key: str, name: str) -> object:
    """The value with this name that a component has sent."""
    return (widget(key) or {}).get(name)


def set_widget(key: str, value: Any) -> None:
    """Give a widget a value, before it is drawn in this run."""
    st.session_state[key] = value


def is_back_or_forward() -> bool:
    """Whether this run was caused by the browser's Back or Forward, or by a new connection to the server."""
    context = get_script_run_ctx()
    return context is not None and context.is_history_navigation


def take_upload(key: str) -> UploadedFile | None:
    """The file that an uploader holds now."""
    uploaded: UploadedFile | None = widget(key)
    _forget_all_but(key, [] if uploaded is None else [uploaded])
    return uploaded


def take_uploads(key: str) -> dict[str, bytes]:
    """The files that an uploader holds now, by short names; a second `a.txt` is `a (2).txt`."""
    uploaded: list[UploadedFile] = widget(key) or []
    _forget_all_but(key, uploaded)
    files: dict[str, bytes] = {}
    for each in uploaded:
        name, dot, endings = short_name(each.name).partition(".")
        files[free_name(name, files, dot + endings)] = each.getvalue()
    return files


def say_what_did_not_arrive(place: str, *, is_heard: bool = False, so: str = "") -> bool:
    """If uploads of this visit have failed, say so at a place, and what comes of it; returns whether.

    Where all have, the page is drawn again; of some it `is_heard` once the uploader tells of the others.
    """
    lost = uploads.lost(tab(), is_heard=is_heard)
    if lost:
        session().errors[place] = f"{lost} {so}".strip()
    return bool(lost)


def _forget_all_but(key: str, uploaded: list[UploadedFile]) -> None:
    """Make Streamlit forget the files that an uploader held before.

    It would keep them as long as the visit: an uploader in a panel disappears with the panel.
    """
    files, context = session().run.uploads, get_script_run_ctx()
    before, files[key] = files.get(key, set()), {each.file_id for each in uploaded}
    for file_id in before - files[key]:
        if context is not None:
            context.uploaded_file_mgr.remove_file(context.session_id, file_id)  # type: ignore[attr-defined]


def forget_uploads(key: str) -> None:
    """Make Streamlit forget the files of an uploader that is no longer drawn; it would keep them."""
    context = get_script_run_ctx()
    for each in widget(key) or []:
        if context is not None:
            context.uploaded_file_mgr.remove_file(context.session_id, each.file_id)  # type: ignore[attr-defined]
