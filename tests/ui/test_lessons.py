"""Lessons: every file is whole and true, a broken one says why, and answers from anybody are harmless."""

import json
import re
from itertools import pairwise
from pathlib import Path

import pytest

from bpe_core.studies.quiz import Answer
from bpe_ui.pages.learn import still_views
from bpe_ui.pages.learn.class_lesson import material
from bpe_ui.pages.learn.figures import Figures
from bpe_ui.pages.learn.lesson import read_lesson, read_lessons
from bpe_ui.pages.learn.page import STAGES
from bpe_ui.pages.learn.question import Given, fields, judge
from bpe_ui.pages.learn.state import MAX_PART
from bpe_ui.stage.html import prose
from bpe_ui.stage.text.sentences import Token, plain_text
from bpe_ui.visit.training.training import start_training
from tests.ui.markup import read_markup
from tests.ui.stage import said as said_of

LESSONS = read_lessons()
ROOT = Path(__file__).parents[2]
SHOWN = [
    read_lesson(page, text)
    for page in ("docs/lessons.md", "CONTRIBUTING.md")
    for text in re.findall(
        r"^````markdown\n(# .*?)^````$", (ROOT / page).read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL
    )
]
"""The lessons that documents show how to write."""
PARTS = [
    pytest.param(part, id=f"{lesson.name}, {part.title}")
    for lesson in (*LESSONS.values(), *SHOWN)
    for part in lesson.parts
]


def figures_at(stage):
    return Figures(start_training(stage.source, stage.config), stage.position)


def plain(text, figures):
    return plain_text(prose.sentence(text, figures.value))


def all_text(lesson):
    """All that a lesson can say, with its live values."""
    said = []
    for part in lesson.parts:
        figures, question = figures_at(part.stage), part.question
        texts = [part.prose]
        if question is not None:
            texts += [question.prompt, question.explanation, question.otherwise]
            texts += [text for answer in question.answers for text in answer]
        said += [plain(" ".join(text.split()), figures) for text in texts]
    return "\n".join(said)


# ---- the files


@pytest.mark.parametrize("part", PARTS)
def test_every_value_of_a_part_comes_from_the_core_and_its_stage_can_be_drawn(part):
    figures = figures_at(part.stage)

    assert read_markup(prose.html(part.prose, figures.value)).text
    assert part.stage.view in STAGES
    assert part.stage.position <= figures.training.stepper.known_merges
    assert not {"!", "→"} & {*part.prose}


@pytest.mark.parametrize("part", [param for param in PARTS if param.values[0].question is not None])
def test_the_answer_of_the_core_is_right_and_every_mistake_that_is_named_is_wrong(part):
    question, figures = part.question, figures_at(part.stage)
    answers = [plain(answer.text, figures) for answer in question.answers]
    given = [str(number) for number in range(len(answers))] if question.kind == "choose" else answers
    rights = [judge(question, figures, each).is_right for each in given]

    assert rights.count(True) == 1
    assert len({*answers}) == len(answers)
    assert rights == [answer.is_right for answer in question.answers]


def test_the_minutes_are_about_those_that_a_pupil_took():
    """Who had never heard of tokenizers, and tried every option of every question."""
    took = {"why_subwords": 4, "hug_pug_pun": 9, "word_boundary": 5, "pipeline": 5, "ties": 7, "bytes": 8}
    assert all(abs(LESSONS[name].minutes - minutes) <= 2 for name, minutes in took.items())
    assert 50 <= sum(lesson.minutes for lesson in LESSONS.values()) <= 70
    assert max(len(lesson.parts) for lesson in LESSONS.values()) < MAX_PART


ELSEWHERE = {"</w>", "41", "C3", "A9", "[CLS]", "[SEP]", "[UNK]", " SolidGoldMagikarp"}
"""Named by a part whose screen shows it only after a step, or not at all, as the prose says."""


def tokens_on_screen(stage):
    """The words and tokens that the stage of a part shows, at some position."""
    figures = figures_at(stage)
    if stage.view == "train":
        return {row.word for row in figures.training.stepper.words[:]} | {*figures.at("end").tokenizer.vocab}
    shown = {part.text for line in still_views.lines(stage) for part in line if isinstance(part, Token)}
    return shown | {*stage.text.split()} | {*stage.text}


