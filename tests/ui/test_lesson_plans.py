"""Lesson plans: what changes one, and what a file holds and refuses."""

from dataclasses import replace

import pytest

from bpe_core import EXAMPLES, BPEConfig, Corpus
from bpe_ui.visit.lesson_plan.plan import LessonPlan, PlanStop, stop_title
from bpe_ui.visit.lesson_plan.plan_format import plan_bytes, read_plan
from bpe_ui.visit.links.link import decode, encode
from bpe_ui.visit.links.screen import Screen
from bpe_ui.visit.registry.schema import LinkError
from bpe_ui.visit.training.training import Source
from tests.ui.plans import HUG_PLAN

HUG = Screen(Source.from_example("hug_pug_pun"), EXAMPLES["hug_pug_pun"].config)


def test_a_new_stop_is_called_by_its_page_corpus_and_position():
    tokenize = replace(HUG, page="tokenize", source=Source("text", Corpus.from_text("a b")))

    assert stop_title(replace(HUG, position=4)) == "hug, pug, pun, merge 4"
    assert stop_title(tokenize) == "Tokenize: Your text, merge 0"


def test_a_file_holds_each_corpus_once_however_many_stops_show_it():
    own = Source("text", Corpus.from_text(" ".join(f"word{number * number}" for number in range(3_000))))
    view = Screen(own, BPEConfig(tie_break="smallest_pair"), position=2)
    one, many = (
        LessonPlan("Mine", [PlanStop("a", view)] * count + [PlanStop("b", HUG)]) for count in (1, 40)
    )

    assert read_plan(plan_bytes(many)) == many
    assert len(plan_bytes(many)) < len(plan_bytes(one)) + 200
    first, *others = (stop.view.source for stop in read_plan(plan_bytes(many)).stops[:40])
    assert all(other is first for other in others)


def test_a_plan_has_a_time_for_each_stop():
    plan = LessonPlan(
        "A lesson plan", [PlanStop("a", HUG, minutes=4), PlanStop("b", HUG), PlanStop("c", HUG, "", 7)]
    )

    assert plan.minutes == 11
    assert read_plan(plan_bytes(plan)) == plan


def test_a_view_is_no_plan_and_a_plan_no_view_and_both_say_where_they_are_opened():
    with pytest.raises(LinkError, match="is not a lesson plan; open it under Corpus, Files"):
        read_plan(encode(HUG))
    with pytest.raises(LinkError, match="is a lesson plan; open it under Lesson plan"):
        decode(plan_bytes(HUG_PLAN))
