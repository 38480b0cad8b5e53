"""The door to `st.session_state`: the visit, and values of widgets.

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

from bpe_core import EXAMPLES
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
    visit: Visit = st.session_state[_KEY]
    with visit.run.lock:
        return visit


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