@pytest.mark.parametrize("part", PARTS)
def test_what_a_part_names_is_on_its_screen(part):
    question, ask = part.question, part.question.prompt if part.question else ""
    rights = [question.right] if question is not None and question.kind == "choose" else []
    named = {*re.findall(r"`([^`]+)`", "\n".join([part.prose, *rights]))}
    asked = {*re.findall(r"`([^`]+)`", ask)}  # a new word, perhaps

    assert named - asked <= tokens_on_screen(part.stage) | ELSEWHERE
    if part.stage.view == "merges":
        rows = re.findall(r"(?:merge|token|count|at) (\d+)", part.prose)
        assert max(map(int, rows), default=0) <= part.stage.position


@pytest.mark.parametrize(
    ("lesson", "part", "value", "figure"),
    [
        ("hug_pug_pun", 0, "sum u+g", "hug 10 + pug 5 + hugs 5"),
        ("hug_pug_pun", 4, "tokens mug at end", "[UNK] ug"),
        ("hug_pug_pun", 5, "symbols at 0", "113"),
        ("hug_pug_pun", 5, "symbols at end", "36"),
        ("why_subwords", 2, "merge count 1", "5"),
        ("word_boundary", 2, "merge 3 by textbook", "est + </w>"),
        ("ties", 2, "merge 1 by shortest_token", "e + r"),
        ("ties", 2, "merge 1", "l + o"),
        ("ties", 3, "ties at 6", "4"),
        ("bytes", 1, "count Ġ+t", "7"),
        ("bytes", 3, "tokens ăn 🍕", "Ä ĥ n ĠðŁį ķ"),
        ("bytes", 4, "ids hello hello", "19 27"),
        ("bytes", 5, "tokens hug🍕", "hug <0xF0> <0x9F> <0x8D> <0x95>"),
        ("encode_decode", 3, "dead tokens", "10"),
        ("encode_decode", 4, "tokens unhappiness", "un happi ness"),
        ("wordpiece", 0, "count ##g+##s by hf_course_wordpiece at 0", "5"),
        ("wordpiece", 0, "score ##u+##g by hf_course_wordpiece at 0", "20 / (36 × 20) ≈ 0.0278"),
        ("wordpiece", 2, "tokens bugs", "b ##u ##gs"),
        ("why_subwords", 0, "tokens lazier", "laz i er"),
        ("pipeline", 0, "tokens FOX", "[UNK] [UNK] [UNK] </w>"),
        ("what_goes_wrong", 0, "count a+a", "6"),
        ("what_goes_wrong", 1, "vocabulary size at 50 with vocab_size 999", "79"),
        ("what_goes_wrong", 7, "words 1234567 with digits from_left at 0", "123 456 7"),
        ("what_goes_wrong", 2, "merge token 5", "a<\\/w>"),
    ],
)
def test_the_figures_are_those_that_the_libraries_and_authors_have(lesson, part, value, figure):
    found = LESSONS[lesson].part(part)

    assert plain_text(figures_at(found.stage).value(value)) == figure
    assert f"{{{{{value}}}}}" in f"{found.prose} {found.question}"


def test_no_digit_is_unknown_where_one_is_asked_to_type_numbers():
    figures = figures_at(LESSONS["what_goes_wrong"].part(7).stage)
    assert None not in figures.encoding("1234567890").ids


@pytest.mark.parametrize(
    ("lesson", "part", "answer"),
    [
        ("hug_pug_pun", 1, "12"),
        ("hug_pug_pun", 3, "107"),
        ("hug_pug_pun", 6, "6"),
        ("word_boundary", 0, "9"),
        ("encode_decode", 1, "a ab"),
        ("encode_decode", 2, "3 6"),
        ("pipeline", 2, "6"),
        ("wordpiece", 1, "15"),
        ("what_goes_wrong", 0, "3"),
        ("what_goes_wrong", 1, "21"),
    ],
)
def test_the_answers_to_type_are_those_that_the_authors_give(lesson, part, answer):
    found = LESSONS[lesson].part(part)

    assert judge(found.question, figures_at(found.stage), answer).is_right


