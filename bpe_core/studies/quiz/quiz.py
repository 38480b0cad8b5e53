"""A quiz: a corpus that shows something of every topic, and a question on each."""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import count, takewhile

from bpe_core.corpus import Corpus
from bpe_core.errors import ConfigError
from bpe_core.studies.quiz import of_tokens, of_training
from bpe_core.studies.quiz.question import Answer, Question
from bpe_core.studies.quiz.quiz_corpus import MAX_SEED, Draw, QuizCorpus, check_own_words
from bpe_core.validation import checked_integer

TOPICS: Mapping[str, Callable[[QuizCorpus], Question | None]] = {
    "Frequency": of_training.frequency,
    "Ties": of_training.ties,
    "Word ends": of_tokens.word_ends,
    "Unknown characters": of_tokens.unknown_letters,
    "Bytes": of_tokens.bytes_of_text,
    "Order of merges": of_tokens.order_of_merges,
    "Spaces": of_tokens.spaces,
    "Vocabulary size": of_training.vocabulary_size,
    "Overlaps": of_training.overlaps,
    "Two libraries": of_training.two_libraries,
}
"""The topics of the questions, in order."""


@dataclass(frozen=True)
class Quiz:
    """Questions on a corpus, each on another topic."""

    seed: int
    """The seed of all random choices."""

    corpus: Corpus
    """The words and their counts."""

    questions: tuple[Question, ...]
    """The questions, in the order of `TOPICS`."""

    @staticmethod
    def of_seed(seed: int, topics: Collection[str] = TOPICS, own_words: Corpus | None = None) -> "Quiz":
        """The quiz of a seed from 0 to `MAX_SEED` on these topics.

        Without `own_words` the seed draws the words, on which there is a question on every topic. Raises
        `ConfigError` for another seed, and `CorpusError` for words that `check_own_words` refuses.
        """
        seed = checked_integer("seed", seed, ConfigError, most=MAX_SEED)
        if own_words is not None:
            check_own_words(own_words)
        corpus, questions = _drawn(seed) if own_words is None else _on_own_words(seed, own_words.entries)
        return Quiz(seed, corpus, tuple(each for each in questions if each.topic in topics))

    def judged(self, given: Sequence[str]) -> tuple[Answer, ...]:
        """The answer given to each question, in order, with its mistake."""
        return tuple(question.judge(text) for question, text in zip(self.questions, given, strict=False))

    def unread(self, given: Sequence[str]) -> list[int]:
        """The indexes of the questions whose answers cannot be read."""
        answers = zip(self.questions, given, strict=False)
        return [number for number, (question, text) in enumerate(answers) if question.refusal(text)]


@lru_cache(maxsize=100)  # 12 ms each time; a page asks at every run, a class for each sheet
def _drawn(seed: int) -> tuple[Corpus, tuple[Question, ...]]:
    """The first attempt that gives a question on every topic."""
    for trial in count():
        given = QuizCorpus.drawn(Draw(seed, trial))
        if given is None:
            continue
        asked = takewhile(bool, (ask(given) for ask in TOPICS.values()))
        questions = tuple(question for question in asked if question is not None)
        if len(questions) == len(TOPICS):
            return given.corpus, questions
    raise AssertionError("There is always another trial.")


@lru_cache(maxsize=100)  # likewise
def _on_own_words(seed: int, entries: tuple[tuple[str, int], ...]) -> tuple[Corpus, tuple[Question, ...]]:
    """A question on each topic of which these words show something."""
    given = QuizCorpus.of_own_words(Draw(seed, 0), Corpus.from_word_counts(entries))
    asked = (ask(given) for ask in TOPICS.values())
    return given.corpus, tuple(question for question in asked if question is not None)
