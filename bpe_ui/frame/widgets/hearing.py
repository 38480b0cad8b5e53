"""Hears a widget once.

Streamlit forgets a widget that is not drawn. A browser that does not know yet that it is gone tells its value
with the next click, and Streamlit takes that for a change. So only this module asks to be told of changes.
"""

from collections.abc import Callable
from typing import Any

from bpe_ui.visit.session import session, widget


def heard_by(hear: Callable[..., None], *args: Any, key: str) -> dict[str, Any]:
    """Key and callback for a widget whose value is set already; `hear` is called only for another value.

    st.number_input("Number of the quiz", **heard_by(_take_seed, key="quiz_seed"))
    """
    session().run.heard[key] = _value(key)
    return {"key": key, "on_change": _hear, "args": (key, hear, args)}


def _hear(key: str, hear: Callable[..., None], args: tuple[Any, ...]) -> None:
    heard, value = session().run.heard, _value(key)
    if key not in heard or heard[key] != value:
        heard[key] = value
        hear(*args)


def _value(key: str) -> Any:
    """The value of a widget; of a file only its name at Streamlit, so that it is not kept."""
    value = widget(key)
    if isinstance(value, list):
        return [getattr(each, "file_id", each) for each in value]
    return getattr(value, "file_id", value)
