"""A box for files, the same wherever a person gives some: it says which of them did not arrive.

A box is emptied by drawing another one in its place. Streamlit would keep the files as long as the visit, so
it is made to forget them.
"""

from collections.abc import Callable
from typing import Any

import streamlit as st
from streamlit.runtime.scriptrunner import get_script_run_ctx
from streamlit.runtime.uploaded_file_manager import UploadedFile

from bpe_core.validation import short_name
from bpe_ui.frame.widgets.hearing import heard_by
from bpe_ui.machine.server.uploads import uploads
from bpe_ui.stage.text.visible import free_name
from bpe_ui.visit.session import session, tab, widget


def upload_box(
    label: str,
    place: str,
    take: Callable[[dict[str, bytes]], None] = lambda files: None,
    *,
    so: str = "",
    takes_rest: bool = True,
    drops_refused: bool = False,
    is_for_one: bool = False,
    **more: Any,
) -> None:
    """Draw it; when its files change, `take` is called with those that it holds.

    If some did not arrive, the error at this place says so, and what comes of it (`so`); without `takes_rest`
    `take` is then given none. With `drops_refused` the box is emptied while there is an error: the next files
    would be added to those. `more` goes to Streamlit.
    """
    _say_what_did_not_arrive(place, so, is_heard=False)
    if drops_refused and place in session().errors and holds_files(place):
        empty_box(place)
    heard = heard_by(_hear, place, take, so, takes_rest, key=_key(place))
    st.file_uploader(label, accept_multiple_files=not is_for_one, **heard, **more)


def files_in_box(place: str) -> dict[str, bytes]:
    """The files that it holds now, by short names; a second `a.txt` is `a (2).txt`."""
    known, held = session().run.uploads, _held(place)
    _forget(known.get(place, set()) - {each.file_id for each in held})
    known[place] = {each.file_id for each in held}
    files: dict[str, bytes] = {}
    for each in held:
        name, dot, endings = short_name(each.name).partition(".")
        files[free_name(name, files, dot + endings)] = each.getvalue()
    return files


def holds_files(place: str) -> bool:
    """Whether it holds any."""
    return bool(_held(place))


def empty_box(place: str) -> None:
    """Forget its files, and draw an empty one from now on."""
    _forget({each.file_id for each in _held(place)})
    emptied = session().run.emptied
    emptied[place] = emptied.get(place, 0) + 1


def _key(place: str) -> str:
    emptied = session().run.emptied.get(place)
    return f"{place}_{emptied}" if emptied else place


def _held(place: str) -> list[UploadedFile]:
    held = widget(_key(place)) or []
    return held if isinstance(held, list) else [held]


def _hear(place: str, take: Callable[[dict[str, bytes]], None], so: str, takes_rest: bool) -> None:
    session().errors.pop(place, None)
    files = files_in_box(place)
    is_short = _say_what_did_not_arrive(place, so, is_heard=True)
    take(files if takes_rest or not is_short else {})


def _say_what_did_not_arrive(place: str, so: str, *, is_heard: bool) -> bool:
    """Whether uploads of this visit have failed; of some it `is_heard` once the box tells of the others."""
    lost = uploads.lost(tab(), is_heard=is_heard)
    if lost:
        session().errors[place] = f"{lost} {so}".strip()
    return bool(lost)


def _forget(file_ids: set[str]) -> None:
    context = get_script_run_ctx()
    for file_id in file_ids if context is not None else ():
        context.uploaded_file_mgr.remove_file(context.session_id, file_id)  # type: ignore[union-attr]
