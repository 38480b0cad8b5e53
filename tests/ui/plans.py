"""A teacher's lesson plan of hug, pug, pun: two stops on Train, one in predict mode, and one on Tokenize."""

from bpe_core import EXAMPLES
from bpe_ui.pages.tokenize.settings.state import TokenizeSettings
from bpe_ui.visit.lesson_plan.plan import LessonPlan, PlanStop
from bpe_ui.visit.links.screen import Screen
from bpe_ui.visit.training.training import Source


def _hug(position, **place):
    return Screen(
        Source.from_example("hug_pug_pun"), EXAMPLES["hug_pug_pun"].config, position=position, **place
    )


HUG_PLAN = LessonPlan(
    "hug, pug, pun",
    [
        PlanStop("Five words", _hug(0), "Ask: which two neighbours occur most often?"),
        PlanStop("The first merge", _hug(1)),
        PlanStop("What comes next?", _hug(1, predict=True)),
        PlanStop("The end", _hug(7)),
        PlanStop(
            "New words",
            _hug(3, page="tokenize", settings={"tokenize": TokenizeSettings("bug mug thug", place=0)}),
            "The merges are applied to words that nobody counted.",
        ),
    ],
)
