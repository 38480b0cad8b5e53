"""A lesson as the bytes of a file; docs/formats.md has every field.

In: a `Lesson`; or bytes from anybody. Out: those bytes; or a lesson, or a `LinkError` that says in half a
sentence what was wrong.

>>> from bpe_ui.lesson.ready_made import READY_MADE
>>> all(read_lesson(lesson_bytes(lesson)) == lesson for lesson in READY_MADE)
True
"""

from typing import Any

from bpe_ui.lesson.lesson import MAX_NOTE, MAX_STOPS, MAX_TITLE, Lesson, Stop
from bpe_ui.share.link_format import CORPUS, link_form
from bpe_ui.share.link_forms import (
    Form,
    Member,
    a_list,
    an_object,
    integer,
    read_members,
    text,
    written_members,
)
from bpe_ui.share.links import LinkError
from bpe_ui.share.packing import pack, unpack
from bpe_ui.training.training import Source

PARAMETER = "lesson"
"""The parameter of the address that holds the text."""
FILE_SUFFIX = ".bpelesson"
"""How the name of a file ends."""

_TITLE = Member("title", text(MAX_TITLE))


def lesson_bytes(lesson: Lesson) -> bytes:
    """Compressed JSON; raises `LinkError` where it is too large to be read again."""
    return pack(lesson, Form(_read, _write))


def read_lesson(data: bytes) -> Lesson:
    """The lesson in the content of a file; raises `LinkError`."""
    lesson: Lesson = unpack(data, Form(_read, _write))
    return lesson


def _read(value: Any, name: str) -> Lesson:
    given = {"corpora": [], "stops": [], **an_object(value, name)}
    if "corpus" in given:
        raise LinkError("was saved by Share and is no lesson; open it under Corpus, Open.")
    sources = [CORPUS.read(each, "corpus") for each in a_list(given.pop("corpora"), "corpora", MAX_STOPS)]
    lesson = Lesson(**read_members(given, name, _members(sources)))
    if not lesson.stops:
        raise LinkError("has no stops.")
    integer(0, len(lesson.stops) - 1).read(lesson.here, "here")
    return lesson


def _write(lesson: Lesson) -> dict[str, Any]:
    sources: list[Source] = []
    for stop in lesson.stops:
        if stop.view.source not in sources:
            sources.append(stop.view.source)
    corpora = [CORPUS.write(source) for source in sources]
    return {"corpora": corpora, **written_members(lesson, _members(sources), Lesson())}


def _members(sources: list[Source]) -> dict[str, Member]:
    """What a lesson holds beside the version and its corpora, which the stops name by their place."""
    corpus = Form(
        lambda value, name: sources[integer(0, len(sources) - 1).read(value, name)],
        sources.index,
    )
    view = Member("view", link_form(corpus))
    stop = {"title": _TITLE, "note": Member("note", text(MAX_NOTE)), "view": view}

    def read_stops(value: Any, name: str) -> list[Stop]:
        usual = {"title": "", "view": {}}
        entries = [{**usual, **an_object(each, "a stop")} for each in a_list(value, name, MAX_STOPS)]
        return [Stop(**read_members(each, "a stop", stop)) for each in entries]

    def write_stops(stops: list[Stop]) -> list[dict[str, Any]]:
        return [written_members(each, stop) for each in stops]

    return {
        "title": _TITLE,
        "stops": Member("stops", Form(read_stops, write_stops)),
        "here": Member("here", integer(0, MAX_STOPS - 1)),
    }
