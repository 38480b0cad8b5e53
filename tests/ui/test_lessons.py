"""Lessons: what changes one, what a file holds and refuses, and that the ready-made ones tell the truth."""

import re
from dataclasses import replace

import pytest

from bpe_core import EXAMPLES, BPEConfig, Corpus
from bpe_ui.lesson.lesson import MAX_STOPS, Lesson, LessonError, Stop, title_of
from bpe_ui.lesson.lesson_format import lesson_bytes, read_lesson
from bpe_ui.lesson.ready_made import READY_MADE
from bpe_ui.share.link_format import file_bytes, link_text, read_file
from bpe_ui.share.links import MAX_LINK, Link, LinkError
from bpe_ui.share.packing import as_text
from bpe_ui.tokenize.state import TokenizeSettings
from bpe_ui.training.retrain import retrain
from bpe_ui.training.training import Source
from tests.ui.hostile import HOSTILE
from tests.ui.sent import packed

HUG = Link(Source.from_example("hug_pug_pun"), EXAMPLES["hug_pug_pun"].config)
STOPS = [(lesson.title, stop) for lesson in READY_MADE for stop in lesson.stops]


def lesson_of(*titles):
    lesson = Lesson("A lesson")
    for title in titles:
        lesson.add(Stop(title, HUG))
    return lesson


def titles_of(lesson):
    return " ".join(stop.title for stop in lesson.stops), lesson.here


def test_a_stop_is_added_after_the_present_one():
    lesson = lesson_of("a", "b", "c")
    assert titles_of(lesson) == ("a b c", 2)

    lesson.here = 0
    lesson.add(Stop("new", HUG))

    assert titles_of(lesson) == ("a new b c", 1)


def test_a_stop_is_moved_to_the_ends_at_most_and_removed_down_to_none():
    lesson = lesson_of("a", "b", "c")

    lesson.shift(-1)
    assert titles_of(lesson) == ("a c b", 1)
    lesson.shift(1)
    lesson.shift(1)
    assert titles_of(lesson) == ("a b c", 2)

    lesson.remove()
    assert titles_of(lesson) == ("a b", 1)
    lesson.here = 0
    lesson.remove()
    assert titles_of(lesson) == ("b", 0)
    lesson.remove()
    assert titles_of(lesson) == ("", 0)


def test_a_lesson_has_a_limit_and_says_so():
    lesson = lesson_of(*map(str, range(MAX_STOPS)))

    with pytest.raises(LessonError, match="at most 50 stops"):
        lesson.add(Stop("one more", HUG))

    assert read_lesson(lesson_bytes(lesson)) == lesson


def test_a_new_stop_is_called_by_its_page_corpus_and_position():
    tokenize = replace(HUG, page="tokenize", source=Source("text", Corpus.from_text("a b")))

    assert title_of(replace(HUG, position=4)) == "hug, pug, pun, merge 4"
    assert title_of(tokenize) == "Tokenize: Your text, merge 0"


def test_a_file_holds_each_corpus_once_however_many_stops_show_it():
    own = Source("text", Corpus.from_text(" ".join(f"word{number * number}" for number in range(3_000))))
    view = Link(own, BPEConfig(tie_break="smallest_pair"), position=2)
    one, many = (Lesson("Mine", [Stop("a", view)] * count + [Stop("b", HUG)]) for count in (1, 40))

    assert read_lesson(lesson_bytes(many)) == many
    assert len(lesson_bytes(many)) < len(lesson_bytes(one)) + 200
    first, *others = (stop.view.source for stop in read_lesson(lesson_bytes(many)).stops[:40])
    assert all(other is first for other in others)


@pytest.mark.parametrize("text", HOSTILE)
def test_any_title_note_and_text_come_along(text):
    view = replace(HUG, page="tokenize", tokenize=TokenizeSettings(text))
    lesson = Lesson(text[:80], [Stop(text[:80], view, text[:1000])])

    assert read_lesson(lesson_bytes(lesson)) == lesson


def written(**members):
    stop = {"title": "a", "view": {"corpus": 0}}
    return {"v": 1, "corpora": [{"example": "hug_pug_pun"}], "stops": [stop], **members}


@pytest.mark.parametrize(
    ("value", "reason"),
    [
        (written(stops=[]), "has no stops."),
        (written(here=1), "is broken: here must be an integer from 0 to 0, got 1."),
        (written(stops=[{}]), "is broken: corpus must be an integer from 0 to 0, got None."),
        (
            written(stops=[{"view": {"corpus": 1}}]),
            "is broken: corpus must be an integer from 0 to 0, got 1.",
        ),
        (written(stops=[{"view": []}]), "is broken: view must be an object, got []."),
        (written(stops=[7]), "is broken: a stop must be an object, got 7."),
        (written(stops=[{}] * 51), "is too large: stops has 51 entries; at most 50 fit."),
        (written(corpora=[{}] * 51), "is too large: corpora has 51 entries; at most 50 fit."),
        (written(title="\ud800"), "is broken: Title "),
        (written(title="a" * 81), "is broken: title must be a text of at most 80 characters"),
        (written(teacher="me"), "is broken: it has the unknown member 'teacher'."),
    ],
)
def test_a_broken_lesson_is_refused_in_one_sentence(value, reason):
    with pytest.raises(LinkError) as caught:
        read_lesson(packed(value))

    assert str(caught.value).startswith(reason)
    assert str(caught.value).endswith(".")


def test_a_view_is_no_lesson_and_a_lesson_no_view_and_both_say_where_they_are_opened():
    with pytest.raises(LinkError, match="is no lesson; open it under Corpus, Open"):
        read_lesson(file_bytes(HUG))
    with pytest.raises(LinkError, match="is a lesson; open it under Lesson"):
        read_file(lesson_bytes(READY_MADE[0]))


# ---- the ready-made ones


@pytest.mark.parametrize("lesson", READY_MADE, ids=lambda lesson: lesson.title)
def test_a_ready_made_lesson_fits_in_a_link(lesson):
    assert len(as_text(lesson_bytes(lesson))) < MAX_LINK / 2


@pytest.mark.parametrize(("lesson", "stop"), STOPS, ids=[f"{lesson}: {stop.title}" for lesson, stop in STOPS])
def test_a_stop_shows_what_its_note_counts(lesson, stop):
    assert len(link_text(stop.view)) < MAX_LINK
    stepper = retrain(stop.view, 5).training.stepper

    assert stepper.position == stop.view.position
    counts = {row.pair: row.count for row in stepper.pair_counts()}
    for left, right, count in re.findall(r"(\S+) \+ (\S+) (\d+)", stop.note):
        assert counts[left, right] == int(count)
