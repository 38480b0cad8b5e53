"""A lesson plan as the bytes of a file; docs/formats.md has every field.

>>> from bpe_core import EXAMPLES
>>> from bpe_ui.visit.links.screen import Screen
>>> start = Screen(Source.from_example("hug_pug_pun"), EXAMPLES["hug_pug_pun"].config)
>>> plan = LessonPlan("Ties", [PlanStop("The start", start)])
>>> read_plan(plan_bytes(plan)) == plan
True
"""

from typing import Any

from bpe_ui.visit.lesson_plan.plan import MAX_MINUTES, MAX_NOTE, MAX_STOPS, MAX_TITLE, LessonPlan, PlanStop
from bpe_ui.visit.links.link import CORPUS, link_codec
from bpe_ui.visit.links.packing import pack, unpack
from bpe_ui.visit.registry.schema import (
    Codec,
    LinkError,
    Member,
    a_list,
    an_object,
    integer,
    longest,
    read_members,
    written_members,
)
from bpe_ui.visit.training.training import Source

PARAMETER = "plan"
"""The parameter of the address with the plan."""
FILE_SUFFIX = ".bpeplan"
"""The ending of a file's name."""

_TITLE = Member("title", longest(MAX_TITLE))


def plan_bytes(plan: LessonPlan) -> bytes:
    """Compressed JSON; raises `LinkError` if it would be too large to read again."""
    return pack(plan, Codec(_read, _write))


def read_plan(data: bytes) -> LessonPlan:
    """The lesson plan in the content of a file; raises `LinkError`."""
    plan: LessonPlan = unpack(data, Codec(_read, _write))
    return plan


def _read(value: Any, name: str) -> LessonPlan:
    given = {"corpora": [], "stops": [], **an_object(value, name)}
    if "corpus" in given:
        raise LinkError("was saved by Share and is not a lesson plan; open it under Corpus, Files.")
    sources = [CORPUS.read(each, "corpus") for each in a_list(given.pop("corpora"), "corpora", MAX_STOPS)]
    plan = LessonPlan(**read_members(given, name, _members(sources)))
    if not plan.stops:
        raise LinkError("has no stops.")
    integer(0, len(plan.stops) - 1).read(plan.here, "here")
    return plan


def _write(plan: LessonPlan) -> dict[str, Any]:
    sources: list[Source] = []
    for stop in plan.stops:
        if stop.view.source not in sources:
            sources.append(stop.view.source)
    corpora = [CORPUS.write(source) for source in sources]
    return {"corpora": corpora, **written_members(plan, _members(sources), LessonPlan())}


def _members(sources: list[Source]) -> dict[str, Member]:
    """What a lesson plan holds besides the version and its corpora, which the stops refer to by index."""
    corpus = Codec(lambda value, name: sources[integer(0, len(sources) - 1).read(value, name)], sources.index)
    view = Member("view", link_codec(corpus))
    stop = {
        "title": _TITLE,
        "note": Member("note", longest(MAX_NOTE)),
        "minutes": Member("minutes", integer(0, MAX_MINUTES)),
        "view": view,
    }

    def read_stops(value: Any, name: str) -> list[PlanStop]:
        absent = {"title": "", "view": {}}
        entries = [{**absent, **an_object(each, "a stop")} for each in a_list(value, name, MAX_STOPS)]
        return [PlanStop(**read_members(each, "a stop", stop)) for each in entries]

    def write_stops(stops: list[PlanStop]) -> list[dict[str, Any]]:
        return [written_members(each, stop) for each in stops]

    return {
        "title": _TITLE,
        "stops": Member("stops", Codec(read_stops, write_stops)),
        "here": Member("here", integer(0, MAX_STOPS - 1)),
    }
