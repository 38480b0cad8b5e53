"""A ready lesson plan: a first lesson on byte-pair encoding, of about 40 minutes.

>>> [stop.view.page for stop in first_lesson().stops]
['train', 'train', 'train', 'train', 'tokenize', 'compare', 'quiz']
"""

from dataclasses import replace
from typing import Any

from bpe_core import EXAMPLES
from bpe_ui.lesson_plan.plan import LessonPlan, PlanStop
from bpe_ui.links.link import Link
from bpe_ui.registry.pages import new_settings
from bpe_ui.training.training import Source

TITLE = "A first lesson on BPE"
QUIZ_NUMBER = 1
"""The same ten questions for everybody."""


def first_lesson() -> LessonPlan:
    """The plan, at its beginning; a new copy each time, which may be changed."""
    text = "bug mug thug unhug"
    stops = [
        _stop(
            "Five words",
            "5 minutes. Read the words with their counts: a text has hug ten times, pug five times."
            " Ask which two neighbours stand side by side most often, and count one pair together.",
        ),
        _stop(
            "What comes next?",
            "10 minutes. The counts are hidden. Let everybody pick a pair before you do; Share has a vote"
            " for their phones. Then merge, and ask again, up to merge 4.",
            position=1,
            predict=True,
        ),
        _stop(
            "A tie",
            "5 minutes. p + ug and hug + s occur 5 times each. Ask what should decide. The line above the"
            " words says what this library does, and what others would choose.",
            position=4,
        ),
        _stop(
            "The end",
            "5 minutes. Every word is one token now. Click a token to see what it was made of. Ask what more"
            " merges could do.",
            position=7,
        ),
        _stop(
            "New words",
            "5 minutes. The same merges cut words that nobody counted. Ask why m becomes [UNK]. Type the"
            " names of your class.",
            position=7,
            page="tokenize",
            settings={"tokenize": replace(new_settings("tokenize"), text=text)},
        ),
        _stop(
            "Four ways to decide a tie",
            "5 minutes. Go to merge 5 and show that one tie makes the vocabularies differ.",
            page="compare",
        ),
        _stop(
            "Ten questions",
            "The rest, or at home. Everybody who opens this quiz by its number has the same questions.",
            page="quiz",
            settings={"quiz": replace(new_settings("quiz"), seed=QUIZ_NUMBER)},
        ),
    ]
    return LessonPlan(TITLE, stops)


def _stop(title: str, note: str, **place: Any) -> PlanStop:
    example = "hug_pug_pun"
    return PlanStop(title, Link(Source.from_example(example), EXAMPLES[example].config, **place), note)
