"""The address of the page: it says what is on screen, and opening it brings that back.

In: the visit. Out: the parameters of the address, and the component that puts them there and copies them. Its
front end is in `bpe_ui/component/address`; a step of a view is said by the view itself.

| parameter | what it says |
|---|---|
| `s` | the link; absent for the first example as it begins |
| `at` | where the page's view stands, whatever the link says |
| `lesson` | the lesson under way, where there is room |
| `kept` | the key of the corpus, where it is too large for the link; this browser keeps it |
"""

import hashlib
from collections.abc import Callable, Mapping
from dataclasses import replace

import streamlit as st

from bpe_core import EXAMPLES
from bpe_ui.charts.settings import ChartSettings
from bpe_ui.compare.state import Settings
from bpe_ui.component import ADDRESS_CSS, ADDRESS_JS
from bpe_ui.lesson.lesson import Lesson
from bpe_ui.lesson.lesson_format import PARAMETER as LESSON
from bpe_ui.lesson.lesson_format import lesson_bytes
from bpe_ui.session import FIRST_EXAMPLE, session, widget
from bpe_ui.share.kept import keep
from bpe_ui.share.kept import read as read_kept
from bpe_ui.share.link_format import link_text, read_link, read_position
from bpe_ui.share.links import MAX_LINK, PARAMETER, Link, LinkError
from bpe_ui.share.packing import as_text
from bpe_ui.share.screen import is_of_this_computer, on_screen, page_address, whole_visit
from bpe_ui.training.training import Source, Training

AT = "at"
"""The parameter that says where the page's view stands."""
KEPT = "kept"
"""The parameter with the key of a corpus too large for a link; `NOT_KEPT` where nobody has it."""
NOT_KEPT = "no"
PARAMETERS = {PARAMETER, AT, KEPT}
KEY = "address"
MOST_CHARACTERS = 50_000
"""More text than that is not even compressed to see whether the link is short enough."""

COPIED = "Copied."
COPIED_HERE = "Copied. It opens on this computer only."
TOO_LARGE = "Too large for a link: send the file in Share."
GONE = "is of a corpus too large to be kept, which is gone: bring it again under Corpus."
ELSEWHERE = "is of a corpus kept in another browser: ask for the link or file in Share."
LOOKING = "Bringing back your corpus …"

_component = st.components.v2.component("bpe_stepper.address", css=ADDRESS_CSS, js=ADDRESS_JS)


def draw(page: str, on_found: Callable[[], None]) -> None:
    """Put what is on screen into the address, and draw the button that copies it."""
    current = session()
    said, is_whole = parameters(page)
    kept = current.kept if said.get(KEPT) == NOT_KEPT else None
    said |= _lesson(current.lesson, said)
    views = current.compare.columns if page == "compare" else current.training
    _component(
        key=KEY,
        width="content",
        data={
            "said": said,
            "about": _about(current.training),
            "moved": f"{page}/{views.history_id}/{views.jump}" if views else page,
            "present": current.present,
            "refused": "" if is_whole else TOO_LARGE,
            "keep": {"key": kept.key, "content": kept.content} if kept and kept.content else None,
            "wanted": current.wanted.get(KEPT, ""),
            "copied": COPIED_HERE if is_of_this_computer(page_address()) else COPIED,
        },
        on_kept_change=_note_that_it_is_kept,
        on_found_change=on_found,
    )


def parameters(page: str) -> tuple[dict[str, str], bool]:
    """What the address says, and whether that is all that Share would send.

    What is typed and set on other pages is in it as well, where there is room; and where there is not even
    room for what is typed and set here, the rest is.
    """
    shown = on_screen(page)
    bare = replace(shown, typed=None, compare=None)
    for link in (whole_visit(page), shown, bare):
        said = _written(link)
        if said is not None:
            return said, link is not bare or bare == shown
    return _of_kept(bare), False


def _of_kept(link: Link) -> dict[str, str]:
    """The parameters for a link without its corpus, and those for the corpus."""
    current, source = session(), link.source
    if current.kept is None or current.kept.source.corpus is not source.corpus:
        current.kept = keep(source)
    said = _written(replace(link, source=_usual().source))
    if said is None or current.kept.key != current.kept_key:
        return {KEPT: NOT_KEPT}
    return {KEPT: current.kept_key, **said}


def _note_that_it_is_kept() -> None:
    current = session()
    if current.kept is not None and component_event("kept") == current.kept.key:
        current.kept_key = current.kept.key
        current.kept = current.kept._replace(content="")


def found_source() -> Source | None:
    """What the browser has found under the key that it was asked for; None for nothing."""
    key, found = session().wanted.get(KEPT, ""), component_event("found")
    return read_kept(key, found.get("content")) if isinstance(found, Mapping) else None


def component_event(name: str) -> object:
    """What the front end tells."""
    return (widget(KEY) or {}).get(name)


def read(said: dict[str, str], page: str) -> Link:
    """What an address of a page says; raises `LinkError`."""
    if said.get(KEPT) == NOT_KEPT:
        raise LinkError(GONE)
    link = read_link(said[PARAMETER]) if PARAMETER in said else replace(_usual(), page=page)
    return _standing_at(link, read_position(said[AT])) if AT in said else link


def _written(link: Link) -> dict[str, str] | None:
    """The parameters for a link; None where they would be too long."""
    if link.compare == Settings():
        link = replace(link, compare=None)
    if link.charts == ChartSettings():
        link = replace(link, charts=None)
    pasted = link.compare.diagnosis_text if link.compare else ""
    if link.source.corpus.characters_to_read + len(pasted) > MOST_CHARACTERS:
        return None
    at, still = _position(link), _standing_at(link, 0)
    said = {} if replace(still, page="train") == _usual() else {PARAMETER: link_text(still)}
    said |= {AT: str(at)} if at else {}
    return said if len(page_address()) + sum(map(len, said.values())) <= MAX_LINK else None


def _lesson(lesson: Lesson, said: dict[str, str]) -> dict[str, str]:
    """The lesson's parameter; nothing where it would be too long beside the others."""
    characters = sum(stop.view.source.corpus.characters_to_read for stop in lesson.stops)
    if not lesson.stops or characters > MOST_CHARACTERS:
        return {}
    text = as_text(lesson_bytes(lesson))
    return {LESSON: text} if len(page_address()) + sum(map(len, [text, *said.values()])) <= MAX_LINK else {}


def _usual() -> Link:
    """What a visit begins with."""
    return Link(Source.from_example(FIRST_EXAMPLE), EXAMPLES[FIRST_EXAMPLE].config)


def _position(link: Link) -> int:
    """Where the view of the link's page stands."""
    if link.page == "compare":
        return link.compare.position if link.compare else 0
    return link.position


def _standing_at(link: Link, position: int) -> Link:
    if link.page != "compare":
        return replace(link, position=position)
    if position == _position(link):
        return link
    return replace(link, compare=replace(link.compare or Settings(), position=position))


def _about(training: Training) -> str:
    """Differs where the corpus or the rules do: what a step back in the browser brings back."""
    source, corpus = training.source, training.source.corpus
    is_small = corpus.characters_to_read <= MOST_CHARACTERS
    content = (corpus.documents, corpus.entries) if is_small else corpus.characters_to_read
    return hashlib.sha256(repr((source.kind, content, training.config)).encode()).hexdigest()[:16]
