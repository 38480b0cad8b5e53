"""The notes of a lesson plan, in a window on the teacher's own screen while the class sees another window.

It follows the last page of the same browser that shows a plan, and its buttons move that page.
"""

import streamlit as st

from bpe_ui.frame.widgets.display import show
from bpe_ui.stage.html import chips, lessons, markup
from bpe_ui.stage.text.sentences import Sentence, say, say_plainly
from bpe_ui.visit.lesson_plan.clock import PlanClock, TimesLeft
from bpe_ui.visit.lesson_plan.plan import LessonPlan
from bpe_ui.visit.session import other_visits
from bpe_ui.visit.visit import Visit

LOOK_SECONDS = 0.5
"""How often it looks where the lesson is."""
NO_PLAN = (
    "No lesson plan is open in this browser. Open one under Lesson plan, in another window; its notes appear"
    " here."
)


@st.fragment(run_every=LOOK_SECONDS)
def draw_notes() -> None:
    """The current stop, the time left, the note, and what comes next."""
    visit = next(filter(_plan_of, other_visits()), None)
    if visit is None:
        show(chips.note(NO_PLAN))
        return
    plan, clock = _plan_of(visit) or LessonPlan(), visit.held(PlanClock) or PlanClock()
    clock.see_notes()
    with st.container(key="notes"):
        show(chips.stop(f"{plan.here + 1} of {len(plan.stops)}", plan.stop.title))
        with st.container(key="notes_clock", horizontal=True, vertical_alignment="center"):
            times = clock.times_left(plan.stop.minutes, plan.minutes)
            if times is not None:
                show(markup.line(time_left(times)))
            elif plan.minutes:
                planned = "{here} {here:minute|minutes} here, {all} {all:minute|minutes} in all."
                show(markup.line(say(planned, here=plan.stop.minutes, all=plan.minutes)))
            else:
                show(markup.line(say("No times are planned.")))
            label = "Start the clock" if times is None else "Start it again"
            st.button(label, key="notes_start", disabled=not plan.minutes, on_click=clock.start)
        show(lessons.plan_note(plan.stop.note, visit.name))
        show(chips.note(what_follows(plan)))
        with st.container(key="notes_ways", horizontal=True):
            is_last = plan.here + 1 == len(plan.stops)
            st.button("Previous view", key="notes_PageUp", disabled=plan.here == 0)
            st.button("Next view", key="notes_PageDown", type="primary", disabled=is_last)


def _plan_of(visit: Visit) -> LessonPlan | None:
    """The plan of a visit, which may be running in another thread: nothing is put into it here."""
    plan = visit.held(LessonPlan)
    return plan if plan and plan.stops else None


def time_left(times: TimesLeft) -> Sentence:
    """What is left of the current stop and of the lesson, or how long they are over.

    >>> from bpe_ui.stage.text.sentences import plain_text
    >>> plain_text(time_left(TimesLeft(stop=272.4, lesson=-65.0)))
    '4:32 left here. The lesson is over since 1:05.'
    """
    return say(
        "{stop} {lesson}",
        stop=say("{time} left here." if times.stop >= 0 else "Here {time} over.", time=_minutes(times.stop)),
        lesson=say(
            "{time} left of the lesson." if times.lesson >= 0 else "The lesson is over since {time}.",
            time=_minutes(times.lesson),
        ),
    )


def _minutes(seconds: float) -> str:
    minutes, rest = divmod(int(abs(seconds)), 60)
    return f"{minutes}:{rest:02}"


def what_follows(plan: LessonPlan) -> str:
    """The next stop and its time."""
    following = plan.stops[plan.here + 1 : plan.here + 2]
    if not following:
        return "This is the last view."
    [stop] = following
    planned = "Next: {it.title} ({it.minutes:,} {it.minutes:minute|minutes})"
    return say_plainly(planned if stop.minutes else "Next: {it.title}", it=stop)
