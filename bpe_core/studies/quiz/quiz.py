"""A quiz: a fresh corpus that shows something of every topic, and a question on each."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import count, takewhile

from bpe_core.corpus import Corpus
from bpe_core.errors import ConfigError
from bpe_core.studies.quiz import of_tokens, of_training
from bpe_core.studies.quiz.question import Answer, Question
from bpe_core.studies.quiz.setting import MAX_SEED, Draw, Setting
from bpe_core.validation import checked_integer

TOPICS: tuple[Callable[[Setting], Question | None], ...] = (
    of_training.frequency,
    of_training.ties,
    of_tokens.word_ends,
    of_tokens.unknown_letters,
    of_tokens.bytes_of_text,
    of_tokens.order_of_merges,
    of_tokens.spaces,
    of_training.vocabulary_size,
    of_training.overlaps,
    of_training.two_libraries,
)
"""The topics of the questions, in order."""


@dataclass(frozen=True)
class Quiz:
    """Ten questions on a corpus."""

    seed: int
    """The seed of all random choices."""

    corpus: Corpus
    """The words and their counts."""

    questions: tuple[Question, ...]
    """The questions, in the order of `TOPICS`."""

    @staticmethod
    def of_seed(seed: int) -> "Quiz":
        """The quiz of a seed from 0 to `MAX_SEED`; raises `ConfigError` for any other seed."""
        return _drawn(checked_integer("seed", seed, ConfigError, most=MAX_SEED))

    def judged(self, given: Sequence[str]) -> tuple[Answer, ...]:
        """The answer given to each question, in order, with its mistake."""
        return tuple(question.judge(text) for question, text in zip(self.questions, given, strict=True))

    def unread(self, given: Sequence[str]) -> list[int]:
        """The indexes of the questions whose answers cannot be read."""
        answers = zip(self.questions, given, strict=True)
        return [number for number, (question, text) in enumerate(answers) if question.refusal(text)]


@lru_cache(maxsize=50)
def _drawn(seed: int) -> Quiz:
    """The first attempt that gives a question on every topic."""
    for trial in count():
        setting = Setting.drawn(Draw(seed, trial))
        if setting is None:
            continue
        asked = takewhile(bool, (ask(setting) for ask in TOPICS))
        questions = tuple(question for question in asked if question is not None)
        if len(questions) == len(TOPICS):
            return Quiz(seed, setting.corpus, questions)
    raise AssertionError("There is always another trial.")
