"""The supplied lesson plans, which a teacher may use as they are, copy and change; `ready_plans.md` has them.

>>> [(plan.minutes, len(plan.stops)) for plan in map(ready_plan, READY_PLANS)]
[(20, 4), (45, 7), (90, 9)]
"""

import json
import re
from dataclasses import replace
from pathlib import Path
from typing import Any

from bpe_core import EXAMPLES
from bpe_ui.visit.lesson_plan.plan import LessonPlan, PlanStop
from bpe_ui.visit.links.screen import Screen
from bpe_ui.visit.registry.pages import settings_codecs
from bpe_ui.visit.training.training import Source

_PLAN = re.compile(r"^- (.+) \((\d+)\): (.+)$", re.MULTILINE)
_STOP = re.compile(r"^## ([^\n]+)\n(.+?)\n\n```view\n(.+?)\n```$", re.MULTILINE | re.DOTALL)


def ready_plan(minutes: int) -> LessonPlan:
    """The plan of this length, at its beginning; a new copy each time, which may be changed."""
    title, stops = READY_PLANS[minutes]
    listed = (stop.rpartition(" ") for stop in stops.split("; "))
    return LessonPlan(title, [replace(STOPS[name], minutes=int(its)) for name, _, its in listed])


def _stop(title: str, note: str, view: dict[str, Any]) -> PlanStop:
    """A stop without its time; its view is as `ready_plans.md` says."""
    example, page = view.pop("example", "hug_pug_pun"), view.get("page", "")
    config = EXAMPLES[view.pop("rules_of", example)].config
    on_page = view.pop("on_page", {})
    settings = {page: settings_codecs()[page].read(on_page, page)} if on_page else {}
    return PlanStop(title, Screen(Source.from_example(example), config, settings=settings, **view), note)


_TEXT = Path(__file__).with_suffix(".md").read_text(encoding="utf-8")
STOPS = {title: _stop(title, note, json.loads(view)) for title, note, view in _STOP.findall(_TEXT)}
"""The stops by title."""
READY_PLANS = {int(minutes): (title, stops) for title, minutes, stops in _PLAN.findall(_TEXT)}
"""The title, and the stops with the minutes for each, of the plan of each length."""
