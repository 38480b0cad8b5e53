"""Dialogue: trainers with one planted mistake, or two, are led to what is wrong by small corpora."""

from collections.abc import Callable
from typing import Any

import pytest

from bpe_core import EXAMPLES, PROFILES, BPEStepper, Corpus
from bpe_core.merges import Pair
from bpe_core.studies.diagnosis.dialogue import MOST_QUESTIONS, Dialogue
from bpe_core.studies.diagnosis.observed import Observed
from bpe_core.studies.diagnosis.segmentation import CorpusWords, segmentation_of
from tests.golden.corpora import TEXTS
from tests.unit import planted_mistakes as planted

Train = Callable[[str], list[Pair]]


def led(profile: str, train: Train) -> Dialogue:
    """The dialogue about a trainer, which answers as it learns."""
    config, text = PROFILES[profile].config, TEXTS["program"]
    observed = Observed(CorpusWords(Corpus.from_text(text)), train(text), segmentation_of(config))
    answers: list[list[Pair]] = []
    while True:
        dialogue = Dialogue(Corpus.from_text(text), config, answers, observed)
        if dialogue.question is None:
            assert len(dialogue.asked) == len(answers) <= MOST_QUESTIONS
            return dialogue
        stepper = BPEStepper(dialogue.question.corpus, config)
        stepper.run(len(dialogue.question.right))
        assert tuple(merge.pair for merge in stepper.merges) == dialogue.question.right
        answers.append(train(str(dialogue.question.corpus.documents[0])))


def planted_trainer(profile: str, *mistakes: str) -> Train:
    return lambda text: planted.learn(text, profile, mistakes, 60)


ONE = ["first occurrence only", "frequency ignored", "last pair not counted", "ties by joined token", "split"]


@pytest.mark.parametrize("mistake", ONE)
def test_one_mistake_is_found_by_three_small_corpora(mistake: str) -> None:
    dialogue = led("cs336", planted_trainer("cs336", mistake))
    assert any(planted.MISTAKE_OF[mistake] in fit.mistake.name for fit in dialogue.suspects)
    assert len(dialogue.suspects) <= 5
    assert dialogue.verdict is not None


@pytest.mark.parametrize(
    "both", [("frequency ignored", "first occurrence only"), ("last symbol lost", "capitals lost")]
)
def test_two_mistakes_at_once_leave_one_of_them_or_the_first_merge_that_is_wrong(
    both: tuple[str, str],
) -> None:
    dialogue = led("cs336", planted_trainer("cs336", *both))
    assert {fit.mistake.name for fit in dialogue.suspects} <= {planted.MISTAKE_OF[each] for each in both}
    assert dialogue.suspects or "Your merge" in (dialogue.verdict or "")


def test_right_answers_rule_out_most_mistakes() -> None:
    dialogue = led("cs336", planted_trainer("cs336"))
    assert dialogue.verdict is not None
    assert dialogue.verdict.values["n"] > 60


@pytest.mark.parametrize(("in_bytes", "expected"), [(True, "(b'"), (False, "('")])
def test_a_question_speaks_the_form_of_the_list_and_of_the_corpus(in_bytes: bool, expected: str) -> None:
    config = PROFILES["cs336"].config
    for corpus in (EXAMPLES["hug_pug_pun"].corpus, Corpus.from_text("hug pug")):
        question = Dialogue(corpus, config).question
        assert question is not None
        names: dict[str, Any] = {"train": lambda given, merges: given}
        exec(question.question(in_bytes=in_bytes), names)
        assert isinstance(names["corpus"], dict) == (corpus.kind == "word_counts")
        assert expected in question.question(in_bytes=in_bytes).rpartition("# right: ")[2]