def test_no_stage_before_the_lesson_on_ties_stands_at_a_tie():
    before = [*LESSONS.values()][: [*LESSONS].index("ties")]
    stages = [part.stage for lesson in before for part in lesson.parts if part.stage.view == "train"]

    assert len(stages) >= 8
    for stage in stages:
        assert not figures_at(stage).view.tied_pairs()[1:]
        if stage.source.title != "hug, pug, pun":  # whose lesson names its tie
            assert figures_at(stage).at("end").view.statistics().ties == 0


def test_no_stage_before_the_lesson_on_ties_speaks_of_them():
    for lesson in LESSONS.values():
        for part in lesson.parts:
            if part.stage.view == "train" and not lesson.shows_ties:
                data = json.loads(material(part, shows_ties=False))["stage"]["message"]
                for at in data["snapshots"]:
                    shown = said_of(data, [*at["sentence"], *at["subtitle"], *at["reason"]])
                    assert "tie" not in f"{shown} {at['next']}".lower().split()
                    assert (at["tied"] <= 1, at["picks"]) == (True, [])


def test_no_part_shows_the_pair_that_the_next_one_asks_for_after_its_first_merge():
    for lesson in LESSONS.values():
        for before, part in pairwise(lesson.parts):
            if part.stage.predict and before.stage.source == part.stage.source:
                assert part.stage.position > before.stage.position + 1


EXPLAINED_IN = {
    **{"</w>": "word_boundary", "[CLS]": "pipeline", "Ġ": "bytes", "byte": "bytes", "tie": "ties"},
    **{"WordPiece": "wordpiece", "BERT": "wordpiece", "##": "wordpiece"},
}
"""A word -> the lesson that explains it."""
NEVER = {"piece", "library", "libraries", "minbpe", "▁"}
"""Other words for what a lesson names otherwise, and names that none explains."""


def test_words_come_after_the_lesson_that_explains_them():
    names = [*LESSONS]
    texts = [all_text(LESSONS[name]).replace("byte-pair encoding", "") for name in names]
    for word, lesson in [*EXPLAINED_IN.items(), *((word, None) for word in NEVER)]:
        for earlier in texts[: names.index(lesson) if lesson else None]:
            assert not re.search(rf"(?<!\w){re.escape(word)}s?(?!\w)", earlier), word


def test_a_first_wrong_answer_to_type_is_told_its_mistake_and_a_second_one_the_answer():
    for lesson in LESSONS.values():
        for part in lesson.parts:
            question, figures = part.question, figures_at(part.stage)
            if question is None or question.kind == "choose":
                continue
            right = plain(question.right, figures)
            for answer in (*question.answers, Answer("x", question.otherwise)):
                if answer.mistake:
                    said = plain(answer.mistake, figures)
                    assert not re.search(rf"(?<![\w×]){re.escape(right)}(?![\w×])", said), said
    part = LESSONS["hug_pug_pun"].part(1)
    first, second = (
        fields(part.question, figures_at(part.stage), Given("17", tries), 1, "") for tries in (1, 2)
    )
    assert "The answer is" not in repr(first["verdict"])
    assert "The answer is 12. Only pun still has it." in said_of(second, second["verdict"]["sentence"])


def test_no_reply_to_a_wrong_option_begins_as_if_it_were_right():
    wrong = [
        answer.mistake
        for lesson in LESSONS.values()
        for part in lesson.parts
        for answer in (part.question.answers if part.question else ())
    ]
    assert not [text for text in wrong if text.startswith(("True", "Right", "Yes"))]


def test_decoding_is_shown_where_it_is_taught_on_a_phone_too():
    stage = LESSONS["word_boundary"].part(3).stage

    assert stage.decodes
    assert plain_text(still_views.lines(stage)[-1]) == "They decode to newest␣hero."


def test_in_each_part_one_reads_tries_and_then_answers():
    for lesson in LESSONS.values():
        assert "Answer first" not in all_text(lesson)
