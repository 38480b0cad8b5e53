"""A tour as the bytes of a file; docs/formats.md has every field.

In: a `Tour`; or bytes from anybody. Out: those bytes; or a tour, or a `LinkError` that says in half a
sentence what was wrong.

>>> from bpe_core import EXAMPLES
>>> from bpe_ui.share.links import Link
>>> start = Link(Source.from_example("hug_pug_pun"), EXAMPLES["hug_pug_pun"].config)
>>> tour = Tour("Ties", [Stop("The start", start)])
>>> read_tour(tour_bytes(tour)) == tour
True
"""

from typing import Any

from bpe_ui.registry.schema import (
    Form,
    LinkError,
    Member,
    a_list,
    an_object,
    integer,
    longest,
    read_members,
    written_members,
)
from bpe_ui.share.link_format import CORPUS, link_form
from bpe_ui.share.packing import pack, unpack
from bpe_ui.tour.tour import MAX_NOTE, MAX_STOPS, MAX_TITLE, Stop, Tour
from bpe_ui.training.training import Source

PARAMETER = "tour"
"""The parameter of the address that holds the text."""
FORMER_PARAMETER = "lesson"
"""Its name while a tour was called a lesson; it is still read."""
FILE_SUFFIX = ".bpetour"
"""How the name of a file ends."""

_TITLE = Member("title", longest(MAX_TITLE))


def tour_bytes(tour: Tour) -> bytes:
    """Compressed JSON; raises `LinkError` where it is too large to be read again."""
    return pack(tour, Form(_read, _write))


def read_tour(data: bytes) -> Tour:
    """The tour in the content of a file; raises `LinkError`."""
    tour: Tour = unpack(data, Form(_read, _write))
    return tour


def _read(value: Any, name: str) -> Tour:
    given = {"corpora": [], "stops": [], **an_object(value, name)}
    if "corpus" in given:
        raise LinkError("was saved by Share and is no tour; open it under Corpus, Open.")
    sources = [CORPUS.read(each, "corpus") for each in a_list(given.pop("corpora"), "corpora", MAX_STOPS)]
    tour = Tour(**read_members(given, name, _members(sources)))
    if not tour.stops:
        raise LinkError("has no stops.")
    integer(0, len(tour.stops) - 1).read(tour.here, "here")
    return tour


def _write(tour: Tour) -> dict[str, Any]:
    sources: list[Source] = []
    for stop in tour.stops:
        if stop.view.source not in sources:
            sources.append(stop.view.source)
    corpora = [CORPUS.write(source) for source in sources]
    return {"corpora": corpora, **written_members(tour, _members(sources), Tour())}


def _members(sources: list[Source]) -> dict[str, Member]:
    """What a tour holds beside the version and its corpora, which the stops name by their place."""
    corpus = Form(
        lambda value, name: sources[integer(0, len(sources) - 1).read(value, name)],
        sources.index,
    )
    view = Member("view", link_form(corpus))
    stop = {"title": _TITLE, "note": Member("note", longest(MAX_NOTE)), "view": view}

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
